"""What a command is. A command's id stays the same for ever: the players' own keys refer to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Scope(Enum):
    """Where a command can be given.

    BOARD and FILL are what screens with boards have in common: moving on it, and filling it.
    Commands of APP share no key with any other. REPLAY and SOLVED are heard on the play screen before all others there,
    but only during a replay and once the puzzle is solved: a key may mean one thing then and another while playing.
    PUZZLE is heard wherever there is one, COPY but in the editor.
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


class FooterContext(Enum):
    """What the footer speaks about. A hint that can be told more of is HINTING, one that is told to its end HINTED.

    A puzzle is SOLVED in a collection that has more of them; else it is one of a day, a new one, or the last.
    """

    PLAYING = "playing"
    STRICT = "strict"
    BRANCHING = "branching"
    HINTING = "hinting"
    HINTED = "hinted"
    REPLAY = "replay"
    PAUSED = "paused"
    SOLVED = "solved"
    SOLVED_DAILY = "solved daily"
    SOLVED_NEW = "solved new"
    SOLVED_LAST = "solved last"
    EDITING = "editing"
    SOLUTIONS = "solutions"
    LIST = "list"
    GAMES = "games"
    HOME = "home"
    HOME_GAME = "home game"
    DAILY = "daily"
    NEW = "new"
    MAKING = "making"
    LESSON = "lesson"
    IMPORT = "import"
    STATISTICS = "statistics"
    SHARE = "share"
    QUESTION = "question"
    PAGE = "page"
    PALETTE = "palette"
    SETTINGS = "settings"


SOLVED_CONTEXTS = (
    FooterContext.SOLVED,
    FooterContext.SOLVED_DAILY,
    FooterContext.SOLVED_NEW,
    FooterContext.SOLVED_LAST,
)


@dataclass(frozen=True)
class Command:
    """Something a player can do.

    `keys`, those of the default preset, and `action` are Textual's names. `footer` names the command in the footers of
    its `contexts`, `words` gives it another name in some of them; neighbours with the same name share one entry.
    `help` is a sentence.
    """

    id: str
    keys: tuple[str, ...]
    action: str
    title: str
    help: str
    scope: Scope
    footer: str = ""
    contexts: tuple[FooterContext, ...] = ()
    priority: bool = False
    words: Mapping[FooterContext, str] = field(default_factory=lambda: MappingProxyType({}))
