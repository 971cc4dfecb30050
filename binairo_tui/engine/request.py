"""What kind of puzzle to make: what is asked of `generation`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from binairo_tui.engine.bands import Band


class Symmetry(Enum):
    """How the cells with givens lie: anyhow, or alike after half a turn, in a mirror."""

    NONE = "none"
    HALF_TURN = "half-turn"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"


@dataclass(frozen=True, slots=True)
class Request:
    """What kind of puzzle is wanted.

    `band` None takes any puzzle that needs no hypothesis. `has_signs` makes a Binairo+ puzzle. `is_roomy` gives more
    givens than are needed, as far as the band allows; otherwise no given can be spared.
    """

    width: int
    height: int
    band: Band | None = None
    unique_lines: bool = True
    has_signs: bool = False
    symmetry: Symmetry = Symmetry.NONE
    is_roomy: bool = False
