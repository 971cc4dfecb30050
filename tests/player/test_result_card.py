"""The result card: a few lines that do not show the solution or depend on the order of the moves."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from binairo_tui.cli.puzzle_input import read_puzzles
from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats import Imported
from binairo_tui.formats import read_puzzles as read_text
from binairo_tui.game import Step, StepKind
from binairo_tui.game.aids import SolveStyle
from binairo_tui.game.steps import Move
from binairo_tui.player.catalog import daily_title
from binairo_tui.player.play_interface import Outcome
from binairo_tui.player.result_card import SQUARES, link_to, play_command, result_card, row_levels
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


SMALL = parse_puzzle("4x4;11..001.........")


def step(at_s: int, cell: int, old: str, new: str, kind: StepKind = StepKind.PLACE) -> Step:
    return Step(kind, (Move(cell, old, new),), at_s * 1000)  # type: ignore[arg-type]


def test_a_card_shows_what_was_solved_and_opens_the_same_puzzle() -> None:
    steps = [step(5, 1, ".", "0"), step(9, 8, ".", "1", StepKind.HINT)]
    card = result_card(GAME, OUTCOME, steps)
    assert card[:3] == ("Binairo+ 8x8 · Hard", "Puzzle 12, solved 29 February 2024", "4:05, unaided")
    assert card[3] == "🟨🟥⬜⬜⬜⬜⬜⬜"
    assert card[4].startswith("Rows: 🟩 quick,")
    assert cell_len(card[4]) <= 60  # whole in a narrow terminal
    assert card[5] == play_command(ENTRY.puzzle)
    plain = result_card(GAME, OUTCOME, steps, is_ascii=True)
    for lines in (card, plain):
        assert [item.puzzle for item in read_text("\n".join(lines)) if isinstance(item, Imported)] == [ENTRY.puzzle]
    assert len(plain) == len(card)
    assert "\n".join(plain).isascii()
    assert plain[3] == "2X------"


def test_a_daily_puzzle_solved_on_its_day_is_dated_once() -> None:
    game = new_game(ENTRY.puzzle, title=daily_title(DAY), now=datetime(2024, 2, 29, tzinfo=UTC))
    assert result_card(game, OUTCOME, ())[1] == "Daily 29 February 2024"


@pytest.mark.parametrize(
    ("steps", "levels"),
    [
        ((), (0, 0, 0, 0)),
        ([step(1, 2, ".", "0"), step(2, 6, ".", "1"), step(9, 8, ".", "1")], (1, 1, 3, 0)),
        ([step(4, 2, ".", "0"), step(9, 6, ".", "1")], (1, 2, 0, 0)),
        ([step(0, 2, ".", "0"), step(0, 6, ".", "1")], (1, 1, 0, 0)),  # times are not known
        ([step(1, 2, ".", "1"), step(2, 2, "1", "0"), step(3, 6, ".", "1")], (4, 1, 0, 0)),
        ([step(1, 2, ".", "0"), step(2, 2, "0", "."), step(3, 2, ".", "0")], (1, 0, 0, 0)),  # nothing was wrong
        ([step(1, 2, ".", "0", StepKind.HINT)], (4, 0, 0, 0)),
        ([step(1, 2, ".", "0", StepKind.PROPAGATE_ONCE), step(2, 6, ".", "1")], (4, 1, 0, 0)),
    ],
)
def test_a_row_has_the_level_of_its_time_unless_something_in_it_was_wrong(
    steps: Sequence[Step], levels: Sequence[int]
) -> None:
    assert row_levels(SMALL, steps) == tuple(levels)


@given(st.permutations(range(8, 16)))
def test_the_order_within_rows_and_the_values_change_nothing(cells: list[int]) -> None:
    ordered = [step(3 * number, cell, ".", "0") for number, cell in enumerate(sorted(cells))]
    shuffled = sorted(cells, key=lambda cell: (cell // 4, cells.index(cell)))
    other = [step(3 * number, cell, ".", "1") for number, cell in enumerate(shuffled)]
    assert row_levels(SMALL, ordered) == row_levels(SMALL, other)


def test_a_mosaic_of_many_rows_has_several_lines() -> None:
    game = new_game(find_entry("14x14", 1).puzzle, title="it", now=datetime(2024, 2, 29, tzinfo=UTC))
    assert [len(line) for line in result_card(game, OUTCOME, ())[3:5]] == [SQUARES, 4]


@pytest.mark.parametrize("puzzle", [ENTRY.puzzle, find_entry("6x6", 1).puzzle], ids=["signs", "plain"])
def test_the_last_line_opens_the_puzzle(puzzle: Puzzle) -> None:
    command, argument = play_command(puzzle).rsplit(" ", 1) if not puzzle.signs else play_command(puzzle).split('"')[:2]
    assert command.strip() == "binairo play"
    assert [it.puzzle for it in read_puzzles([argument])] == [puzzle]  # type: ignore[union-attr]


def test_the_last_line_is_a_link_where_the_address_of_a_page_is_known() -> None:
    address = "https://example.org/"
    assert result_card(GAME, OUTCOME, (), address=address)[-1] == link_to(address, GAME.puzzle)
