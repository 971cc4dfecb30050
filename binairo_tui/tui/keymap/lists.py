"""What can be done in lists."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, Moment, Scope

_list = partial(Command, scope=Scope.LIST)
_LIST = (Moment.LIST, Moment.GAMES, Moment.HOME, Moment.HOME_GAME, Moment.SETTINGS)

LIST_COMMANDS: tuple[Command, ...] = (
    _list("list.up", ("up", "k", "w"), "step(-1)", "Up", "Go up.", footer="move", moments=_LIST),
    _list("list.down", ("down", "j", "s"), "step(1)", "Down", "Go down.", footer="move", moments=_LIST),
    _list("list.page-up", ("pageup",), "page(-1)", "Page up", "Go up a page."),
    _list("list.page-down", ("pagedown",), "page(1)", "Page down", "Go down a page."),
    _list("list.first", ("home", "g"), "jump(0)", "First", "Go to the first line."),
    _list("list.last", ("end", "G"), "jump(-1)", "Last", "Go to the last line."),
    _list(
        "list.open",
        ("enter", "l", "right", "d"),
        "open",
        "Open",
        "Open the line; in the settings: the next value.",
        footer="open",
        moments=_LIST,
        words={Moment.SETTINGS: "next value", Moment.GAMES: "go on", Moment.HOME_GAME: "go on"},
    ),
    _list(
        "list.back",
        ("left", "h", "a"),
        "back",
        "Back",
        "Go back, but not from the first screen; in the settings: the value before.",
        footer="value before",
        moments=(Moment.SETTINGS,),
    ),
)
