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
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, opposite
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View, conclusion
from binairo_tui.engine.wording import cells_text, join_words, plural

_MAX_LINKS = 4  # links of a chain that a sentence names
_MAX_TEXT = 300  # characters of a text in which each derived tie has a sentence
_MAX_RUN = 6  # cells of a run of signs that a sentence names

Path = tuple[Cell, ...]


class Tie(NamedTuple):
    """A tie between two cells: they are equal, or they differ.

    A tie is a sign, or it follows from other ties: if two of three neighbours are equal, the third differs from both.
    For such a tie, `equal` is the path of ties that shows that the two neighbours are equal. For a sign, `equal` is
    empty.
    """

    same: bool
    equal: Path = ()


class ChainStep(NamedTuple):
    """A step of a proof by sign chain: its sentence, the cell that it settles, and the other cells that it uses."""

    text: str
    cell: Cell
    because_cells: tuple[Cell, ...]


Ties = dict[Cell, dict[Cell, Tie]]
"""Maps each cell to the cells that are tied to it."""


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
            signs = tuple(sorted(_signs_along(tied, path)))
            yield Deduction(NAME, (cell,), (value,), (known,), _lines_along(puzzle, path), signs)


def _path(tied: Ties, start: Cell, text: str) -> Path:
    """Return the shortest path of tied cells from a blank to a known cell, both included; () if there is none."""
    return _shortest(tied, start, {cell for cell in tied if text[cell] != EMPTY})


def _shortest(tied: Ties, start: Cell, ends: set[Cell]) -> Path:
    came_from: dict[Cell, Cell] = {start: start}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell in ends:
            path = [cell]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return tuple(reversed(path))
        for other in tied.get(cell, ()):
            if other not in came_from:
                came_from[other] = cell
                queue.append(other)
    return ()


def _joins_equal(tied: Ties, path: Path) -> bool:
    """Return whether the first and the last cell of a path hold the same value."""
    return sum(not tied[a][b].same for a, b in pairwise(path)) % 2 == 0


def _signs_along(tied: Ties, path: Path) -> set[Sign]:
    """Return all signs that are needed to show that the cells along a path are tied."""
    signs: set[Sign] = set()
    for a, b in pairwise(path):
        tie = tied[a][b]
        signs |= _signs_along(tied, tie.equal) if tie.equal else {Sign(min(a, b), max(a, b), tie.same)}
    return signs


def _lines_along(puzzle: Puzzle, path: Path) -> tuple[Line, ...]:
    """Return the lines in which the neighbouring cells of a path lie, each line once."""
    geometry = puzzle.geometry
    lines = [next(line for line in geometry.lines_of(a) if line in geometry.lines_of(b)) for a, b in pairwise(path)]
    return tuple(dict.fromkeys(lines))


