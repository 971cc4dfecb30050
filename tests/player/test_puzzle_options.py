"""Wishes for new puzzles: whatever is changed, a puzzle of that kind can be asked for and is remembered."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.bands import Band
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.engine.request import Symmetry
from binairo_tui.player.puzzle_options import ROWS, Wish, changed, made_title, wish_behind, wish_of, wish_rows
from binairo_tui.settings import FIELDS, Settings

CHANGES = st.lists(st.tuples(st.integers(0, len(ROWS) - 1), st.sampled_from([-1, 1])), max_size=40)


@given(CHANGES)
def test_any_changes_lead_to_a_kind_that_there_is(changes: list[tuple[int, int]]) -> None:
    wish = Wish()
    for row, by in changes:
        wish = changed(wish, row, by)
        assert size_fault(wish.width, wish.height) == ""
    assert [row.name for row in wish_rows(wish)] == list(ROWS)
    remembered = wish_of(replace(Settings(), **wish.settings))  # type: ignore[arg-type] # texts for texts
    assert remembered == replace(wish, symmetry=Symmetry.NONE, extra_givens=False)
    for field in FIELDS:
        if field.name in wish.settings:
            assert field.problem(wish.settings[field.name]) == ""


def test_the_height_goes_with_the_width_while_they_are_equal() -> None:
    wish = changed(Wish(8, 8), 0, 1)
    assert (wish.width, wish.height) == (9, 9)
    wish = changed(Wish(8, 8), 1, 1)
    assert (wish.width, wish.height) == (8, 10)
    wish = changed(wish, 0, -1)
    assert (wish.width, wish.height) == (6, 10)
    assert changed(Wish(9, 9), 1, 1) == Wish(9, 9)  # odd boards are square


def test_sizes_end_where_boards_do() -> None:
    assert changed(Wish(4, 4), 0, -1) == Wish(4, 4)
    assert changed(Wish(40, 40), 0, 1) == Wish(40, 40)
    assert changed(Wish(40, 4), 1, -1) == Wish(40, 4)
    assert changed(Wish(40, 38), 1, 1) == Wish(40, 40)
    assert changed(Wish(8, 40), 1, 1) == Wish(8, 40)
    assert changed(Wish(8, 40), 1, -1) == Wish(8, 38)
    assert changed(Wish(39, 39), 0, 1) == Wish(40, 40)


def test_the_request_is_what_was_wished_for() -> None:
    request = Wish(6, 8, Band.HARD, "signs", Symmetry.HALF_TURN, extra_givens=True).request
    assert (request.width, request.height, request.band) == (6, 8, Band.HARD)
    assert request.has_signs
    assert not request.unique_lines
    assert request.symmetry is Symmetry.HALF_TURN
    assert request.extra_givens
    assert Wish().request.unique_lines


def test_the_kind_of_a_made_puzzle_is_told_from_it() -> None:
    plain = parse_puzzle("6x4;........................")
    assert wish_behind(plain, made_title(7), "Hard") == Wish(6, 4, Band.HARD, "unique")
    assert wish_behind(replace(plain, unique_lines=False), "seed 7", "Easy") == Wish(6, 4, Band.EASY, "any")
    signs = parse_puzzle("2x2;....;signs=r1c1=r2c1;lines=any")
    assert wish_behind(signs, "seed 7", "Easy") == Wish(2, 2, Band.EASY, "signs")
    assert wish_behind(plain, "imported", "Hard") is None
    assert wish_behind(plain, "seed 7", "") is None
