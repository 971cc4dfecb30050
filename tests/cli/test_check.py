import pytest
from hypothesis import given

from tests.cli.runs import CLASSIC, CLASSIC_ROWS, CLASSIC_SOLUTION, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.oracle import Board, all_solutions, violations
from tests.strategies import puzzles


@pytest.mark.parametrize(
    ("grid", "said", "status"),
    [
        (CLASSIC_SOLUTION, "6x6: solved.\n", 0),
        (CLASSIC_ROWS, "6x6: open, 11 of 36 cells filled; it can be finished in one way.\n", 0),
        (TWO_SOLUTIONS, "4x4: open, 4 of 16 cells filled; it can be finished in more than one way.\n", 0),
        (UNSATISFIABLE, "4x4: open, 5 of 16 cells filled; it cannot be finished.\n", 1),
        (
            f"{CLASSIC}|10{CLASSIC.partition(';')[2][2:]}",
            "6x6: open, 12 of 36 cells filled; it cannot be finished.\n  r1c2 is wrong.\n",
            1,
        ),
        (
            "111.\n....",
            "4x2: broken.\n  Row 1: three 1s together (r1c1, r1c2, r1c3).\n  Row 1 has three 1s; two are allowed.\n",
            1,
        ),
        (
            "2x2;11..;signs=r1c1xr1c2;lines=any",
            (
                "2x2: broken.\n  Row 1 has two 1s; one is allowed.\n"
                "  Cells r1c1 and r1c2 must differ: an x stands between them.\n"
            ),
            1,
        ),
    ],
)
def test_the_text_output(grid: str, said: str, status: int) -> None:
    outcome = binairo("check", grid)
    assert (outcome.out, outcome.err, outcome.status) == (said, "", status)


def test_json_names_lines_and_cells() -> None:
    outcome = binairo("check", "--json", "010...\n0.....\n0.....\n......")
    (fields,) = outcome.objects
    assert list(fields) == ["source", "line", "puzzle", "state", "violations", "solutions"]
    assert fields["violations"] == [
        {
            "kind": "triple",
            "lines": ["column 1"],
            "cells": ["r1c1", "r2c1", "r3c1"],
            "text": "Column 1: three 0s together (r1c1, r2c1, r3c1).",
        },
        {
            "kind": "excess",
            "lines": ["column 1"],
            "cells": ["r1c1", "r2c1", "r3c1"],
            "text": "Column 1 has three 0s; two are allowed.",
        },
    ]
    assert outcome.status == 1


def test_the_worst_grid_decides_the_status() -> None:
    assert binairo("check", "-", stdin=f"{CLASSIC}\n{UNSATISFIABLE}").status == 1
    assert binairo("check", "-", stdin=f"{UNSATISFIABLE}\n?;\n{CLASSIC}").status == 2


@given(puzzles())
def test_json_agrees_with_the_oracle(board: Board) -> None:
    outcome = binairo("check", "--json", board.notation())
    (fields,) = outcome.objects
    broken = violations(board, board.cells)
    solution_count = len(all_solutions(board)[:2])
    expected = "broken" if broken else "open" if "." in board.cells else "solved"
    assert (fields["state"], fields["solutions"]) == (expected, solution_count)
    assert len(fields["violations"]) == len(list(broken))
    assert outcome.status == (0 if solution_count else 1)


@pytest.mark.parametrize(
    ("move", "said", "status"),
    [
        ("r1c3=0", "4x4: r1c3=0: forced, pair. Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.\n", 0),
        ("r1c3=1", "4x4: r1c3=1: contradiction. Row 1: three 1s together (r1c1, r1c2, r1c3).\n", 1),
        ("r3c3=1", "4x4: r3c3=1: guess. r3c3 can be 0 or 1.\n", 0),
    ],
)
def test_a_move_is_judged(move: str, said: str, status: int) -> None:
    puzzle = "4x4;11..0..........0"
    outcome = binairo("check", "--move", move, puzzle)
    assert (outcome.out, outcome.err, outcome.status) == (said, "", status)
    (fields,) = binairo("check", "--json", "--move", move, puzzle).objects
    assert f"{fields['move']}: {fields['verdict']}" in said
    assert fields["text"] in said
    assert (fields["proof"] is None) is (fields["verdict"] == "guess")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("r5c1=0", "r5c1 is outside the 4x4 board"),
        ("r1c1=0", "r1c1 is not blank"),
        ("r1c3=2", "expected a move such as r1c3=0"),
    ],
)
def test_what_is_no_move_is_refused(move: str, reason: str) -> None:
    outcome = binairo("check", "--json", "--move", move, "4x4;11..0..........0")
    assert (outcome.err, outcome.status) == (f"4x4: {move}: {reason}\n", 2)
    assert outcome.objects[0]["error"] == reason
