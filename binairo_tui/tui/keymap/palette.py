"""What can be done in the palette, where other keys type."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_palette = partial(Command, scope=Scope.PALETTE)
_shown = partial(_palette, contexts=(FooterContext.PALETTE,))

PALETTE_COMMANDS: tuple[Command, ...] = (
    _shown("palette.up", ("up", "ctrl+p"), "step(-1)", "Up", "Go up.", footer="move"),
    _shown("palette.down", ("down", "ctrl+n"), "step(1)", "Down", "Go down.", footer="move"),
    _shown("palette.run", ("enter",), "run", "Run", "Give the command.", footer="do it"),
    _palette(
        "palette.erase", ("backspace",), "erase", "Erase", "Take back what was typed last; with nothing typed, close."
    ),
    _shown("palette.close", ("escape", "ctrl+g"), "close", "Close", "Close the palette.", footer="close"),
)
