"""Signs as two grids (`across` for those to the right of the cells, `down` for those below), or as pairs of cells."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from binairo_tui.engine import Puzzle, Sign, wording
from binairo_tui.formats.base import Pair, ReadPuzzle, SignsError

ACROSS = frozenset(
    ["across", "h", "arith_rows", "horizontal", "hConstraints", "horizontalConstraints", "horizontal_constraints"]
)
"""Names of the grid `across`."""
DOWN = frozenset(["down", "v", "arith_cols", "vertical", "vConstraints", "verticalConstraints", "vertical_constraints"])
"""Names of the grid `down`."""
FLAGS = frozenset(["comparisonClues", "flags"])
"""Names of a grid that `read_flags` reads."""

SIGNS = {"=": True, "x": False, "X": False, "×": False}
"""Maps each sign to whether its two cells must be equal."""


def read_signs(across: object, down: object, width: int, height: int) -> tuple[Sign, ...]:
    """Return the signs in rows of `=`, `x` and `.` or space. Rows are lists or strings.

    `across` has a row for every row of cells, and `down` has one row fewer; the ends of rows and the last rows may be
    missing. Raises PuzzleFormatError if the signs are invalid.
    """
    found = []
    for name, grid, step, columns, rows in (
        ("across", across, 1, width - 1, height),
        ("down", down, width, width, height - 1),
    ):
        if not isinstance(grid, (list, tuple)) or len(grid) > rows:
            raise SignsError(f"the signs {name} must be a list of at most {wording.plural(rows, 'row')}")
        for row, line in enumerate(grid):
            if not isinstance(line, (list, str)) or len(line) > columns:
                raise SignsError(
                    f"row {row + 1} of the signs {name} must hold at most {wording.plural(columns, 'sign')}"
                )
            for column, sign in enumerate(line):
                cell = row * width + column
                if isinstance(sign, str) and sign in SIGNS:
                    found.append(Sign(cell, cell + step, SIGNS[sign]))
                elif sign not in (".", " ", "", None):
                    raise SignsError(
                        f"row {row + 1} of the signs {name} holds {str(sign)[:20]!r}, expected '=', 'x' or '.'"
                    )
    return tuple(sorted(found))


def read_flags(flags: object, width: int, height: int) -> tuple[Sign, ...]:
    """Return the signs in a grid of sums, as used by puzzle-binairo.com. Raises PuzzleFormatError if it is invalid.

    A cell's number is the sum of 1 for `=` or 2 for `x` to the right, and 4 for `=` or 8 for `x` below.
    """
    found = []
    if not isinstance(flags, list) or len(flags) != height:
        raise SignsError(f"the signs must be a list of {height} rows")
    for row, line in enumerate(flags):
        if not isinstance(line, list) or len(line) != width:
            raise SignsError(f"row {row + 1} of the signs must be a list of {width} numbers")
        for column, flag in enumerate(line):
            if type(flag) is not int or not 0 <= flag < 16 or flag & 3 == 3 or flag & 12 == 12:
                raise SignsError(
                    f"row {row + 1} of the signs holds {str(flag)[:20]!r}, expected 0, 1 or 2, plus 0, 4 or 8"
                )
            cell = row * width + column
            for bits, step, fits in ((flag & 3, 1, column < width - 1), (flag >> 2, width, row < height - 1)):
                if bits and not fits:
                    raise SignsError(f"row {row + 1} of the signs has a sign that points off the board")
                if bits:
                    found.append(Sign(cell, cell + step, bits == 1))
    return tuple(sorted(found))


def sign_rows(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Return the grids `across` and `down` as rows of `=`, `x` and `.`. This is the inverse of `read_signs`."""
    width, height = puzzle.width, puzzle.height
    across = [["."] * (width - 1) for _ in range(height)]
    down = [["."] * width for _ in range(height - 1)]
    for a, b, same in puzzle.signs:
        row, column = divmod(a, width)
        (across if b == a + 1 else down)[row][column] = "=" if same else "x"
    return ["".join(row) for row in across], ["".join(row) for row in down]


