"""The current keys, from a preset and the player's own keys; a base class for what binds keys; and what runs commands.

A key cannot mean two things in the same place. The player's own keys take precedence over the preset, and the preset
over the default keys. If two of the player's own keys clash, the one listed first wins.

The app looks up the command of a pressed key. Textual's own bindings are not used, because they are written into
classes. `App.set_keymap` could change them, but from then on, Textual would make all bindings anew at every key press.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.actions import parse
from textual.dom import DOMNode
from textual.events import Key

from binairo_tui.tui.keymap import commands, footers
from binairo_tui.tui.keymap.names import key_name, parse_key

if TYPE_CHECKING:
    from textual.app import App


def _moves(*letters: str) -> dict[str, tuple[str, ...]]:
    """Return the keys of movement commands: the arrows and, if given, letters for up, down, left and right."""
    up, down, left, right = [(*letters[at : at + 1], name) for at, name in enumerate(("up", "down", "left", "right"))]
    return {
        "board.up": up,
        "board.down": down,
        "board.left": left,
        "board.right": right,
        "list.up": up,
        "list.down": down,
        "list.open": ("enter", *right),
        "list.back": left,
        "page.up": up,
        "page.down": down,
        "share.previous": left,
        "share.next": right,
    }


PRESETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "default": {},
    "arrows": _moves(),
    "vim": {**_moves("k", "j", "h", "l"), "cell.clear": ("x", "backspace", "delete", "full_stop")},
    # The left hand reaches the most frequent commands.
    "wasd": {
        **_moves("w", "s", "a", "d"),
        "cell.zero": ("q", "0"),
        "cell.one": ("e", "1"),
        "cell.clear": ("x", "backspace", "delete", "full_stop"),
        "play.undo": ("z", "u"),
        "play.hint": ("t", "i"),
        "play.why": ("5", "y"),
        "play.mark": ("4", "m"),
        "drill.hint": ("t", "i"),
        "drill.cell": ("4", "m"),
        "board.next-empty": ("3", "n"),
        "board.previous-empty": ("2", "N"),
        "board.next-violation": ("E",),
        "puzzle.edit": ("X",),
        "app.back": ("Q", "escape"),
        "home.daily": ("D",),
        "home.statistics": ("S",),
    },
}
"""Maps each preset to its changes of the default keys. If a preset gives a key to a command, all other commands that
can be given in the same place lose this key."""

_SCREENS: tuple[tuple[commands.Scope, ...], ...] = (
    (
        commands.Scope.BOARD,
        commands.Scope.FILL,
        commands.Scope.PLAY,
        commands.Scope.SOLVED,
        commands.Scope.PUZZLE,
        commands.Scope.COPY,
    ),
    (commands.Scope.BOARD, commands.Scope.FILL, commands.Scope.EDITOR, commands.Scope.PUZZLE),
    (commands.Scope.BOARD, commands.Scope.FILL, commands.Scope.LESSON, commands.Scope.DRILL),
    (commands.Scope.BOARD, commands.Scope.FILL, commands.Scope.STORM),
    (commands.Scope.BOARD, commands.Scope.SOLUTIONS),
    (commands.Scope.LIST, commands.Scope.GAMES),
    (commands.Scope.HOME, commands.Scope.GAMES),
    (commands.Scope.LIST, commands.Scope.STATISTICS),
    (commands.Scope.LIST, commands.Scope.PUZZLE, commands.Scope.COPY),
    (commands.Scope.SHARE, commands.Scope.PAGE),
    *[(scope, commands.Scope.APP) for scope in commands.Scope if scope is not commands.Scope.PALETTE],
    (commands.Scope.PALETTE,),
)
"""Groups of scopes that are active at the same time. APP is active with every scope except PALETTE."""
NO_KEY = "no_key_"
"""The prefix of invented names of keys, which no terminal sends. A command without keys is bound to such a name, so
that the palette offers it, too."""
RESERVED = {"ctrl+q": "app.quit", "escape": "app.back"}
"""Keys that cannot be changed, so that there is always a way out."""

_COMMANDS = {command.id: command for command in commands.COMMANDS}


@cache
def concurrent_scopes(scope: commands.Scope) -> tuple[commands.Scope, ...]:
    others = {other for heard in _SCREENS if scope in heard for other in heard}
    return tuple([other for other in commands.Scope if other in others])


def command_of(command_id: str) -> commands.Command:
    return _COMMANDS[command_id]


class Keymap(NamedTuple):
    """Maps each command id to the command's keys, as Textual names them, or to () if the command has no key."""

    keys: Mapping[str, tuple[str, ...]]

    def key_of(self, command_id: str) -> str:
        """Return the first key of a command as the player reads it; empty if it has none."""
        keys = self.keys[command_id]
        return key_name(keys[0]) if keys else ""

    def keys_text(self, command_id: str) -> str:
        return " ".join([key_name(key) for key in self.keys[command_id]])

    def footer_items(self, context: footers.FooterContext, hidden: Collection[str] = ()) -> list[tuple[str, str]]:
        """Return the entries of a footer: the first keys of the entry's commands, and the entry's word.

        Entries without keys, and those whose first command is in `hidden`, are left out. In IMPORT, where the player
        types text, keys that type a character are left out.
        """
        key_of = self._key_while_typing if context is footers.FooterContext.IMPORT else self.key_of
        items = [
            (" ".join(filter(None, map(key_of, ids))), word) for word, *ids in context.value if ids[0] not in hidden
        ]
        return [(keys, word) for keys, word in items if keys]

    def _key_while_typing(self, command_id: str) -> str:
        return next((key_name(key) for key in self.keys[command_id] if len(key) > 1), "")

    def help_rows(
        self, scopes: Sequence[commands.Scope] = tuple(commands.Scope)
    ) -> Iterator[tuple[commands.Scope, str, str]]:
        """Yield the scope, keys and help sentence of every command that has a key, scope by scope."""
        for scope in scopes:
            for command in commands.COMMANDS:
                if command.scope is scope and self.keys[command.id]:
                    yield scope, self.keys_text(command.id), command.help


