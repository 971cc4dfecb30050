"""Textual bindings for the current keys. Every screen, widget and app has its own, because players may share a process.

Textual's own way to change keys, `App.set_keymap`, is not used, because it rewrites all bindings at every key press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingsMap

from binairo_tui.tui.keymap.commands import COMMANDS
from binairo_tui.tui.keymap.keymap import command_of

if TYPE_CHECKING:
    from binairo_tui.tui.keymap.commands import Command, Scope
    from binairo_tui.tui.keymap.keymap import Keymap

NO_KEY = "no_key_"
"""The prefix of a key that no terminal sends. It binds a command without keys, which the palette still offers."""


class CommandOwner:
    """Mixin of screens, widgets and apps that have actions for the commands of some scopes."""

    SCOPES: ClassVar[tuple[Scope, ...]] = ()
    """The scopes of the owner's commands. If a key is bound in several scopes, they are tried in this order."""

    _bindings: BindingsMap
    _merged_bindings: ClassVar[BindingsMap | None]

    def bind_keys(self, keymap: Keymap) -> None:
        """Bind the keys of a keymap to the commands, replacing the previous bindings."""
        inherited = self._merged_bindings.key_to_bindings if self._merged_bindings else {}
        self._bindings = BindingsMap.from_keys(inherited | key_bindings(keymap, self.SCOPES))

    def bound_command(self, key: str) -> Command | None:
        """Return the first command of this owner to which a key is bound; None if there is none."""
        ids = [binding.id for binding in self._bindings.key_to_bindings.get(key, ()) if binding.id]
        return command_of(ids[0]) if ids else None


def key_bindings(keymap: Keymap, scopes: tuple[Scope, ...]) -> dict[str, list[Binding]]:
    """Return the bindings of each key to commands in some scopes, in the order of the scopes."""
    found: dict[str, list[Binding]] = {}
    for scope in scopes:
        for command in COMMANDS:
            if command.scope is scope:
                for key in keymap.keys[command.id] or (NO_KEY + command.id,):
                    binding = Binding(key, command.action, show=False, priority=command.priority, id=command.id)
                    found.setdefault(key, []).append(binding)
    return found
