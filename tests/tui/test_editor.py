"""Tests of the editor screen: changes, analysis, revisions, and the ways to other screens."""

import itertools
from pathlib import Path
from unittest.mock import Mock

import pytest
from textual import events
from textual.widgets import Input

from binairo_tui.engine import parse_puzzle, solutions
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.reduction import reduce_givens
from binairo_tui.files.paths import draft_path, own_collections_dir
from binairo_tui.game import Aid
from binairo_tui.library import Collection
from binairo_tui.store.errors import StoreError
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.screens import revisions
from binairo_tui.tui.screens.draft import load_draft
from binairo_tui.tui.screens.editor import BLANK, EditorScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.solutions import SolutionsScreen
from binairo_tui.tui.widgets.panel import TextPanel
from tests.shipped import find_entry
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

pytestmark = pytest.mark.start(edits=True)

UNIQUE = "6x6;1...10.....0.0.1.....11.0.....1.0..."


def editor(player: Player) -> EditorScreen:
    assert isinstance(player.app.screen, EditorScreen)
    return player.app.screen


def panel(player: Player) -> str:
    return " ".join(paragraph.text for paragraph in player.app.screen.query_one(TextPanel).paragraphs)


async def until_shown(player: Player, text: str) -> None:
    """Wait until the panel shows a text, at most twenty seconds."""
    try:
        await player.until(lambda: text in panel(player))
    except TimeoutError:
        raise AssertionError(f"{text!r} is not said, but {panel(player)!r}") from None


async def test_a_puzzle_is_drawn_by_keys(player: Player) -> None:
    assert str(editor(player).puzzle) == f"8x8;{'.' * 64}"
    await player.press("1", "space", "equals_sign", "X", "down", "x", "E", "E", "U")
    cells = "10" + "." * 62
    signs = "signs=r1c2=r1c3,r1c2xr2c2,r2c2xr2c3"
    assert str(editor(player).puzzle) == f"8x8;{cells};{signs};lines=any"
    await player.press("up", "full_stop", "u", "u", "r")
    assert str(editor(player).puzzle) == f"8x8;{cells};{signs};lines=any"
    await player.press("R", "b", *"6x10", "enter")
    assert str(editor(player).puzzle) == f"6x10;{'.' * 60};lines=any"
    assert "Editor · 6x10 · lines may repeat" in player.text()


async def test_the_analysis_follows_the_puzzle(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(UNIQUE), edits=True) as player:
        await until_shown(player, "Each of 3 givens (*) could be left out, but perhaps not all together: r1c5")
        assert "*1" in player.text()
        await player.press("right", "0")
        await until_shown(player, "No solution.")
        await player.press("left", "full_stop", "left", "full_stop")
        await until_shown(player, "More than one solution. All solutions agree on")
        before = player.text().count("·")
        await player.press("v")
        assert player.text().count("·") > before


async def test_the_program_completes_reduces_and_counts(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(f"6x4;1{'.' * 23}"), edits=True) as player:
        await player.press("n")
        await until_shown(player, "solutions.")
        await player.press("c")
        await until_shown(player, "Added ")
        completed = editor(player).puzzle
        await player.press("u", "c")
        await until_shown(player, "Added ")
        assert editor(player).puzzle != completed
        await until_shown(player, "One solution.")
        await player.press("f")
        await until_shown(player, "No given can be removed; fewer would not be enough.")


async def test_removing_givens_says_what_it_did_to_the_difficulty(open_app: OpenApp) -> None:
    puzzle = find_entry("6x6", 1).puzzle
    async with open_app(puzzle, edits=True) as player:
        await player.press("f")
        await until_shown(player, "The puzzle was Gentle and is now ")
        assert "are left; fewer would not be enough." in panel(player)
        assert editor(player).puzzle.given_count < puzzle.given_count
        await player.press("f")
        await until_shown(player, "No given can be removed")
        assert "The puzzle was" not in "\n".join(player.lines())


async def test_the_footer_names_the_key_for_the_rest_of_the_panel(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(UNIQUE), edits=True) as player:
        await until_shown(player, "Each of 3 givens")
        assert "more" not in player.lines()[-1]
        await player.pilot.resize_terminal(40, 14)
        await player.until(lambda: "more" in player.lines()[-1])


