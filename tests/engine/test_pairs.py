from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.cheap_rules import Pairs, triple_pass
from binairo_tui.engine.geometry import geometry

BOARD = geometry(6, 4)
TRIPLES = triple_pass(2 * BOARD.lane, BOARD.ones)


@given(st.text("..01", min_size=24, max_size=24))
def test_the_triples_derive_a_value_from_its_reason(text: str) -> None:
    position = BOARD.position(text)
    forced = TRIPLES(position) & ~position
    pairs = Pairs(BOARD)
    for value in [1 << bit for bit in range(forced.bit_length()) if forced >> bit & 1]:
        reason = pairs.reason(position, value)
        assert reason & ~position == 0
        assert reason.bit_count() == 2
        assert TRIPLES(reason) & value


def test_older_values_are_preferred_in_a_reason() -> None:
    position = BOARD.position("00.00." + "." * 18)
    for older in (BOARD.position("00" + "." * 22), BOARD.position("...00" + "." * 19)):
        one = BOARD.position("..1" + "." * 21)
        assert Pairs(BOARD).reason(position, one, older) == older


def test_a_value_that_stands_in_the_position_is_its_own_reason() -> None:
    position = BOARD.position("110" + "." * 21)
    assert Pairs(BOARD).reason(position, position) == position
