"""Commands: what a player can do, where, and by which keys."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Scope(Enum):
    """Where a command can be given; the value is the heading of its keys in the help.

    BOARD and FILL are common to all screens with boards: moving on one, and filling it. SOLVED is heard before the
    other scopes of its screen, but only once the puzzle is solved: its keys may mean something else while playing.
    PUZZLE is heard wherever there is a puzzle, COPY there except in the editor. Commands of APP share no key with any
    other command.
    """

    BOARD = "On a board"
    FILL = "While filling a board"
    PLAY = "While playing"
    SOLVED = "Once solved"
    REPLAY = "In a replay"
    EDITOR = "In the editor"
    SOLUTIONS = "Among solutions"
    LIST = "In lists"
    GAMES = "On unfinished games"
    HOME = "On the first screen"
    DAILY = "On the calendar"
    NEW = "For a new puzzle"
    LESSON = "At the first steps"
    IMPORT = "At an import"
    STATISTICS = "On statistics"
    PUZZLE = "On a puzzle"
    COPY = "On a puzzle to play"
    SHARE = "While sharing"
    QUESTION = "When asked"
    PAGE = "On pages of text"
    PALETTE = "In the palette"
    APP = "Everywhere"


@dataclass(frozen=True)
class Command:
    """A command that a player can give.

    `id` never changes, because the players' settings refer to it. `keys`, those of the default preset, and `action` are
    in Textual's terms. `help` is a sentence. A command with `priority` gets its keys before a text field does.
    """

    scope: Scope
    id: str
    keys: tuple[str, ...]
    action: str
    title: str
    help: str
    priority: bool = False
