"""Sign chain: signs and the rule against triples tie cells that are far apart.

    . = . . x .     the third cell differs from the joined pair before it, the fourth from the third:
                    all four are known as soon as one of them is

A tie says that two cells are equal or that they differ. Every sign is a tie. If two of three neighbours are known to
be equal, the third must differ from both, so there is a tie between the third and each of them.
"""

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, opposite
from binairo_tui.engine.proof import Premises, Tie
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View, reason

Path = tuple[Cell, ...]


Ties = dict[Cell, dict[Cell, Tie]]
"""Maps each cell to the cells that are tied to it, each with its tie."""


def find(view: View) -> Iterator[Deduction]:
    """Yield a deduction for each blank that ties join to a known cell, with the shortest path of ties as the reason."""
    puzzle = view.puzzle
    if not puzzle.signs:
        return
    tied = ties(puzzle.width, puzzle.height, puzzle.signs)
    for cell in sorted(tied):
        if view.text[cell] != EMPTY:
            continue
        if path := _path(tied, cell, view.text):
            known = path[-1]
            held = puzzle.geometry.value(view.position, known)
            value = held if _joins_equal(tied, path) else opposite(held)
            signs = sorted(
                [Sign(min(a, b), max(a, b), same) for a, b, same, equal in _ties_along(tied, path) if not equal]
            )
            yield Deduction(NAME, (cell,), (value,), (known,), _lines_along(puzzle, tied, path), tuple(signs))


def _path(tied: Ties, start: Cell, text: str) -> Path:
    """Return the shortest path of tied cells from a blank to a known cell, both included; () if there is none."""
    return _shortest(tied, start, {cell for cell in tied if text[cell] != EMPTY})


def _shortest(tied: Ties, start: Cell, ends: set[Cell]) -> Path:
    reached = {start}
    queue: deque[Path] = deque([(start,)])
    while queue:
        path = queue.popleft()
        if path[-1] in ends:
            return path
        for other in tied.get(path[-1], ()):
            if other not in reached:
                reached.add(other)
                queue.append((*path, other))
    return ()


def _joins_equal(tied: Ties, path: Path) -> bool:
    """Return whether the first and the last cell of a path hold the same value."""
    return sum(not tied[a][b].same for a, b in pairwise(path)) % 2 == 0


def _ties_along(tied: Ties, path: Path) -> tuple[Tie, ...]:
    """Return the ties along a path, each after the ties on which it depends, and no tie twice."""
    found: dict[Tie, None] = {}

    def follow(path: Path) -> None:
        for a, b in pairwise(path):
            tie = tied[a][b]
            if tie not in found:
                follow(tie.equal)
                found[tie] = None

    follow(path)
    return tuple(found)


def _lines_along(puzzle: Puzzle, tied: Ties, path: Path) -> tuple[Line, ...]:
    """Return the lines of the ties along a path, then the lines of the ties on which these depend, each once."""
    geometry = puzzle.geometry
    pairs = [*pairwise(path), *[(tie.a, tie.b) for tie in _ties_along(tied, path)]]
    lines = [next(line for line in geometry.lines_of(a) if line in geometry.lines_of(b)) for a, b in pairs]
    return tuple(dict.fromkeys(lines))


@lru_cache(maxsize=64)
def ties(width: int, height: int, signs: tuple[Sign, ...]) -> Ties:
    """Return all ties of a board: pairs of cells that must be equal or must differ.

    Every sign is a tie. More ties follow from them where three cells are side by side. A tie is derived only from
    earlier ties, and ties are never replaced, so no derivation is circular. The signs may contradict one another. Two
    cells may then be tied as equal along one path and as different along another.
    """
    tied: Ties = {}
    for a, b, same in signs:
        tied.setdefault(a, {})[b] = tied.setdefault(b, {})[a] = Tie(a, b, same)
    threes = [
        (cell, cell + step, cell + 2 * step)
        for cell in range(width * height)
        for step, fits in ((1, cell % width < width - 2), (width, cell < width * (height - 2)))
        if fits
    ]
    grows = True
    while grows:
        grows = False
        sides = _sides(tied)
        for three in threes:
            for a, b, odd in ((0, 1, 2), (1, 2, 0), (0, 2, 1)):
                first, second, third = three[a], three[b], three[odd]
                if first in sides and sides.get(first) == sides.get(second):
                    near = three[1] if odd != 1 else first
                    if sides.get(third, (-1, False))[0] == sides[first][0] or third in tied[near]:
                        continue
                    equal = _shortest(tied, first, {second})
                    if _joins_equal(tied, equal):
                        tied.setdefault(near, {})[third] = tied.setdefault(third, {})[near] = Tie(
                            near, third, False, equal
                        )
                        grows = True
    return tied


def _sides(tied: Ties) -> dict[Cell, tuple[int, bool]]:
    """Map each tied cell to its group, represented by one of its cells, and to its side of the group.

    A group consists of cells that are tied together. Cells on the same side of a group are equal; others differ.
    """
    sides: dict[Cell, tuple[int, bool]] = {}
    for start in tied:
        if start in sides:
            continue
        sides[start] = (start, True)
        stack = [start]
        while stack:
            cell = stack.pop()
            for other, tie in tied[cell].items():
                if other not in sides:
                    sides[other] = (start, sides[cell][1] is tie.same)
                    stack.append(other)
    return sides


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the path from the known cell to the blank, with its ties and the ties on which these depend."""
    tied = ties(puzzle.width, puzzle.height, puzzle.signs)
    path = tuple(reversed(_path(tied, deduction.cells[0], puzzle.geometry.text(position))))
    return reason(puzzle, position, deduction)._replace(path=path, ties=_ties_along(tied, path))


NAME = "sign chain"
TECHNIQUE = BoardTechnique(
    NAME,
    "Signs and the rule against three equal values link distant cells: one known value decides all cells of the chain.",
    find,
    premises=premises,
)
