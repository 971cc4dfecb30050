"""The compiled core: the same propagation, bands and search in C, where it was built. The one place that knows it.

Python is complete without it and is the reference: on both, propagation gives the same position, search the same
solutions (not in the same order), and a seed the same puzzle. Set BINAIRO_PURE=1 to do without the core.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from binairo_tui.engine._core import Board, Line
    from binairo_tui.engine.puzzle import LineSigns, Sign

API = 1
"""The version of the calls between Python and C; `core/module.c` states the same."""


def core_name() -> str:
    """Return what the engine runs in, "C" or "Python".

    >>> core_name() in ("C", "Python")
    True
    """
    return "Python" if native is None else "C"


def core_reason() -> str:
    """Return why, as a clause."""
    return _reason


def core_board(width: int, height: int, signs: tuple[Sign, ...], unique_lines: bool) -> Board | None:
    """Return the core's rules for one board shape; None without the core."""
    return None if native is None else native.board(width, height, signs, unique_lines)


def core_line(length: int, signs: LineSigns) -> Line | None:
    """Return the core's rules for one line; None without the core."""
    return None if native is None else native.line(length, signs)


class _Native(NamedTuple):
    board: type[Board]
    line: type[Line]


def _load() -> tuple[_Native | None, str]:
    if os.environ.get("BINAIRO_PURE", "") not in ("", "0"):
        return None, "BINAIRO_PURE is set"
    try:
        from binairo_tui.engine import _core
    except ImportError:
        return None, "the compiled core was not built"
    if _core.API != API:
        return None, "the compiled core is of another version"
    return _Native(_core.Board, _core.Line), "the compiled core was built"


native, _reason = _load()
