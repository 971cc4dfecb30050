"""The audit of data sets, against brute force and items with known faults."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui import datasets, engine
from binairo_tui.datasets import Record, RecordError, audit, read_record
from binairo_tui.engine import Band, Request, Symmetry, parse_puzzle
from tests import oracle
from tests.strategies import puzzles, to_puzzle

OTHER = parse_puzzle("4x4;0..1.1......0..0")
SOLUTION = "0011110010010110"
LETTERS = "BBCFBHaAacaCd"
"""The cells of a 6x6 puzzle in an Unruly id."""


@settings(max_examples=25)
@given(st.lists(puzzles(), max_size=5))
def test_counts_agree_with_brute_force(boards: list[oracle.Board]) -> None:
    records = [Record(str(number), to_puzzle(board)) for number, board in enumerate(boards)]
    found = audit(records)
    counts = [len(oracle.all_solutions(board)) for board in boards]
    assert (found.unique, found.ambiguous, found.unsolvable) == (
        counts.count(1),
        sum(count > 1 for count in counts),
        counts.count(0),
    )
    assert found.faults["ambiguous"] == [str(number) for number, count in enumerate(counts) if count > 1]
    unsolvable = {str(number): board for number, board in enumerate(boards) if not counts[number]}
    other = [place for place, board in unsolvable.items() if solutions_if_lines_may_repeat(board) == 1]
    assert found.faults["other rule"] == other
    broken = [place for place, board in unsolvable.items() if list(oracle.violations(board, board.cells))]
    assert found.faults["rule-breaking"] == [place for place in broken if place not in other]


def solutions_if_lines_may_repeat(board: oracle.Board) -> int:
    return len(oracle.all_solutions(board._replace(unique_lines=False)))


def test_a_set_in_which_lines_may_repeat_is_told_from_one_without_solutions() -> None:
    rows = "0011 0..1 11.0 1100"
    assert audit([read_record({"puzzle": rows}, "1")]).faults["other rule"] == ["1"]
    assert audit([read_record({"puzzle": rows}, "1", unique_lines=False)]).is_clean


def test_a_made_data_set_is_clean_until_an_item_is_spoilt() -> None:
    plan = datasets.Plan(
        (Request(6, 4, Band.EASY), Request(6, 6, Band.EASY)),
        40,
        seed=3,
        ambiguous=20,
        unsolvable=20,
        splits=(("train", 1), ("test", 1)),
    )
    records = []
    for item in datasets.items(plan):
        text = "" if item.solution is None else item.puzzle.geometry.text(item.solution)
        records.append(Record(str(item.number), item.puzzle, text, plan.split(item.group), item.kind.value))
    found = audit(records)
    assert found.is_clean
    assert (found.items, found.unique, found.ambiguous, found.unsolvable) == (40, 24, 8, 8)
    assert sum(found.splits.values()) == 40
    rng = Random(1)
    copied = rng.choice([record for record in records if record.kind == "unique"])
    other_split = "test" if copied.split == "train" else "train"
    swapped = engine.transformed(copied.puzzle, Symmetry.HALF_TURN, swap_values=True)
    found = audit([*records, Record("copy", swapped, "", other_split), Record("same", copied.puzzle, "", copied.split)])
    assert found.faults["copies"] == ["copy"]
    assert found.faults["leaks"] == ["copy", "same"]
    assert found.faults["solution leaks"] == ["copy", "same"]
    assert found.faults["repeated"] == ["same"]


def test_a_wrong_solution_and_a_wrong_kind_are_found() -> None:
    found = audit(
        [
            Record("right", OTHER, SOLUTION),
            Record("wrong", OTHER, SOLUTION.replace("0011", "0101")),
            Record("short", OTHER, "0011"),
            Record("kind", OTHER, SOLUTION, kind="ambiguous"),
        ]
    )
    assert found.faults["wrong solutions"] == ["wrong", "short"]
    assert found.faults["wrong kinds"] == ["kind"]


def test_one_solution_may_leak_through_two_puzzles() -> None:
    full = OTHER.with_givens(engine.parse_position(OTHER, SOLUTION))
    assert audit([Record("1", OTHER, "", "a"), Record("2", full, "", "b")]).faults["solution leaks"] == ["2"]
    assert audit([Record("1", OTHER, "", "a"), Record("2", full, "", "a")]).faults["solution leaks"] == []


def test_the_best_constant_answer_is_found_by_trying_all() -> None:
    rng = Random(2)
    empty = engine.Puzzle(4, 4)
    grids = list(engine.solutions(empty))
    records = []
    for number in range(40):
        cells = [cell for cell in range(16) if rng.random() < 0.3]
        grid = rng.choice(grids[:6])
        records.append(Record(str(number), empty.with_givens(grid & empty.geometry.mask(cells))))
    best = max(sum(engine.is_solved(record.puzzle, grid) for record in records) for grid in grids)
    assert audit(records).constant <= best
    unique = [record for record in records if engine.has_unique_solution(record.puzzle)]
    assert audit(unique).constant == max(sum(engine.is_solved(it.puzzle, grid) for it in unique) for grid in grids)


def test_an_audit_can_be_cancelled() -> None:
    with pytest.raises(engine.CancelledError):
        audit([Record("1", engine.Puzzle(9, 9))], is_cancelled=lambda: True)


@pytest.mark.parametrize(
    "item",
    [
        {"puzzle": str(OTHER), "solution": SOLUTION},
        {"puzzle": "0..1\n.1..\n....\n0..0", "answer": "0011 1100 1001 0110"},
        {"data": {"solution": [[0, 0, 1, 1], [1, 1, 0, 0], [1, 0, 0, 1], [0, 1, 1, 0]], "puzzle": str(OTHER)}},
        {
            "ground_truth": {
                "puzzle": [[0, None, None, 1], [None, 1, None, None], [None] * 4, [0, None, None, 0]],
                "solution": SOLUTION,
            }
        },
    ],
)
def test_puzzles_and_solutions_are_found_by_their_names(item: dict[str, object]) -> None:
    record = read_record(item, "here")
    assert (record.place, record.puzzle) == ("here", OTHER)
    assert engine.is_solution_of(OTHER, record.solution)


@pytest.mark.parametrize(("text", "unique"), [(f"6x6:{LETTERS}", False), (f"6x6u:{LETTERS}", True), ("1..1", True)])
def test_a_rule_that_a_text_states_is_kept(text: str, unique: bool) -> None:
    assert read_record({"puzzle": text}).puzzle.unique_lines is unique
    for chosen in (True, False):
        assert read_record({"puzzle": text}, unique_lines=chosen).puzzle.unique_lines is chosen


def test_fields_can_be_named_and_rules_set() -> None:
    item = {"a": {"b": str(OTHER)}, "puzzle": "junk", "c": SOLUTION, "subset": "dev", "kind": "odd"}
    record = read_record(item, fields={"puzzle": "a.b", "solution": "c"}, unique_lines=False)
    assert record == Record("", OTHER.with_unique_lines(False), SOLUTION, "dev")


@pytest.mark.parametrize(
    ("item", "fields", "message"),
    [
        ({"puzzle": "x"}, {"puzzle": "a.b"}, "there is no field 'a.b'"),
        ({"puzzle": "4x4;012............."}, {}, "not a puzzle: "),
        ({"puzzle": [[1, 2], [3, 4]]}, {}, "not a puzzle: "),
        ({"puzzle": "4x4;1...............|10.............."}, {}, "not a puzzle but a game in progress"),
    ],
)
def test_what_is_no_item_is_refused(item: object, fields: dict[str, str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(item, fields=fields)


def test_an_object_without_usual_fields_is_read_as_a_puzzle() -> None:
    puzzle = {
        "game": "Takuzu",
        "save": {"size": 4, "state": "0.11\n....\n....\n....", "provided": "#.##\n....\n....\n...."},
    }
    item = {"schema": "puzzletea.export.v1", "pack": {}, "puzzle": puzzle}
    assert str(read_record(item).puzzle) == "4x4;0.11............"
    with pytest.raises(RecordError, match="there is no field 'puzzle'"):
        read_record({**item, "schema": "other", "puzzle": {}})


def test_a_truth_value_is_no_solution() -> None:
    assert read_record({"puzzle": "2x2;1...", "solved": False, "solution": None}).solution == ""
