"""Pictures of puzzles: on paper, in files, as text. Knows the engine and nothing of the player.

`board` draws a puzzle and `sheets` lays puzzles out on pages, both as a `Drawing` of boxes, strokes and labels, which
every format can show. `svg`, `png` and `pdf` write drawings, `text` writes a puzzle in characters.
"""

from binairo_tui.pictures.board import draw_board
from binairo_tui.pictures.svg import svg_text

__all__ = ["draw_board", "svg_text"]
