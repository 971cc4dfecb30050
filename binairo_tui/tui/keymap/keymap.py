"""The keys in force: a preset, changed by the player's own keys; clashes are found here and nowhere else. Pure.

One key cannot mean two things at the same place. Who wins is always the same: the player's own keys before those of the
preset, those of the preset before the default ones, and of the player's own the line that stands first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from binairo_tui.tui.keymap.command import FooterContext, Scope
from binairo_tui.tui.keymap.names import key_name, parse_key
from binairo_tui.tui.keymap.presets import PRESETS
from binairo_tui.tui.keymap.registry import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PLAYED_SCOPES = (Scope.BOARD, Scope.FILL, Scope.PLAY, Scope.SOLVED)
CONCURRENT_SCOPES: dict[Scope, tuple[Scope, ...]] = {
    **{scope: (scope, Scope.APP) for scope in Scope},
    Scope.LIST: (Scope.LIST, Scope.GAMES, Scope.HOME, Scope.STATISTICS, Scope.PUZZLE, Scope.COPY, Scope.APP),
    Scope.GAMES: (Scope.GAMES, Scope.LIST, Scope.HOME, Scope.APP),
    Scope.HOME: (Scope.HOME, Scope.LIST, Scope.GAMES, Scope.APP),
    Scope.STATISTICS: (Scope.STATISTICS, Scope.LIST, Scope.APP),
    Scope.BOARD: (
        *(Scope.BOARD, Scope.FILL, Scope.PLAY, Scope.EDITOR, Scope.SOLUTIONS, Scope.LESSON),
        *(Scope.PUZZLE, Scope.COPY, Scope.APP),
    ),
    Scope.FILL: (
        *(Scope.FILL, Scope.BOARD, Scope.PLAY, Scope.EDITOR, Scope.LESSON),
        *(Scope.PUZZLE, Scope.COPY, Scope.APP),
    ),
    Scope.PLAY: (Scope.PLAY, Scope.BOARD, Scope.FILL, Scope.PUZZLE, Scope.COPY, Scope.APP),
    Scope.SOLVED: (Scope.SOLVED, Scope.PUZZLE, Scope.COPY, Scope.APP),
    Scope.EDITOR: (Scope.EDITOR, Scope.BOARD, Scope.FILL, Scope.PUZZLE, Scope.APP),
    Scope.LESSON: (Scope.LESSON, Scope.BOARD, Scope.FILL, Scope.APP),
    Scope.SOLUTIONS: (Scope.SOLUTIONS, Scope.BOARD, Scope.APP),
    Scope.PUZZLE: (
        *(Scope.PUZZLE, Scope.COPY, Scope.BOARD, Scope.FILL, Scope.PLAY, Scope.SOLVED, Scope.EDITOR),
        *(Scope.LIST, Scope.APP),
    ),
    Scope.COPY: (
        *(Scope.COPY, Scope.PUZZLE, Scope.BOARD, Scope.FILL, Scope.PLAY, Scope.SOLVED),
        *(Scope.LIST, Scope.APP),
    ),
    Scope.SHARE: (Scope.SHARE, Scope.PAGE, Scope.APP),
    Scope.PAGE: (Scope.PAGE, Scope.SHARE, Scope.APP),
    Scope.PALETTE: (Scope.PALETTE,),
    Scope.APP: tuple([scope for scope in Scope if scope is not Scope.PALETTE]),
}
"""The scopes whose commands a key can mean at the same time as those of a scope."""
TEXT_ENTRY = (FooterContext.IMPORT,)
"""Moments at which keys of one character write it."""
RESERVED = {"ctrl+q": "app.quit", "escape": "app.back"}
"""Keys that always mean the same: whatever the player chooses, there is a way out."""

_COMMANDS = {command.id: command for command in COMMANDS}


@dataclass(frozen=True)
class Keymap:
    """The keys of every command, by its id, in Textual's names; none for a command that cannot be given by a key."""

    keys: Mapping[str, tuple[str, ...]]

    def key_of(self, command_id: str) -> str:
        """The first key of a command, as the player reads it; empty if it has none."""
        keys = self.keys[command_id]
        return key_name(keys[0]) if keys else ""

    def _typing_nothing(self, command_id: str) -> str:
        """The first key of a command that writes no character, as the player reads it; empty if it has none."""
        return next((key_name(key) for key in self.keys[command_id] if len(key) > 1), "")

    def keys_text(self, command_id: str) -> str:
        """All keys of a command, as the player reads them."""
        return " ".join([key_name(key) for key in self.keys[command_id]])

    def footer_items(self, context: FooterContext) -> list[tuple[str, str]]:
        """The footer's entries as (keys, what they do), in the order of `COMMANDS`; one key per command."""
        items: list[tuple[str, str]] = []
        for command in COMMANDS:
            if context not in command.contexts:
                continue
            keys = self._typing_nothing(command.id) if context in TEXT_ENTRY else self.key_of(command.id)
            if not keys:
                continue
            word = command.words.get(context, command.footer)
            if items and items[-1][1] == word:
                keys = f"{items.pop()[0]} {keys}"
            items.append((keys, word))
        return items

    def help_rows(self, scopes: Sequence[Scope] = tuple(Scope)) -> Iterator[tuple[Scope, str, str]]:
        """Scope, keys and sentence of every command that has a key, scope by scope."""
        for scope in scopes:
            for command in COMMANDS:
                if command.scope is scope and self.keys[command.id]:
                    yield scope, self.keys_text(command.id), command.help


