"""Options of new puzzles: any change leads to a valid request, which the settings store."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.bands import Band
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.engine.symmetry import Symmetry
from binairo_tui.player.puzzle_options import (
    ROWS,
    PuzzleOptions,
    change_option,
    option_rows,
    options_from_puzzle,
    options_from_settings,
    seed_title,
    techniques_text,
    type_digit,
    type_x,
)
from binairo_tui.settings import FIELDS, Settings

CHANGES = st.lists(st.tuples(st.integers(0, len(ROWS) - 1), st.sampled_from([-1, 1])), max_size=40)


@given(CHANGES)
def test_any_changes_lead_to_options_that_can_be_generated(changes: list[tuple[int, int]]) -> None:
    options = PuzzleOptions()
    for row, by in changes:
        options = change_option(options, row, by)
        assert size_fault(options.width, options.height) == ""
    assert [row.name for row in option_rows(options)] == list(ROWS)
    remembered = options_from_settings(Settings()._replace(**options.settings))  # type: ignore[arg-type] # texts for texts
    assert remembered == replace(options, symmetry=Symmetry.NONE, extra_givens=False, needs="")
    for field in FIELDS:
        if field.name in options.settings:
            assert field.problem(options.settings[field.name]) == ""


@given(st.lists(st.tuples(st.integers(0, 1), st.sampled_from("0123456789")), max_size=12))
def test_typed_sizes_are_possible_or_refused(keys: list[tuple[int, str]]) -> None:
    options, typed, last = PuzzleOptions(), None, 0
    for row, digit in keys:
        before = options
        options, typed = type_digit(options, row, typed if row == last else None, digit)
        last = row
        assert typed.digits.endswith(digit)
        assert size_fault(options.width, options.height) == ""
        if typed.fault:
            assert options == before
        else:
            assert (options.width, options.height)[row] == int(typed.digits)


def test_the_height_does_not_follow_a_width_that_equals_it_while_it_is_typed() -> None:
    options, typed = type_digit(PuzzleOptions(8, 2), 0, None, "2")
    assert (options.width, options.height) == (2, 2)
    options, _ = type_digit(options, 0, typed, "4")
    assert (options.width, options.height) == (24, 2)


@given(st.sampled_from([(10, 10), (8, 10), (9, 9), (2, 40)]), st.integers(0, 1), st.integers(2, 40), st.integers(2, 40))
def test_width_x_height_can_be_typed_in_either_row(now: tuple[int, int], row: int, width: int, height: int) -> None:
    options, typed = PuzzleOptions(*now), None
    for digit in str(width):
        options, typed = type_digit(options, row, typed, digit)
    options, typed = type_x(options, typed)
    assert size_fault(options.width, options.height) == ""
    for digit in str(height):
        options, typed = type_digit(options, ROWS.index("Height"), typed, digit)
    assert typed.fault == size_fault(width, height)
    assert typed.fault or (options.width, options.height) == (width, height)


def test_a_typed_size_that_is_too_large_is_refused_not_cut() -> None:
    options, typed = type_digit(PuzzleOptions(), 0, None, "4")
    options, typed = type_digit(options, 0, typed, "5")
    assert typed.fault == "width 45 is not between 2 and 40"
    options, _ = type_digit(options, 0, typed, "6")  # begins a new number
    assert (options.width, options.height) == (6, 6)


def test_a_needed_technique_fits_the_band_and_the_rules() -> None:
    row = ROWS.index("Needs")
    options = PuzzleOptions(band=Band.HARD)
    offered = []
    for _ in range(len(options.techniques) + 1):
        offered.append(options.needs)
        assert options.request.needs == ((options.needs,) if options.needs else ())
        options = change_option(options, row, 1)
    assert offered == ["", *options.techniques]
    assert "sign" not in offered
    assert offered[-1] == "gap counting"
    assert change_option(options, ROWS.index("Difficulty"), 1).needs == options.needs
    two_blanks = replace(options, needs="two blanks")
    assert change_option(two_blanks, ROWS.index("Difficulty"), -1).needs == ""
    assert change_option(two_blanks, ROWS.index("Rules"), 1).needs == ""


def test_only_techniques_that_the_rules_allow_are_named() -> None:
    medium = PuzzleOptions(band=Band.MEDIUM)
    assert techniques_text(medium) == 'The hardest technique needed: "last one".'
    assert (
        techniques_text(replace(medium, rules="signs"))
        == 'The hardest technique needed: "last one", "sign counting" or "sign chain".'
    )
    assert (
        techniques_text(PuzzleOptions(band=Band.HARD, rules="any")) == 'The hardest technique needed: "gap counting".'
    )


def test_the_height_follows_the_width_while_they_are_equal() -> None:
    options = change_option(PuzzleOptions(8, 8), 0, 1)
    assert (options.width, options.height) == (9, 9)
    options = change_option(PuzzleOptions(8, 8), 1, 1)
    assert (options.width, options.height) == (8, 10)
    options = change_option(options, 0, -1)
    assert (options.width, options.height) == (6, 10)
    assert change_option(PuzzleOptions(9, 9), 1, 1) == PuzzleOptions(9, 9)  # odd boards are square


def test_sizes_stop_at_their_limits() -> None:
    assert change_option(PuzzleOptions(4, 4), 0, -1) == PuzzleOptions(4, 4)
    assert change_option(PuzzleOptions(40, 40), 0, 1) == PuzzleOptions(40, 40)
    assert change_option(PuzzleOptions(40, 4), 1, -1) == PuzzleOptions(40, 4)
    assert change_option(PuzzleOptions(40, 38), 1, 1) == PuzzleOptions(40, 40)
    assert change_option(PuzzleOptions(8, 40), 1, 1) == PuzzleOptions(8, 40)
    assert change_option(PuzzleOptions(8, 40), 1, -1) == PuzzleOptions(8, 38)
    assert change_option(PuzzleOptions(39, 39), 0, 1) == PuzzleOptions(40, 40)


def test_the_request_has_the_chosen_options() -> None:
    request = PuzzleOptions(6, 8, Band.HARD, "signs", Symmetry.HALF_TURN, extra_givens=True).request
    assert (request.width, request.height, request.band) == (6, 8, Band.HARD)
    assert request.has_signs
    assert not request.unique_lines
    assert request.symmetry is Symmetry.HALF_TURN
    assert request.extra_givens
    assert PuzzleOptions().request.unique_lines


def test_options_are_inferred_from_a_generated_puzzle() -> None:
    plain = parse_puzzle("6x4;........................")
    assert options_from_puzzle(plain, seed_title(7, PuzzleOptions(band=Band.HARD).request), "Hard") == PuzzleOptions(
        6, 4, Band.HARD, "unique"
    )
    assert options_from_puzzle(replace(plain, unique_lines=False), "seed 7", "Easy") == PuzzleOptions(
        6, 4, Band.EASY, "any"
    )
    signs = parse_puzzle("2x2;....;signs=r1c1=r2c1;lines=any")
    assert options_from_puzzle(signs, "seed 7", "Easy") == PuzzleOptions(2, 2, Band.EASY, "signs")
    assert options_from_puzzle(plain, "imported", "Hard") is None
    assert options_from_puzzle(plain, "seed 7", "") is None
