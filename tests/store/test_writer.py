import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import Aid
from binairo_tui.game.steps import SessionSnapshot, Step
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import read_results
from binairo_tui.store.saves import load_game
from binairo_tui.store.writer import SaveState, SaveStatus, Writer
from tests.store.games import NOON, STEPS, WAIT, Gate, Statuses, game, loaded, played, steps, stored, writer_to


def commit_count(path: Path, game_id: str) -> int:
    """Return the rev of a game: how often it was written."""
    with closing(open_database(path)) as connection:
        return load_game(connection, game_id).rev


Action = str | Step
actions = st.lists(steps() | st.sampled_from(["undo", "redo", "flush", "leave and resume"]), max_size=25)


def after(action: Action, progress: SessionSnapshot) -> SessionSnapshot:
    """Return the snapshot after an action of a session."""
    steps, head = progress.steps, progress.head
    if isinstance(action, Step):
        return played(*steps[:head], action)
    return played(*steps, head=max(head - 1, 0) if action == "undo" else min(head + 1, len(steps)))


@given(actions)
def test_whatever_is_played_the_last_state_is_loaded(shared: tuple[Path, Writer], actions: list[Action]) -> None:
    path, writer = shared
    handle = game()
    progress = handle.progress
    writer.save(handle, progress)
    for action in actions:
        if action == "flush":
            assert writer.flush(WAIT)
        elif action == "leave and resume":
            assert writer.flush(WAIT)
            handle = stored(path, handle.id)
            assert handle.progress == progress
        else:
            progress = after(action, progress)
            writer.save(handle, progress)
    assert writer.flush(WAIT)
    assert loaded(path, handle.id) == progress


def test_it_is_saving_until_saved_is_reported(path: Path, make_writer: Callable[..., Writer]) -> None:
    gate, new = Gate(), game()
    writer = make_writer(gate)
    is_saving = [writer.is_saving]
    writer.save(new, played(STEPS[0]))
    is_saving.append(writer.is_saving)
    assert gate.reached.wait(WAIT)
    is_saving.append(writer.is_saving)
    assert not gate.seen
    gate.open()
    gate.wait_for(SaveState.SAVED)
    assert loaded(path, new.id) == played(STEPS[0])
    assert writer.flush(WAIT)
    assert [*is_saving, writer.is_saving] == [False, True, True, False]
    writer.save(new, played(*STEPS[:2]))
    gate.wait_for(SaveState.SAVED)  # a screen may wait for each save
    assert [status.state for status in gate.seen] == [SaveState.SAVED, SaveState.SAVED]


def test_a_reported_save_needs_no_closing(path: Path, make_writer: Callable[..., Writer]) -> None:
    new = game()
    writer = make_writer(Statuses())
    writer.save(new, played(*STEPS, head=17))
    assert writer.flush(WAIT)
    assert loaded(path, new.id) == played(*STEPS, head=17)


def test_a_burst_of_saves_is_few_transactions(path: Path, make_writer: Callable[..., Writer]) -> None:
    gate = Gate()
    writer = make_writer(gate)
    games = [game(title="one"), game(title="two")]
    writer.save(games[0], played())
    assert gate.reached.wait(WAIT)
    for count in range(len(STEPS) + 1):
        for new in games:
            writer.save(new, played(*STEPS[:count]))
    gate.open()
    assert writer.flush(WAIT)
    assert [status.state for status in gate.seen] == [SaveState.SAVED]
    assert [commit_count(path, new.id) for new in games] == [2, 1]
    assert loaded(path, games[0].id) == loaded(path, games[1].id) == played(*STEPS)


def test_saving_never_waits_for_the_disk(make_writer: Callable[..., Writer]) -> None:
    gate = Gate()
    writer = make_writer(gate)
    new = game()
    writer.save(new, played())
    assert gate.reached.wait(WAIT)  # from here on the writer is blocked
    long = played(*STEPS * 25)
    best = min(_timed(lambda: writer.save(new, long)) for _ in range(200))
    gate.open()
    assert best < 0.0005


def _timed(action: Callable[[], None]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def test_the_newest_unsaved_state_is_returned(make_writer: Callable[..., Writer]) -> None:
    gate = Gate()
    writer = make_writer(gate)
    new = game()
    assert writer.unsaved(new.id) is None
    writer.save(new, played(STEPS[0]))
    assert gate.reached.wait(WAIT)
    assert writer.unsaved(new.id) == played(STEPS[0])  # being written
    writer.save(new, played(*STEPS[:2]))
    assert writer.unsaved(new.id) == played(*STEPS[:2])
    gate.open()
    assert writer.flush(WAIT)
    assert writer.unsaved(new.id) is None


def test_closing_writes_what_waits_and_ends_the_thread(path: Path) -> None:
    before = threading.active_count()
    writer = writer_to(path)
    new = game()
    for count in range(5):
        writer.save(new, played(*STEPS[:count]))
    assert writer.close(WAIT)
    assert threading.active_count() == before
    assert loaded(path, new.id) == played(*STEPS[:4])
    writer.save(new, played())  # too late
    assert writer.unsaved(new.id) is None
    assert writer.close(WAIT)


def test_an_exception_in_a_callback_does_not_stop_the_writer(path: Path, make_writer: Callable[..., Writer]) -> None:
    def broken(status: SaveStatus) -> None:
        raise RuntimeError(status)

    writer = make_writer(broken)
    new = game()
    for count in (1, 2):
        writer.save(new, played(*STEPS[:count]))
        assert writer.flush(WAIT)
    assert loaded(path, new.id) == played(*STEPS[:2])


def test_a_solve_is_recorded_with_the_state_that_solves(path: Path, make_writer: Callable[..., Writer]) -> None:
    gate = Gate()
    writer = make_writer(gate)
    new = game()
    writer.save(new, played())
    assert gate.reached.wait(WAIT)
    writer.finish(new, played(STEPS[0], elapsed_ms=5000, aids=Aid.HINT), NOON, NOON.date())
    writer.save(new, played(STEPS[0], elapsed_ms=9000))  # replaces the waiting state and keeps the solve
    writer.finish(new, played(STEPS[0], elapsed_ms=9500), NOON, NOON.date())
    gate.open()
    assert writer.flush(WAIT)
    with closing(open_database(path)) as connection:
        assert [(row.elapsed_ms, row.aids) for row in read_results(connection)] == [(5000, Aid.HINT)]
        assert load_game(connection, new.id).progress.elapsed_ms == 9500
