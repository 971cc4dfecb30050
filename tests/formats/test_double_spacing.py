"""Grids with a blank line between their rows."""

import pytest

from tests.formats.test_grids import NO_SQUARE, RECTANGLE, RECTANGLE_NOTATION, TOO_MANY, Answer, read

ROWS = ["1..0..", ".1....", "......", "0..1..", "....1.", "......"]
NOTATION = f"6x6;{''.join(ROWS)}"
WIDE = "\n\n".join(ROWS)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (WIDE, [(1, NOTATION)]),
        (WIDE.replace("\n\n", "\n \t\n"), [(1, NOTATION)]),
        (WIDE.replace("\n\n", "\n# a comment\n"), [(1, NOTATION)]),
        ("\n\n".join([" ".join(row) for row in ROWS]), [(1, NOTATION)]),
        (WIDE.translate(str.maketrans("01.", "OX-")), [(1, NOTATION)]),
        (f"{WIDE}\n\n\n{WIDE}\n\n2x2;10.1", [(1, NOTATION), (14, NOTATION), (26, "2x2;10.1")]),
        (RECTANGLE.replace("\n", "\n\n"), [(1, RECTANGLE_NOTATION)]),
        ("1..0\n\n.1..\n\n....\n\n0..1", [(1, "4x4;1..0.1......0..1")]),
        (f"{WIDE}\n\n{WIDE}\n\n{WIDE}", [(1, NOTATION), (13, NOTATION), (25, NOTATION)]),
        ("\n\n".join(["1..0", ".1..", "....", "0..1"] * 2), [(1, "4x4;1..0.1......0..1"), (9, "4x4;1..0.1......0..1")]),
        (WIDE.replace("....1.", "....1q"), [(9, 6, f"'q' {TOO_MANY}")]),
    ],
)
def test_blank_lines_between_all_rows_do_not_matter(text: str, answers: list[Answer]) -> None:
    assert read(text) == answers


@pytest.mark.parametrize("count", [41, 45, 90])
def test_too_many_rows_are_no_grid(count: int) -> None:
    assert read("\n\n".join(["1..0.."] * count)) == [(1 + 2 * i, 1, f"6 {NO_SQUARE}") for i in range(count)]


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(ROWS[:3]),  # fewer than four rows
        "\n\n\n".join(ROWS),
        "\n\n".join([*ROWS[:4], ROWS[4] + "."]),
        "\n\n".join([*ROWS[:1], ROWS[1] + ".", *ROWS[2:]]),
        "\n\n".join(ROWS[:5]),  # no board has five rows of six cells
    ],
)
def test_rows_that_are_no_grid_are_refused_one_by_one(text: str) -> None:
    rows = [line for line in text.split("\n") if line]
    assert [it[2] for it in read(text) if len(it) == 3] == [f"{len(row)} {NO_SQUARE}" for row in rows]


@pytest.mark.parametrize(("row", "count"), [("1..0", 5), ("1..0", 50), ("1..............0", 16), ("1" + "." * 24, 25)])
def test_lines_that_are_puzzles_stay_puzzles(row: str, count: int) -> None:
    assert [it[0] for it in read("\n\n".join([row] * count))] == list(range(1, 2 * count, 2))
