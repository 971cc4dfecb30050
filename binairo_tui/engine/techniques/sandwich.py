"""Sandwich: a blank between two equal values takes the other value.

    0 . 0   ->   0 1 0

Otherwise there would be a triple.
"""

import re
from collections.abc import Iterator

from binairo_tui.engine.geometry import ONE, ZERO
from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques.base import LineDeduction, LineTechnique

_SANDWICHES = re.compile(r"(?=0\.0|1\.1)")


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:  # noqa: ARG001
    """Yield the blank inside every sandwich in a line."""
    for match in _SANDWICHES.finditer(text):
        first = match.start()
        yield LineDeduction((first + 1,), (ONE if text[first] == ZERO else ZERO,), (first, first + 2))


TECHNIQUE = LineTechnique("sandwich", "A cell between two equal values takes the other value.", find, is_exact=True)
