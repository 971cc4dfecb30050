"""The compiled core: optional C code for propagation, bands, search and counting. Only this module loads it.

The Python code is the reference, and is complete without the core. The core changes no results: propagation returns the
same position, search finds the same solutions (perhaps in a different order), and a seed gives the same puzzle. Setting
the environment variable BINAIRO_PURE to 1 disables the core.

The core lists the rules and techniques that it implements. If it lacks one of the rules, it is not used at all. To keep
it for the boards without a new rule, list the rule, and set `Propagator.core` to None for the others. If its techniques
differ, `band_solver` uses it only for lower bands. An editable installation (`pip install -e .`) builds the core again.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.rules import ViolationKind

if TYPE_CHECKING:
    from binairo_tui.engine._core import Board, Line, Seam

API = 12
"""The version of the interface between Python and C; it must be the same in `core/module.c`."""


def core_name() -> str:
    """Return "C" if the engine uses the compiled core, else "Python".

    >>> core_name() in ("C", "Python")
    True
    """
    return "Python" if native is None else "C"


def core_reason() -> str:
    """Return a clause that says why the compiled core is used or not used."""
    if _reason != _NOT_BUILT:
        return _reason
    from pathlib import Path

    try:
        return f"{_reason}: {Path(__file__).with_name('core_missing.txt').read_text('utf-8')}"
    except OSError:  # a checkout in which nothing was built
        return _reason


def core_seam(
    width: int,
    cut: int,
    rows: Sequence[int],
    choices: Sequence[Sequence[int]],
    signs: Sequence[tuple[int, int]],
    *,
    unique_columns: bool,
) -> Seam | None:
    """Return the core's object that counts grids which have `cut` rows above the seam; None without the core.

    None is also returned for boards that are too large for the core. `width`, `rows`, `choices` and `signs` are
    attributes of the `counting.seam.Seam`. With `unique_columns`, no two columns of a grid may be equal.
    """
    if native is None:
        return None
    try:
        return native.seam(width, cut, rows, choices, signs, unique_columns)
    except OverflowError:
        return None


_NOT_BUILT = "the compiled core was not built"


class _Native(NamedTuple):
    board: type[Board]
    line: type[Line]
    seam: type[Seam]
    techniques: tuple[tuple[str, int], ...]


def _load() -> tuple[_Native | None, str]:
    if os.environ.get("BINAIRO_PURE", "") not in ("", "0"):
        return None, "BINAIRO_PURE is set"
    try:
        from binairo_tui.engine import _core
    except ImportError:
        return None, _NOT_BUILT
    if _core.API != API:
        return None, "the compiled core was built for another version"
    unknown = [rule.value for rule in ViolationKind if rule.value not in _core.RULES]
    if unknown:
        return None, f"the compiled core does not know the rule {unknown[0]!r}"
    return _Native(_core.Board, _core.Line, _core.Seam, _core.TECHNIQUES), "the compiled core was built"


native, _reason = _load()
techniques = () if native is None else native.techniques
"""The techniques of the core on boards without signs, easiest first, each with its band."""
