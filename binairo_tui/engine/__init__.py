"""The puzzle engine: rules, propagation, search, techniques, grading, hints and generation.

You can import everything public from here. Modules that are slow to import are loaded on first use. The engine is pure:
it uses only the standard library, does no input or output, and reads no clock. Its only source of randomness is a seed.
The examples in the docstrings assume `from binairo_tui.engine import *`.
"""

from typing import TYPE_CHECKING

# Imported at once: after an import of the module `geometry`, a lazy `geometry` would be the module, not the function.
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
    parse_cell,
    parse_value,
)
from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.engine import (
        analysis,
        band_solver,
        bands,
        consequences,
        core,
        drills,
        json_form,
        line_sets,
        line_walk,
        position_check,
        puzzle,
        request,
        techniques,
        wording,
    )
    from binairo_tui.engine.answers import read_answer
    from binairo_tui.engine.bands import Band
    from binairo_tui.engine.board import Board, Move, is_solution_of
    from binairo_tui.engine.cancellation import CancelledError
    from binairo_tui.engine.conflict_search import SearchStats
    from binairo_tui.engine.core import core_name
    from binairo_tui.engine.generation import GenerationError, generate, random_grid
    from binairo_tui.engine.grading import Grade, GradingError, grade
    from binairo_tui.engine.hints import Hint, HintKind, find_hint
    from binairo_tui.engine.json_form import from_json, to_json
    from binairo_tui.engine.notation import PuzzleFormatError, format_position, parse_position, parse_puzzle
    from binairo_tui.engine.passes import Conflict, GradeStep, conflict_text, propagation_steps
    from binairo_tui.engine.position_check import Check, Solvability, wrong_cells
    from binairo_tui.engine.proof import Premises, Proof, Quota, Run, Tie, WalkStep, walk
    from binairo_tui.engine.propagation import propagate
    from binairo_tui.engine.puzzle import Puzzle, Sign
    from binairo_tui.engine.reduction import Reduction, ReductionError, reduce_givens, superfluous_givens
    from binairo_tui.engine.registration import register, unregister
    from binairo_tui.engine.request import Request, daily_request
    from binairo_tui.engine.rules import Violation, ViolationKind, find_violations, is_solved
    from binairo_tui.engine.search import count_solutions, first_solution, has_unique_solution, solutions
    from binairo_tui.engine.symmetry import Symmetry, canonical, symmetries, transformed
    from binairo_tui.engine.techniques.base import (
        BoardTechnique,
        Deduction,
        LineDeduction,
        LineTechnique,
        LineView,
        View,
    )
    from binairo_tui.engine.techniques.deductions import deductions
    from binairo_tui.engine.techniques.registry import Nearness, deduction_text, next_proof, proof_of, prove
    from binairo_tui.engine.uniquify import UniquePuzzle, UnsolvableError, make_unique
    from binairo_tui.engine.verdicts import Verdict, VerdictKind, answer_fault, judge_move
    from binairo_tui.engine.wording import violation_text

_LAZY = {
    "answers": ("read_answer",),
    "bands": ("Band",),
    "board": ("Board", "Move", "is_solution_of"),
    "cancellation": ("CancelledError",),
    "conflict_search": ("SearchStats",),
    "core": ("core_name",),
    "generation": ("GenerationError", "generate", "random_grid"),
    "grading": ("Grade", "GradingError", "grade"),
    "hints": ("Hint", "HintKind", "find_hint"),
    "json_form": ("from_json", "to_json"),
    "notation": ("PuzzleFormatError", "format_position", "parse_position", "parse_puzzle"),
    "passes": ("Conflict", "GradeStep", "conflict_text", "propagation_steps"),
    "position_check": ("Check", "Solvability", "wrong_cells"),
    "proof": ("Premises", "Proof", "Quota", "Run", "Tie", "WalkStep", "walk"),
    "propagation": ("propagate",),
    "puzzle": ("Puzzle", "Sign"),
    "reduction": ("Reduction", "ReductionError", "reduce_givens", "superfluous_givens"),
    "registration": ("register", "unregister"),
    "request": ("Request", "daily_request"),
    "rules": ("Violation", "ViolationKind", "find_violations", "is_solved"),
    "search": ("count_solutions", "first_solution", "has_unique_solution", "solutions"),
    "techniques.base": ("BoardTechnique", "Deduction", "LineDeduction", "LineTechnique", "LineView", "View"),
    "symmetry": ("Symmetry", "canonical", "symmetries", "transformed"),
    "techniques.deductions": ("deductions",),
    "techniques.registry": ("Nearness", "deduction_text", "next_proof", "proof_of", "prove"),
    "uniquify": ("UniquePuzzle", "UnsolvableError", "make_unique"),
    "verdicts": ("Verdict", "VerdictKind", "answer_fault", "judge_move"),
    "wording": ("violation_text",),
}

__all__ = [
    "EMPTY",
    "ONE",
    "ZERO",
    "Band",
    "Board",
    "BoardTechnique",
    "CancelledError",
    "Cell",
    "Check",
    "Conflict",
    "Deduction",
    "GenerationError",
    "Geometry",
    "Grade",
    "GradeStep",
    "GradingError",
    "Hint",
    "HintKind",
    "Line",
    "LineDeduction",
    "LineTechnique",
    "LineView",
    "Move",
    "Nearness",
    "Position",
    "Premises",
    "Proof",
    "Puzzle",
    "PuzzleFormatError",
    "Quota",
    "Reduction",
    "ReductionError",
    "Request",
    "Run",
    "SearchStats",
    "Sign",
    "Solvability",
    "Symmetry",
    "Tie",
    "UniquePuzzle",
    "UnsolvableError",
    "Value",
    "Verdict",
    "VerdictKind",
    "View",
    "Violation",
    "ViolationKind",
    "WalkStep",
    "answer_fault",
    "canonical",
    "cell_name",
    "conflict_text",
    "core_name",
    "count_solutions",
    "daily_request",
    "deduction_text",
    "deductions",
    "find_hint",
    "find_violations",
    "first_solution",
    "format_position",
    "from_json",
    "generate",
    "geometry",
    "grade",
    "has_unique_solution",
    "is_solution_of",
    "is_solved",
    "judge_move",
    "line_name",
    "make_unique",
    "next_proof",
    "opposite",
    "parse_cell",
    "parse_position",
    "parse_puzzle",
    "parse_value",
    "proof_of",
    "propagate",
    "propagation_steps",
    "prove",
    "random_grid",
    "read_answer",
    "reduce_givens",
    "register",
    "solutions",
    "superfluous_givens",
    "symmetries",
    "to_json",
    "transformed",
    "unregister",
    "violation_text",
    "walk",
    "wrong_cells",
]

if not TYPE_CHECKING:  # otherwise type checkers would accept any name
    __getattr__ = lazy_exports(__name__, _LAZY)
