"""Codes of generated puzzles."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.bands import Band
from binairo_tui.engine.generation import generate
from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE, size_fault
from binairo_tui.engine.request import LATEST_RECIPE
from binairo_tui.library.codes import SEED_BITS, CodeError, PuzzleCode, parse_code

SIZES = [
    (width, height)
    for width in range(MIN_SIZE, MAX_SIZE + 1)
    for height in range(MIN_SIZE, MAX_SIZE + 1)
    if not size_fault(width, height)
]
CODES = st.builds(
    lambda size, *rest: PuzzleCode(*size, *rest),
    st.sampled_from(SIZES),
    st.sampled_from(Band),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**SEED_BITS - 1),
    st.integers(1, LATEST_RECIPE),
)


@given(CODES)
def test_a_code_is_read_as_it_was_written(code: PuzzleCode) -> None:
    assert parse_code(code.text) == parse_code(code.text.lower()) == code
    size, _, digits = code.text.partition("-")
    assert parse_code(f"{size}-{digits.replace('0', 'o').replace('1', 'l')}") == code


@given(CODES, st.data())
def test_a_mistyped_character_is_noticed(code: PuzzleCode, data: st.DataObject) -> None:
    start = code.text.index("-") + 1
    place = data.draw(st.integers(start, len(code.text) - 1))
    typed = data.draw(st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
    wrong = code.text[:place] + typed + code.text[place + 1 :]
    if wrong != code.text:
        with pytest.raises(CodeError):
            parse_code(wrong)


@pytest.mark.parametrize("text", ["", "8x8", "8x8-", "8x8-BBNQK8N", "8x8-BBNQK8NU", "7x8-BBNQK8NP", "60x60-00000000"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(CodeError):
        parse_code(text)


def test_a_code_stands_for_the_same_puzzle_for_ever() -> None:
    code = parse_code("8x8-BBNQK8NP")
    assert code == PuzzleCode(8, 8, Band.HARD, seed=123456789, recipe=2)
    assert re.fullmatch(r"8x8;[01.]{64}", str(generate(code.request, seed=code.seed)))
