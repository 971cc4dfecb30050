"""Inference of the rule that a text does not state, and its note."""

from itertools import product

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.formats import rule_inference
from binairo_tui.formats.rule_inference import count_to_two, infer_rule, solution_remark

EMPTY = parse_puzzle("10x10;" + "." * 100)


def test_solutions_are_counted_to_two() -> None:
    texts = ("4x4;0..01.1...1.....", "4x4;0..1.1......0..0", "4x4;1...............")
    assert [count_to_two(parse_puzzle(text)) for text in texts] == [0, 1, 2]


def test_a_count_that_takes_too_long_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_inference, "SECONDS", -1)
    assert count_to_two(EMPTY) is None
    assert count_to_two(parse_puzzle("4x4;0..1.1......0..0")) == 1  # nothing to search
    assert infer_rule(EMPTY) == (
        EMPTY,
        (
            "Unique lines are assumed, as in most puzzles.",
            "The number of solutions is unknown: counting takes too long.",
        ),
        None,
    )


@pytest.mark.parametrize(("with_unique", "without"), list(product((0, 1, 2, None), repeat=2)))
def test_lines_may_be_alike_only_if_that_alone_gives_one_solution(
    with_unique: int | None, without: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = {True: with_unique, False: without}
    monkeypatch.setattr(rule_inference, "count_to_two", lambda puzzle: counts[puzzle.unique_lines])
    taken, notes, count = infer_rule(EMPTY)
    assert taken.unique_lines == ((with_unique, without) != (0, 1))
    assert count == counts[taken.unique_lines]
    assert ("are assumed" in notes[0]) == ((with_unique, without) not in ((0, 1), (1, 2)))
    assert (solution_remark(count) in notes) == (count != 1)
    assert ("there are several" in notes[-1]) == (without == 2 and with_unique in (0, 1))
    assert ("the solution is the same" in notes[-1]) == ((with_unique, without) == (1, 1))


@pytest.mark.parametrize("text", ["3x3;.011..1.1", "5x5;......0..1.0...1.0101.11."])
def test_lines_may_have_more_of_either_value_only_if_that_alone_gives_one_solution(text: str) -> None:
    taken, (first, *_), count = infer_rule(parse_puzzle(text))
    assert (str(taken), count) == (f"{text};odd=either", 1)
    assert first == "Lines may have one more 0 or one more 1: if all must have one more 1, there is no solution."
    assert infer_rule(parse_puzzle("3x3;000......")).puzzle.more_ones


def test_the_remark_on_a_number_of_solutions() -> None:
    assert [solution_remark(count) for count in (0, 1, 2)] == [
        "There is no solution.",
        "",
        "There is more than one solution.",
    ]
    assert "is unknown" in solution_remark(None)
