"""Reads puzzles from screenshots and other pictures, with numpy and Pillow, without machine learning.

`sources` tells pictures from texts and imports neither library. `importing` reads a picture as a puzzle with notes; it
calls `reading`. `opening` decodes the picture, and `lattice` finds the board from `regions` of one colour. `cells`
reads the cells, `signs` reads the signs between them, and both use `marks`.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.screenshots import cells, importing, lattice, marks, opening, reading, regions, signs, sources
else:
    __getattr__ = lazy_exports(__name__)
