from typing import Any

import pytest
from hypothesis import given

from binairo_tui.engine.bands import BANDS
from binairo_tui.engine.techniques.registry import TECHNIQUES
from tests.cli.runs import CLASSIC, CLASSIC_SOLUTION, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles


@pytest.mark.parametrize(
    ("grid", "said", "status"),
    [
        (
            CLASSIC,
            "6x6: Hard, score 1148\n  last blank 4, pair 1, sandwich 2, complete line 2, last one 1, two blanks 1\n",
            0,
        ),
        (CLASSIC_SOLUTION, "6x6: Gentle, score 0\n", 0),
        (TWO_SOLUTIONS, "4x4 has no grade: the puzzle has more than one solution.\n", 1),
        (UNSATISFIABLE, "4x4 has no grade: the puzzle has no solution.\n", 1),
    ],
)
def test_the_text_output(grid: str, said: str, status: int) -> None:
    outcome = binairo("grade", grid)
    assert (outcome.out, outcome.err, outcome.status) == (said, "", status)


def deduction(cell: str, value: str, because: str, text: str) -> dict[str, Any]:
    """Return the fields of a last blank."""
    reason = {"because_cells": [because], "because_lines": [f"row {cell[1]}"], "because_signs": []}
    other = "10"[int(value)]
    premises = {"cells": [because], "values": [other], "quota": {"value": other, "left": 0}}
    return {"technique": "last blank", "cells": [cell], "values": [value], **reason, "premises": premises, "text": text}


def test_json_holds_the_path() -> None:
    outcome = binairo("grade", "--json", "2x2;1.0.;lines=any", TWO_SOLUTIONS)
    assert outcome.objects == [
        {
            "source": "argument",
            "line": 1,
            "puzzle": "2x2;1.0.;lines=any",
            "band": "Gentle",
            "score": 6,
            "at_least": False,
            "techniques": {"last blank": 1},
            "path": [
                {
                    "technique": "last blank",
                    "cells": ["r1c2", "r2c2"],
                    "values": ["0", "1"],
                    "deductions": [
                        deduction("r1c2", "0", "r1c1", "Row 1 has one blank left and all its 1s, so r1c2 is 0."),
                        deduction("r2c2", "1", "r2c1", "Row 2 has one blank left and all its 0s, so r2c2 is 1."),
                    ],
                }
            ],
        },
        {
            "source": "argument",
            "line": 1,
            "puzzle": TWO_SOLUTIONS,
            "band": None,
            "score": None,
            "at_least": False,
            "techniques": {},
            "path": [],
        },
    ]
    assert outcome.status == 1


def test_a_puzzle_beyond_all_techniques(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grade with the easiest five techniques only."""
    monkeypatch.setattr("binairo_tui.engine.techniques.registry.TECHNIQUES", TECHNIQUES[:5])
    outcome = binairo("grade", CLASSIC)
    assert (
        outcome.out == "6x6: at least Extreme, score at least 98\n  last blank 2, pair 1, sandwich 2, complete line 1\n"
    )
    assert outcome.err == "6x6: nested hypotheses did not solve it within the limit\n"
    assert outcome.status == 0


def test_the_worst_puzzle_decides_the_status() -> None:
    assert binairo("grade", "-", stdin=f"{CLASSIC}\n{TWO_SOLUTIONS}").status == 1
    assert binairo("grade", "-", stdin=f"{TWO_SOLUTIONS}\n?;\n{CLASSIC}").status == 2


def test_the_help_shows_the_table_of_bands() -> None:
    lines = [line.strip() for line in binairo("grade", "--help").out.splitlines()]
    for band, names in BANDS.items():
        assert f"{band.title:<9}{', '.join(names)}" in lines


@given(puzzles())
def test_the_path_in_json_leads_to_the_solution(board: Board) -> None:
    outcome = binairo("grade", "--json", board.notation())
    (fields,) = outcome.objects
    solutions = all_solutions(board)
    assert list(fields) == ["source", "line", "puzzle", "band", "score", "at_least", "techniques", "path"]
    assert (outcome.status, fields["band"] is None) == ((0, False) if len(solutions) == 1 else (1, True))
    if fields["band"]:
        cells = list(board.cells)
        for step in fields["path"]:
            for name, value in zip(step["cells"], step["values"], strict=True):
                row, column = map(int, name[1:].split("c"))
                cells[(row - 1) * board.width + column - 1] = value
        assert ["".join(cells)] == solutions
