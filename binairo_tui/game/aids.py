"""What helped a player in a game, and what that makes of the solve."""

from __future__ import annotations

from enum import KEEP, Flag, StrEnum


class Aid(Flag, boundary=KEEP):
    """Help that was used. The numbers are written to saved games: they may be added to, never changed.

    A number that a later version has written keeps what this one does not know, and counts as help.
    """

    VIOLATIONS = 1
    """Broken rules were shown as they arose."""
    LINES = 2
    """What is left of each value, and which lines are done, was shown."""
    CHECK = 4
    """The player asked whether there are mistakes."""
    HINT = 8
    PROPAGATION = 16
    """The program filled cells, or proved a branch wrong."""
    WHY = 32
    """The player asked why a cell holds what it holds."""
    LAST_GOOD = 64
    """The program went back to before a mistake."""
    SOLUTIONS = 128
    """The player looked at solutions."""


NO_AID = Aid(0)
SHOWN = Aid.VIOLATIONS | Aid.LINES
"""The aids that only show what stands on the grid."""


class SolveStyle(StrEnum):
    """How a puzzle was solved. The values are written to results."""

    STRICT = "strict"
    """Without any aid."""
    UNAIDED = "unaided"
    """With nothing but what is seen on the grid anyway."""
    HELPED = "helped"


def style_of(aids: Aid) -> SolveStyle:
    """How a puzzle was solved with these aids."""
    if not aids:
        return SolveStyle.STRICT
    return SolveStyle.HELPED if aids & ~SHOWN else SolveStyle.UNAIDED
