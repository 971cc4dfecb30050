"""Detects, reads and writes puzzle text in many formats. This package does not access files.

`read_puzzle` and `read_puzzles` accept any text, and `write_puzzle` returns a text. `registry` lists the formats, and
`codecs` holds their code. `unwrapping` and `lifting` remove other text around grids, `splitting` splits a text into
puzzles, and `detect` detects the format of a puzzle. `whole_text` adds the signs that a text has beside a grid to its
puzzle, and `rule_inference` infers rules that a text does not state.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.engine import PuzzleFormatError
    from binairo_tui.formats import importing
    from binairo_tui.formats.base import (
        CannotWriteError,
        Extent,
        Format,
        Interpretation,
        NotAPuzzleError,
        ReadPuzzle,
        Rules,
        TextLine,
    )
    from binairo_tui.formats.exports import EXPORTS
    from binairo_tui.formats.imported import Imported
    from binairo_tui.formats.importing import read_lines, read_puzzle, read_puzzles, remarks
    from binairo_tui.formats.registry import FORMATS, find_format, write_puzzle
    from binairo_tui.formats.symbols import Symbols
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "base": [
                "CannotWriteError",
                "Extent",
                "Format",
                "NotAPuzzleError",
                "PuzzleFormatError",
                "ReadPuzzle",
                "Interpretation",
                "Rules",
                "TextLine",
            ],
            "exports": ["EXPORTS"],
            "imported": ["Imported"],
            "importing": ["read_lines", "read_puzzle", "read_puzzles", "remarks"],
            "registry": ["FORMATS", "find_format", "write_puzzle"],
            "symbols": ["Symbols"],
        },
    )

__all__ = [
    "EXPORTS",
    "FORMATS",
    "CannotWriteError",
    "Extent",
    "Format",
    "Imported",
    "Interpretation",
    "NotAPuzzleError",
    "PuzzleFormatError",
    "ReadPuzzle",
    "Rules",
    "Symbols",
    "TextLine",
    "find_format",
    "read_lines",
    "read_puzzle",
    "read_puzzles",
    "remarks",
    "write_puzzle",
]
