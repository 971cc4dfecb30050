"""One file per format: `read` a puzzle's text, and `write` a puzzle where that makes sense.

Readers raise PuzzleFormatError, and nothing else, with line and column in the text they are given.
"""
