"""A failing save: the writer reports it, keeps the states, and retries."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.store.database import ProgressConnection, writing
from binairo_tui.store.errors import NoSuchGameError, UnavailableError
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import read_results
from binairo_tui.store.saves import load_game
from binairo_tui.store.writer import SaveState, Writer
from tests.conftest import forget
from tests.store.games import NOON, STEPS, WAIT, Gate, Statuses, game, loaded, played


class FlakyDisk:
    """Opens the database on a disk that is full while `is_full`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_full = False

    def __call__(self) -> ProgressConnection:
        connection = open_database(self.path)
        if self.is_full:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection


def test_a_full_disk_is_reported_and_nothing_is_lost(
    path: Path, make_writer: Callable[..., Writer], statuses: Statuses
) -> None:
    disk = FlakyDisk(path)
    disk.is_full = True
    writer = make_writer(statuses, disk)
    new, other = game(), game()
    writer.finish(new, played(*STEPS, elapsed_ms=1), NOON, NOON.date())
    assert statuses.wait_for(SaveState.FAILED).reason == f"the disk of {path} is full: make room on it"
    writer.save(new, played(*STEPS, head=3, elapsed_ms=2))
    writer.save(other, played(STEPS[0]))
    assert writer.unsaved(new.id) == played(*STEPS, head=3, elapsed_ms=2)
    disk.is_full = False
    statuses.wait_for(SaveState.SAVED)
    assert [status.state for status in statuses.seen] == [SaveState.FAILED, SaveState.SAVED]
    assert writer.flush(WAIT)
    assert loaded(path, new.id) == played(*STEPS, head=3, elapsed_ms=2)
    assert loaded(path, other.id) == played(STEPS[0])
    with closing(open_database(path)) as connection:
        assert [row.elapsed_ms for row in read_results(connection)] == [1]


def test_closing_on_a_full_disk_returns_false_and_keeps_the_state(path: Path, statuses: Statuses) -> None:
    disk = FlakyDisk(path)
    disk.is_full = True
    writer = Writer(disk, statuses, retry_seconds=WAIT)
    new = game()
    writer.save(new, played(*STEPS))
    statuses.wait_for(SaveState.FAILED)
    assert not writer.flush(0.001)
    assert not writer.close(WAIT)
    assert writer.unsaved(new.id) == played(*STEPS)
    with pytest.raises(NoSuchGameError):
        loaded(path, new.id)


def test_a_save_waits_for_a_locked_file(path: Path, make_writer: Callable[..., Writer], statuses: Statuses) -> None:
    def impatient() -> ProgressConnection:
        connection = open_database(path)
        connection.execute("PRAGMA busy_timeout = 0")
        return connection

    new = game()
    with closing(open_database(path)) as connection:
        with writing(connection):
            make_writer(statuses, impatient).save(new, played(STEPS[0]))
            assert statuses.wait_for(SaveState.FAILED).reason == f"another program is using {path}: close it, or wait"
        statuses.wait_for(SaveState.SAVED)
        assert load_game(connection, new.id).progress == played(STEPS[0])


def test_every_error_is_retried(
    path: Path, make_writer: Callable[..., Writer], statuses: Statuses, bugs: dict[str, BaseException]
) -> None:
    errors = [UnavailableError("not now"), ZeroDivisionError("a mistake of ours")]

    def connect() -> ProgressConnection:
        if errors:
            raise errors.pop(0)
        return open_database(path)

    new = game()
    make_writer(statuses, connect).save(new, played(STEPS[0]))
    statuses.wait_for(SaveState.SAVED)
    reasons = [status.reason for status in statuses.seen if status.state is SaveState.FAILED]
    assert (reasons[0], len(reasons)) == ("not now", 2)
    assert reasons[1].startswith("This is a bug in binairo-tui (ZeroDivisionError at tests/store/")
    forget(bugs)
    assert loaded(path, new.id) == played(STEPS[0])


def test_a_save_during_a_failing_attempt_replaces_its_state_but_keeps_its_solve(
    path: Path, make_writer: Callable[..., Writer]
) -> None:
    errors = [UnavailableError("not now")]

    def connect() -> ProgressConnection:
        if errors:
            raise errors.pop()
        return open_database(path)

    gate = Gate()
    writer = make_writer(gate, connect)
    new = game()
    writer.finish(new, played(STEPS[0], elapsed_ms=1), NOON, NOON.date())
    assert gate.reached.wait(WAIT)
    writer.save(new, played(*STEPS[:2], elapsed_ms=2))
    gate.open()
    assert writer.flush(WAIT)
    assert loaded(path, new.id) == played(*STEPS[:2], elapsed_ms=2)
    with closing(open_database(path)) as connection:
        assert [row.elapsed_ms for row in read_results(connection)] == [1]


class LyingConnection(ProgressConnection):
    """Reports the next commits as failed although they were stored, as when the last sync of a commit fails."""

    lies = 0

    def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
        cursor = super().execute(sql, *parameters)  # type: ignore[arg-type]
        if sql == "COMMIT" and LyingConnection.lies > 0:
            LyingConnection.lies -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return cursor


def test_a_commit_that_was_stored_despite_its_error_is_not_a_conflict(
    path: Path, make_writer: Callable[..., Writer], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(path).close()
    monkeypatch.setattr("binairo_tui.store.database.ProgressConnection", LyingConnection)
    statuses = Statuses()
    writer = make_writer(statuses)
    new = game()
    for count in (1, 2):
        monkeypatch.setattr(LyingConnection, "lies", 1)
        writer.save(new, played(*STEPS[:count]))
        assert "disk I/O error" in statuses.wait_for(SaveState.FAILED).reason
        statuses.wait_for(SaveState.SAVED)
    assert loaded(path, new.id) == played(*STEPS[:2])
