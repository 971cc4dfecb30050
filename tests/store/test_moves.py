import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.steps import Move
from binairo_tui.store.moves import format_moves, parse_moves
from tests.store.games import moves


def test_the_text_of_a_step_reads_like_its_moves() -> None:
    step = (Move(9, ".", "1"), Move(2, "0", "."))
    assert format_moves(step, width=4) == "r3c2:.>1 r1c3:0>."
    assert parse_moves("r3c2:.>1 r1c3:0>.", width=4, height=6) == step


@given(st.data(), st.integers(2, 40), st.integers(2, 40))
def test_parsing_is_the_inverse_of_formatting(data: st.DataObject, width: int, height: int) -> None:
    step = data.draw(moves(width, height))
    assert parse_moves(format_moves(step, width), width, height) == step


@given(st.from_regex(r"(r[0-9٣]{1,2}c[0-9]{1,2}:[01.]>[01.] ?){0,3}\n?") | st.text())
def test_only_formatted_text_is_read(text: str) -> None:
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
