"""Puzzle text in the field's formats: found out, read and written; knows nothing of files.

`read_puzzle` and `read_puzzles` take any text, `write` makes one. `registry` lists the formats, `codecs` holds the code
of each, `splitting` takes a text apart, `detect` tells its format, `rule_inference` settles rules that are not written.
"""

from binairo_tui.formats.base import CannotWriteError, Format, Layout, Line, ReadPuzzle, Rules
from binairo_tui.formats.importing import Imported, read_puzzle, read_puzzles, remarks
from binairo_tui.formats.registry import FORMATS, find_format
from binairo_tui.formats.writing import write

__all__ = [
    "FORMATS",
    "CannotWriteError",
    "Format",
    "Imported",
    "Layout",
    "Line",
    "ReadPuzzle",
    "Rules",
    "find_format",
    "read_puzzle",
    "read_puzzles",
    "remarks",
    "write",
]
