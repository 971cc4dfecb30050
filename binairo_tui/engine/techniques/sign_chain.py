"""Sign chain: signs, and the rule against triples, tie cells together that are far apart.

    . = . . x .     the third cell differs from the joined pair before it, the fourth from the third:
                    all four are known as soon as one of them is

Signs are ties. If two of three neighbours are known to be equal, the third is tied to them, too: it differs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, opposite
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View
from binairo_tui.engine.wording import cells_text, conclusion

Ties = dict[Cell, dict[Cell, bool]]
"""For each cell the cells tied to it: True if they are equal, False if they differ."""


def find(view: View) -> Iterator[Deduction]:
    """Yield every blank that is tied to a known cell, by the shortest path from there."""
    puzzle = view.puzzle
    if not puzzle.signs:
        return
    tied = ties(puzzle.width, puzzle.height, puzzle.signs)
    for cell in sorted(tied):
        if view.text[cell] != EMPTY:
            continue
        path = _path(tied, cell, view.text)
        if path:
            known = path[-1]
            is_same = sum(not tied[a][b] for a, b in pairwise(path)) % 2 == 0
            held = puzzle.geometry.value(view.position, known)
            yield Deduction(NAME, (cell,), (held if is_same else opposite(held),), (known,), _lines_along(puzzle, path))


def _path(tied: Ties, start: Cell, text: str) -> tuple[Cell, ...]:
    """Return the shortest path along ties from a blank to a known cell, both included; () if there is none."""
    came_from: dict[Cell, Cell] = {start: start}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if text[cell] != EMPTY:
            path = [cell]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return tuple(reversed(path))
        for other in tied[cell]:
            if other not in came_from:
                came_from[other] = cell
                queue.append(other)
    return ()


def _lines_along(puzzle: Puzzle, path: tuple[Cell, ...]) -> tuple[Line, ...]:
    """Return the line of each tie along a path, each once."""
    geometry = puzzle.geometry
    lines = [next(line for line in geometry.lines_of(a) if line in geometry.lines_of(b)) for a, b in pairwise(path)]
    return tuple(dict.fromkeys(lines))


@lru_cache(maxsize=64)
def ties(width: int, height: int, signs: tuple[Sign, ...]) -> Ties:
    """Return all ties of a board: its signs, and what follows from them for three neighbours."""
    tied: Ties = {}
    for a, b, same in signs:
        tied.setdefault(a, {})[b] = tied.setdefault(b, {})[a] = same
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
                    if sides.get(third, (-1, False))[0] != sides[first][0]:
                        tied.setdefault(near, {})[third] = tied.setdefault(third, {})[near] = False
                        grows = True
    return tied


def _sides(tied: Ties) -> dict[Cell, tuple[int, bool]]:
    """Return for each tied cell its group, named by one of its cells, and its side: cells on one side are equal."""
    sides: dict[Cell, tuple[int, bool]] = {}
    for start in tied:
        if start in sides:
            continue
        sides[start] = (start, True)
        stack = [start]
        while stack:
            cell = stack.pop()
            for other, same in tied[cell].items():
                if other not in sides:
                    sides[other] = (start, sides[cell][1] is same)
                    stack.append(other)
    return sides


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return, for example: From r1c5, which is 0, signs lead to r1c1, so r1c1 is 1."""
    known = deduction.because_cells[0]
    held = puzzle.geometry.value(position, known)
    start = cells_text(puzzle, [known])
    end = cells_text(puzzle, deduction.cells)
    return f"From {start}, which is {held}, signs lead to {end}, so {conclusion(puzzle, deduction)}."


NAME = "sign chain"
TECHNIQUE = BoardTechnique(
    NAME, "Signs, and no three together, tie cells that are far apart: one known settles all.", explain, find
)
