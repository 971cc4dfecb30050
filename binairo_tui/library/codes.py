"""Short codes for generated puzzles, such as `8x8-4K7QHM2D`, which books print and `binairo play` opens.

A code is the size and eight characters of Crockford's base 32. From the highest bit to the lowest, these characters
hold the recipe (2 bits, so 4 at most), the difficulty (3 bits), the kind (2 bits), the seed (28 bits), and a check
value (5 bits). A code always means the same puzzle, because a recipe always makes the same puzzle from a seed.
"""

import re
from typing import NamedTuple

from binairo_tui.engine import Band
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.engine.request import LATEST_RECIPE, Request

SEED_BITS = 28
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8
_CODE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})-([0-9A-TV-Z]{8})", re.IGNORECASE)
_UNIQUE_LINES, _SIGNS = 1, 2


class CodeError(ValueError):
    """The text is not a valid code. The message says why."""


class PuzzleCode(NamedTuple):
    """A code for a generated puzzle: its size, difficulty and rules, and the seed and recipe that make it.

    >>> PuzzleCode(8, 8, Band.HARD, seed=123456789, recipe=2).text
    '8x8-BBNQK8NP'
    """

    width: int
    height: int
    band: Band
    has_unique_lines: bool = True
    has_signs: bool = False
    seed: int = 0
    recipe: int = LATEST_RECIPE

    @property
    def text(self) -> str:
        kind = _UNIQUE_LINES * self.has_unique_lines | _SIGNS * self.has_signs
        payload = ((self.recipe - 1) << 3 | self.band.value - 1) << 2 | kind
        payload = payload << SEED_BITS | self.seed
        payload = payload << 5 | _check(self.width, self.height, payload)
        digits = [_ALPHABET[payload >> 5 * place & 31] for place in reversed(range(_LENGTH))]
        return f"{self.width}x{self.height}-{''.join(digits)}"

    @property
    def request(self) -> Request:
        return Request(
            self.width,
            self.height,
            self.band,
            unique_lines=self.has_unique_lines,
            has_signs=self.has_signs,
            recipe=self.recipe,
        )


def parse_code(text: str) -> PuzzleCode:
    """Parse a code in upper or lower case. Raises CodeError if it is not a valid code.

    >>> parse_code("8x8-bbnqk8np").band
    Band.HARD
    """
    match = _CODE.fullmatch(text)
    if match is None:
        raise CodeError("a code looks like 8x8-BBNQK8NP")
    width, height = int(match[1]), int(match[2])
    if fault := size_fault(width, height):
        raise CodeError(fault)
    value = 0
    for digit in match[3].upper().translate(str.maketrans("OIL", "011")):
        value = value << 5 | _ALPHABET.index(digit)
    payload, check = value >> 5, value & 31
    header, seed = payload >> SEED_BITS, payload & (1 << SEED_BITS) - 1
    band, recipe = (header >> 2 & 7) + 1, (header >> 5) + 1
    if check != _check(width, height, payload) or band > len(Band):
        raise CodeError("a character of this code is wrong")
    if recipe > LATEST_RECIPE:
        raise CodeError("this code was made by a later version of the program")
    return PuzzleCode(width, height, Band(band), bool(header & _UNIQUE_LINES), bool(header & _SIGNS), seed, recipe)


def _check(width: int, height: int, payload: int) -> int:
    """Return the check value, below 32. If one character of a code is changed, its check value is always wrong."""
    total = 3 * width + 5 * height
    for place in range(1, _LENGTH):
        # Odd factors are invertible modulo 32: a changed digit always changes the sum.
        total += (2 * place + 1) * (payload & 31)
        payload >>= 5
    return total & 31