def keymap_of(app: object) -> Keymap:
    """Return the current keys of an app: its `keymap`, or the default keymap if it has none."""
    keymap = getattr(app, "keymap", None)
    return keymap if isinstance(keymap, Keymap) else DEFAULT_KEYMAP


def make_keymap(preset: str, own: Mapping[str, Sequence[str]]) -> tuple[Keymap, tuple[str, ...]]:
    """Return a preset changed by the player's own keys, and a clause for each problem that the player's keys cause.

    `preset` is a key of PRESETS. `own` maps command ids to keys in any spelling that `parse_key` knows; it is untrusted
    and may hold anything.
    """
    if not own and not PRESETS[preset]:
        return DEFAULT_KEYMAP, ()
    chosen, problems = _parsed(own)
    taken = {(commands.Scope.APP, key): command_id for key, command_id in RESERVED.items()}
    keys: dict[str, tuple[str, ...]] = {}
    for layer in (chosen, PRESETS[preset], {command.id: command.keys for command in commands.COMMANDS}):
        for command_id, wanted in layer.items():
            if command_id not in keys:
                keys[command_id], refused = _take(command_id, wanted, taken)
                problems += refused if layer is chosen else ()
    for key, command_id in RESERVED.items():
        if key not in keys[command_id]:
            keys[command_id] += (key,)
    keymap = Keymap({command.id: keys[command.id] for command in commands.COMMANDS})
    if chosen:
        problems += _lost(keymap, make_keymap(preset, {})[0], chosen, taken)
    return keymap, tuple(problems)


def _parsed(own: Mapping[str, Sequence[str]]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Return the player's valid keys by command id, () where the player wants no key, and a clause for each problem."""
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
    command_id: str, wanted: Sequence[str], taken: dict[tuple[commands.Scope, str], str]
) -> tuple[tuple[str, ...], list[str]]:
    """Give a command those of the `wanted` keys that are free in its concurrent scopes.

    Return these keys, and a clause for each wanted key that another command has. `taken` maps (scope, key) to the
    command that has the key there; the new keys are added to it.
    """
    scope = _COMMANDS[command_id].scope
    granted: list[str] = []
    refused: list[str] = []
    for key in wanted:
        owner = next((taken[it, key] for it in concurrent_scopes(scope) if (it, key) in taken), command_id)
        if owner != command_id:
            refused.append(f"{command_id}: {key_name(key)} already means {owner}")
        else:
            taken[scope, key] = command_id
            granted.append(key)
    return tuple(granted), refused


def _lost(
    keymap: Keymap,
    before: Keymap,
    chosen: Mapping[str, tuple[str, ...]],
    taken: Mapping[tuple[commands.Scope, str], str],
) -> Iterator[str]:
    """Yield a clause for each key of the keymap `before` that the player has `chosen` for another command."""
    for command_id, keys in before.keys.items():
        if command_id in chosen:
            continue
        scope = _COMMANDS[command_id].scope
        for key in keys:
            if key not in keymap.keys[command_id]:
                winner = next(taken[it, key] for it in concurrent_scopes(scope) if (it, key) in taken)
                rest = keymap.keys_text(command_id)
                yield f"{winner}: takes {key_name(key)} from {command_id}, which keeps {rest or 'no key'}"


