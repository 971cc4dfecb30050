"""Requests: the kind of puzzle to generate, and the request and seed for each daily puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from binairo_tui.engine.bands import Band
from binairo_tui.engine.puzzle import check_size, check_type

if TYPE_CHECKING:
    from datetime import date

WEEK = (Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD, Band.EXPERT, Band.HARD, Band.EXPERT)
"""The band of the daily puzzle for each weekday, Monday first. No daily puzzle needs a hypothesis."""

LATEST_RECIPE = 2
"""The version of the generator for new seeds. Earlier recipes stay, because shared seeds and past days use them."""

_SEED_BYTES = 6  # JSON readers represent integers of this size exactly


class Symmetry(Enum):
    """The symmetry of the cells that hold givens.

    >>> Symmetry("half-turn")
    Symmetry.HALF_TURN
    """

    __repr__ = Enum.__str__

    NONE = "none"
    HALF_TURN = "half-turn"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"


@dataclass(frozen=True, slots=True)
class Request:
    """The kind of puzzle to generate.

    If `band` is None, any band that needs no hypothesis is allowed. `has_signs` requests a Binairo+ puzzle. Without
    `extra_givens`, no given is superfluous; with it, there are more givens than needed, as far as the band allows.
    `recipe` is the version of the generator, from 1 to LATEST_RECIPE (see `generation`).
    Raises ValueError or TypeError if the size, band or symmetry is invalid.

    >>> Request(8, 10, Band.HARD).has_signs
    False
    """

    width: int
    height: int
    band: Band | None = None
    unique_lines: bool = True
    has_signs: bool = False
    symmetry: Symmetry = Symmetry.NONE
    extra_givens: bool = False
    recipe: int = 1

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if self.band is not None:
            check_type("band", self.band, Band, "a Band or None")
        check_type("symmetry", self.symmetry, Symmetry, "a Symmetry")
        if self.recipe not in range(1, LATEST_RECIPE + 1):
            raise ValueError(f"recipe is {self.recipe}, not 1 to {LATEST_RECIPE}")


def daily_request(day: date, width: int, height: int) -> tuple[Request, int]:
    """Return the request for the daily puzzle of this size, and the seed, which is less than 2**48.

    The weekday determines the band; the date in ISO format and the size determine the seed. `generate` may find no
    such puzzle.
    """
    from hashlib import blake2b

    text = f"{day.isoformat()} {width}x{height}"
    seed = int.from_bytes(blake2b(text.encode(), digest_size=_SEED_BYTES).digest(), "big")
    return Request(width, height, WEEK[day.weekday()]), seed
