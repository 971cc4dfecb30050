import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from binairo_tui.cli.analyses import explain, explanation_frames
from binairo_tui.pictures.page import frames_page
from tests.cli.runs import CLASSIC, CLASSIC_ROWS, CLASSIC_SOLUTION, TWO_SOLUTIONS, UNSATISFIABLE, binairo
from tests.oracle import Board, all_solutions
from tests.shipped import find_entry
from tests.strategies import puzzles

SOLVED_CELLS = CLASSIC_SOLUTION.replace(" ", "")
SOLVED_ROWS = CLASSIC_SOLUTION.replace(" ", "\n")


def in_rows(width: int, cells: str) -> str:
    return "\n".join(cells[start : start + width] for start in range(0, len(cells), width))


def test_the_only_solution_is_printed_in_rows() -> None:
    outcome = binairo("solve", CLASSIC_ROWS)
    assert outcome.status == 0
    assert outcome.out == f"# 6x6: the only solution\n{SOLVED_ROWS}\n"
    assert outcome.err == ""


def test_a_puzzle_without_a_solution_is_reported() -> None:
    outcome = binairo("solve", UNSATISFIABLE)
    assert (outcome.status, outcome.out) == (1, "# 4x4: no solution\n")


def test_one_of_several_solutions_is_marked() -> None:
    outcome = binairo("solve", TWO_SOLUTIONS)
    assert outcome.status == 1
    header, rows = outcome.out.split("\n", 1)
    assert header == "# 4x4: one of several solutions"
    assert rows.strip().replace("\n", "") in all_solutions(Board(4, 4, TWO_SOLUTIONS[4:]))


def test_blank_lines_separate_answers() -> None:
    Path("two").write_text(f"{CLASSIC}\nbad;\n{CLASSIC}\n")
    outcome = binairo("solve", "two")
    answers = [f"# two:{line}: the only solution\n{SOLVED_ROWS}\n" for line in (1, 3)]
    assert outcome.out == "\n".join(answers)
    assert outcome.err == ("two:2:1: expected a size such as '6x6;', found 'bad'\n3 puzzles: 2 unique, 1 error\n")
    assert outcome.status == 2


def test_answers_can_be_read_as_puzzles() -> None:
    outcome = binairo("check", "--json", "-", stdin=binairo("solve", CLASSIC, "6x8").out)
    assert len(outcome.objects) > 1
    assert {fields["state"] for fields in outcome.objects} == {"solved"}


@pytest.mark.parametrize(
    ("puzzle", "solutions", "status"), [(CLASSIC, 1, 0), (UNSATISFIABLE, 0, 1), (TWO_SOLUTIONS, 2, 1)]
)
def test_json_counts_solutions_up_to_two(puzzle: str, solutions: int, status: int) -> None:
    outcome = binairo("solve", "--json", puzzle)
    (fields,) = outcome.objects
    assert list(fields) == ["source", "line", "puzzle", "solutions", "solution", "ms"]
    assert (fields["puzzle"], fields["solutions"]) == (puzzle, solutions)
    assert (fields["solution"] is None) is (solutions == 0)
    assert 0 <= fields["ms"] < 10_000
    assert outcome.status == status


def test_json_holds_the_cells_of_the_solution() -> None:
    assert binairo("solve", CLASSIC_ROWS, "--json").objects[0]["solution"] == SOLVED_CELLS


@pytest.mark.parametrize(
    ("stdin", "status"),
    [
        ([CLASSIC], 0),
        ([CLASSIC, UNSATISFIABLE, CLASSIC], 1),
        ([CLASSIC, "bad", UNSATISFIABLE], 2),
        (["bad;", CLASSIC], 2),
    ],
)
def test_the_worst_puzzle_decides_the_status(stdin: list[str], status: int) -> None:
    outcome = binairo("solve", "--json", "-", stdin="\n".join(stdin))
    assert outcome.status == status
    assert [fields.get("puzzle", "bad") for fields in outcome.objects] == [text.strip(";") for text in stdin]
    assert [fields["line"] for fields in outcome.objects] == list(range(1, len(stdin) + 1))


