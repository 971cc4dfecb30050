"""Games of other programs: resuming them gives the same positions by undo and redo."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Position, Puzzle
from binairo_tui.formats import find_format, read_puzzle
from binairo_tui.game import Aid, Clock, GameSession, StepKind
from binairo_tui.player.resume import progress_of
from tests.formats.strategies import any_puzzles

SAVE = find_format("unruly-save").example.partition("NSTATES")[0]


def save(states: list[str], position: int) -> str:
    """Return a saved game of the example's puzzle with these state lines, at this position."""
    counts = [len(states) + 1, position + 1]
    fields = [f"{key}:{len(str(count))}:{count}" for key, count in zip(("NSTATES ", "STATEPOS"), counts, strict=True)]
    return SAVE + "\n".join([*fields, *states])


def resumed(text: str) -> GameSession:
    imported = read_puzzle(text)
    progress = progress_of(imported.puzzle, imported.history, imported.head)
    assert progress
    return GameSession.resume(imported.puzzle, progress, Clock(lambda: 0.0))


@st.composite
def histories(draw: st.DrawFn) -> tuple[Puzzle, list[Position], int]:
    """Draw a puzzle, positions from its givens on, some equal to the one before, and the index of one."""
    puzzle = draw(any_puzzles(signs=False))
    cells = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    positions = [puzzle.givens]
    if cells:
        for cell, value in draw(st.lists(st.tuples(st.sampled_from(cells), st.sampled_from("01.")), max_size=12)):
            positions.append(puzzle.geometry.place(positions[-1], cell, value))  # type: ignore[arg-type]
    return puzzle, positions, draw(st.integers(0, len(positions) - 1))


@given(histories())
def test_undo_and_redo_show_the_positions_of_the_game(drawn: tuple[Puzzle, list[Position], int]) -> None:
    puzzle, positions, head = drawn
    progress = progress_of(puzzle, positions, head)
    assert progress
    session = GameSession.resume(puzzle, progress, Clock(lambda: 0.0))
    assert session.position == positions[head]
    while session.head:
        session.undo()
    seen = [session.position]
    while session.head < len(session.steps):
        session.redo()
        seen.append(session.position)
    changes = [b for a, b in pairwise(positions) if a != b]
    assert seen == [positions[0], *changes]


def test_a_puzzle_without_history_has_no_progress() -> None:
    assert progress_of(read_puzzle("4x4;1...............").puzzle, (), 0) is None


def test_states_of_unruly_become_steps() -> None:
    states = ["MOVE    :6:P0,0,0", "MOVE    :6:P1,2,0", "MOVE    :6:P-,2,0", "RESTART :13:BBCFBHaAacaCd"]
    session = resumed(save(states, 3))
    assert [step.kind for step in session.steps] == [
        StepKind.PLACE,
        StepKind.PLACE,
        StepKind.CLEAR,
        StepKind.CLEAR,
    ]
    assert session.head == 3
    assert session.puzzle.geometry.filled_count(session.position ^ session.puzzle.givens) == 1
    assert session.aids is Aid.VIOLATIONS


def test_a_solution_filled_in_by_unruly_counts_as_help() -> None:
    session = resumed(save(["SOLVE   :37:S010101110010101001010110101100001011"], 1))
    assert session.is_solved
    assert session.aids == Aid.VIOLATIONS | Aid.PROPAGATION | Aid.MOST_CELLS


def test_undone_moves_can_be_redone() -> None:
    session = resumed(save(["MOVE    :6:P0,0,0", "MOVE    :6:P1,2,0"], 0))
    assert session.position == session.puzzle.givens
    session.redo()
    assert session.position != session.puzzle.givens
