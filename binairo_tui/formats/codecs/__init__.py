"""Codecs of the formats: `read` yields the puzzles in a text, and `write` returns the text of a puzzle.

Readers raise only PuzzleFormatError, with line and column in the text that they are given. A module for several
formats, such as `runs`, appends the name of the format to the names of its functions.
"""
