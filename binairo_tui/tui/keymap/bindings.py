"""The keys that each screen, widget and app binds to its commands; the app looks up the command of a pressed key.

Textual's own bindings are not used. They are written into classes, and its way of changing them for the player's own
keys, `App.set_keymap`, makes all of them anew at every key press.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from textual.actions import parse
from textual.dom import DOMNode

from binairo_tui.tui.keymap.commands import COMMANDS, Command, Scope
from binairo_tui.tui.keymap.keymap import Keymap

NO_KEY = "no_key_"
"""The beginning of made-up names of keys, which no terminal sends. They bind commands that have no keys, so that the
palette offers these, too."""


class CommandOwner:
    """Mixin for screens, widgets and apps that have actions for the commands of some scopes."""

    SCOPES: ClassVar[tuple[Scope, ...]] = ()
    """The scopes of the owner's commands. If a key is bound in several scopes, its commands are tried in this order."""

    bound: Mapping[str, list[Command]] = MappingProxyType({})
    """Maps each key to the commands that it is bound to, in the order in which they are tried."""

    def bind_keys(self, keymap: Keymap) -> None:
        self.bound = key_bindings(keymap, self.SCOPES)

    def bound_command(self, key: str) -> Command | None:
        """Return the first command of this owner to which a key is bound; None if there is none."""
        commands = self.bound.get(key)
        return commands[0] if commands else None


def key_bindings(keymap: Keymap, scopes: tuple[Scope, ...]) -> dict[str, list[Command]]:
    """Return a mapping from each key to its commands in some scopes, in the order of the scopes.

    A command without keys is bound to `NO_KEY` and its id.
    """
    found: dict[str, list[Command]] = {}
    for scope in scopes:
        for command in COMMANDS:
            if command.scope is scope:
                for key in keymap.keys[command.id] or (NO_KEY + command.id,):
                    found.setdefault(key, []).append(command)
    return found


def commands_for(node: DOMNode, key: str) -> Iterator[tuple[Command, DOMNode]]:
    """Yield a key's commands and their owners, from a node upwards; behind a modal screen, those with priority."""
    is_hidden = False
    for owner in node.ancestors_with_self:
        if isinstance(owner, CommandOwner):
            for command in owner.bound.get(key, ()):
                if command.priority or not is_hidden:
                    yield command, owner
        is_hidden = is_hidden or owner.is_modal


def offered_commands(node: DOMNode) -> dict[str, DOMNode]:
    """Map the id of each command that can be given at a node now to its owner, the node or an ancestor."""
    owners = [owner for owner in node.ancestors_with_self if isinstance(owner, CommandOwner)]
    offered: dict[str, DOMNode] = {}
    for key in dict.fromkeys(key for owner in owners for key in owner.bound):
        for command, owner in commands_for(node, key):
            if owner.check_action(*parse(command.action)[1:]):
                offered.setdefault(command.id, owner)
                break
    return offered