async def test_a_pasted_puzzle_is_a_step_and_an_invalid_one_is_explained(player: Player) -> None:
    player.app.post_message(events.Paste("1...10\r.....0\r.0.1..\r...11.\r0.....\r1.0...\r"))
    await until_shown(player, 'Read as "One row per line"')
    assert str(editor(player).puzzle) == UNIQUE
    player.app.post_message(events.Paste("8x8;1\x1b[2J"))
    await until_shown(player, "Line 1, column ")
    player.app.post_message(events.Paste("." * (1 << 20)))
    await until_shown(player, "Too long to paste: 1,048,576 characters;")
    assert str(editor(player).puzzle) == UNIQUE
    await player.press("u")
    assert str(editor(player).puzzle) == str(BLANK)


async def test_a_paste_that_is_too_long_does_not_change_a_typed_text(player: Player) -> None:
    await player.press("b", *"12")
    field = player.app.screen.query_one(Input)
    assert not field.cursor_blink  # nothing is sent while nothing is typed
    field.post_message(events.Paste("." * (1 << 20)))
    await player.pause()
    await player.pause()
    assert "Too long to paste: 1,048,578 characters;" in player.text()
    await player.press("3")
    assert field.value == "123"
    assert "Width x height" in player.text()


async def test_a_puzzle_is_saved_played_and_not_saved_twice(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app(parse_puzzle(UNIQUE), edits=True) as player:
        await until_shown(player, "One solution.")
        await until_shown(player, "could be left out")
        await player.press("ctrl+s", *"8x8", "enter")
        assert "The collection 8x8 comes with the program." in player.text()
        await player.press("ctrl+u", *"quick-ones", "enter")
        await until_shown(player, "Saved as quick-ones #1.")
        (entry,) = Collection(own_collections_dir() / "quick-ones.txt").entries
        assert (str(entry.puzzle), entry.band) == (UNIQUE, "Hard")
        await player.press("W", "enter")
        await until_shown(player, "Saved as quick-ones #1.")
        monkeypatch.setattr(player.app.navigator.progress, "check_space", Mock(side_effect=StoreError("no space")))
        await player.press("W", "enter")
        await until_shown(player, "Not saved: no space.")
        await player.press("p")
        assert "quick ones #1 · Hard" in player.text()
        assert str(player.session.puzzle) == UNIQUE


@pytest.mark.parametrize(
    ("cells", "question"),
    [
        ("000.............", "This puzzle has no solution"),
        ("1...............", "This puzzle has more than one solution"),
    ],
)
async def test_a_puzzle_without_exactly_one_solution_is_played_only_if_the_player_says_so(
    open_app: OpenApp, cells: str, question: str
) -> None:
    async with open_app(parse_puzzle(f"4x4;{cells}"), edits=True) as player:
        await player.press("p")
        assert question in player.text()
        await player.press("enter")
        assert player.is_on(EditorScreen)
        await player.press("p", "down", "enter")
        assert str(player.session.puzzle) == f"4x4;{cells}"


async def test_the_draft_stays_with_its_steps(open_app: OpenApp, home: Path) -> None:
    async with open_app() as player:
        await player.press("E", "1", "0", "q")
        assert player.is_on(HomeScreen)
        await player.press("E", "u", "r")
        assert str(editor(player).puzzle) == f"8x8;10{'.' * 62}"
        await player.press("q")
        assert player.is_on(HomeScreen)
    session = load_draft(draft_path())
    assert session
    assert session.cursor == 2


async def test_the_cursor_goes_on_after_a_digit_unless_that_is_switched_off(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;................"), edits=True) as player:
        await player.press("1", "0", "full_stop", "0", "0")
        assert str(editor(player).puzzle) == "4x4;1000............"
        assert editor(player).cursor == 4
        player.app.navigator.change_setting("editor_advance", False)
        await player.press("1")
        assert editor(player).cursor == 4
        editor(player).go_to(15)
        player.app.navigator.change_setting("editor_advance", True)
        await player.press("1")
        assert editor(player).cursor == 15


async def test_an_invalid_draft_is_renamed(open_app: OpenApp) -> None:
    draft_path().parent.mkdir(parents=True)
    draft_path().write_text("nonsense", encoding="utf-8")
    async with open_app(edits=True) as player:
        assert "The file was renamed to draft-unread.txt" in panel(player)
        await player.press("1")
    assert draft_path().with_name("draft-unread.txt").read_text("utf-8") == "nonsense"
    assert load_draft(draft_path())


async def test_solutions_are_paged_through(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("6x6;1...10.....0.0.1.....11.0.......0..."), edits=True) as player:
        await player.press("S")
        await until_shown(
            player, "Solution 1 of 2. All solutions agree on 30 of 36 cells; the others are marked with ?."
        )
        assert player.is_on(SolutionsScreen)
        first = player.text()
        assert "?1" in first
        await player.press("n")
        assert "2 of 2" in player.text()
        await player.press("n")
        assert player.text() == first
        await player.press("q")
        assert player.is_on(EditorScreen)


async def test_help_begins_with_the_commands_of_the_editor(open_app: OpenApp) -> None:
    async with open_app(edits=True, size=(80, 80)) as player:
        await player.press("question_mark")
        headings = [line.strip() for line in player.lines() if line.strip() in {scope.value for scope in Scope}]
        assert headings[:5] == [
            "In the editor",
            "On a board",
            "While filling in values",
            "Wherever a puzzle is shown",
            "Everywhere",
        ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("6x10;1" + "." * 59, "Exactly 196,104 solutions."),
        ("2x2;1...;lines=any", "Exactly 1 solution."),
        ("8x4;" + "." * 32, "No solution."),
        ("10x10;" + "." * 100, "There are more than 300 solutions."),
    ],
)
def test_solutions_are_counted_exactly_on_small_boards(text: str, count: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revisions, "COUNT_LIMIT", 300)
    assert revisions.count(parse_puzzle(text), lambda: False) == (count, None, True)


async def test_the_number_of_solutions_is_told_once(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;" + "." * 16), edits=True) as player:
        await until_shown(player, "More than one solution.")
        await player.press("n")
        await until_shown(player, "Exactly 72 solutions.")
        assert "More than one solution." not in player.panel()
        await player.press("0")
        await until_shown(player, "More than one solution.")
        assert "Exactly" not in player.panel()


async def test_the_keys_for_making_a_puzzle_are_in_the_footer(player: Player) -> None:
    assert "u undo  c complete  f reduce  p play  Ctrl+S save" in player.lines()[-1]
    await player.pilot.resize_terminal(120, 40)
    await player.until(lambda: "= x signs" in player.lines()[-1])


async def test_a_single_solution_offers_no_others(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(UNIQUE), edits=True) as player:
        await player.press("S")
        await until_shown(player, "The only solution.")
        assert player.lines()[-1].split() == ["q", "back"]


async def test_the_solution_of_a_game_is_revealed_after_a_question_and_the_game_stays(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;1" + "." * 15)) as player:
        await player.press("right", "0")
        before = player.session.snapshot()
        await player.press("E")
        assert "counts as help" in player.text()
        await player.press("n")
        assert player.session.snapshot() == before
        await player.press("E", "y")
        assert player.is_on(EditorScreen)
        await player.press("q")
        assert player.session.snapshot() == before._replace(aids=before.aids | Aid.SOLUTIONS)
        await player.press("E")
        assert player.is_on(EditorScreen)


async def test_a_smaller_puzzle_replaces_one_whose_givens_conflict(open_app: OpenApp) -> None:
    conflicting = parse_puzzle("8x8;" + "." * 40 + "0.......0.......0.......")
    async with open_app(conflicting, edits=True) as player:
        await until_shown(player, "three 0s together")
        player.app.post_message(events.Paste("4x4;0..1.1......0..0"))
        await until_shown(player, "One solution.")
        assert len(player.board.scene.look.cells) == 16


def test_grading_a_reduced_puzzle_can_be_cancelled() -> None:
    puzzle = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
    puzzle = puzzle.with_givens(next(solutions(puzzle)))
    calls = itertools.count()
    reduce_givens(puzzle, is_cancelled=lambda: next(calls) < 0)
    with pytest.raises(CancelledError):
        revisions.reduce(puzzle, after_calls(next(calls)))
