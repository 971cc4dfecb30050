"""Signs as two grids (`across` to the right of the cells, `down` below the cells), or as pairs of cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from binairo_tui.engine import Puzzle, Sign, wording
from binairo_tui.formats.base import ReadPuzzle, SignsError

Read = TypeVar("Read", bound=ReadPuzzle)

SIGNS = {"=": True, "x": False, "X": False, "×": False}
"""Maps each sign to whether its two cells must be equal."""
_FLAGS = {str(a + 4 * b): (".=x"[a], ".=x"[b]) for a in range(3) for b in range(3)}
"""Maps the sums in grids of puzzle-binairo.com to the signs to the right of a cell and below it."""


def read_signs(
    rows: Sequence[Sequence[str]],
    step: int,
    size: tuple[int, int],
    kinds: Mapping[str, bool] = SIGNS,
    lines: Sequence[int] = (),
) -> Iterator[Sign]:
    """Yield the signs in a matrix; other texts are blanks. The ends of rows and the last rows may be missing.

    The second cell of a sign is `step` cells after the first: 1, or the width of the board. `size` is the board's width
    and height, `kinds` maps texts to whether their cells must be equal, and `lines` holds the line of each row. Raises
    SignsError for a sign outside the board.
    """
    name, width, height = ("across", size[0] - 1, size[1]) if step == 1 else ("down", size[0], size[1] - 1)
    for at, row in enumerate(rows):
        line = lines[at] if at < len(lines) else 1
        for column, token in enumerate(row):
            kind = kinds.get(token.strip().lower())
            if kind is not None and at >= height:
                raise SignsError(
                    f"the signs {name} must be a list of at most {wording.plural(height, 'row')}", line=line
                )
            if kind is not None and column >= width:
                most = wording.plural(width, "sign")
                raise SignsError(f"row {at + 1} of the signs {name} must hold at most {most}", line=line)
            if kind is not None:
                cell = at * size[0] + column
                yield Sign(cell, cell + step, kind)


def read_flags(rows: Sequence[Sequence[str]], size: tuple[int, int], lines: Sequence[int] = ()) -> Iterator[Sign]:
    """Yield the signs in a grid of sums, as used by puzzle-binairo.com. The parameters are those of `read_signs`.

    A cell's number is the sum of 1 for `=` or 2 for `x` to the right, and 4 for `=` or 8 for `x` below. Raises
    SignsError for any other number, and for a sign outside the board.
    """
    for at, row in enumerate(rows, 1):
        if wrong := [token for token in row if token not in _FLAGS]:
            raise SignsError(f"row {at} of the signs holds {wrong[0][:20]!r}, expected 0, 1 or 2, plus 0, 4 or 8")
    for way, step in enumerate((1, size[0])):
        yield from read_signs([[_FLAGS[token][way] for token in row] for row in rows], step, size, lines=lines)


def sign_rows(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Return the grids `across` and `down` as rows of `=`, `x` and `.`. This is the inverse of `read_signs`."""
    width, height = puzzle.width, puzzle.height
    across = [["."] * (width - 1) for _ in range(height)]
    down = [["."] * width for _ in range(height - 1)]
    for a, b, same in puzzle.signs:
        row, column = divmod(a, width)
        (across if b == a + 1 else down)[row][column] = "=" if same else "x"
    return ["".join(row) for row in across], ["".join(row) for row in down]


def attach(read: Read, signs: tuple[Sign, ...]) -> Read:
    """Return a puzzle with these signs added to it and to its other interpretations."""
    others = tuple([it._replace(puzzle=replace(it.puzzle, signs=signs)) for it in read.others])
    return replace(read, puzzle=replace(read.puzzle, signs=signs), others=others)


_SAME = "= == === eq equal equals equality same e"
_OTHER = (
    "x × != <> ≠ /= =/= \\= =\\= !== * neq ne cross crosses opposite opposites different differ diff unequal not_equal"
)
_KINDS = dict.fromkeys(_SAME.split(), True) | dict.fromkeys(_OTHER.split(), False)
_MANY = frozenset(
    ["clues", "comparisons", "constraint", "constraints", "edges", "links", "relation", "relations", "signs"]
)


def kind_of(name: str) -> bool | None:
    """Return whether a name means that cells are equal; None if it names no sign."""
    return _KINDS.get(name.strip(" .").lower().replace("-", "_").replace(" ", "_"))


def holds_pairs(name: str) -> bool:
    """Return whether a list with this name holds pairs of cells with signs."""
    return name.lower() in _MANY or (len(name) > 1 and kind_of(name) is not None)
