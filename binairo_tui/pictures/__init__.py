"""Puzzles as pictures: on paper, in files, as text. Knows the engine and nothing of the player.

`board` draws a puzzle and `sheets` lays puzzles out on pages, both as a `Drawing`: boxes, strokes and labels, nothing
that one format could and another could not. `svg`, `png`, `pdf` and `html` write drawings, `text` a puzzle in
characters.
"""
