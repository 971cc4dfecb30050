"""Puzzle text in the field's formats: detects, reads and writes it. Knows nothing of files.

`read_puzzle` and `read_puzzles` take any text, `write_puzzle` makes one. `registry` lists the formats, `codecs` holds
their code, `splitting` takes a text apart, `detect` tells its format, and `rule_inference` settles unwritten rules.
"""

from binairo_tui.formats.base import (
    CannotWriteError,
    Extent,
    Format,
    NotAPuzzleError,
    Reading,
    ReadPuzzle,
    Rules,
    TextLine,
)
from binairo_tui.formats.importing import Imported, read_puzzle, read_puzzles, remarks
from binairo_tui.formats.registry import FORMATS, find_format, write_puzzle

__all__ = [
    "FORMATS",
    "CannotWriteError",
    "Extent",
    "Format",
    "Imported",
    "NotAPuzzleError",
    "ReadPuzzle",
    "Reading",
    "Rules",
    "TextLine",
    "find_format",
    "read_puzzle",
    "read_puzzles",
    "remarks",
    "write_puzzle",
]
