"""Presets: sets of keys, as changes of the default one.

A key that a preset gives to a command is taken from any other command that has it by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_ARROWS = {"up": ("up",), "down": ("down",), "left": ("left",), "right": ("right",)}
_VIM = {"up": ("k", "up"), "down": ("j", "down"), "left": ("h", "left"), "right": ("l", "right")}
_WASD = {"up": ("w", "up"), "down": ("s", "down"), "left": ("a", "left"), "right": ("d", "right")}


def _moves(keys: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the keys of the four directions for the board, lists and pages."""
    return {
        **{f"board.{direction}": keys[direction] for direction in ("up", "down", "left", "right")},
        "list.up": keys["up"],
        "list.down": keys["down"],
        "list.open": ("enter", *keys["right"]),
        "list.back": keys["left"],
        "page.up": keys["up"],
        "page.down": keys["down"],
        "share.previous": keys["left"],
        "share.next": keys["right"],
    }


PRESETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "default": {},
    "arrows": _moves(_ARROWS),
    "vim": {**_moves(_VIM), "cell.clear": ("x", "backspace", "delete", "full_stop")},
    # The left hand reaches what is needed often.
    "wasd": {
        **_moves(_WASD),
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
