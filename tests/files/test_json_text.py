"""Untrusted JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.files.json_text import JSONError, depth_change, outside_strings, parse_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@given(value=VALUES, ascii_only=st.booleans(), indent=st.sampled_from([None, 1]))
def test_a_value_within_the_limits_is_read_as_it_was_written(
    value: object, ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert parse_json(text, max_depth=depth(value), max_objects=100) == value
    if depth(value):
        with pytest.raises(JSONError, match="brackets within brackets"):
            parse_json(text, max_depth=depth(value) - 1, max_objects=100)


@given(text=st.text() | st.text('[]{}",:\\01eN\n '))
def test_any_text_is_a_value_or_an_error_with_a_place(text: str) -> None:
    try:
        parse_json(text, max_depth=3, max_objects=5)
    except JSONError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"a": 1,\n "a": 2}', "line 2, column 2: this JSON is not supported here: the key 'a' appears twice"),
        ("[0, -Infinity]", "line 1, column 5: this JSON is not supported here: the number '-Infinity'"),
        ("[1e3]", "line 1, column 2: this JSON is not supported here: the number '1e3'"),
        (f"[{10**16}]", "line 1, column 2: this JSON is not supported here: a number of 17 digits"),
        ('["[[[",\n[[]]]', "line 2, column 2: more than 2 brackets within brackets"),
        ('[""\\][[', "line 1, column 7: more than 2 brackets within brackets"),
        ("[{}, {}, {}]", "line 1, column 1: more than 2 objects in this JSON"),
        ('["a', "line 1, column 2: invalid JSON: Unterminated string starting at"),
    ],
)
def test_errors_name_the_fault_and_the_place(text: str, complaint: str) -> None:
    with pytest.raises(JSONError) as caught:
        parse_json(text, max_depth=2, max_objects=2)
    assert str(caught.value) == complaint


@given(value=VALUES)
def test_brackets_in_strings_do_not_count(value: object) -> None:
    plain, is_open = outside_strings(json.dumps(value))
    assert not is_open
    assert depth_change(plain) == 0


def test_a_string_may_go_on_in_the_next_line() -> None:
    assert outside_strings('[1, "[') == ("[1, ", True)
