"""Techniques: what a player can conclude, easiest first, each from position and rules alone.

A technique finds `Deduction`s. No technique looks at a solution, so what is deduced holds in all solutions. To add one:

1. Write `techniques/NAME.py` with `find`, `explain` and `TECHNIQUE`. If it needs to see a single line only, it is a
   `LineTechnique`, which covers rows and columns; otherwise it is a `BoardTechnique`.
2. Put it into `TECHNIQUES` (`registry.py`) among others of the same difficulty, and into a band in `bands.py`.
3. Add boards in `tests/engine/techniques/boards/NAME.txt`. The tests of all techniques then include it.

Nothing is imported here: threads may import techniques at the same time, and one of them would see this package half
initialized if its modules imported it back.
"""
