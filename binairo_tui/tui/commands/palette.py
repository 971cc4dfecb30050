"""What can be done in the palette, where other keys type."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.commands.command import Command, Scope

_palette = partial(Command, scope=Scope.PALETTE)

PALETTE_COMMANDS: tuple[Command, ...] = (
    _palette("palette.up", ("up", "ctrl+p"), "step(-1)", "Up", "Go up."),
    _palette("palette.down", ("down", "ctrl+n"), "step(1)", "Down", "Go down."),
    _palette("palette.run", ("enter",), "run", "Run", "Give the command."),
    _palette(
        "palette.erase", ("backspace",), "erase", "Erase", "Take back what was typed last; with nothing typed, close."
    ),
    _palette("palette.close", ("escape", "ctrl+g"), "close", "Close", "Close the palette."),
)