@given(puzzles())
def test_all_solutions_are_those_of_the_oracle(board: Board) -> None:
    expected = sorted(all_solutions(board))
    outcome = binairo("solve", "--all", "--json", board.notation())
    (fields,) = outcome.objects
    assert list(fields) == ["source", "line", "puzzle", "count", "complete", "all"]
    assert sorted(fields["all"]) == expected
    assert (fields["count"], fields["complete"]) == (len(expected), True)
    assert outcome.status == (0 if expected else 1)


@pytest.mark.parametrize(
    ("limit", "count", "complete"), [("1", 1, False), ("2", 2, True), ("3", 2, True), ("1000000000", 2, True)]
)
def test_a_limited_list_tells_whether_there_are_more(limit: str, count: int, complete: bool) -> None:
    outcome = binairo("solve", "--limit", limit, "--json", TWO_SOLUTIONS)
    (fields,) = outcome.objects
    assert (fields["count"], len(fields["all"]), fields["complete"]) == (count, count, complete)
    assert outcome.status == 0
    last_line = binairo("solve", "--limit", limit, TWO_SOLUTIONS).out.splitlines()[-1]
    assert last_line.startswith(f"# 4x4: {count} solution")
    assert last_line.endswith("there are more") is not complete


def test_a_list_shows_every_solution_in_rows() -> None:
    outcome = binairo("solve", "--all", TWO_SOLUTIONS, UNSATISFIABLE)
    first, second = binairo("solve", "--all", "--json", TWO_SOLUTIONS).objects[0]["all"]
    assert outcome.out == (
        f"# 4x4: solution 1\n{in_rows(4, first)}\n\n# 4x4: solution 2\n{in_rows(4, second)}\n\n"
        "# 4x4: 2 solutions\n\n# 4x4: 0 solutions\n"
    )
    assert outcome.status == 1


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1e3", "99999999999999999999"])
def test_an_invalid_limit_is_refused(limit: str) -> None:
    outcome = binairo("solve", "--limit", limit, CLASSIC)
    assert (outcome.status, outcome.out) == (2, "")
    assert "--limit" in outcome.err


def test_non_square_boards_keep_their_width() -> None:
    cells = "1.0....0...."
    board = Board(6, 2, cells, (), unique_lines=False)
    (fields,) = binairo("solve", "--all", "--json", board.notation()).objects
    assert sorted(fields["all"]) == sorted(all_solutions(board))
    rows = binairo("solve", board.notation()).out.splitlines()[1:]
    assert [len(row) for row in rows] == [6, 6]


def test_every_step_is_explained() -> None:
    outcome = binairo("solve", "--explain", CLASSIC)
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    assert lines[:2] == ["# 6x6", "#  1. pair: Row 4: r4c4 and r4c5 are both 1, so r4c3 and r4c6 are 0."]
    assert lines[20:] == [
        "# 20. last blank: Row 1 has one blank left and all its 1s, so r1c3 is 0.",
        "# The puzzle is solved.",
        *CLASSIC_SOLUTION.split(),
    ]
    assert binairo("check", "-", stdin=outcome.out).out == "stdin:23: solved.\n"


@settings(max_examples=40)
@given(puzzles())
def test_explained_steps_lead_to_the_position_at_the_end(board: Board) -> None:
    (fields,) = binairo("solve", "--explain", "--json", board.notation()).objects
    cells = list(board.cells)
    for step in fields["steps"]:
        for name, value in zip(step["cells"], step["values"], strict=True):
            row, column = map(int, name[1:].split("c"))
            at = (row - 1) * board.width + column - 1
            assert cells[at] == "."
            cells[at] = value
    expected = all_solutions(board)
    assert "".join(cells) == fields["cells"]
    assert fields["solutions"] == min(len(expected), 2)
    if fields["outcome"] == "solved":
        assert fields["cells"] in expected


