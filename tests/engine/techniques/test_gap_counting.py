"""The fillings of gaps, against brute force and in long lines."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Value
from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques.gap_counting import _MAX_SHAPES, _Gap

SIDE, MIDDLE = "0010010010", "11011011011011011011"
LINES = st.tuples(st.text("01", max_size=3), st.text(EMPTY, min_size=1, max_size=8), st.text("01", max_size=3))
SIGNS = st.dictionaries(st.integers(0, 12), st.booleans(), max_size=4).map(lambda it: tuple(sorted(it.items())))


@given(LINES, SIGNS, st.sampled_from([ZERO, ONE]), st.integers(0, 8))
def test_fillings_are_those_of_brute_force(
    line: tuple[str, str, str], signs: LineSigns, value: Value, need: int
) -> None:
    before, gap, after = line
    start, end = len(before), len(before + gap)
    signs = tuple([it for it in signs if start - 1 <= it[0] < min(end, len(before + gap + after) - 1)])
    expected = []
    for filling in map("".join, product("01", repeat=len(gap))):
        whole, around = before + filling + after, before[-2:] + filling + after[:2]
        obeys = all((whole[place] == whole[place + 1]) is same for place, same in signs)
        if filling.count(value) == need and obeys and "000" not in around and "111" not in around:
            expected.append(filling)
    found = _Gap(before + gap + after, start, end, value, need).fillings(signs)
    assert found == tuple(expected[: _MAX_SHAPES + 1])


def test_few_fillings_of_a_long_gap_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    extended, tried = _Gap._extended, []

    def count(gap: _Gap, begun: str, signs: LineSigns) -> object:
        tried.append(begun)
        return extended(gap, begun, signs)

    monkeypatch.setattr(_Gap, "_extended", count)
    gap = _Gap(SIDE + EMPTY * len(MIDDLE) + SIDE[::-1], len(SIDE), len(SIDE + MIDDLE), ZERO, MIDDLE.count(ZERO))
    assert gap.fillings(()) == (MIDDLE,)
    assert len(tried) < 1000
