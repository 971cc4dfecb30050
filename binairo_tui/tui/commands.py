"""Every command a player can give by a key: the one place that knows them.

Key bindings, footer and help screen are made from `COMMANDS`. A command's id stays the same for ever: users' own keys
will refer to it. Knows Textual's names of keys and nothing else of Textual, except in `bindings`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual.binding import Binding


class Scope(Enum):
    """Where a command can be given."""

    PLAY = "While playing"
    LIST = "In lists"
    PAGE = "On pages of text"
    APP = "Everywhere"


class Moment(Enum):
    """What the footer speaks about."""

    PLAYING = "playing"
    PAUSED = "paused"
    SOLVED = "solved"
    LIST = "list"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Command:
    """Something a player can do.

    `keys` and `action` are Textual's names. `footer` names the command in the footer of each of `moments`; neighbours
    with the same `footer` share one entry there. `help` is a sentence.
    """

    id: str
    keys: tuple[str, ...]
    action: str
    title: str
    help: str
    scope: Scope
    footer: str = ""
    moments: tuple[Moment, ...] = ()
    priority: bool = False


_PLAYING = (Moment.PLAYING,)
_BACK_MOMENTS = (Moment.PAUSED, Moment.SOLVED, Moment.PLAYING)

COMMANDS: tuple[Command, ...] = (
    Command("board.up", ("up", "k"), "move(-1,0)", "Up", "Go one cell up; from the top to the bottom.", Scope.PLAY),
    Command("board.down", ("down", "j"), "move(1,0)", "Down", "Go one cell down.", Scope.PLAY),
    Command("board.left", ("left", "h"), "move(0,-1)", "Left", "Go one cell to the left.", Scope.PLAY),
    Command("board.right", ("right", "l"), "move(0,1)", "Right", "Go one cell to the right.", Scope.PLAY),
    Command("cell.zero", ("0",), "place('0')", "Place 0", "Put a 0 into the cell.", Scope.PLAY, "place", _PLAYING),
    Command("cell.one", ("1",), "place('1')", "Place 1", "Put a 1 into the cell.", Scope.PLAY, "place", _PLAYING),
    Command("cell.cycle", ("space",), "cycle", "Cycle", "From empty to 0, to 1, to empty.", Scope.PLAY),
    Command(
        "cell.clear",
        ("backspace", "delete", "x", "full_stop"),
        "place('.')",
        "Clear",
        "Empty the cell.",
        Scope.PLAY,
        "clear",
        _PLAYING,
    ),
    Command("play.undo", ("u",), "undo", "Undo", "Take the last step back.", Scope.PLAY, "undo", _PLAYING),
    Command("play.redo", ("r",), "redo", "Redo", "Make the step again that was taken back.", Scope.PLAY),
    Command(
        "play.propagate-once",
        ("f",),
        "propagate_once",
        "Fill a step",
        "Fill what the first rule that applies forces.",
        Scope.PLAY,
    ),
    Command(
        "play.propagate",
        ("F",),
        "propagate",
        "Fill all",
        "Fill everything the rules force; one undo takes it back.",
        Scope.PLAY,
    ),
    Command(
        "play.hint",
        ("i",),
        "hint",
        "Hint",
        "A hint; again: more of it, until it fills a cell or goes back to before a mistake.",
        Scope.PLAY,
        "hint",
        _PLAYING,
    ),
    Command("play.why", ("w",), "why", "Why?", "Say why the cell holds what it holds.", Scope.PLAY),
    Command(
        "play.last-good",
        ("g",),
        "last_good",
        "To the last good position",
        "Undo until nothing is wrong; redo brings it back.",
        Scope.PLAY,
    ),
    Command("play.restart", ("R",), "restart", "Restart", "Empty all but the givens; undo brings it back.", Scope.PLAY),
    Command(
        "play.pause",
        ("p",),
        "pause",
        "Pause",
        "Stop the clock and hide the grid, or go on.",
        Scope.PLAY,
        "go on",
        (Moment.PAUSED,),
    ),
    Command(
        "play.next",
        ("n",),
        "next",
        "Next puzzle",
        "Once solved: the next unsolved puzzle of the collection.",
        Scope.PLAY,
        "next puzzle",
        (Moment.SOLVED,),
    ),
    Command("list.up", ("up", "k"), "step(-1)", "Up", "Go up.", Scope.LIST, "move", (Moment.LIST,)),
    Command("list.down", ("down", "j"), "step(1)", "Down", "Go down.", Scope.LIST, "move", (Moment.LIST,)),
    Command("list.page-up", ("pageup",), "page(-1)", "Page up", "Go up a page.", Scope.LIST),
    Command("list.page-down", ("pagedown",), "page(1)", "Page down", "Go down a page.", Scope.LIST),
    Command("list.first", ("home", "g"), "jump(0)", "First", "Go to the first line.", Scope.LIST),
    Command("list.last", ("end", "G"), "jump(-1)", "Last", "Go to the last line.", Scope.LIST),
    Command("list.open", ("enter", "l", "right"), "open", "Open", "Open the line.", Scope.LIST, "open", (Moment.LIST,)),
    Command("list.back", ("left", "h"), "app.leave", "Back", "Go back.", Scope.LIST),
    Command("page.up", ("up", "k"), "scroll(-1)", "Up", "Scroll up.", Scope.PAGE, "scroll", (Moment.PAGE,)),
    Command("page.down", ("down", "j"), "scroll(1)", "Down", "Scroll down.", Scope.PAGE, "scroll", (Moment.PAGE,)),
    Command(
        "app.help",
        ("question_mark", "f1"),
        "app.help",
        "Help",
        "Show the keys.",
        Scope.APP,
        "help",
        (*_PLAYING, Moment.LIST),
    ),
    Command(
        "app.back",
        ("q", "escape"),
        "app.leave",
        "Back",
        "Go back; a game is kept as it is. On the first screen: quit.",
        Scope.APP,
        "back",
        (*_BACK_MOMENTS, Moment.LIST, Moment.PAGE),
    ),
    Command(
        "app.quit", ("ctrl+q", "ctrl+c"), "app.quit", "Quit", "Quit at once; a game is kept.", Scope.APP, priority=True
    ),
    Command(
        "app.suspend", ("ctrl+z",), "app.suspend_process", "Suspend", "Back to the shell; `fg` returns.", Scope.APP
    ),
    Command("app.repaint", ("ctrl+l",), "app.repaint", "Repaint", "Draw the screen anew.", Scope.APP),
)

_KEY_NAMES = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "space": "Space",
    "backspace": "Bksp",
    "delete": "Del",
    "enter": "Enter",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "full_stop": ".",
    "question_mark": "?",
    "f1": "F1",
}


def key_name(key: str) -> str:
    """A key as the player reads it: `Bksp`, `Ctrl+Z`, `F`."""
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return _KEY_NAMES.get(key, key)


def key_of(command_id: str) -> str:
    """The first key of a command, as the player reads it."""
    return next(key_name(command.keys[0]) for command in COMMANDS if command.id == command_id)


def bindings(*scopes: Scope) -> list[Binding]:
    """Textual's bindings for all commands of some scopes."""
    from textual.binding import Binding

    return [
        Binding(
            ",".join(command.keys),
            command.action,
            command.title,
            show=False,
            priority=command.priority,
            id=command.id,
            tooltip=command.help,
        )
        for command in COMMANDS
        if command.scope in scopes
    ]


def footer_items(moment: Moment) -> list[tuple[str, str]]:
    """The footer's entries as (keys, what they do), in the order of `COMMANDS`; one key per command."""
    items: list[tuple[str, str]] = []
    for command in COMMANDS:
        if moment not in command.moments:
            continue
        keys = key_name(command.keys[0])
        if items and items[-1][1] == command.footer:
            keys = f"{items.pop()[0]} {keys}"
        items.append((keys, command.footer))
    return items


def help_rows(scopes: Sequence[Scope] = tuple(Scope)) -> Iterator[tuple[Scope, str, str]]:
    """Scope, keys and sentence of every command, scope by scope."""
    for scope in scopes:
        for command in COMMANDS:
            if command.scope is scope:
                yield scope, " ".join([key_name(key) for key in command.keys]), command.help
