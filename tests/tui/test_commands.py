"""The tables of commands and footers are consistent."""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from binairo_tui.game import GameSession
from binairo_tui.game.editing import EditSession
from binairo_tui.player.play import Play
from binairo_tui.tui import screens, widgets
from binairo_tui.tui.app import BinairoApp
from binairo_tui.tui.keymap import COMMANDS, DEFAULT_KEYMAP, Command, CommandOwner, FooterContext, Scope
from binairo_tui.tui.keymap.keymap import concurrent_scopes, key_bindings
from binairo_tui.tui.screens.daily import DailyScreen
from binairo_tui.tui.screens.dialog import ConfirmScreen
from binairo_tui.tui.screens.drill import DrillScreen
from binairo_tui.tui.screens.editor import EditorScreen
from binairo_tui.tui.screens.first_steps import FirstStepsScreen
from binairo_tui.tui.screens.games import GamesScreen
from binairo_tui.tui.screens.home import HomeMenu, HomeScreen
from binairo_tui.tui.screens.importing import ImportScreen
from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen
from binairo_tui.tui.screens.page import PageScreen
from binairo_tui.tui.screens.palette import PaletteScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.replay import ReplayScreen
from binairo_tui.tui.screens.sharing import ShareScreen
from binairo_tui.tui.screens.solutions import SolutionsScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.screens.storm import StormScreen
from binairo_tui.tui.screens.text_screen import ListScreen
from binairo_tui.tui.widgets.bars import fitting
from binairo_tui.tui.widgets.text_lines import Menu

OWNERS: dict[Scope, type] = {
    Scope.BOARD: PlayScreen,
    Scope.FILL: PlayScreen,
    Scope.PLAY: PlayScreen,
    Scope.SOLVED: PlayScreen,
    Scope.REPLAY: ReplayScreen,
    Scope.EDITOR: EditorScreen,
    Scope.SOLUTIONS: SolutionsScreen,
    Scope.LIST: Menu,
    Scope.GAMES: GamesScreen,
    Scope.HOME: HomeScreen,
    Scope.DAILY: DailyScreen,
    Scope.NEW: NewPuzzleScreen,
    Scope.LESSON: FirstStepsScreen,
    Scope.STORM: StormScreen,
    Scope.DRILL: DrillScreen,
    Scope.IMPORT: ImportScreen,
    Scope.STATISTICS: StatisticsScreen,
    Scope.PUZZLE: PlayScreen,
    Scope.COPY: PlayScreen,
    Scope.SHARE: ShareScreen,
    Scope.QUESTION: ConfirmScreen,
    Scope.PAGE: PageScreen,
    Scope.PALETTE: PaletteScreen,
    Scope.APP: BinairoApp,
}


WAYS_BACK = {
    FooterContext.HOME: ("q", "quit"),
    FooterContext.HOME_GAME: ("q", "quit"),
    FooterContext.LAST_DIALOG: ("q", "quit"),
    FooterContext.MAKING: ("q", "give up"),
    FooterContext.QUESTION: ("n", "no"),
    FooterContext.IMPORT: ("Esc", "back"),
    FooterContext.SOLVED_RACE: ("q", "room"),
    FooterContext.LESSON: ("q", "leave"),
    FooterContext.STORM: ("q", "leave"),
    FooterContext.STORM_RUN: ("q", "end the run"),
    FooterContext.STORM_TOGETHER: ("q", "room"),
    FooterContext.STORM_TOGETHER_OVER: ("q", "room"),
    FooterContext.DRILL: ("q", "leave"),
    FooterContext.DRILL_CHAIN: ("q", "leave"),
    FooterContext.DRILL_BRANCH: ("q", "leave"),
    FooterContext.LESSON_STEP: ("q", "leave"),
    FooterContext.PALETTE: ("Esc", "close"),
}
"""The last entry of footers that do not end with `back`."""


def test_ids_are_unique() -> None:
    assert Counter(command.id for command in COMMANDS).most_common(1)[0][1] == 1


@pytest.mark.parametrize("scope", [scope for scope in Scope if scope is not Scope.APP])
def test_no_key_means_two_things_at_once(scope: Scope) -> None:
    for other in concurrent_scopes(scope):
        keys = Counter(key for command in COMMANDS if command.scope in (scope, other) for key in command.keys)
        assert [key for key, count in keys.items() if count > 1] == []


def owners(kind: type[CommandOwner] = CommandOwner) -> Iterator[type[CommandOwner]]:
    """Every screen and widget with commands that was imported."""
    for owner in kind.__subclasses__():
        yield owner
        yield from owners(owner)


def test_scopes_that_are_heard_together_are_known_to_be() -> None:
    """A letter that opens a place from Home may also be a key of lists."""
    for package in (screens, widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for owner in {*owners()} - {HomeMenu}:
        heard = (*owner.SCOPES, Scope.LIST) if issubclass(owner, ListScreen) else owner.SCOPES
        for one, other in combinations(dict.fromkeys(heard), 2):
            assert other in concurrent_scopes(one), owner


def can_be_carried_out(command: Command) -> bool:
    match = re.fullmatch(r"(?:(app)\.)?(\w+)(?:\('?(\w+)?.*\))?", command.action)
    assert match, command
    owner = BinairoApp if match[1] else OWNERS[command.scope]
    game = EditSession if owner is EditorScreen else Play if owner is PlayScreen else GameSession
    return hasattr(owner, f"action_{match[2]}") and (match[2] not in ("game", "cell") or hasattr(game, match[3]))


def test_every_command_can_be_carried_out_and_its_help_is_a_sentence() -> None:
    assert [command.id for command in COMMANDS if not can_be_carried_out(command)] == []
    assert [it.help for it in COMMANDS if not (it.help[0].isupper() and it.help.endswith("."))] == []


@pytest.mark.parametrize("context", FooterContext)
def test_the_footer_fits_80_columns_and_ends_with_the_way_back(context: FooterContext) -> None:
    items = DEFAULT_KEYMAP.footer_items(context)
    if context is FooterContext.EDITING:  # signs come last, and are shown on wider terminals
        items = [item for item in items if item not in (("Enter", "more"), ("= x", "signs"))]
    elif ("q", "back") in items and ("0 1", "place") in items:  # as are the keys of every minute in a game
        items = [item for item in items if item[0] not in ("n", "y", "c", "m", "p", "Y")]
    assert fitting(items, 80) == items
    assert 1 <= len(items) <= 8
    assert items[-1] == WAYS_BACK.get(context, ("q", "back"))


def test_commands_share_an_entry() -> None:
    assert DEFAULT_KEYMAP.footer_items(FooterContext.PLAYING)[0] == ("0 1", "place")


def test_help_lists_every_command_once() -> None:
    assert sorted(sentence for _, _, sentence in DEFAULT_KEYMAP.help_rows()) == sorted(
        command.help for command in COMMANDS
    )


def test_bindings_carry_the_ids() -> None:
    bound = key_bindings(DEFAULT_KEYMAP, tuple(Scope)).values()
    assert {binding.id for bindings in bound for binding in bindings} == {command.id for command in COMMANDS}