def keymap_of(app: object) -> Keymap:
    """The keys in force in an app; the default ones in an app that knows of no others."""
    keymap = getattr(app, "keymap", None)
    return keymap if isinstance(keymap, Keymap) else DEFAULT_KEYMAP


def make_keymap(preset: str, own: Mapping[str, Sequence[str]]) -> tuple[Keymap, tuple[str, ...]]:
    """The keys of a preset changed by the player's own, and a clause for all that is wrong or lost by those.

    `preset` is one of PRESETS; `own` maps command ids to keys in any spelling that `parse_key` knows, and may hold
    anything.
    """
    chosen, problems = _parsed(own)
    taken = {(Scope.APP, key): command_id for key, command_id in RESERVED.items()}
    keys: dict[str, tuple[str, ...]] = {}
    for layer in (chosen, PRESETS[preset], {command.id: command.keys for command in COMMANDS}):
        for command_id, wanted in layer.items():
            if command_id not in keys:
                keys[command_id], refused = _take(command_id, wanted, taken)
                problems += refused if layer is chosen else ()
    for key, command_id in RESERVED.items():
        if key not in keys[command_id]:
            keys[command_id] += (key,)
    keymap = Keymap({command.id: keys[command.id] for command in COMMANDS})
    if chosen:
        problems += _lost(keymap, make_keymap(preset, {})[0], chosen, taken)
    return keymap, tuple(problems)


def _parsed(own: Mapping[str, Sequence[str]]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The keys in Textual's names, of commands that there are; a command of which no key is known keeps its own."""
    chosen: dict[str, tuple[str, ...]] = {}
    problems: list[str] = []
    for command_id, names in own.items():
        if command_id not in _COMMANDS:
            problems.append(f"{command_id}: no such command")
            continue
        keys = {name: parse_key(name) for name in names}
        problems += [f'{command_id} = "{name}": no such key' for name, key in keys.items() if key is None]
        known = tuple(dict.fromkeys([key for key in keys.values() if key is not None]))
        if known or not names:
            chosen[command_id] = known
    return chosen, problems


def _take(
    command_id: str, wanted: Sequence[str], taken: dict[tuple[Scope, str], str]
) -> tuple[tuple[str, ...], list[str]]:
    """Give a command those of the wanted keys that are free wherever it is heard; say which are not."""
    scope = _COMMANDS[command_id].scope
    got: list[str] = []
    refused: list[str] = []
    for key in wanted:
        owner = next((taken[it, key] for it in CONCURRENT_SCOPES[scope] if (it, key) in taken), command_id)
        if owner != command_id:
            refused.append(f"{command_id}: {key_name(key)} already means {owner}")
        else:
            taken[scope, key] = command_id
            got.append(key)
    return tuple(got), refused


def _lost(
    keymap: Keymap, before: Keymap, chosen: Mapping[str, tuple[str, ...]], taken: Mapping[tuple[Scope, str], str]
) -> Iterator[str]:
    """Which keys of the preset went to the player's own commands from commands that the player did not mention."""
    for command_id, keys in before.keys.items():
        if command_id in chosen:
            continue
        scope = _COMMANDS[command_id].scope
        for key in keys:
            if key not in keymap.keys[command_id]:
                winner = next(taken[it, key] for it in CONCURRENT_SCOPES[scope] if (it, key) in taken)
                rest = keymap.keys_text(command_id)
                yield f"{winner}: takes {key_name(key)} from {command_id}, which has {rest or 'no key'} left"


DEFAULT_KEYMAP = Keymap({command.id: command.keys for command in COMMANDS})
