"""Looking back on a solved game."""

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import ONE, Puzzle, parse_puzzle
from binairo_tui.engine.grading import grade
from binairo_tui.engine.search import solutions
from binairo_tui.game import Clock, GameSession, Move, Step, StepKind
from binairo_tui.game.review import Stretch, stretches, waits
from tests.game.sessions import CLASSIC

PUZZLE = parse_puzzle(CLASSIC)


def played(puzzle: Puzzle, seconds: list[int]) -> GameSession:
    """A solve cell by cell in reading order; `seconds` before each step, again and again."""
    now = [0.0]
    session = GameSession(puzzle, Clock(lambda: now[0]))
    session.clock.resume()
    text = puzzle.geometry.text(next(solutions(puzzle)))
    for cell in range(puzzle.geometry.cell_count):
        if not puzzle.is_given(cell):
            now[0] += seconds[len(session.steps) % len(seconds)]
            session.place(cell, "1" if text[cell] == ONE else "0")
    return session


def test_steps_that_change_no_value_wait_with_the_next() -> None:
    steps = (
        Step(StepKind.BRANCH, (), 4000),
        Step(StepKind.MARK, (Move(1, ".", "."),), 5000),
        Step(StepKind.PLACE, (Move(1, ".", "1"),), 9000),
    )
    assert [(wait.number, wait.elapsed_ms) for wait in waits(steps)] == [(3, 9000)]


@given(st.lists(st.integers(0, 100), min_size=1, max_size=25))
def test_the_stretches_share_all_cells_and_all_the_time(seconds: list[int]) -> None:
    session = played(PUZZLE, seconds)
    found = stretches(PUZZLE, grade(PUZZLE), session.steps)
    assert sum(stretch.cells for stretch in found) == 25
    assert sum(stretch.elapsed_ms for stretch in found) == session.clock.elapsed_ms
    assert [stretch.technique for stretch in found][:2] == ["last blank", "pair"]


def test_cells_that_no_technique_reaches_are_listed_separately() -> None:
    """Without a path everything is beyond it."""
    session = played(PUZZLE, [2])
    beyond = stretches(PUZZLE, grade(parse_puzzle("4x4;0011110010100101")), session.steps)
    assert beyond == (Stretch("", 0, 50_000),)
