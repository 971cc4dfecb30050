"""Helpers for the tests of practice and of lessons."""

from binairo_tui.engine import EMPTY, Puzzle
from binairo_tui.engine.search import first_solution
from binairo_tui.game.steps import Move, SessionSnapshot, Step, StepKind
from binairo_tui.player.drill_play import DrillPlay
from binairo_tui.tui.screens.drill import DrillScreen
from tests.tui.pilots import Player


def screen(player: Player) -> DrillScreen:
    assert isinstance(player.app.screen, DrillScreen)
    return player.app.screen


def drill(player: Player) -> DrillPlay:
    return screen(player).play


def solved_snapshot(puzzle: Puzzle) -> SessionSnapshot:
    """A game in which the blanks were filled in reading order, one every four seconds."""
    solution = first_solution(puzzle)
    assert solution is not None
    blanks = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    steps = [
        Step(StepKind.PLACE, (Move(cell, EMPTY, puzzle.geometry.value(solution, cell)),), 4000 * number)
        for number, cell in enumerate(blanks, 1)
    ]
    return SessionSnapshot(0, 50_000, len(steps), tuple(steps))