def signs_of(pairs: Sequence[Pair], width: int, height: int) -> tuple[Sign, ...]:
    """Return the signs between pairs of cells; there must be at least one pair.

    Raises SignsError if the cells of a pair are not next to each other, if a pair has both signs, or if neither the
    text nor the numbers tell whether rows and columns count from 0 or 1.
    """
    starts = {pair.counts_from for pair in pairs} - {None} or {0, 1}
    fitting = [
        start for start in sorted(starts, key=str) if all(_fits(pair, start or 0, width, height) for pair in pairs)
    ]
    if not fitting:
        odd = next(
            (pair for pair in pairs if not any(_fits(pair, start or 0, width, height) for start in starts)), pairs[0]
        )
        raise SignsError(
            f"the cells {odd.first} and {odd.second} of a sign are not next to each other on this board", line=odd.line
        )
    if len(fitting) > 1:
        raise SignsError("cannot tell whether the cells of the signs are counted from 0 or from 1", line=pairs[0].line)
    found: dict[tuple[int, int], bool] = {}
    for pair in pairs:
        a, b = sorted((row - (fitting[0] or 0)) * width + column - (fitting[0] or 0) for row, column in pair[:2])
        if found.setdefault((a, b), pair.same) is not pair.same:
            raise SignsError("two cells have both signs between them", line=pair.line)
    return tuple(sorted(Sign(a, b, same) for (a, b), same in found.items()))


def _fits(pair: Pair, start: int, width: int, height: int) -> bool:
    (a, b), (c, d) = pair.first, pair.second
    inside = all(0 <= row - start < height and 0 <= column - start < width for row, column in (pair.first, pair.second))
    return inside and abs(a - c) + abs(b - d) == 1


def with_signs(read: ReadPuzzle, pairs: Sequence[Pair]) -> ReadPuzzle:
    """Return a puzzle, in every interpretation, with signs between these pairs of cells."""
    if not pairs:
        return read
    return attach(read, signs_of(pairs, read.puzzle.width, read.puzzle.height))


def attach(read: ReadPuzzle, signs: tuple[Sign, ...]) -> ReadPuzzle:
    """Return a puzzle, in every interpretation, with these signs."""
    others = tuple([it._replace(puzzle=replace(it.puzzle, signs=signs)) for it in read.others])
    return replace(read, puzzle=replace(read.puzzle, signs=signs), others=others)


_SAME = "= == === eq equal equals equality same e"
_OTHER = "x × != <> ≠ * neq ne cross crosses opposite opposites different differ diff unequal not_equal"
_KINDS = dict.fromkeys(_SAME.split(), True) | dict.fromkeys(_OTHER.split(), False)
_MANY = frozenset(
    ["clues", "comparisons", "constraint", "constraints", "edges", "links", "relation", "relations", "signs"]
)
_STEPS = {
    "right": (0, 1),
    "r": (0, 1),
    "h": (0, 1),
    "horizontal": (0, 1),
    "down": (1, 0),
    "d": (1, 0),
    "v": (1, 0),
    "vertical": (1, 0),
}
_CELL_KEYS = (("from", "to"), ("a", "b"), ("cell1", "cell2"), ("first", "second"), ("start", "end"))
_NUMBER_KEYS = (("r1", "c1", "r2", "c2"), ("row1", "col1", "row2", "col2"), ("row1", "column1", "row2", "column2"))


def kind_of(name: str) -> bool | None:
    """Return whether a name means that cells are equal; None if it names no sign."""
    return _KINDS.get(name.strip().lower().replace("-", "_"))


def holds_pairs(name: str) -> bool:
    """Return whether a list with this name holds pairs of cells with signs."""
    return name.lower() in _MANY or (len(name) > 1 and kind_of(name) is not None)


def is_name(name: str) -> bool:
    """Return whether a list with this name holds signs, in any form."""
    return name in ACROSS or name in DOWN or name in FLAGS or holds_pairs(name)


def read_fields(fields: Mapping[str, object], width: int, height: int) -> tuple[Sign, ...]:
    """Return the signs in named lists beside a grid.

    Raises PuzzleFormatError for a list or object whose meaning is unknown, because it may be a part of the puzzle.
    """
    found: list[Sign] = []
    pairs: list[Pair] = []
    for key, value in fields.items():
        if key in FLAGS:
            found += read_flags(value, width, height)
        elif not value or not isinstance(value, (list, dict, str)) or (isinstance(value, str) and not is_name(key)):
            continue
        elif key in ACROSS:
            found += read_signs(value, (), width, height)
        elif key in DOWN:
            found += read_signs((), value, width, height)
        elif holds_pairs(key):
            pairs += read_pairs(key, value, width)
        else:
            raise SignsError(
                f"'{key[:20]}' beside the grid is unknown: name a list of signs 'constraints', 'equal' or 'opposite'"
            )
    found += signs_of(pairs, width, height) if pairs else ()
    return tuple(sorted(set(found)))


