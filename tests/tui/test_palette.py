"""Tests of the palette: it offers the commands of the screen below, finds them by name, and runs them there."""

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.settings import Settings
from binairo_tui.tui.keymap import COMMANDS, Scope
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens.daily import DailyScreen
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.screens.palette import Offer, PaletteScreen, matching, offers_everywhere, offers_on
from binairo_tui.tui.screens.practice import PracticeScreen
from binairo_tui.tui.screens.settings import SettingsScreen
from binairo_tui.tui.screens.storm import StormScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

PUZZLE = parse_puzzle("4x6;0..1.1..................")

pytestmark = pytest.mark.start(PUZZLE)


@pytest.mark.parametrize("key", [":", "ctrl+p"])
async def test_it_opens_over_the_screen_and_closes(key: str, player: Player) -> None:
    before = player.lines()
    await player.press(key)
    assert isinstance(player.app.screen, PaletteScreen)
    assert player.lines()[-1].endswith("Esc close")
    assert player.lines()[-2] == before[-2]
    await player.press("escape")
    assert player.lines() == before


async def test_a_command_runs_on_the_screen_below(player: Player) -> None:
    await player.press("right", ":", *"place 1", "enter")
    assert player.values()[1] == "1"
    await player.press(":", *"undx", "backspace", "o", "enter")
    assert player.values()[1] == "."
    await player.press(":", *"show the rules", "enter")
    assert isinstance(player.app.screen, HelpScreen)


async def test_places_and_settings_are_found_from_everywhere(player: Player) -> None:
    await player.press(":", *"dlypzl", "enter")
    assert player.is_on(DailyScreen)
    await player.press(":")
    assert "  1 of " in player.text()
    await player.press(*"practice", "enter")
    assert player.is_on(PracticeScreen)
    await player.press(":", *"storm", "enter")
    assert player.is_on(StormScreen)
    await player.press(":", *"theme", "enter")
    assert isinstance(player.app.screen, SettingsScreen)
    await player.press("right", "right")
    assert player.app.theme == "light"
    await player.press(":", *"theme")
    assert "Theme..." not in player.text()
    await player.press("escape", "q", ":", *"wrap", "enter", "right")
    assert player.app.navigator.settings.wrap


@pytest.mark.start
async def test_nothing_is_offered_twice_and_no_key_of_the_cursor(player: Player) -> None:
    for key in ("D", "q", "C", "enter", "enter", "q", "q", "q", "S", "q"):
        offers = offers_everywhere(player.app.screen)
        titles = [offer.command.title for offer in offers]
        assert len(titles) == len({*titles}), titles
        goals = [offer.command.action for offer in offers if offer.command.action.startswith("app.go(")]
        assert len(goals) == len({*goals}), goals
        assert not {"Up", "Down", "Left", "Right", "Day before", "Column top"} & {*titles}
        await player.press(key)


async def test_every_place_that_a_command_goes_to_is_offered_on_a_board_too(player: Player) -> None:
    goals = {it.action for it in COMMANDS if it.action.startswith("app.go(")}
    assert goals <= {offer.command.action for offer in offers_everywhere(player.app.screen)}


@pytest.mark.start
async def test_home_shows_the_keys_of_places(player: Player) -> None:
    await player.press(":", *"collections")
    assert any("Collections" in line and line.rstrip(" │").endswith("C c") for line in player.lines())


async def test_deleting_comes_last_and_says_what_it_deletes(player: Player) -> None:
    await player.press("1", "q")
    offers = offers_everywhere(player.app.screen)
    assert offers[-1].command.title == "Delete this saved game"


async def test_keys_with_a_meaning_elsewhere_are_text(player: Player) -> None:
    await player.press(":", *"q?:h0")
    assert any(line.strip(" │").startswith(": q?:h0") for line in player.lines())
    assert "No such command." in player.text()
    await player.press("enter")
    assert isinstance(player.app.screen, PaletteScreen)
    await player.press(*["backspace"] * 6)
    assert player.values() == PUZZLE.geometry.text(PUZZLE.givens)


async def test_arrow_keys_choose(player: Player) -> None:
    place = [offer.command.id for offer in offers_on(player.app.screen)].index("cell.cycle")
    await player.press("right", "1", ":", "up", "down", *["down"] * (place + 1), "up", "enter")
    assert player.values()[1] == "."


async def test_offers_are_the_possible_commands_with_and_without_keys(open_app: OpenApp) -> None:
    keyless = Preferences(Settings(keys={"play.undo": (), "play.redo": ()}))
    async with open_app(puzzle=PUZZLE, preferences=keyless) as player:
        offered = [offer.command for offer in offers_on(player.app.screen)]
        assert {"play.undo", "play.redo", "cell.one", "app.help"} <= {command.id for command in offered}
        assert not {Scope.LIST, Scope.PAGE, Scope.PALETTE} & {command.scope for command in offered}


async def test_the_terminal_cursor_follows_the_typed_text(player: Player) -> None:
    await player.press(":", "u", "n")
    x, y = player.app.cursor_position
    assert player.lines()[y][:x].strip(" │") == ": un"


async def test_it_fits_a_small_terminal_and_scrolls(open_app: OpenApp) -> None:
    async with open_app(puzzle=PUZZLE, size=(40, 12)) as player:
        await player.press(":", "up")
        last = offers_everywhere(player.app.screen_stack[-2])[-1].command.title
        assert any(line.strip(" │›").startswith(last[:20]) for line in player.lines())


async def test_the_current_command_is_explained(player: Player) -> None:
    await player.press(":", *"undo")
    assert "Undo the last step." in player.text()
    assert "play.undo" not in player.text()  # a name for `config.toml` only


def test_the_best_match_comes_first() -> None:
    offers = [Offer(command, None) for command in COMMANDS if command.scope in (Scope.PLAY, Scope.FILL, Scope.APP)]  # type: ignore[arg-type]
    for typed in ("undo", "UND", "hint", "settings"):
        assert matching(offers, typed)[0].command.title.lower().startswith(typed.lower())
    assert matching(offers, "") == tuple(offers)
    assert matching(offers, "zzz") == ()


async def test_commands_of_the_screen_come_first(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;.1......0.......")) as player:
        scopes = [offer.command.scope is Scope.APP for offer in offers_everywhere(player.app.screen)]
        assert scopes == sorted(scopes)
        await player.press(":", *"show")
        assert "› Show mistakes" in player.text()
        assert "  Show the clock..." in player.text()