def test_the_proof_of_a_hypothesis_is_told() -> None:
    out = binairo("solve", "--explain", "6x4;..0......0........1..100").out
    assert "# 1. hypothesis: If r1c2 were 0, columns 1 and 4 would be the same (4 steps), so r1c2 is 1.\n" in out
    assert "#      Suppose r1c2 is 0.\n" in out
    assert "# Nothing more follows from the rules: there is more than one solution.\n" in out


def test_an_explanation_says_why_there_is_no_solution() -> None:
    outcome = binairo("solve", "--explain", "4x4;111.............")
    assert outcome.status == 1
    assert "# There is no solution. Row 1: three 1s together (r1c1, r1c2, r1c3).\n" in outcome.out


def test_the_page_holds_every_step_and_needs_no_network() -> None:
    assert binairo("solve", "--explain", "--html", "page.html", CLASSIC).status == 0
    page = Path("page.html").read_text()
    assert page.count("<section ") == 21
    assert "Row 4: r4c4 and r4c5 are both 1, so r4c3 and r4c6 are 0." in page
    assert "http" not in page.replace("http-equiv", "")
    assert "default-src 'none'" in page


def test_a_page_marks_the_whole_reason_of_each_step() -> None:
    puzzle = find_entry("6x6-plus", 23).puzzle
    explanation = explain(puzzle)
    sections = frames_page("", puzzle, explanation_frames(explanation), "").split("<section ")[2:]
    reasons = [step.proof.reason_cells for step in explanation.steps]
    assert reasons != [step.proof.because_cells for step in explanation.steps]  # cells beside signs
    marked = [len(re.findall(r'<td class="(?:g )?b"', section)) for section in sections]
    assert marked == [len(cells) for cells in reasons]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--html", "page.html", CLASSIC], "--html needs --explain"),
        (["--explain", "--html", "page.html", CLASSIC, CLASSIC], "--html writes one puzzle, not several; "),
        (["--explain", "--html", "page.html", "x;"], "argument 1, column 1: "),
        (["--explain", "--all", CLASSIC], "--explain and --all exclude each other"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused(arguments: list[str], message: str) -> None:
    outcome = binairo("solve", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert not Path("page.html").exists()


def test_a_title_above_a_grid_names_the_puzzle() -> None:
    rows = "0..1\n.1..\n....\n0..0"
    post = f"Hello,\n\nMonday's puzzle\n{rows}\n\n{rows}\n"
    printed = binairo("solve", "-", stdin=post)
    assert [line for line in printed.out.splitlines() if line.startswith("#")] == [
        "# stdin:4 (Monday's puzzle): the only solution",
        "# stdin:9: the only solution",
    ]
    first, second = binairo("solve", "-", "--json", stdin=post).objects
    assert (first["title"], "title" in second) == ("Monday's puzzle", False)
    assert binairo("solve", f"Monday's puzzle\n{rows}").out.startswith("# Monday's puzzle: ")


def test_the_rule_that_stands_in_the_way_is_named() -> None:
    equal_lines = "4x4;1.0..10.00.1.0.1"
    sentence = "Only the unique-lines rule prevents a solution: if lines may repeat, there is one solution."
    for verb in ("solve", "hint", "grade", "check"):
        assert sentence in binairo(verb, equal_lines).out, verb
        assert sentence not in binairo(verb, f"{equal_lines};lines=any").out, verb
        assert sentence not in binairo(verb, UNSATISFIABLE).out, verb
    odd = "3x3;.011..1.1"
    sentence = (
        "Only the number of 1s prevents a solution: if odd lines may have one more 0 instead, there is one solution."
    )
    for verb in ("solve", "hint", "grade", "check"):
        assert sentence in binairo(verb, odd).out, verb
        assert sentence not in binairo(verb, f"{odd};odd=either").out, verb
