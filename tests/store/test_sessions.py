"""Sessions that are played, saved and loaded."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.store.writer import Writer
from tests.store.games import WAIT, game, loaded
from tests.strategies import puzzle_texts
from tests.tui.scenes import COMMANDS, obey


@given(puzzle_texts().map(parse_puzzle), st.lists(st.sampled_from(COMMANDS), max_size=30))
def test_a_session_comes_back_as_it_was(shared: tuple[Path, Writer], puzzle: Puzzle, commands: list[str]) -> None:
    path, writer = shared
    session = GameSession(puzzle, Clock(lambda: 0.0))
    for command in commands:
        obey(session, command)
    saved = game(puzzle)
    writer.save(saved, session.snapshot())
    assert writer.flush(WAIT)
    snapshot = loaded(path, saved.id)
    assert snapshot == session.snapshot()
    again = GameSession.resume(puzzle, snapshot, Clock(lambda: 0.0))
    while True:
        assert (again.position, again.violations) == (session.position, session.violations)
        assert (again.branches, again.marks, again.aids) == (session.branches, session.marks, session.aids)
        if session.undo().refused:
            break
        assert not again.undo().refused
