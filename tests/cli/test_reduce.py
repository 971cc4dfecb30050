import pytest
from hypothesis import given, settings

from tests.cli.runs import CLASSIC, CLASSIC_SOLUTION, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles

FULL = "6x6;" + CLASSIC_SOLUTION.replace(" ", "")


@pytest.mark.parametrize(
    ("grid", "said", "status"),
    [
        ("2x2;.0..", "# 2x2: every given is needed\n2x2;.0..  # 1 given, the fewest\n", 0),
        (
            "2x2;10..",
            "# 2x2: every given could be left out, but not all together\n2x2;.0..  # 1 given, the fewest\n",
            0,
        ),
        (
            "4x4;.11....10....1.0",
            "# 4x4: redundant: r2c4, r4c4\n4x4;.11.....0....1..  # 4 givens, the fewest\n",
            0,
        ),
        (TWO_SOLUTIONS, "# 4x4: nothing to reduce, because the puzzle has more than one solution\n", 1),
        (UNSATISFIABLE, "# 4x4: nothing to reduce, because the puzzle has no solution\n", 1),
    ],
)
def test_the_text_output(grid: str, said: str, status: int) -> None:
    outcome = binairo("reduce", grid)
    assert (outcome.out, outcome.err, outcome.status) == (said, "", status)


def test_json() -> None:
    classic, full, none = binairo("reduce", "--json", CLASSIC, FULL, TWO_SOLUTIONS).objects
    keys = ["source", "line", "puzzle", "superfluous", "reduced", "givens", "lower_bound", "proved", "ms"]
    assert list(classic) == keys == list(none)
    assert classic["proved"]
    assert classic["givens"] == classic["lower_bound"] >= full["givens"]
    assert len(full["superfluous"]) == 36
    assert (none["superfluous"], none["reduced"], none["proved"]) == ([], None, False)


def test_without_time_the_givens_stay() -> None:
    outcome = binairo("reduce", "--seconds", "0", FULL)
    said = "every given could be left out, but perhaps not all together"
    assert outcome.out == f"# 6x6: {said}\n{FULL}  # 36 givens; at least 0 are needed\n"
    assert outcome.status == 0
    assert binairo("reduce", "--seconds", "-1", FULL).status == 2
    # Even whether this one has a single solution takes longer.
    (fields,) = binairo("reduce", "--json", "--seconds", "0", "minimal:7").objects
    assert (fields["reduced"], fields["proved"]) == (fields["puzzle"], False)


def test_the_output_can_be_read_again() -> None:
    once = binairo("reduce", CLASSIC)
    again = binairo("reduce", "-", stdin=once.out)
    assert again.out.splitlines()[0].endswith(": every given is needed")
    assert again.out.splitlines()[1] == once.out.splitlines()[1]


def test_the_worst_puzzle_decides_the_status() -> None:
    assert binairo("reduce", "-", stdin=f"{CLASSIC}\n{TWO_SOLUTIONS}").status == 1
    assert binairo("reduce", "-", stdin=f"{TWO_SOLUTIONS}\n?;\n{CLASSIC}").status == 2


@settings(max_examples=40)
@given(puzzles())
def test_any_puzzle(board: Board) -> None:
    outcome = binairo("reduce", "--json", board.notation())
    (fields,) = outcome.objects
    assert outcome.status == (0 if len(all_solutions(board)) == 1 else 1)
    if outcome.status == 0:
        cells = fields["reduced"].split(";")[1]
        assert len(cells) - cells.count(".") == fields["givens"] == fields["lower_bound"]
        assert all_solutions(board._replace(cells=cells)) == all_solutions(board)
