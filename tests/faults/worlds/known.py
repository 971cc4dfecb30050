"""Failures that are still to be mended, each with the fewest lines that show it.

Seeds that fail in one of these ways are only counted. `tests/faults/test_worlds.py` demands that each still fails: when
one is mended, it is deleted here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tests.faults.worlds.lines import Line


class Known(NamedTuple):
    """A failure: its name, a pattern of the fault, the line and what was said, and the fewest lines that show it."""

    name: str
    pattern: str
    lines: Sequence[Line]


KNOWN: Sequence[Known] = ()


def known(fault: str, said: str) -> str:
    """Return the name of the known failure that a fault is, '' if there is none."""
    return next((it.name for it in KNOWN if re.match(it.pattern, f"{fault}: {said}", re.DOTALL)), "")
