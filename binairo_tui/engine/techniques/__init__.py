"""Techniques: what a player can conclude, easiest first, each from position and rules alone.

A technique finds `Deduction`s. None of them looks at a solution, so what is deduced holds in all solutions. How to add
a technique:

1. Write `techniques/NAME.py` with `find`, `sentence` and `TECHNIQUE`. If one line is all it needs to see, it is a
   `LineTechnique`, and rows and columns come for free; else it is a `BoardTechnique`.
2. Put it into `TECHNIQUES` (`registry.py`) among its equals in difficulty, and into a band in `bands.py`.
3. Give it boards in `tests/engine/techniques/boards/NAME.txt`. The tests of all techniques then test it, too.

Nothing is imported here: threads may import techniques at the same moment, and a package whose parts import it back
would then be seen half made.
"""
