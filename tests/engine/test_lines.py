from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine.geometry import geometry, quota
from binairo_tui.engine.line_join import FEW, LineJoin
from binairo_tui.engine.line_sets import LineSets
from binairo_tui.engine.lines import line_table
from tests.oracle import legal_lines

LENGTHS = (2, 3, 4, 5, 6, 7, 8, 10, 12)


def state_of(text: str) -> int:
    return geometry(len(text), 1).position(text)


def completions(text: str, signs: dict[int, bool]) -> list[str]:
    """By listing every line."""
    return [
        line
        for line in legal_lines(len(text))
        if all(a in (".", b) for a, b in zip(text, line, strict=True))
        and all((line[i] == line[i + 1]) is same for i, same in signs.items())
    ]


def agreed(lines: list[str], text: str) -> str:
    """The cells that `text` leaves empty and all lines fill alike."""
    columns = zip(text, *lines, strict=True)
    return "".join(column[1] if column[0] == "." and len(set(column[1:])) == 1 else "." for column in columns)


@st.composite
def lines_with_signs(draw: st.DrawFn) -> tuple[str, dict[int, bool]]:
    length = draw(st.sampled_from(LENGTHS))
    text = draw(st.text("..01", min_size=length, max_size=length))
    return text, draw(st.dictionaries(st.integers(0, length - 2), st.booleans(), max_size=3))


@given(lines_with_signs())
def test_forced_cells_are_what_all_completions_agree_on(case: tuple[str, dict[int, bool]]) -> None:
    text, signs = case
    expected = completions(text, signs)
    table = line_table(len(text), 14, tuple(sorted(signs.items())))
    state = state_of(text)
    answer = table[state]
    if not expected:
        assert answer is None
        assert table.count_of(state) == 0
        return
    assert answer is not None
    forced = agreed(expected, text)
    assert table.count_of(state) == len(expected)
    assert sorted(table.completions(state)) == sorted(state_of(line) for line in expected)
    assert answer.row == state_of(forced)
    assert answer.column == geometry(1, 12).position(forced.ljust(12, "."))
    places = [i for i, value in enumerate(forced) if value != "."]
    assert [i for i in range(len(text)) if answer.places >> 2 * i & 1] == places


@given(st.data(), st.integers(4, 24))
def test_both_methods_agree(data: st.DataObject, length: int) -> None:
    text = data.draw(st.text("...01", min_size=length, max_size=length))
    signs = tuple(sorted(data.draw(st.dictionaries(st.integers(0, length - 2), st.booleans(), max_size=2)).items()))
    candidates, halves = [method(length, signs).forced(state_of(text)) for method in (LineSets, LineJoin)]
    assert candidates == halves or candidates[1] == halves[1] == 0


@given(st.data(), st.sampled_from((6, 8, 10)))
@settings(max_examples=200)
def test_forced_cells_can_exclude_finished_lines(data: st.DataObject, length: int) -> None:
    text = data.draw(st.text("..01", min_size=length, max_size=length))
    all_completions = completions(text, {})
    if not all_completions:
        return
    finished = data.draw(st.lists(st.sampled_from(all_completions), max_size=3, unique=True))
    expected = [line for line in all_completions if line not in finished]
    states = [state_of(line) for line in finished]
    delta = line_table(length, length + 2).forced_excluding(state_of(text), states)
    assert delta == (state_of(agreed(expected, text)) if expected else None)
    from_halves = LineJoin(length, ()).forced(state_of(text), states)
    if len(all_completions) <= FEW:
        assert from_halves[1] == len(expected)
        assert not expected or from_halves[0] == delta


@pytest.mark.parametrize("length", [2, 4, 6, 8, 10, 12, 14])
def test_number_of_legal_lines(length: int) -> None:
    """OEIS A177790."""
    table = line_table(length, length + 2)
    assert table[0] is not None
    assert table.count_of(0) == {2: 2, 4: 6, 6: 14, 8: 34, 10: 84, 12: 208, 14: 518}[length]


def test_odd_lines_hold_one_more_one() -> None:
    assert quota(5) == (2, 3)
    brute = [
        values
        for values in product("01", repeat=5)
        if values.count("1") == 3 and not any(len(set(values[i : i + 3])) == 1 for i in range(3))
    ]
    assert line_table(5, 7)[0] is not None
    assert line_table(5, 7).count_of(0) == len(brute)
