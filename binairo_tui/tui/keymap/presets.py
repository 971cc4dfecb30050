"""Presets: sets of keys, defined as changes to the default keys.

A key that a preset gives to a command is taken away from any other command that has it by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def _moves(*letters: str) -> dict[str, tuple[str, ...]]:
    """Return the movement keys for the board, lists and pages: the letters (up, down, left, right), then the arrows."""
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
        "board.next-empty": ("3", "n"),
        "board.previous-empty": ("2", "N"),
        "view.clock": ("T",),
        "board.next-violation": ("E",),
        "puzzle.edit": ("X",),
        "app.back": ("Q", "escape"),
    },
}
