import pytest
from hypothesis import given

from tests.cli.runs import CLASSIC, CLASSIC_SOLUTION, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles

PAIR = "..00..\n......\n......\n......"
HYPOTHESIS = "6x4;..0......0........1..100"


@pytest.mark.parametrize(
    ("grid", "said", "status"),
    [
        (
            PAIR,
            (
                "6x4: pair. Row 1: r1c3 and r1c4 are both 0, so r1c2 and r1c5 are 1.\n"
                "  This puzzle has more than one solution.\n"
            ),
            0,
        ),
        (CLASSIC, "6x6: pair. Row 4: r4c4 and r4c5 are both 1, so r4c3 and r4c6 are 0.\n", 0),
        (CLASSIC_SOLUTION, "6x6: The puzzle is solved.\n", 0),
        (
            HYPOTHESIS,
            (
                "6x4: hypothesis. If r1c2 were 0, columns 1 and 4 would be the same (4 steps), so r1c2 is 1.\n"
                "  Suppose r1c2 is 0.\n"
                "  1. Row 1: r1c2 and r1c3 are both 0, so r1c1 and r1c4 are 1.\n"
                "  2. Column 1 has all its 1s, so r2c1 and r3c1 are 0.\n"
                "  3. Column 4 has one blank left and all its 1s, so r3c4 is 0.\n"
                "  4. Columns 1 and 4 are the same.\n"
                "  So r1c2 is 1.\n"
                "  This puzzle has more than one solution.\n"
            ),
            0,
        ),
        (UNSATISFIABLE, "4x4: This puzzle has no solution.\n", 1),
        ("4x4;111.............", "4x4: Row 1: three 1s together (r1c1, r1c2, r1c3).\n", 1),
        (
            "4x4;................",
            "4x4: The rules decide nothing more: this puzzle has more than one solution, and any of them will do.\n",
            1,
        ),
    ],
)
def test_the_text_output(grid: str, said: str, status: int) -> None:
    outcome = binairo("hint", grid)
    assert (outcome.out, outcome.err, outcome.status) == (said, "", status)


def test_json_names_cells_and_lines() -> None:
    outcome = binairo("hint", "--json", PAIR, "4x4;111.............")
    assert outcome.objects == [
        {
            "source": "argument",
            "line": 1,
            "puzzle": "6x4;..00....................",
            "kind": "deduction",
            "technique": "pair",
            "cells": ["r1c2", "r1c5"],
            "values": ["1", "1"],
            "because_cells": ["r1c3", "r1c4"],
            "because_lines": ["row 1"],
            "because_signs": [],
            "premises": {"cells": ["r1c3", "r1c4"], "values": ["0", "0"]},
            "text": "Row 1: r1c3 and r1c4 are both 0, so r1c2 and r1c5 are 1.",
            "steps": [],
        },
        {
            "source": "argument",
            "line": 1,
            "puzzle": "4x4;111.............",
            "kind": "unsolvable",
            "technique": None,
            "cells": ["r1c1", "r1c2", "r1c3"],
            "values": [],
            "because_cells": [],
            "because_lines": [],
            "because_signs": [],
            "text": "Row 1: three 1s together (r1c1, r1c2, r1c3).",
            "steps": [],
        },
    ]
    assert outcome.status == 1


def test_json_has_the_steps_of_a_proof() -> None:
    (fields,) = binairo("hint", "--json", HYPOTHESIS).objects
    assert [(step["technique"], step["cells"], step["values"]) for step in fields["steps"]] == [
        ("pair", ["r1c1", "r1c4"], ["1", "1"]),
        ("complete line", ["r2c1", "r3c1"], ["0", "0"]),
        ("last blank", ["r3c4"], ["0"]),
        ("contradiction", [], []),
    ]
    assert fields["steps"][-1]["text"] == "Columns 1 and 4 are the same."
    assert "steps" not in fields["steps"][0]


@pytest.mark.parametrize(
    ("puzzle", "technique", "signs"),
    [
        ("4x4;1...............;signs=r1c1xr1c2,r3c1=r3c2", "sign", ["r1c1xr1c2"]),
        (PAIR, "pair", []),
    ],
)
def test_json_names_the_signs_that_force_a_cell(puzzle: str, technique: str, signs: list[str]) -> None:
    (fields,) = binairo("hint", "--json", puzzle).objects
    assert (fields["technique"], fields["because_signs"]) == (technique, signs)


def test_a_revealed_value_comes_from_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.engine.techniques.registry.next_proof", lambda *_: None)
    outcome = binairo("hint", CLASSIC)
    assert (outcome.out, outcome.status) == ("6x6: The solution has 1 in r1c2.\n", 0)


def test_the_worst_grid_decides_the_status() -> None:
    assert binairo("hint", "-", stdin=f"{CLASSIC}\n{UNSATISFIABLE}\n{TWO_SOLUTIONS}").status == 1
    assert binairo("hint", "-", stdin=f"{UNSATISFIABLE}\n?;\n{CLASSIC}").status == 2


@given(puzzles())
def test_hinted_values_hold_in_all_solutions(board: Board) -> None:
    outcome = binairo("hint", "--json", board.notation())
    (fields,) = outcome.objects
    solutions = all_solutions(board)
    if fields["values"] and fields["technique"]:
        for name, value in zip(fields["cells"], fields["values"], strict=True):
            row, column = map(int, name[1:].split("c"))
            assert all(solution[(row - 1) * board.width + column - 1] == value for solution in solutions)
    assert outcome.status == 1 or solutions
