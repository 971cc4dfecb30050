"""Aids: the help that a player used in a game, and the style of the solve that follows from it."""

from __future__ import annotations

from enum import KEEP, Flag, StrEnum


class Aid(Flag, boundary=KEEP):
    """Help that was used. The numbers are written to saved games: add new ones, never change one.

    Unknown bits, which a later version wrote, are kept and count as help.
    """

    VIOLATIONS = 1
    """Broken rules were shown at once."""
    LINES = 2
    """How many of each value are left, and which lines are done, was shown."""
    CHECK = 4
    """The player asked whether there are mistakes."""
    HINT = 8
    PROPAGATION = 16
    """The program filled cells, or proved a branch wrong."""
    WHY = 32
    """The player asked why a cell holds its value."""
    LAST_GOOD = 64
    """The program went back to before a mistake."""
    SOLUTIONS = 128
    """The player looked at solutions."""


NO_AID = Aid(0)
SHOWN = Aid.VIOLATIONS | Aid.LINES
"""The aids that only show what can be seen on the grid."""


class SolveStyle(StrEnum):
    """How a puzzle was solved. The values are written to results."""

    STRICT = "strict"
    """Without any aid."""
    UNAIDED = "unaided"
    """With no aid but those that show what can be seen on the grid."""
    HELPED = "helped"


def style_of(aids: Aid) -> SolveStyle:
    """Return the style of a solve with these aids."""
    if not aids:
        return SolveStyle.STRICT
    return SolveStyle.HELPED if aids & ~SHOWN else SolveStyle.UNAIDED
