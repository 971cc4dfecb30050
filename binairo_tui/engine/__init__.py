"""The puzzle engine: rules, propagation, search and generation.

Pure: no input or output, no clock, no hidden randomness, standard library only. Puzzles, positions and rules are
importable from here; the modules behind say how they work.
"""

from binairo_tui.engine.geometry import (
    EMPTY,
    ONE,
    ZERO,
    Cell,
    Geometry,
    Line,
    Position,
    Value,
    cell_name,
    geometry,
    line_name,
    opposite,
)
from binairo_tui.engine.notation import PuzzleFormatError, parse_puzzle
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.rules import Violation, ViolationKind, find_violations, is_solved

__all__ = [
    "EMPTY",
    "ONE",
    "ZERO",
    "Cell",
    "Geometry",
    "Line",
    "Position",
    "Puzzle",
    "PuzzleFormatError",
    "Sign",
    "Value",
    "Violation",
    "ViolationKind",
    "cell_name",
    "find_violations",
    "geometry",
    "is_solved",
    "line_name",
    "opposite",
    "parse_puzzle",
]
