"""Techniques: the conclusions that a player can draw from a position and the rules alone.

A technique finds `Deduction`s. No technique uses a solution, so deductions hold in all solutions. To add a technique:

1. Write `techniques/NAME.py` with `find`, `explain` and `TECHNIQUE`. If it needs to see a single line only, it is a
   `LineTechnique`, which covers rows and columns; otherwise it is a `BoardTechnique`.
2. Put it into `TECHNIQUES` (`registry.py`) among others of the same difficulty, and into a band in `bands.py`.
3. Add boards in `tests/engine/techniques/boards/NAME.txt`. The tests of all techniques then include it.

This module imports nothing: several threads may import techniques at the same time, and with circular imports one of
them could see a partly initialized package.
"""
