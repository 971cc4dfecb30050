"""Techniques: the conclusions that a player can draw from a position and the rules alone.

A technique finds `Deduction`s. No technique uses a solution, so deductions hold in all solutions. To add a technique:

1. Write `techniques/NAME.py` with `find` and `TECHNIQUE`. If it needs to see a single line only, it is a
   `LineTechnique`, which covers rows and columns; otherwise it is a `BoardTechnique`. If its argument is more than
   filled cells and signs, `premises` states it.
2. Put it into `TECHNIQUES` (`registry.py`) among others of the same difficulty, into a band in `bands.py`, and its
   sentence into `SENTENCES` (`sentences.py`).
3. Add boards in `tests/engine/techniques/boards/NAME.txt`. The tests of all techniques then include it.

This package imports its modules on first use. Several threads may do so at the same time, so there must be no circular
imports: one of the threads could see a partly initialized module.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.engine.techniques import base, deductions, hypothesis, registry, sign_chain
else:
    __getattr__ = lazy_exports(__name__)