def read_pairs(name: str, value: object, width: int) -> Iterator[Pair]:
    """Yield the pairs in a list of pairs of cells; `name` is the name of the list.

    Each pair is a list such as [[0, 0], [0, 1], "="], [0, 0, 0, 1, "="] or [0, 1, "="], where two numbers count the
    cells row by row, or an object with its cells and its sign. A pair without a sign has that which `name` means.
    Raises PuzzleFormatError for any other form.
    """
    same = kind_of(name)
    if isinstance(value, dict):
        for key, part in value.items():
            if kind_of(key) is None:
                raise SignsError(f"cannot read '{name[:20]}': expected 'equal' or 'opposite', found {key[:20]!r}")
            yield from read_pairs(key, part, width)
        return
    for item in value if isinstance(value, (list, tuple)) else [value]:
        pair = _from_object(item, same) if isinstance(item, dict) else _from_list(item, width, same)
        if pair is None:
            raise SignsError(f"cannot read '{name[:20]}': {str(item)[:40]} is not a pair of cells with a sign")
        yield pair


def _from_list(item: object, width: int, same: bool | None) -> Pair | None:
    if not isinstance(item, (list, tuple)):
        return None
    kinds = [part for part in item if isinstance(part, str)]
    parts = [part for part in item if not isinstance(part, str)]
    if len(kinds) == 1:
        same = kind_of(kinds[0])
    if same is None or len(kinds) > 1:
        return None
    if len(parts) == 1 and isinstance(parts[0], (list, tuple)):
        return _from_list(parts[0], width, same)
    numbers = _numbers(parts)
    if len(numbers) == 4 and len(parts) in (2, 4):
        return Pair((numbers[0], numbers[1]), (numbers[2], numbers[3]), same)
    if len(numbers) == len(parts) == 2:
        (a, b), (c, d) = divmod(numbers[0], width), divmod(numbers[1], width)
        return Pair((a, b), (c, d), same, counts_from=0)
    return None


def _from_object(item: dict[str, object], same: bool | None) -> Pair | None:
    fields = {str(key).lower(): value for key, value in item.items()}
    names = [
        fields.pop(key)
        for key in ("type", "sign", "kind", "relation", "op", "value", "symbol", "constraint")
        if key in fields
    ]
    if names:
        same = kind_of(names[0]) if isinstance(names[0], str) and len(names) == 1 else None
    step = _STEPS.get(str(fields.pop("dir", fields.pop("direction", ""))).lower())
    numbers: list[int] = []
    if step and len(fields) == 2:
        row, column = fields.get("row", fields.get("r")), fields.get("col", fields.get("column", fields.get("c")))
        numbers = _numbers([row, column])
        numbers = [*numbers, *[number + by for number, by in zip(numbers, step, strict=False)]]
    elif len(fields) == 1 and "cells" in fields:
        numbers = _numbers([fields["cells"]])
    for keys in (*_CELL_KEYS, *_NUMBER_KEYS):
        if set(fields) == set(keys):
            numbers = _numbers([fields[key] for key in keys])
    if len(numbers) != 4 or same is None:
        return None
    return Pair((numbers[0], numbers[1]), (numbers[2], numbers[3]), same)


def _numbers(parts: Iterable[object]) -> list[int]:
    """Return the whole numbers in nested lists, and in objects with `row` and `col`; [] if there is anything else."""
    found: list[int] = []
    for part in parts:
        if isinstance(part, dict) and set(part) in ({"row", "col"}, {"row", "column"}, {"r", "c"}):
            part = [part[key] for key in ("row", "r", "col", "column", "c") if key in part]  # noqa: PLW2901
        if type(part) is int:
            found.append(part)
        elif isinstance(part, (list, tuple)) and part and len(part) <= 2 and (inner := _numbers(part)):
            found += inner
        else:
            return []
    return found