DEFAULT_KEYMAP = Keymap({command.id: command.keys for command in commands.COMMANDS})


class CommandOwner:
    """Mixin for screens, widgets and apps that have actions for the commands of some scopes."""

    SCOPES: ClassVar[tuple[commands.Scope, ...]] = ()
    """The scopes of the owner's commands. If a key is bound in several scopes, its commands are tried in this order."""

    bound: Mapping[str, list[commands.Command]] = MappingProxyType({})
    """Maps each key to the commands that it is bound to, in the order in which they are tried."""

    def bind_keys(self, keymap: Keymap) -> None:
        self.bound = key_bindings(keymap, self.SCOPES)

    def bound_command(self, key: str) -> commands.Command | None:
        found = self.bound.get(key)
        return found[0] if found else None


def key_bindings(keymap: Keymap, scopes: tuple[commands.Scope, ...]) -> dict[str, list[commands.Command]]:
    """Map each key to its commands in some scopes, in their order; without keys, a command has `NO_KEY` and its id."""
    found: dict[str, list[commands.Command]] = {}
    for scope in scopes:
        for command in commands.COMMANDS:
            if command.scope is scope:
                for key in keymap.keys[command.id] or (NO_KEY + command.id,):
                    found.setdefault(key, []).append(command)
    return found


def commands_for(node: DOMNode, key: str) -> Iterator[tuple[commands.Command, DOMNode]]:
    """Yield a key's commands and their owners, from a node upwards; behind a modal screen, only those with priority."""
    is_hidden = False
    for owner in node.ancestors_with_self:
        if isinstance(owner, CommandOwner):
            for command in owner.bound.get(key, ()):
                if command.priority or not is_hidden:
                    yield command, owner
        is_hidden = is_hidden or owner.is_modal


def offered_commands(node: DOMNode) -> dict[str, DOMNode]:
    """Return the owner of each command that can be given at a node now, by command id: the node or an ancestor."""
    owners = [owner for owner in node.ancestors_with_self if isinstance(owner, CommandOwner)]
    offered: dict[str, DOMNode] = {}
    for key in dict.fromkeys(key for owner in owners for key in owner.bound):
        for command, owner in commands_for(node, key):
            if owner.check_action(*parse(command.action)[1:]):
                offered.setdefault(command.id, owner)
                break
    return offered


class KeyCommands:
    """Runs, in an app, the first command of a pressed key that is possible where the player is.

    `tell` shows a clause to the player. `us_character` returns what a US keyboard types with the key of a character.
    """

    def __init__(self, app: "App[None]", tell: Callable[[str], None], us_character: Callable[[str], str]) -> None:
        self._app = app
        self._tell = tell
        self._us_character = us_character
        self._unknown: set[str] = set()
        self._says_unknown = False
        """Whether the screen says that a key does nothing here. The next key removes this sentence."""

    async def run(self, event: Key, *, only_priority: bool = False) -> bool:
        """Run the first command of a key that is possible now and, with `only_priority`, has priority.

        Return False if no command was run, as when the focused text field needs the key.
        """
        if self._says_unknown:
            self._says_unknown = False
            self._tell("")
        focused = self._app.focused
        if focused is not None and focused.check_consume_key(event.key, event.character):
            return False
        for command, owner in commands_for(focused or self._app.screen, event.key):
            action = "app.escape" if (command.id, event.key) == ("app.back", "escape") else command.action
            if (command.priority or not only_priority) and await self._app.run_action(action, owner):
                return True
        return False

    async def run_unknown(self, event: Key) -> bool:
        """Run the command that a US keyboard has at this key's place; if there is none, say so and return False."""
        typed = event.character or ""
        if len(typed) != 1 or not typed.isprintable() or self._is_bound(event.key):
            return False
        key = parse_key(self._us_character(typed))
        if key and self._is_bound(key):
            return await self.run(Key(key, None))
        if typed not in self._unknown:
            self._unknown.add(typed)
            self._says_unknown = True
            self._tell(f"the key {key_name(event.key)} does nothing here")
        return False

    def _is_bound(self, key: str) -> bool:
        return any(True for _ in commands_for(self._app.focused or self._app.screen, key))
