"""The result card: five lines that do not show the solution or depend on the order of the moves."""

from collections import Counter
from datetime import UTC, date, datetime

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.grading import grade
from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.catalog import daily_title
from binairo_tui.player.play_interface import Outcome
from binairo_tui.player.result_card import BAR_LENGTH, cells_by_level, result_card, technique_bar
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


def test_a_card_has_five_lines() -> None:
    found = grade(ENTRY.puzzle)
    card = result_card(GAME, OUTCOME, found)
    assert card[:3] == ("Binairo+ 8x8 · Hard", "8x8 Binairo+ · 12, solved 29 February 2024", "4:05, unaided")
    assert len(card) == 5
    title, bar = card[3].split(": ")
    assert (title, len(bar)) == ("How hard the cells were (▂ to █)", BAR_LENGTH)
    assert card[4] == f'Hardest technique: "{list(found.techniques)[-1]}"'
    plain = result_card(GAME, OUTCOME, found, is_ascii=True)
    assert len(plain) == 5
    assert "\n".join(plain).isascii()
    assert plain[3].startswith("How hard the cells were (1 to 6): ")
    assert result_card(GAME, OUTCOME, None)[3:] == ("not graded", "Hardest technique: -")


def test_a_daily_puzzle_solved_on_its_day_is_dated_once() -> None:
    game = new_game(ENTRY.puzzle, title=daily_title(DAY), now=datetime(2024, 2, 29, tzinfo=UTC))
    assert result_card(game, OUTCOME, None)[1] == "Daily 29 February 2024"


def test_every_cell_that_is_filled_is_counted() -> None:
    puzzle = ENTRY.puzzle
    assert cells_by_level(grade(puzzle)).total() == puzzle.geometry.cell_count - puzzle.given_count


@given(st.dictionaries(st.integers(1, 6), st.integers(1, 500), min_size=1))
def test_a_bar_shows_every_level_from_easy_to_hard(counts: dict[int, int]) -> None:
    bar = technique_bar(counts, is_ascii=True)
    assert len(bar) == BAR_LENGTH
    assert list(bar) == sorted(bar)
    assert set(bar) == {str(level) for level in counts}
    lengths = Counter(bar)
    for one, other in zip(sorted(counts), sorted(counts)[1:], strict=False):
        if counts[one] > 2 * counts[other] > 0 and lengths[str(other)] > 1:
            assert lengths[str(one)] >= lengths[str(other)]
    assert len(technique_bar(counts)) == BAR_LENGTH
