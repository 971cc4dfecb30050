"""Every command that a player can give, and the keys it is given by: known nowhere else.

Bindings, footer, help screen and README are made from `COMMANDS` and the `Keymap` in force. One file per scope.
"""

from __future__ import annotations

from binairo_tui.tui.keymap.bound import begin_with, bindings, overlay
from binairo_tui.tui.keymap.command import Command, FooterContext, Scope
from binairo_tui.tui.keymap.keymap import DEFAULT_KEYMAP, Keymap, keymap_of, make_keymap
from binairo_tui.tui.keymap.names import key_name
from binairo_tui.tui.keymap.registry import COMMANDS, command_of

__all__ = [
    "COMMANDS",
    "DEFAULT_KEYMAP",
    "Command",
    "FooterContext",
    "Keymap",
    "Scope",
    "begin_with",
    "bindings",
    "command_of",
    "key_name",
    "keymap_of",
    "make_keymap",
    "overlay",
]
