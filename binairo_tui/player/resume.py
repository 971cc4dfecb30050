"""Converts a game begun in another program to a session that can be resumed here."""

from collections.abc import Sequence
from itertools import pairwise

from binairo_tui.engine import Position, Puzzle
from binairo_tui.game import Aid, Move, SessionSnapshot, Step, StepKind, auto_fill


def progress_of(puzzle: Puzzle, history: Sequence[Position], head: int) -> SessionSnapshot | None:
    """Return the snapshot with which `GameSession.resume` continues from `history[head]`; None without a history.

    `history` holds successive positions, beginning with the givens (see `Imported.history`). A repeated position is
    skipped. The playing time is unknown and counts as 0. The aid VIOLATIONS is set because most programs show broken
    rules. A step that fills the whole rest of the grid counts as help.
    """
    if not history:
        return None
    steps = [_step(puzzle, before, after) for before, after in pairwise(history) if before != after]
    steps_in_force = sum(before != after for before, after in pairwise(history[: head + 1]))
    filled = auto_fill.filled_cells(steps)
    aids = Aid.VIOLATIONS | (auto_fill.filling_aids(puzzle, filled) if filled else Aid(0))
    return SessionSnapshot(0, 0, steps_in_force, tuple(steps), aids, filled)


def _step(puzzle: Puzzle, before: Position, after: Position) -> Step:
    geometry = puzzle.geometry
    moves = tuple(
        [
            Move(cell, geometry.value(before, cell), geometry.value(after, cell))
            for cell in geometry.changed(before, after)
        ]
    )
    kind = StepKind.PLACE
    if len(moves) > 1 and geometry.is_full(after):
        kind = StepKind.PROPAGATE
    elif after == puzzle.givens:
        kind = StepKind.RESTART if len(moves) > 1 else StepKind.CLEAR
    elif all(move.new == "." for move in moves):
        kind = StepKind.CLEAR
    return Step(kind, moves, 0)
