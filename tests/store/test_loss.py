"""Games that another session takes over: the loss is noticed without a save, and later saves are refused."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.errors import UnavailableError, UnsafePathError
from binairo_tui.store.games import SavedGame
from binairo_tui.store.opening import open_database
from binairo_tui.store.save_batch import Batch, BatchWriter, Save
from binairo_tui.store.saves import delete_game
from binairo_tui.store.writer import SaveState, SaveStatus, SaveVerdict, Writer
from tests.conftest import forget
from tests.store.games import NOON, STEPS, WAIT, Gate, Statuses, game, loaded, played, save, stored

MakeWriter = Callable[..., Writer]
SOON = 0.005
"""Seconds between the checks of an idle writer."""
A_FEW_CHECKS = 0.05


def saved_by(writer: Writer, count: int = 1, title: str = "one") -> SavedGame:
    """Return a new game with some steps that a writer has saved and keeps playing."""
    new = game(title=title)
    writer.save(new, played(*STEPS[:count]))
    assert writer.flush(WAIT)
    return new


def take_over(path: Path, new: SavedGame, count: int = 2) -> SavedGame:
    """Load a game in another session and save it with `count` steps; return it as it was loaded."""
    taken = stored(path, new.id)
    save(path, taken, played(*STEPS[:count]))
    return taken


def test_an_idle_writer_notices_that_its_game_was_deleted(
    path: Path, make_writer: MakeWriter, statuses: Statuses
) -> None:
    writer = make_writer(statuses, check_seconds=SOON)
    new = saved_by(writer)
    with closing(open_database(path)) as connection:
        delete_game(connection, new.id)
    assert statuses.wait_for(SaveState.FAILED).is_refusal
    assert writer.is_lost(new)


def test_every_loss_is_reported(path: Path, make_writer: MakeWriter, statuses: Statuses) -> None:
    writer = make_writer(statuses, check_seconds=SOON)
    one, two = saved_by(writer), saved_by(writer, title="two")
    taken = take_over(path, one)
    status = statuses.wait_for(SaveState.FAILED)
    assert status.is_refusal
    assert "another session" in status.reason
    assert [writer.is_lost(game) for game in (one, taken, two)] == [True, True, False]
    take_over(path, two)
    statuses.wait_for(SaveState.FAILED)
    assert writer.is_lost(two)


def test_a_lost_game_that_is_loaded_again_is_checked_again(
    path: Path, make_writer: MakeWriter, statuses: Statuses
) -> None:
    writer = make_writer(statuses, check_seconds=SOON)
    new = saved_by(writer)
    take_over(path, new)
    statuses.wait_for(SaveState.FAILED)
    again = stored(path, new.id)
    assert not writer.is_lost(again)
    writer.save(again, played(*STEPS[:5]))
    assert writer.settle(again, WAIT) is SaveVerdict.SAVED
    statuses.wait_for(SaveState.SAVED)
    take_over(path, again)
    statuses.wait_for(SaveState.FAILED)
    assert writer.is_lost(again)


def test_without_a_loss_a_check_reports_and_writes_nothing(
    path: Path, make_writer: MakeWriter, statuses: Statuses
) -> None:
    writer = make_writer(statuses, check_seconds=SOON)
    new = saved_by(writer)
    save(path, game(title="of another session"), played(STEPS[0]))
    before = path.read_bytes(), path.stat().st_mtime_ns
    time.sleep(A_FEW_CHECKS)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert not writer.is_lost(new)
    assert [status.state for status in statuses.seen] == [SaveState.SAVED]


def test_games_that_were_left_are_not_checked(
    make_writer: MakeWriter, monkeypatch: pytest.MonkeyPatch, statuses: Statuses
) -> None:
    has_checked = Event()

    def check(_saver: BatchWriter) -> str:
        has_checked.set()
        return ""

    monkeypatch.setattr(BatchWriter, "check_leases", check)
    writer = make_writer(statuses, check_seconds=SOON)
    assert not has_checked.wait(A_FEW_CHECKS)
    new = saved_by(writer)
    assert has_checked.wait(WAIT)
    writer.leave(new, played(STEPS[0]))
    assert writer.flush(WAIT)
    has_checked.clear()
    assert not has_checked.wait(A_FEW_CHECKS)


def test_a_check_that_fails_is_ignored(
    path: Path,
    make_writer: MakeWriter,
    monkeypatch: pytest.MonkeyPatch,
    statuses: Statuses,
    bugs: dict[str, BaseException],
) -> None:
    failures = [UnavailableError("disk I/O error"), ZeroDivisionError("a mistake of ours")]
    check = BatchWriter.check_leases

    def fail_at_first(saver: BatchWriter) -> str:
        if failures:
            raise failures.pop()
        return check(saver)

    monkeypatch.setattr(BatchWriter, "check_leases", fail_at_first)
    writer = make_writer(statuses, check_seconds=SOON)
    new = saved_by(writer)
    while failures:
        time.sleep(SOON)
    writer.save(new, played(*STEPS[:2]))
    assert writer.settle(new, WAIT) is SaveVerdict.SAVED
    assert SaveState.FAILED not in [status.state for status in statuses.seen]
    take_over(path, new, 3)
    statuses.wait_for(SaveState.FAILED)
    assert writer.is_lost(new)
    assert [name.partition(" ")[0] for name in bugs] == ["ZeroDivisionError"]
    forget(bugs)


def saver_with_a_game(path: Path) -> tuple[BatchWriter, SavedGame, ProgressConnection]:
    opened, new = list[ProgressConnection](), game()

    def connect() -> ProgressConnection:
        opened.append(open_database(path))
        return opened[-1]

    saver = BatchWriter(connect, lambda notice: None)
    assert saver.write(Batch({new.id: Save(new, played(STEPS[0]), NOON)}, {})) == ""
    return saver, new, opened[-1]


def test_a_check_of_a_file_that_cannot_be_read_is_no_bug(path: Path) -> None:
    saver, _, connection = saver_with_a_game(path)
    connection.close()
    with pytest.raises(UnavailableError):
        saver.check_leases()
    saver.close()


def test_a_check_only_reads_and_keeps_no_lock(path: Path) -> None:
    saver, _, connection = saver_with_a_game(path)
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    assert saver.check_leases() == ""
    assert [statement.split()[0] for statement in statements] == ["SELECT"]
    with closing(open_database(path)) as other:
        other.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN EXCLUSIVE")  # succeeds only if no other connection holds a lock
    saver.close()


def test_a_check_opens_no_file_that_a_failure_has_closed(path: Path) -> None:
    saver, *_ = saver_with_a_game(path)
    saver.disconnect()
    path.unlink()
    assert saver.check_leases() == ""
    assert not path.exists()
    saver.close()


def test_a_save_of_a_lost_game_is_refused_without_the_disk(path: Path) -> None:
    saver, new, _ = saver_with_a_game(path)
    take_over(path, new)
    assert "another session" in saver.check_leases()
    saver.disconnect()
    path.unlink()
    path.mkdir()  # cannot be opened
    assert "another session" in saver.write(Batch({new.id: Save(new, played(*STEPS[:3]), NOON)}, {}))
    other = game(title="other")
    with pytest.raises(UnsafePathError):
        saver.write(Batch({other.id: Save(other, played(STEPS[0]), NOON)}, {}))
    saver.close()


def test_other_games_are_saved_after_the_loss_of_one(path: Path, make_writer: MakeWriter, statuses: Statuses) -> None:
    gate = Gate()
    writer = make_writer(gate, check_seconds=SOON)
    lost, other = game(title="lost"), game(title="other")
    writer.save(lost, played(STEPS[0]))
    gate.open()
    assert writer.flush(WAIT)
    take_over(path, lost)
    assert gate.wait_for(SaveState.FAILED).is_refusal
    for new in (lost, other):
        writer.save(new, played(*STEPS[:4]))
    verdicts = [writer.settle(new, WAIT) for new in (lost, other)]
    assert verdicts == [SaveVerdict.LOST, SaveVerdict.SAVED]
    assert (loaded(path, lost.id), loaded(path, other.id)) == (played(*STEPS[:2]), played(*STEPS[:4]))


def test_a_verdict_waits_for_the_disk_up_to_the_timeout(path: Path, make_writer: MakeWriter) -> None:
    gate = Gate()
    writer, new = make_writer(gate), game()
    assert writer.settle(new, 0) is SaveVerdict.SAVED  # nothing waits
    writer.save(new, played(STEPS[0]))
    assert gate.reached.wait(WAIT)
    assert writer.settle(new, 0.01) is SaveVerdict.PENDING
    assert writer.settle(game(), 0) is SaveVerdict.SAVED
    gate.open()
    assert writer.settle(new, WAIT) is SaveVerdict.SAVED
    assert loaded(path, new.id) == played(STEPS[0])


def test_a_verdict_does_not_wait_for_a_failing_disk(path: Path, statuses: Statuses) -> None:
    failing = [True]

    def connect() -> ProgressConnection:
        if failing:
            raise UnavailableError("not now")
        return open_database(path)

    writer, new = Writer(connect, statuses, retry_seconds=0.05), game()
    began = time.monotonic()
    for count in (1, 2):
        writer.save(new, played(*STEPS[:count]))
        assert writer.settle(new, WAIT) is SaveVerdict.PENDING
    assert time.monotonic() - began < WAIT / 2
    failing.clear()
    statuses.wait_for(SaveState.SAVED)
    assert writer.settle(new, WAIT) is SaveVerdict.SAVED
    assert writer.close(WAIT)


def test_a_status_is_reported_before_the_verdict(path: Path, make_writer: MakeWriter) -> None:
    heard: list[SaveStatus] = []

    def hear_late(status: SaveStatus) -> None:
        time.sleep(0.02)
        heard.append(status)

    writer = make_writer(hear_late)
    new = saved_by(writer)
    take_over(path, new)
    assert not writer.is_lost(new)
    writer.save(new, played(*STEPS[:3]))
    assert writer.settle(new, WAIT) is SaveVerdict.LOST
    assert heard[-1].is_refusal
    assert loaded(path, new.id) == played(*STEPS[:2])
