"""The results of propagation passes: the rule, and the cells that it filled or the contradiction that it found."""

from enum import Enum
from typing import NamedTuple

from binairo_tui.engine.geometry import Cell, Line, Position


class Rule(Enum):
    """The rules of propagation passes, in the order in which they are tried.

    >>> Rule.LINE.value
    'line'
    """

    __repr__ = Enum.__str__

    TRIPLE = "triple"
    SIGN = "sign"
    BALANCE = "balance"
    LINE = "line"
    UNIQUE_LINES = "unique lines"


class PropagationStep(NamedTuple):
    """A pass that filled cells: its rule, and the positions before and after the pass.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> step = next(propagation_steps(puzzle, puzzle.givens))
    >>> step.rule, puzzle.geometry.text(step.after)
    (Rule.TRIPLE, '110.............')
    """

    rule: Rule
    before: Position
    after: Position


class Conflict(NamedTuple):
    """A contradiction found by `rule`: no solution agrees with the position.

    Either each of `cells` is forced to both values, or `lines` have no completion left. The other field is empty.

    >>> puzzle = parse_puzzle("6x6;11.00." + "." * 30)
    >>> list(propagation_steps(puzzle, puzzle.givens))
    [Conflict(rule=Rule.TRIPLE, cells=(2,), lines=())]
    """

    rule: Rule
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
