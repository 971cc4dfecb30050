"""Pair: two equal values side by side have the other value on both sides.

    . 0 0 .   ->   1 0 0 1

Otherwise there would be a triple.
"""

import re
from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO
from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques.base import LineDeduction, LineTechnique

_PAIRS = re.compile("(?=00|11)")


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blanks beside every pair in a line."""
    for match in _PAIRS.finditer(text):
        first = match.start()
        sides = [place for place in (first - 1, first + 2) if 0 <= place < len(text) and text[place] == EMPTY]
        if sides:
            value = ONE if text[first] == ZERO else ZERO
            yield LineDeduction(tuple(sides), (value,) * len(sides), (first, first + 1))


TECHNIQUE = LineTechnique("pair", "A cell beside two equal values takes the other value.", find, is_exact=True)
