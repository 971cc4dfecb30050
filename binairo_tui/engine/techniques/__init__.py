"""Techniques: the conclusions that a player can draw from a position and the rules alone.

A technique finds `Deduction`s. No technique uses a solution, so deductions hold in all solutions. To add a technique:

1. Write `techniques/NAME.py` with `find` and `TECHNIQUE`. If it needs to see a single line only, it is a
   `LineTechnique`, which covers rows and columns; otherwise it is a `BoardTechnique`. If its argument is more than
   filled cells and signs, `premises` states it.
2. Put its module into `SHORT_OF_HYPOTHESES` (`deductions.py`), or into `_BY_NAME` (`registry.py`) if it finds more than
   propagation; its name into a band and, with a new recipe, into `FIRST_RECIPE` (`bands.py`), so that published seeds
   keep their puzzles; its weight into `WEIGHTS` (`scoring.py`); and its sentence into `SENTENCES` (`sentences.py`).
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
