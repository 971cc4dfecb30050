"""Signs and cells in any syntax: read rightly or refused, never read without the signs."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, Sign, parse_puzzle
from binairo_tui.engine.search import count_solutions, solutions
from binairo_tui.formats import Imported, NotAPuzzleError, read_lines
from tests.formats import lines_of
from tests.formats.vectors import FOLDER

CASES = sorted((FOLDER.parent / "cases").glob("[0-3][0-9]-*.txt"))
WITHOUT = re.compile(r"3[5-9]-")
"""Matches the cases of verbs other than those that read puzzles."""
UNREAD = ("24",)
"""The number of the case that is refused."""


def read(text: str) -> tuple[list[str], list[str]]:
    items = list(read_lines(lines_of(text)))
    puzzles = [str(item.puzzle).removesuffix(";lines=any") for item in items if isinstance(item, Imported)]
    return puzzles, [str(it) for it in items if not isinstance(it, (Imported, NotAPuzzleError))]


def exchanged(notation: str) -> str:
    size, cells, *rest = notation.split(";")
    return ";".join([size, cells.translate(str.maketrans("01", "10")), *rest])


@pytest.mark.parametrize("path", [it for it in CASES if not WITHOUT.match(it.name)], ids=lambda it: it.stem)
def test_a_small_input_of_each_kind_is_read_or_refused(path: object) -> None:
    text = getattr(path, "read_text")()  # noqa: B009
    said = getattr(path, "with_suffix")(".expected").read_text().splitlines()  # noqa: B009
    (expected,) = [line for line in said if not line.startswith("#")]
    puzzles, errors = read(text)
    if getattr(path, "name", "").startswith(UNREAD):
        assert (puzzles, bool(errors)) == ([], True)
    else:
        # The notation of the cases has no word for this rule.
        assert [it.removesuffix(";odd=either") for it in puzzles] in ([expected], [exchanged(expected)])
        assert not errors


@cache
def boards(width: int, height: int) -> Sequence[str]:
    """Return some full boards of a size."""
    empty = parse_puzzle(f"{width}x{height};{'.' * (width * height)}")
    return [empty.geometry.text(position) for position in islice(solutions(empty, 400), 0, 400, 37)]


def puzzle_of(seed: int) -> Puzzle:
    """Return a puzzle of 4x4 to 8x6 with a few signs and one solution."""
    random = Random(seed)
    width, height = random.choice([(4, 4), (6, 6), (8, 6)])
    board = random.choice(boards(width, height))
    cells = [cell if random.random() < 0.3 else "." for cell in board]
    cells[:2] = board[:2]
    pairs = [(at, at + 1) for at in range(width * height) if at % width < width - 1]
    pairs += [(at, at + width) for at in range(width * (height - 1))]
    signs = [Sign(a, b, board[a] == board[b]) for a, b in random.sample(pairs, random.randint(2, 7))]
    while True:
        puzzle = parse_puzzle(f"{width}x{height};{''.join(cells)}")
        puzzle = replace(puzzle, signs=tuple(sorted(signs)))
        if count_solutions(puzzle, 2) == 1:
            return puzzle
        blank = random.choice([at for at, cell in enumerate(cells) if cell == "."])
        cells[blank] = board[blank]


Shape = Callable[[Puzzle, Random], str]


def _rows(puzzle: Puzzle) -> list[str]:
    return puzzle.geometry.rows(puzzle.givens)


def _places(puzzle: Puzzle, sign: Sign, base: int) -> list[tuple[int, int]]:
    return [(cell // puzzle.width + base, cell % puzzle.width + base) for cell in (sign.a, sign.b)]


def _matrices(puzzle: Puzzle, blank: object) -> tuple[list[list[object]], list[list[object]]]:
    across = [[blank] * (puzzle.width - 1) for _ in range(puzzle.height)]
    down = [[blank] * puzzle.width for _ in range(puzzle.height - 1)]
    for a, b, same in puzzle.signs:
        (across if b == a + 1 else down)[a // puzzle.width][a % puzzle.width] = "=" if same else "x"
    return across, down


def code_of_matrices(puzzle: Puzzle, random: Random) -> str:
    across, down = _matrices(puzzle, random.choice(["", " ", ".", None]))
    names = random.choice(
        [("h", "v"), ("row_signs", "col_signs"), ("links", "walls"), ("a", "b"), ("between", "under")]
    )
    gap = random.choice(["\n", "\n\n", "\n# signs\n", "\n\n\n// more\n"])
    grid = [[None if cell == "." else int(cell) for cell in row] for row in _rows(puzzle)]
    return gap.join([f"grid = {grid}", f"{names[0]} = {across}", f"{names[1]} = {down}"])


def text_of_matrices(puzzle: Puzzle, random: Random) -> str:
    across, down = _matrices(puzzle, random.choice([".", "-", "_"]))
    names = random.choice([("horizontal:", "vertical:"), ("Across", "Down"), ("# right", "# below"), ("", "")])
    parts: list[tuple[str, Sequence[Sequence[object]]]] = [("", _rows(puzzle)), (names[0], across), (names[1], down)]
    return "\n\n".join(
        ["\n".join(filter(None, [name, *["".join(map(str, row)) for row in rows]])) for name, rows in parts]
    )


def lines_of_pairs(puzzle: Puzzle, random: Random) -> str:
    base = random.choice([0, 1])
    form = random.choice(
        ["r{0}c{1} {4} r{2}c{3}", "- ({0}, {1}) {4} ({2}, {3})", "{5}: ({0},{1})-({2},{3})", "* {0},{1} {5} {2},{3}"]
    )
    lines = []
    for sign in puzzle.signs:
        (a, b), (c, d) = _places(puzzle, sign, 1 if form[0] == "r" else base)
        lines.append(form.format(a, b, c, d, "=" if sign.same else "×", "equal" if sign.same else "opposite"))
    return (
        "\n".join(_rows(puzzle)) + random.choice(["\n\n", "\n\nSigns:\n", "\n\n**Constraints**\n\n"]) + "\n".join(lines)
    )


def data_of_pairs(puzzle: Puzzle, random: Random) -> str:
    base, name = random.choice([0, 1]), random.choice(["signs", "edges", "links", "foo"])
    kinds = random.choice([("=", "x"), ("equal", "opposite"), ("same", "different")])
    items = [[*map(list, _places(puzzle, sign, base)), kinds[not sign.same]] for sign in puzzle.signs]
    keyed = [{"from": a, "to": b, "kind": kind} for a, b, kind in items]
    chosen = random.choice([items, keyed])
    rows = _rows(puzzle)
    if random.random() < 0.5:
        return json.dumps({"board": rows, name: chosen}, indent=random.choice([None, 2]))
    dashed = "".join(f"  - [[{a[0]}, {a[1]}], [{b[0]}, {b[1]}], '{kind}']\n" for a, b, kind in items)
    return "grid:\n" + "".join(f'  - "{row}"\n' for row in rows) + f"{name}:\n{dashed}"


def program_of_facts(puzzle: Puzzle, random: Random) -> str:
    base, swap = random.choice([0, 1]), random.random() < 0.3
    lines = [
        f"size({puzzle.width})."
        if puzzle.width == puzzle.height
        else f"width({puzzle.width}). height({puzzle.height})."
    ]
    for cell, value in enumerate(puzzle.geometry.text(puzzle.givens)):
        row, column = cell // puzzle.width + base, cell % puzzle.width + base
        if value != ".":
            lines.append(f"given({column},{row},{value})." if swap else f"given({row},{column},{value}).")
    for sign in puzzle.signs:
        a, b = [place[::-1] if swap else place for place in _places(puzzle, sign, base)]
        lines.append(f"{'same' if sign.same else 'diff'}(({a[0]},{a[1]}),({b[0]},{b[1]})).")
    return "\n".join(lines)


def lines_of_numbers(puzzle: Puzzle, random: Random) -> str:
    """Return rows, and a line of four numbers and a sign for each sign, in any order."""
    form = random.choice(
        ["{0},{1},{2},{3},{4}", "{0} {1} {2} {3} {4}", "{4} {0} {1} {2} {3}", "cells ({0}, {1}) and ({2}, {3}): {5}"]
    )
    lines = []
    for sign in puzzle.signs:
        (a, b), (c, d) = _places(puzzle, sign, 1)
        lines.append(form.format(a, b, c, d, "=" if sign.same else "x", "the same" if sign.same else "different"))
    return "\n".join(_rows(puzzle)) + "\n\n" + random.choice(["", "r1,c1,r2,c2,sign\n"]) + "\n".join(lines)


def text_of_letters(puzzle: Puzzle, random: Random) -> str:
    """Return rows and matrices in letters that only a sentence explains."""
    same, other = random.choice([("E", "D"), ("A", "B"), ("s", "d")])
    parts = ["\n".join(_rows(puzzle))]
    texts = ["\n".join(["".join(map(str, row)) for row in matrix]) for matrix in _matrices(puzzle, ".")]
    parts += [text.replace("=", same).replace("x", other) for text in texts]
    return f"\n\n{same} means equal, {other} different:\n".join(parts)


def code_of_calls(puzzle: Puzzle, random: Random) -> str:
    """Return a list of lists, and a call or a row of an array for each sign."""
    call = random.choice(["signs.add(new Sign({}, Kind.{}));", "add_sign({}, '{}')", "model += sign([{}], {})"])
    lines = [
        f"int[][] grid = {{{', '.join(['{' + ','.join(row).replace('.', '-1') + '}' for row in _rows(puzzle)])}}};"
    ]
    for sign in puzzle.signs:
        numbers = ", ".join([f"{row}, {column}" for row, column in _places(puzzle, sign, 0)])
        lines.append(call.format(numbers, "EQUAL" if sign.same else "OPPOSITE"))
    return "\n".join(lines)


SHAPES: Sequence[Shape] = (
    lines_of_numbers,
    text_of_letters,
    code_of_calls,
    code_of_matrices,
    text_of_matrices,
    lines_of_pairs,
    data_of_pairs,
    program_of_facts,
)


@given(st.integers(0, 1 << 30), st.sampled_from(SHAPES))
def test_signs_are_read_rightly_or_their_grid_is_refused(seed: int, shape: Shape) -> None:
    puzzle = puzzle_of(seed)
    text = shape(puzzle, Random(seed))
    puzzles, errors = read(text)
    if puzzles:
        assert puzzles in ([str(puzzle)], [exchanged(str(puzzle))]), text
    else:
        assert errors, text
