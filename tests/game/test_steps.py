"""The moves of a step and the history of a session as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game import Move, Step, StepKind
from binairo_tui.game.steps import format_history, format_moves, parse_history, parse_moves
from tests.store.games import moves


def test_moves_are_written_as_readable_text() -> None:
    step = (Move(9, ".", "1"), Move(2, "0", "."))
    assert format_moves(step, width=4) == "r3c2:.>1 r1c3:0>."
    assert parse_moves("r3c2:.>1 r1c3:0>.", width=4, height=6) == step


@given(st.data(), st.integers(2, 40), st.integers(2, 40))
def test_parsing_is_the_inverse_of_formatting(data: st.DataObject, width: int, height: int) -> None:
    step = data.draw(moves(width, height))
    assert parse_moves(format_moves(step, width), width, height) == step


@given(st.from_regex(r"(r[0-9٣]{1,2}c[0-9]{1,2}:[01.]>[01.] ?){0,3}\n?") | st.text())
def test_only_texts_of_format_moves_are_parsed(text: str) -> None:
    try:
        step = parse_moves(text, 12, 8)
    except ValueError:
        return
    assert format_moves(step, 12) == text


@pytest.mark.parametrize(
    "text",
    ["r7c1:.>1", "r1c5:.>1", "r0c1:.>1", "r01c1:.>1", "r1c1:.>2", "r1c1 .>1", "r1c1:.>1 ", " r1c1:.>1", "r1c1:.>1\n"],
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a move|outside the 4x6 board"):
        parse_moves(text, width=4, height=6)


@given(st.data(), st.integers(2, 40), st.integers(2, 40))
def test_a_history_and_its_text_are_inverse(data: st.DataObject, width: int, height: int) -> None:
    step = st.builds(Step, st.sampled_from(StepKind), moves(width, height), st.integers(0, 10**7))
    steps = tuple(data.draw(st.lists(step, max_size=5)))
    head = data.draw(st.integers(0, len(steps)))
    assert parse_history(format_history(steps, head, width), width, height) == (steps, head)


def test_the_text_of_a_history() -> None:
    place, branch = Step(StepKind.PLACE, (Move(1, ".", "0"),), 1500), Step(StepKind.BRANCH, (), 0)
    assert [format_history((place, branch), head, 4) for head in (2, 1, 0)] == [
        "place r1c2:.>0 @1500; branch",
        "place r1c2:.>0 @1500 | branch",
        "| place r1c2:.>0 @1500; branch",
    ]
    assert format_history((), 0, 4) == ""


@pytest.mark.parametrize(
    "text", ["jump", "place r1c9:.>0", "place r1c2", "place r1c2:.>0 @soon", "place | undo | redo"]
)
def test_text_that_is_not_a_history_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a|invalid|outside"):
        parse_history(text, width=4, height=4)
