"""Lists of any language, spreadsheets and symbols of any kind: what is read, what is guessed, and what is refused."""

from __future__ import annotations

import json

import pytest

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats import Imported, read_lines, read_puzzle
from binairo_tui.formats.importing import other_interpretation
from tests.formats import lines_of

NOTATION = "6x6;.1.1..1.....1.1.......1010..00..1..."
ROWS = (".1.1..", "1.....", "1.1...", "....10", "10..00", "..1...")


def lists(blank: str, brackets: str = "[]", separator: str = ", ", *, zero: str = "0", one: str = "1") -> str:
    """Return the rows as lists within a list."""
    opening, closing = brackets[0], brackets[1]
    names = {".": blank, "0": zero, "1": one}
    rows = [f"{opening}{separator.join([names[cell] for cell in row])}{closing}" for row in ROWS]
    return f"{opening}{', '.join(rows)}{closing}".replace("], [", "],\n [").replace("}, {", "},\n {")


@pytest.mark.parametrize("first", ["0011", "0101", "0001", ".011"])
def test_a_list_of_all_legal_rows_is_no_puzzle(first: str) -> None:
    rows = ",\n".join([f"[{','.join(row)}]" for row in (first, "0101", "0110", "1001", "1010", "1100")])
    if first == "0011":
        with pytest.raises(PuzzleFormatError, match="this is a list of all legal rows, not a puzzle"):
            read_puzzle(f"legal = [\n{rows}]\n")
    else:
        assert read_puzzle(f"legal = [\n{rows}]\n").puzzle.height == 6


LITERALS = [
    lists("_"),
    f"example = {lists('_')}",
    f"% easy\npuzzle(1, 6, {lists('_')}).   % the end",
    f"puzzle :: [[Maybe Int]]\npuzzle = {lists('Nothing', zero='Just 0', one='Just 1')}",
    f"grid = {lists('None')}",
    lists("2"),
    lists("-1"),
    lists("''", zero="'0'", one="'1'"),
    lists('" "', zero='"0"', one='"1"'),
    lists("nan", zero="0.", one="1."),
    lists("'_'", separator=" ", zero="'0'", one="'1'").replace(",\n", "\n"),
    f"int[][] grid = new int[][] {lists('-1', '{}')};",
    f"let grid = vec!{lists('None', zero='Some(0)', one='Some(1)')};",
    f"let grid = vec!{lists('None', zero='Some(false)', one='Some(true)')};",
    f"grid := [][]int{lists('-1', '{}')}",
    f"const grid = {lists('null')};",
    f"const grid = {lists('Cell.Empty', zero='Cell.Zero', one='Cell.One')};",
    f"(defparameter *grid* '{lists('nil', '()', ' ').replace(',', '')})",
    f"x = [{'; '.join([' '.join(row) for row in ROWS])}]",
    f"x = [{' ; '.join([' '.join(row).replace('.', 'NaN') for row in ROWS])}];",
    "{" + ",\n ".join([",".join(row).replace(".", "-1") for row in ROWS]) + "}",
    'puzzle=["' + '", \\\n"'.join(ROWS) + '",]',
    "String[] rows = {\n" + "".join([f'  "{row}",\n' for row in ROWS]) + "};",
    'const char *grid =\n "' + '"\n "'.join(ROWS) + '";',
    'grid = """\n' + "\n".join(ROWS) + '\n"""',
    "exports[`a board`] = `\n" + "\n".join([" ".join([f"[{cell}]" for cell in row]) for row in ROWS]) + "\n`;",
    "grid := `" + "\n".join(ROWS) + "`",
    'grid = "' + "\n".join(ROWS) + '"',
    "grid = %(\n" + "\n".join([" ".join(row) for row in ROWS]) + "\n)",
    ",\n".join([f"[{','.join(row).replace('.', '-1')}]" for row in ROWS]),
]
TABLES = [
    "\n".join([separator.join(row).replace(".", blank) for row in ROWS])
    for separator, blank in ((",", ""), (";", ""), ("\t", ""), (",", "."), (" ; ", "_"))
]
SYMBOLS = [
    "\n".join(ROWS).translate(str.maketrans(".01", symbols))
    for symbols in ("⬜⚪⚫", "?01", "*01", "·01", "_wb", ".YB", "-ox", "⬛○●", "x01", "２０１"[1:] and "？０１")
] + ["\n".join(ROWS).replace(".", "⬜️").replace("0", "0️⃣").replace("1", "1️⃣")]
HEADED = [
    "6\n" + "\n".join(ROWS),
    "6 6\n" + "\n".join(ROWS),
    "Size: 6\n" + "\n".join(ROWS),
    "Puzzle 1:\n" + "\n".join(ROWS),
]


