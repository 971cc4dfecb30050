"""The player's commands and their current keys. Key bindings, footers, help and documents are made from them."""

from binairo_tui.tui.keymap.commands import COMMANDS, Command, Scope
from binairo_tui.tui.keymap.footers import FooterContext
from binairo_tui.tui.keymap.keymap import DEFAULT_KEYMAP, CommandOwner, Keymap, command_of, keymap_of, make_keymap
from binairo_tui.tui.keymap.names import key_name

__all__ = [
    "COMMANDS",
    "DEFAULT_KEYMAP",
    "Command",
    "CommandOwner",
    "FooterContext",
    "Keymap",
    "Scope",
    "command_of",
    "key_name",
    "keymap_of",
    "make_keymap",
]
