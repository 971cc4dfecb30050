"""Commands as Textual's bindings, and what is laid over these when other keys are in force than they were made with.

Bindings are made while classes are: once, at import. What is laid over them later Textual works through at every key
press, which costs more than drawing the answer. So the keys that a start begins with should be known before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.tui.keymap.command import Scope
from binairo_tui.tui.keymap.keymap import DEFAULT_KEYMAP, PLAYED_SCOPES
from binairo_tui.tui.keymap.registry import COMMANDS

if TYPE_CHECKING:
    from textual.binding import Binding

    from binairo_tui.tui.keymap.keymap import Keymap

NO_KEY = "no_key_"
"""The beginning of names that no terminal sends: Textual takes an empty list of keys for the ones it knows."""

_made_with = dict(DEFAULT_KEYMAP.keys)


def begin_with(keymap: Keymap) -> None:
    """Have bindings made with these keys. Must come before the classes that have them: see `start`."""
    _made_with.update(keymap.keys)


def bindings(*scopes: Scope) -> list[Binding]:
    """Textual's bindings for all commands of some scopes.

    A key that means something in several of the scopes is tried in their order.
    """
    from textual.binding import Binding

    return [
        Binding(
            _joined(command.id, _made_with[command.id]),
            command.action,
            command.title,
            show=False,
            priority=command.priority,
            id=command.id,
            tooltip=command.help,
        )
        for scope in scopes
        for command in COMMANDS
        if command.scope is scope
    ]


def overlay(keymap: Keymap) -> dict[str, str]:
    """What to lay over the bindings so that a keymap is in force: as few commands as can be.

    Textual takes away all bindings of a key that it gives to a command, so commands that share a key with one of these,
    as PLAY and SOLVED may, must be in the map, too.
    """
    named = {it.id for it in COMMANDS if keymap.keys[it.id] != _made_with[it.id]}
    touched = {key for command_id in named for key in (*keymap.keys[command_id], *_made_with[command_id])}
    named |= {it.id for it in COMMANDS if it.scope in PLAYED_SCOPES and touched & {*keymap.keys[it.id]}}
    return {command_id: _joined(command_id, keys) for command_id, keys in keymap.keys.items() if command_id in named}


def _joined(command_id: str, keys: tuple[str, ...]) -> str:
    return ",".join(keys) or NO_KEY + command_id
