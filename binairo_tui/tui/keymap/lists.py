"""What can be done in lists."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_list = partial(Command, scope=Scope.LIST)
_LIST = (FooterContext.LIST, FooterContext.GAMES, FooterContext.HOME, FooterContext.HOME_GAME, FooterContext.SETTINGS)

LIST_COMMANDS: tuple[Command, ...] = (
    _list("list.up", ("up", "k", "w"), "step(-1)", "Up", "Go up.", footer="move", contexts=_LIST),
    _list("list.down", ("down", "j", "s"), "step(1)", "Down", "Go down.", footer="move", contexts=_LIST),
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
        contexts=_LIST,
        words={FooterContext.SETTINGS: "next value", FooterContext.GAMES: "go on", FooterContext.HOME_GAME: "go on"},
    ),
    _list(
        "list.back",
        ("left", "h", "a"),
        "back",
        "Back",
        "Go back, but not from the first screen; in the settings: the value before.",
        footer="value before",
        contexts=(FooterContext.SETTINGS,),
    ),
)
