"""What a band is: the difficulty a player is shown, and the techniques that make it."""

from __future__ import annotations

from enum import IntEnum


class Band(IntEnum):
    """The difficulty that a player is shown."""

    GENTLE = 1
    EASY = 2
    MEDIUM = 3
    HARD = 4
    EXPERT = 5
    EXTREME = 6

    @property
    def title(self) -> str:
        """As a player reads it: `Gentle`."""
        return self.name.capitalize()


BANDS: dict[Band, tuple[str, ...]] = {
    Band.GENTLE: ("pair", "sandwich", "sign"),
    Band.EASY: ("complete line", "equal pair"),
    Band.MEDIUM: ("last one", "sign chain"),
    Band.HARD: ("two blanks", "gap counting"),
    Band.EXPERT: ("line logic", "unique lines"),
    Band.EXTREME: ("hypothesis", "nested hypothesis"),
}
"""The techniques that each band adds to those before. The one place that says what a band is.

They follow the levels of two well-known sites: of 528 puzzles of binarypuzzle.com all of level 1 are GENTLE, all of
level 2 EASY; 82 % of level 3 are MEDIUM, 88 % of level 4 HARD or EXPERT. Of 757 puzzles of puzzle-binairo.com all
"easy" ones are EASY, all "hard" ones MEDIUM.
"""
