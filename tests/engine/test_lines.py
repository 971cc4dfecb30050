from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.geometry import geometry, quota
from binairo_tui.engine.line_sets import LineSets
from binairo_tui.engine.line_walk import FEW, MAX_EXACT, LineWalk
from binairo_tui.engine.lines import line_table
from binairo_tui.engine.puzzle import LineSigns, odd_mark
from tests.oracle import legal_lines

LENGTHS = (2, 3, 4, 5, 6, 7, 8, 10, 12)


def state_of(text: str) -> int:
    row = geometry(len(text), 1)
    return row.position(text) & row.board


def completions(text: str, signs: dict[int, bool], more_ones: bool = True) -> list[str]:
    """By listing every line."""
    return [
        line
        for line in legal_lines(len(text), more_ones)
        if all(a in (".", b) for a, b in zip(text, line, strict=True))
        and all((line[i] == line[i + 1]) is same for i, same in signs.items())
    ]


def agreed(lines: list[str], text: str) -> str:
    """The cells that `text` leaves empty and all lines fill alike."""
    columns = zip(text, *lines, strict=True)
    return "".join(column[1] if column[0] == "." and len(set(column[1:])) == 1 else "." for column in columns)


@st.composite
def lines_with_signs(draw: st.DrawFn) -> tuple[str, dict[int, bool], bool]:
    """Draw the values in a line, its signs, and whether it must have more 1s than 0s if its length is odd."""
    length = draw(st.sampled_from(LENGTHS))
    text = draw(st.text("..01", min_size=length, max_size=length))
    return text, draw(st.dictionaries(st.integers(0, length - 2), st.booleans(), max_size=3)), draw(st.booleans())


@given(lines_with_signs())
def test_forced_cells_are_what_all_completions_agree_on(case: tuple[str, dict[int, bool], bool]) -> None:
    text, signs, more_ones = case
    expected = completions(text, signs, more_ones)
    table = line_table(len(text), 14, (*sorted(signs.items()), *odd_mark(len(text), more_ones)))
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


@given(st.data(), st.integers(1, 24))
def test_both_methods_agree(data: st.DataObject, length: int) -> None:
    text = data.draw(st.text("...01", min_size=length, max_size=length))
    signs = draw_signs(data, length)
    sets, walk = LineSets(length, signs), LineWalk(length, signs)
    state = state_of(text)
    assert walk.forced(state) == sets.forced(state)
    assert walk.count(state) == sets.count(state)
    found = list(islice(sets.completions(state), 20))
    assert list(islice(walk.completions(state), 20)) == found
    excluded = found[: data.draw(st.integers(0, 4))]
    assert walk.forced_excluding(state, excluded) == sets.forced_excluding(state, excluded)


def draw_signs(data: st.DataObject, length: int) -> LineSigns:
    places = st.integers(0, max(length - 2, 0))
    signs = sorted(data.draw(st.dictionaries(places, st.booleans(), max_size=2 if length > 1 else 0)).items())
    return (*signs, *odd_mark(length, data.draw(st.booleans())))


def test_excluded_lines_need_not_be_legal() -> None:
    state = state_of("0..1")
    assert LineSets(4, ()).forced_excluding(state, [state_of("0001"), state_of("0011")]) == state_of(".10.")


@given(st.data(), st.sampled_from((8, 13, 24, 31, 40)))
def test_reasons_are_enough_and_minimal(data: st.DataObject, length: int) -> None:
    table = line_table(length, length + 2, draw_signs(data, length))
    state = state_of(data.draw(st.text("..01", min_size=length, max_size=length)))
    older = state & ((1 << length) - 1)
    entry = table[state]
    values = [] if entry is None else [1 << bit for bit in range(2 * length) if entry.row >> bit & 1]
    if entry is not None and not values:
        return
    forced = data.draw(st.sampled_from(values)) if values else 0
    reason = table.reason([0, older, state], forced)
    assert reason & state == reason

    def suffices(part: int) -> bool:
        found = table[part]
        return found is None or bool(found.row & forced)

    assert suffices(reason)
    assert not any(suffices(reason ^ 1 << bit) for bit in range(2 * length) if reason >> bit & 1)
    assert not suffices(older) or reason & ~older == 0  # older values are preferred


def test_a_long_line_excludes_lines_only_if_it_has_few_completions() -> None:
    length = MAX_EXACT + 2
    line = LineWalk(length, ())
    full = next(line.completions(0))
    state = full & ((1 << 2 * length - 24) - 1)  # without the last twelve cells
    found = list(line.completions(state))
    assert 1 < len(found) <= FEW
    assert line.forced_excluding(state, found[1:]) == found[0] & ~state
    assert line.forced_excluding(state, found) is None
    assert line.forced_excluding(0, [full]) == 0


@given(st.data(), st.sampled_from((6, 8, 10)))
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
    assert LineWalk(length, ()).forced_excluding(state_of(text), states) == delta


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