@lru_cache(maxsize=64)
def ties(width: int, height: int, signs: tuple[Sign, ...]) -> Ties:
    """Return all ties of a board: pairs of cells that must be equal, or must differ.

    Ties are the signs, and what follows from them where three cells stand side by side. A tie is derived only from
    earlier ties, and ties are never replaced, so no derivation is circular. The signs may contradict one another. Two
    cells may then be tied as equal along one path and as different along another.
    """
    tied: Ties = {}
    for a, b, same in signs:
        tied.setdefault(a, {})[b] = tied.setdefault(b, {})[a] = Tie(same)
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
                        tied.setdefault(near, {})[third] = tied.setdefault(third, {})[near] = Tie(False, equal)
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


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a text such as: Signs: r1c5 is 0 and r1c5 = r1c4 x r1c3, so r1c3 is 1.

    A sentence for each tie that is not a sign comes first: `r2c7 = r2c8, so r2c6 next to them is the opposite.` If that
    makes the text too long, a single sentence names the number of signs from which each such tie follows.
    """
    tied = ties(puzzle.width, puzzle.height, puzzle.signs)
    known = deduction.because_cells[0]
    text = puzzle.geometry.text(position)
    path = tuple(reversed(_path(tied, deduction.cells[0], text)))
    reasons = [_derived_text(puzzle, tied, odd, equal) for odd, equal in _derived_along(tied, path)]
    end = f"so {conclusion(puzzle, deduction)}."

    def joined(links: list[str]) -> str:
        return f"{join_words([f'{cells_text(puzzle, [known])} is {text[known]}', *links])}, {end}"

    # A single derived tie was just explained, so that the value follows at once.
    links = [] if len(path) == 2 and reasons else _links_text(puzzle, tied, path)
    sentences = " ".join(["Signs:", *reasons, joined(links)])
    if len(sentences) <= _MAX_TEXT or not reasons:
        return sentences
    return f"Signs: {joined(_links_text(puzzle, tied, path, has_reasons=True))}"


def chain_steps(puzzle: Puzzle, position: Position, proof: Proof) -> tuple[ChainStep, ...]:
    """Return the sentences of a sign-chain proof, each with its cells.

    The proof must have been found in `position`. Returns () if another technique made the proof, if all its ties are
    signs, or if its text is shortened.
    """
    if proof.technique != NAME:
        return ()
    tied = ties(puzzle.width, puzzle.height, puzzle.signs)
    (cell,) = proof.cells
    path = tuple(reversed(_path(tied, cell, puzzle.geometry.text(position))))
    derived = _derived_along(tied, path)
    reasons = [_derived_text(puzzle, tied, odd, equal) for odd, equal in derived]
    beginning = " ".join(["Signs:", *reasons, ""])
    if not reasons or not proof.text.startswith(beginning):
        return ()
    last = proof.text.removeprefix(beginning)
    steps = [ChainStep(text, odd, tuple(sorted(equal))) for text, (odd, equal) in zip(reasons, derived, strict=True)]
    return (*steps, ChainStep(last, cell, tuple(sorted(set(path) - {cell}))))


def _derived_along(tied: Ties, path: Path) -> tuple[tuple[Cell, Path], ...]:
    """Return the ties along a path that are not signs, each after the ties that it follows from.

    Such a tie is given as (cell, path): the ends of the path are equal, and the cell, which is between them or next to
    both, must differ from them.
    """
    found: dict[tuple[Cell, Path], None] = {}

    def follow(path: Path) -> None:
        for a, b in pairwise(path):
            equal = tied[a][b].equal
            derived = (b if a in (equal[0], equal[-1]) else a, equal) if equal else None
            if derived and derived not in found:
                follow(equal)
                found[derived] = None

    follow(path)
    return tuple(found)


def _derived_text(puzzle: Puzzle, tied: Ties, odd: Cell, equal: Path) -> str:
    """Return a sentence that says why `odd` differs from the two cells at the ends of `equal`, a path of ties."""
    first, second = sorted((equal[0], equal[-1]))
    side = "between" if first + second == 2 * odd else "next to"
    opposite_text = f"{cells_text(puzzle, [odd])} {side} them is the opposite."
    chain = join_words(_links_text(puzzle, tied, equal))
    if len(equal) == len((first, second)):
        return f"{chain}, so {opposite_text}"
    return f"{chain}, so {cells_text(puzzle, [first, second])} are equal, and {opposite_text}"


def _links_text(puzzle: Puzzle, tied: Ties, path: Path, *, has_reasons: bool = False) -> list[str]:
    """Return phrases for the ties along a path; in a long path, `5 more links` replaces those in the middle."""
    links = list(_links(puzzle, tied, path, has_reasons=has_reasons))
    if len(links) > _MAX_LINKS:
        left_out = len(links) - _MAX_LINKS
        links = [*links[: _MAX_LINKS - 1], plural(left_out, "more link"), links[-1]]
    return links


def _links(puzzle: Puzzle, tied: Ties, path: Path, *, has_reasons: bool) -> Iterator[str]:
    """Yield a phrase for each run of signs along a path, such as `r1c1 = r1c2 x r1c3`, and for each other tie.

    With `has_reasons`, the phrases for the other ties say why the cells differ.
    """
    run: list[Cell] = []
    for a, b in pairwise(path):
        tie = tied[a][b]
        if not tie.equal:
            run = [*run, b] if run else [a, b]
            continue
        if run:
            yield _run_text(puzzle, tied, run)
            run = []
        first, second = cells_text(puzzle, [a]), cells_text(puzzle, [b])
        reason = f" ({_equal_text(puzzle, tied, tie.equal)})" if has_reasons else ""
        yield f"{first} differs from {second}{reason}"
    if run:
        yield _run_text(puzzle, tied, run)


def _run_text(puzzle: Puzzle, tied: Ties, run: list[Cell]) -> str:
    """Return a run of signs: `r1c1 = r1c2 x r1c3`, or `r1c1 = r1c2 x ... 5 more signs ... = r4c4` if it is long."""
    parts = [cells_text(puzzle, run[:1])]
    parts += [f" {'=' if tied[a][b].same else 'x'} {cells_text(puzzle, [b])}" for a, b in pairwise(run)]
    if len(run) > _MAX_RUN:
        parts[_MAX_RUN - 1 : -1] = [f" ... {plural(len(run) - _MAX_RUN, 'more sign')} ..."]
    return "".join(parts)


def _equal_text(puzzle: Puzzle, tied: Ties, path: Path) -> str:
    """Return a clause that says why the ends of a path are equal.

    For example, `r1c1 = r1c2`, or `r1c1 and r1c2 are equal: r1c1 x r2c1 x r1c2`. If the path is long or contains a
    tie that is not a sign, the clause only counts the signs: `r1c1 and r1c2 are equal because of 7 signs`.
    """
    ends = cells_text(puzzle, sorted((path[0], path[-1])))
    if len(path) > _MAX_RUN or any(tied[a][b].equal for a, b in pairwise(path)):
        return f"{ends} are equal because of {plural(len(_signs_along(tied, path)), 'sign')}"
    links = _run_text(puzzle, tied, list(path))
    return links if len(path) == 2 else f"{ends} are equal: {links}"


NAME = "sign chain"
TECHNIQUE = BoardTechnique(
    NAME,
    "Signs and the rule against three in a row link distant cells: one known value decides them all.",
    explain,
    find,
)
