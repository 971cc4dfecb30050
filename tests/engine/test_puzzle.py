"""Sizes: what people write, and what no board can have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE, parse_size, size_fault


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8", (8, 8)),
        ("10x6", (10, 6)),
        (" 6 X 10 ", (6, 10)),
        ("6×8", (6, 8)),
        ("100", (100, 100)),
        ("", None),
        ("8x", None),
        ("x8", None),
        ("1000", None),
        ("8x8:3", None),
        ("8 8", None),
        ("٨", None),
        ("-8", None),
    ],
)
def test_a_size_is_read_as_people_write_it(text: str, size: tuple[int, int] | None) -> None:
    assert parse_size(text) == size


@given(st.integers(0, MAX_SIZE + 2), st.integers(0, MAX_SIZE + 2))
def test_a_board_has_even_sides_or_equal_ones(width: int, height: int) -> None:
    is_within = min(width, height) >= MIN_SIZE and max(width, height) <= MAX_SIZE
    are_even = width % 2 == height % 2 == 0
    assert (size_fault(width, height) == "") == (is_within and (are_even or width == height))
