"""All commands of all scopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.tui.keymap.app import APP_COMMANDS
from binairo_tui.tui.keymap.daily import DAILY_COMMANDS
from binairo_tui.tui.keymap.editor import EDITOR_COMMANDS, SOLUTIONS_COMMANDS
from binairo_tui.tui.keymap.home import GAMES_COMMANDS, HOME_COMMANDS
from binairo_tui.tui.keymap.importing import IMPORT_COMMANDS
from binairo_tui.tui.keymap.lesson import LESSON_COMMANDS
from binairo_tui.tui.keymap.lists import LIST_COMMANDS
from binairo_tui.tui.keymap.new_puzzle import NEW_COMMANDS
from binairo_tui.tui.keymap.pages import PAGE_COMMANDS
from binairo_tui.tui.keymap.palette import PALETTE_COMMANDS
from binairo_tui.tui.keymap.play import PLAY_COMMANDS
from binairo_tui.tui.keymap.question import QUESTION_COMMANDS
from binairo_tui.tui.keymap.sharing import SHARING_COMMANDS
from binairo_tui.tui.keymap.statistics import STATISTICS_COMMANDS

if TYPE_CHECKING:
    from binairo_tui.tui.keymap.command import Command

COMMANDS: tuple[Command, ...] = (
    *PLAY_COMMANDS,
    *SHARING_COMMANDS,
    *EDITOR_COMMANDS,
    *SOLUTIONS_COMMANDS,
    *LIST_COMMANDS,
    *GAMES_COMMANDS,
    *HOME_COMMANDS,
    *DAILY_COMMANDS,
    *NEW_COMMANDS,
    *LESSON_COMMANDS,
    *IMPORT_COMMANDS,
    *STATISTICS_COMMANDS,
    *PAGE_COMMANDS,
    *QUESTION_COMMANDS,
    *PALETTE_COMMANDS,
    *APP_COMMANDS,
)

_BY_ID = {command.id: command for command in COMMANDS}


def command_of(command_id: str) -> Command:
    """The command with this id. Raises KeyError if there is none."""
    return _BY_ID[command_id]
