"""What can be done while choosing a kind of puzzle to be made."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_new = partial(Command, scope=Scope.NEW)
_move = partial(_new, footer="move", contexts=(FooterContext.NEW,))
_change = partial(_new, footer="change", contexts=(FooterContext.NEW,))

NEW_COMMANDS: tuple[Command, ...] = (
    _move("new.up", ("up", "k", "w"), "step(-1)", "Up", "Go a row up."),
    _move("new.down", ("down", "j", "s"), "step(1)", "Down", "Go a row down."),
    _change("new.previous", ("left", "h", "a"), "change(-1)", "Less", "Choose the value before in the row."),
    _change("new.next", ("right", "l", "d"), "change(1)", "More", "Choose the next value in the row."),
    _new(
        "new.make",
        ("enter",),
        "make",
        "Make",
        "Have a puzzle of this kind made, and play it.",
        footer="make and play",
        contexts=(FooterContext.NEW,),
    ),
)
