"""The code of the formats: `read` yields the puzzles of a text, `write` returns the text of a puzzle.

Readers raise PuzzleFormatError, and nothing else, with line and column in the text they are given. A module of several
formats, such as `rows`, appends the format to the names of its functions.
"""