@pytest.mark.parametrize("text", [*LITERALS, *TABLES, *SYMBOLS, *HEADED])
def test_each_notation_is_the_same_puzzle_and_no_guess(text: str) -> None:
    found = read_puzzle(text)
    assert (str(found.puzzle), found.is_guess) == (NOTATION, False)


@pytest.mark.parametrize(
    ("symbols", "said"),
    [
        ("_RB", "'R' stands for 0, 'B' for 1 and an underscore for an empty cell: this is a guess."),
        (
            "⬜🟥🟦",
            (
                "The large red square stands for 0, the large blue square for 1 "
                "and the white large square for an empty cell: this is a guess."
            ),
        ),
        (".34", "'3' stands for 0, '4' for 1 and a dot for an empty cell: this is a guess."),
    ],
)
def test_a_guess_is_said_and_has_another_reading(symbols: str, said: str) -> None:
    found = read_puzzle("\n".join(ROWS).translate(str.maketrans(".01", symbols)))
    assert found.symbols_note == said
    other = other_interpretation(found)
    assert str(other.puzzle) == "6x6;" + NOTATION[4:].translate(str.maketrans("01", "10"))
    assert str(other_interpretation(other).puzzle) == NOTATION


def test_whether_0_or_2_is_an_empty_cell_is_told_by_the_rules() -> None:
    assert str(read_puzzle(lists("0", zero="1", one="2")).puzzle) == NOTATION
    found = read_puzzle(lists("2"))
    assert str(found.puzzle) == NOTATION
    assert found.symbols_note == "'0' stands for 0, '1' for 1 and '2' for an empty cell."


def test_the_name_of_a_constructor_counts_if_it_is_a_value() -> None:
    text = lists("None", zero="False(true)", one="True(true)")
    assert str(read_puzzle(text).puzzle) == NOTATION


@pytest.mark.parametrize(
    "text",
    [
        "directions = [(0, 1), (1, 0), (0, -1), (-1, 0)]",
        "for (int i = 0; i < 6; i++) { grid[i][0] = 1; }",
        "[[1,2,3,4],[2,3,4,1],[3,4,1,2],[4,1,2,3]]",
        "[[0,1,.,.],[.,.,.,0],[.,.,1,.],[0,.,.]]",
        "m <- matrix(c(1,0,NA,NA,NA,NA,1,0,NA,NA,1,0,NA,NA,NA,NA), nrow = 4)",
        "abab\nbaba\nabba\nbbbb",
        f"{'f(' * 1500}[{','.join(['[0,1,0,1]'] * 4)}]{' ' * 9000}",
        f"cells = {lists('None')}, horizontal = [['?']]",
        f"cells = {lists('None')}, constraints = Constraint.new(1, 2)",
    ],
)
def test_what_is_no_grid_is_refused(text: str) -> None:
    with pytest.raises(PuzzleFormatError):
        read_puzzle(text)


def test_a_grid_that_lacks_its_first_row_is_not_read_without_its_last_one() -> None:
    text = "\n".join(lists("_").split("\n")[1:])
    with pytest.raises(PuzzleFormatError):
        read_puzzle(text)


def test_code_around_a_grid_is_no_error_and_several_grids_are_several_puzzles() -> None:
    text = f"import numpy\n\ndef puzzles():\n    a = {lists('None')}\n    b = {lists('-1')}\n    return a\n"
    found = [item for item in read_lines(lines_of(text)) if isinstance(item, Imported)]
    assert [str(item.puzzle) for item in found] == [NOTATION, NOTATION]


def test_an_error_between_quotes_is_placed_in_the_source() -> None:
    row = "0101\n1010\n0110\n"
    for text, place in ((f'x = """\n{row}10?z\n"""', (5, 4)), (f"x = {json.dumps(row + '10?z')}", (1, 5))):
        with pytest.raises(PuzzleFormatError) as caught:
            read_puzzle(text)
        assert (caught.value.line, caught.value.column) == place
