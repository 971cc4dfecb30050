"""Options of new puzzles: any change leads to a valid request, which the settings store."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.bands import Band
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.engine.symmetry import Symmetry
from binairo_tui.player.puzzle_options import (
    PRESETS,
    ROWS,
    PuzzleOptions,
    change_option,
    option_rows,
    options_from_puzzle,
    options_from_settings,
    seed_title,
    techniques_text,
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
    assert remembered == replace(options, symmetry=Symmetry.NONE)
    for field in FIELDS:
        if field.name in options.settings:
            assert field.problem(options.settings[field.name]) == ""


def test_presets_go_from_small_to_large_and_can_all_be_made_and_remembered() -> None:
    assert len(set(PRESETS)) == len(PRESETS)
    for rules in ("unique", "signs"):
        kinds = [(it.width, it.band) for it in PRESETS if it.rules == rules]
        assert kinds == sorted(kinds)
    for preset in PRESETS:
        assert preset.request
        assert options_from_settings(Settings()._replace(**preset.settings)) == preset  # type: ignore[arg-type]
    assert PuzzleOptions() in PRESETS
    assert PRESETS[-1].title == "10x10 Hard Binairo+"


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


def test_sizes_are_squares_up_to_their_limits() -> None:
    assert change_option(PuzzleOptions(8, 8), 0, 1) == PuzzleOptions(9, 9)
    assert change_option(PuzzleOptions(8, 10), 0, -1) == PuzzleOptions(7, 7)
    assert change_option(PuzzleOptions(4, 4), 0, -1) == PuzzleOptions(4, 4)
    assert change_option(PuzzleOptions(40, 40), 0, 1) == PuzzleOptions(40, 40)


def test_the_request_has_the_chosen_options() -> None:
    request = PuzzleOptions(6, 8, Band.HARD, "signs", Symmetry.HALF_TURN).request
    assert (request.width, request.height, request.band) == (6, 8, Band.HARD)
    assert request.has_signs
    assert not request.unique_lines
    assert request.symmetry is Symmetry.HALF_TURN
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
