"""Aids: the kinds of help used in a game, and the solve style that follows from these aids."""

from enum import KEEP, Flag, StrEnum


class Aid(Flag, boundary=KEEP):
    """The kinds of help that were used in a game.

    The numbers are written to saved games: add new numbers, but never change one. Unknown numbers from a later version
    are kept and count as help.

    >>> Aid.HINT in Aid.HINT | Aid.CHECK
    True
    """

    VIOLATIONS = 1
    """Broken rules were shown immediately."""
    LINES = 2
    """The display showed how many of each value are left and which lines are complete."""
    CHECK = 4
    """The player asked whether there are mistakes."""
    HINT = 8
    PROPAGATION = 16
    """The program filled cells by the rules."""
    WHY = 32
    """The player asked why a cell holds its value."""
    LAST_GOOD = 64
    """The player asked for the last position without a mistake."""
    SOLUTIONS = 128
    """The player looked at solutions."""
    MOST_CELLS = 256
    """The program filled more than a quarter of the blanks. In older games, blanks that hints filled do not count."""
    REPEAT = 512
    """The player has already solved the puzzle in another game (see `store.queries.is_repeat`)."""

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Aid) else NotImplemented

    def __hash__(self) -> int:  # belongs to `__eq__`: Python 3.11.2 makes a new object for unknown bits each time
        return hash(self.value)


NO_AID = Aid(0)
SHOWN = Aid.VIOLATIONS | Aid.LINES
"""The aids that only show what can be seen on the grid."""
HELP_LEVELS: dict[str, Aid] = {"full": SHOWN, "lines": Aid.LINES, "off": NO_AID}
"""Maps each value of the setting `help` to the aids that the display always gives, the value with most aids first."""


class SolveStyle(StrEnum):
    """How a puzzle was solved. The values are stored in results.

    >>> style_of(Aid.HINT).value
    'helped'
    """

    STRICT = "strict"
    """Without any aid."""
    UNAIDED = "unaided"
    """With no aids except those in `SHOWN`, which only show what can be seen on the grid."""
    HELPED = "helped"
    REPEAT = "repeat"
    """The puzzle was already solved in another game. Such a solve counts for no best time, rank or streak."""
    PROGRAM = "program"
    """The program filled more than a quarter of the blanks. Such a solve counts for no best time, rank or streak."""


ALL_STYLES = tuple(SolveStyle)
OWN_STYLES = (SolveStyle.STRICT, SolveStyle.UNAIDED)
"""The styles of solves that are entirely the player's own."""


def style_of(aids: Aid) -> SolveStyle:
    """Return the style of a solve with these aids.

    >>> style_of(Aid.VIOLATIONS).value
    'unaided'
    """
    if not aids:
        return SolveStyle.STRICT
    if aids & Aid.MOST_CELLS:
        return SolveStyle.PROGRAM
    if aids & Aid.REPEAT:
        return SolveStyle.REPEAT
    # Not `aids & ~SHOWN`: unknown bits are not in `~SHOWN`.
    return SolveStyle.HELPED if aids.value & ~SHOWN.value else SolveStyle.UNAIDED
