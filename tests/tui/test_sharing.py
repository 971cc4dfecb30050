"""Tests of the share screen: formats, filled values, clipboard, files; the ways to it and into the editor."""

from pathlib import Path

import pytest
from textual import events

from binairo_tui.engine import Board, parse_puzzle
from binairo_tui.game.aids import Aid
from binairo_tui.settings import Settings
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens.collections import CollectionScreen
from binairo_tui.tui.screens.dialog import ConfirmScreen
from binairo_tui.tui.screens.editor import EditorScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.sharing import SENT, ShareScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

CLASSIC = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")

pytestmark = pytest.mark.start(CLASSIC)


def shared(player: Player) -> str:
    screen = player.app.screen
    assert isinstance(screen, ShareScreen)
    return screen.text


async def test_the_text_is_shown_whole_and_copied_unchanged(player: Player) -> None:
    await player.press("Y")
    assert player.lines()[0].split() == ["Share", "6x6", "1", "of", "4"]
    assert player.lines()[4].startswith(str(CLASSIC))
    await player.press("c")
    assert player.app.clipboard == str(CLASSIC)
    assert SENT in player.text()
    await player.press("left")
    assert SENT not in player.text()
    await player.press("Y", "q")
    assert player.app.clipboard != str(CLASSIC)
    assert player.is_on(PlayScreen)


async def test_a_small_terminal_scrolls_through_all_of_it(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("20x20;" + "01.1" * 100)
    async with open_app(puzzle, size=(40, 14), utf8=False) as player:
        await player.press("Y")
        seen = set(player.lines()[3:])
        for _ in range(5):
            await player.press("down")
            seen |= set(player.lines()[3:])
        folded = [str(puzzle)[start : start + 40] for start in range(0, len(str(puzzle)), 40)]
        assert set(folded) <= seen
        assert "".join(player.lines()).isascii()


async def test_a_file_is_written_and_overwritten_after_a_question(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "binairo-6x6.txt"
    path.write_text("mine")
    async with open_app(CLASSIC) as player:
        await player.press("Y", "f", "enter")
        await player.ask("n")
        assert path.read_text() == "mine"
        assert "Nothing was written." in player.text()
        await player.press("f")
        await player.ask("enter")
        assert isinstance(player.app.screen, ConfirmScreen)
        await player.ask("y")
        assert path.read_text() == f"{CLASSIC}\n"
        assert "Written:" in player.text()
        await player.press("f", *"no/such/place")
        await player.ask("enter")
        assert "Not written: No such file or directory." in player.text()


async def test_a_game_is_shared_as_it_stands_and_read_by_import(open_app: OpenApp) -> None:
    async with open_app(CLASSIC) as player:
        await player.press("right", "0", "Y", "left")
        assert "Where I am" in player.text()
        key = shared(player)
        assert Board.from_key(key) == Board(CLASSIC, CLASSIC.geometry.place(CLASSIC.givens, 1, "0"))
    async with open_app() as player:
        await player.press("I")
        player.app.post_message(events.Paste(key))
        await player.until(lambda: "One solution" in player.text())
        await player.press("ctrl+s")
        assert player.is_on(PlayScreen)
        assert Board(player.session.puzzle, player.session.position).key() == key


async def test_a_paused_grid_is_not_shown(player: Player) -> None:
    await player.press("p", "Y")
    assert player.is_on(PlayScreen)


@pytest.mark.start
async def test_the_editor_and_lists_share_their_puzzles(player: Player) -> None:
    await player.press("C", "enter")
    assert player.is_on(CollectionScreen)
    await player.press("down", "Y")
    assert shared(player) == "6x4;0.1..........1.........."
    await player.press("q", "E")
    assert player.is_on(EditorScreen)
    await player.press("0", "1", "Y")
    assert shared(player) == "6x4;011..........1.........."


@pytest.mark.parametrize("key", ["b", "tab"])
async def test_a_question_says_which_keys_it_expects(key: str, player: Player) -> None:
    await player.press("E")
    assert "counts as help.   y yes  n no" in player.lines()[-1]
    await player.press(key)
    assert "counts as help. Press y or n.   y yes  n no" in player.lines()[-1]
    await player.press("n")
    await player.until(lambda: "counts as help" not in player.text())


async def test_a_copy_is_edited_after_a_question(player: Player) -> None:
    play = player.app.screen
    assert isinstance(play, PlayScreen)
    await player.press("E")
    assert "Open a copy in the editor? This counts as help." in player.text()
    await player.press("n")
    assert player.is_on(PlayScreen)
    assert Aid.SOLUTIONS not in play.session.aids
    await player.press("E", "y")
    editor = player.app.screen
    assert isinstance(editor, EditorScreen)
    assert editor.puzzle == CLASSIC
    assert Aid.SOLUTIONS in play.session.aids


async def test_a_link_is_drawn_as_a_qr_code_where_there_is_room(open_app: OpenApp) -> None:
    pytest.importorskip("segno")
    preferences = Preferences(Settings(page_address="https://example.org/"))
    for size, has_room in (((80, 30), True), ((80, 24), False), ((40, 40), False)):
        async with open_app(parse_puzzle("8x8;" + "01.1" * 16), size=size, preferences=preferences) as player:
            await player.press("Y", "left")
            assert "QR code of the link" in player.text()
            assert ("▀" in player.text(), "This needs a terminal of 41x27." in player.text()) == (
                has_room,
                not has_room,
            )
            await player.press("left")
            assert shared(player).startswith("https://example.org/#8x8;")
