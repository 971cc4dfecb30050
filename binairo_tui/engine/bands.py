"""Bands: the difficulty levels shown to the player, and the techniques that define them."""

from enum import Enum, IntEnum


class Band(IntEnum):
    """The difficulty level shown to the player.

    >>> list(Band)
    [Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD, Band.EXPERT, Band.EXTREME]
    >>> Band.HARD.title
    'Hard'
    """

    __repr__ = Enum.__str__

    GENTLE = 1
    EASY = 2
    MEDIUM = 3
    HARD = 4
    EXPERT = 5
    EXTREME = 6

    @property
    def title(self) -> str:
        """The name on screen, such as `Gentle`."""
        return self.name.capitalize()


BANDS: dict[Band, tuple[str, ...]] = {
    Band.GENTLE: ("last blank", "pair", "sandwich", "sign"),
    Band.EASY: ("complete line", "equal pair"),
    Band.MEDIUM: ("last one", "sign counting", "sign chain"),
    Band.HARD: ("two blanks", "gap counting"),
    Band.EXPERT: ("line logic", "unique lines"),
    Band.EXTREME: ("hypothesis", "nested hypothesis"),
}
"""Maps each band to the techniques that it adds to the lower bands. This defines the bands.

The bands follow the levels of three sources. Of 1,055 puzzles from binarypuzzle.com, all of level 1 are GENTLE,
95 % of level 2 are EASY, 82 % of level 3 are MEDIUM, and 90 % of level 4 are HARD or EXPERT. Of 757 puzzles from
puzzle-binairo.com, 93 % of the "easy" ones are EASY and all "hard" ones are MEDIUM. Of 1,208 puzzles from Simon
Tatham's Unruly without unique lines, all "trivial" ones are GENTLE, all "easy" ones EASY, and all "normal" ones MEDIUM.
"""

FIRST_RECIPE = {"sign counting": 2}
"""Maps techniques to the first recipe (version of the generator) that knows them. Recipe 1 knows all others."""

BAND_OF = {name: band for band, names in BANDS.items() for name in names}
"""Maps each technique to its band."""
