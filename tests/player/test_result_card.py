"""The result card: a few lines that do not show the solution or depend on the order of the moves."""

import dataclasses
from datetime import UTC, date, datetime

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.bands import BANDS
from binairo_tui.engine.grading import grade
from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.catalog import daily_title
from binairo_tui.player.play_interface import Outcome
from binairo_tui.player.result_card import SQUARES, mosaic, result_card, row_levels
from binairo_tui.store.games import new_game
from tests.shipped import find_entry

DAY = date(2024, 2, 29)
OUTCOME = Outcome(245_000, SolveStyle.UNAIDED, DAY, "Unaided. Your best of 12.")
ENTRY = find_entry("8x8-plus", 12)
GAME = new_game(
    ENTRY.puzzle,
    title=ENTRY.title,
    now=datetime(2024, 2, 29, tzinfo=UTC),
    band="Hard",
    collection="8x8-plus",
    number=12,
)


def test_a_card_shows_what_was_solved_and_how_hard_it_was() -> None:
    found = grade(ENTRY.puzzle)
    card = result_card(GAME, OUTCOME, found)
    assert card[:3] == ("Binairo+ 8x8 · Hard", "Puzzle 12, solved 29 February 2024", "4:05, unaided")
    assert (len(card[3]), set(card[3]) - {*"⬜🟦🟩🟨🟧🟥🟪"}) == (8, set())
    assert card[4:] == (
        "(the hardest step of each row, from 🟦 Gentle to 🟪 Extreme)",
        f'Hardest technique: "{list(found.techniques)[-1]}"',
    )
    plain = result_card(GAME, OUTCOME, found, is_ascii=True)
    assert len(plain) == len(card)
    assert "\n".join(plain).isascii()
    assert plain[4] == "(the hardest step of each row, from 1 Gentle to 6 Extreme)"
    assert result_card(GAME, OUTCOME, None)[3:] == ("not graded", "Hardest technique: -")


def test_a_daily_puzzle_solved_on_its_day_is_dated_once() -> None:
    game = new_game(ENTRY.puzzle, title=daily_title(DAY), now=datetime(2024, 2, 29, tzinfo=UTC))
    assert result_card(game, OUTCOME, None)[1] == "Daily 29 February 2024"


def test_a_row_has_the_level_of_the_hardest_technique_that_fills_one_of_its_cells() -> None:
    puzzle = ENTRY.puzzle
    found = grade(puzzle)
    techniques: list[set[str]] = [set() for _ in range(puzzle.height)]
    for step in found.path:
        for cell in puzzle.geometry.changed(step.before, step.after):
            techniques[cell // puzzle.width].add(step.technique)
    expected = [max([band.value for band, names in BANDS.items() if row & {*names}], default=0) for row in techniques]
    assert list(row_levels(puzzle, found)) == expected


def test_rows_without_empty_cells_and_rows_beyond_all_techniques_have_levels_of_their_own() -> None:
    puzzle = parse_puzzle("4x4;0011110010100101")
    assert row_levels(puzzle, grade(puzzle)) == (0, 0, 0, 0)
    given_up = dataclasses.replace(grade(ENTRY.puzzle), path=(), is_solved=False)
    assert set(row_levels(ENTRY.puzzle, given_up)) == {6}


def test_a_mosaic_of_many_rows_has_several_lines() -> None:
    puzzle = find_entry("14x14", 1).puzzle
    lines = mosaic(puzzle, grade(puzzle), is_ascii=True)
    assert [len(line) for line in lines] == [SQUARES, 4]
