"""Maintenance by the writer's thread, and saving after a repair."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from binairo_tui.files import bug_reports
from binairo_tui.game.aids import Aid
from binairo_tui.store import save_batch
from binairo_tui.store import writer as writer_module
from binairo_tui.store.backups import list_backups
from binairo_tui.store.errors import DamagedFileError, SchemaTooNewError, UnavailableError
from binairo_tui.store.games import SavedGame, SolveRecord
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.practice import read_game_practice
from binairo_tui.store.private_files import lock_sessions
from binairo_tui.store.queries import read_results
from binairo_tui.store.save_batch import Batch, BatchWriter, Save, back_up
from binairo_tui.store.saves import delete_game, load_game
from binairo_tui.store.writer import SaveState, Writer
from tests.conftest import forget
from tests.store.games import NOON, STEPS, WAIT, Statuses, game, ignore, in_game, loaded, played, save_backup, writer_to


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def saver(path: Path, notices: list[str]) -> Iterator[BatchWriter]:
    with closing(BatchWriter(partial(open_repaired, path), notices.append)) as saver:
        yield saver


def write(saver: BatchWriter, new: SavedGame, count: int) -> None:
    assert saver.write(Batch({new.id: Save(new, played(*STEPS[:count]), NOON)}, {})) == ""


def maintain(saver: BatchWriter, now: datetime) -> None:
    """Do what an idle writer does."""
    path = saver.find_due_backup(now)
    if path:
        back_up(path, now)


def test_the_backup_of_the_day_is_made_once(path: Path, saver: BatchWriter) -> None:
    write(saver, game(), 1)
    for hours in (0, 1, 23, 24, 25):
        maintain(saver, NOON + timedelta(hours=hours))
    saver.close()
    assert [backup.made for backup in list_backups(path)] == [NOON + timedelta(hours=24), NOON]


def test_damaged_results_are_replaced_before_the_backup_of_the_day(path: Path, saver: BatchWriter) -> None:
    one, other = game(title="one"), game(title="other")
    for new in (one, other):
        at = SolveRecord(9, Aid.HINT, NOON, NOON.date())
        assert saver.write(Batch({new.id: Save(new, played(STEPS[0]), NOON, at)}, {})) == ""
        maintain(saver, NOON)  # no backup has the other one
    with closing(open_database(path)) as connection:
        connection.execute("UPDATE result SET elapsed_ms = 1")
        maintain(saver, NOON + timedelta(days=1))
        assert [(result.title, result.elapsed_ms) for result in read_results(connection)] == [("one", 9)]


def test_an_idle_writer_does_maintenance(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "FIRST_MAINTENANCE", 0.01)
    made: list[datetime] = []
    monkeypatch.setattr(save_batch, "back_up", lambda path, now: made.append(now))
    writer = Writer(partial(open_database, path), ignore, now=lambda: NOON)
    while not made:
        assert writer.flush(WAIT)
    assert writer.close(WAIT)
    assert made == [NOON]


def test_a_save_does_not_wait_for_the_backup_of_the_day(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def make_slowly(path: Path, now: datetime) -> None:
        begun.set()
        assert may_end.wait(WAIT)

    monkeypatch.setattr(writer_module, "FIRST_MAINTENANCE", 0.001)
    monkeypatch.setattr(save_batch, "back_up", make_slowly)
    writer, new = writer_to(path), game()
    assert begun.wait(WAIT)
    writer.save(new, played(STEPS[0]))
    assert writer.flush(WAIT)
    may_end.set()
    assert writer.close(WAIT)
    assert loaded(path, new.id) == played(STEPS[0])


def test_damage_found_by_the_backup_of_the_day_is_repaired(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repaired = threading.Event()

    def find(path: Path, now: datetime) -> None:
        raise DamagedFileError

    monkeypatch.setattr(writer_module, "FIRST_MAINTENANCE", 0.001)
    monkeypatch.setattr(save_batch, "back_up", find)
    monkeypatch.setattr(BatchWriter, "repair", lambda saver: repaired.set())
    writer = writer_to(path)
    assert repaired.wait(WAIT)
    assert writer.close(WAIT)


def test_failed_maintenance_does_not_stop_the_writer(
    path: Path, monkeypatch: pytest.MonkeyPatch, bugs: dict[str, BaseException]
) -> None:
    monkeypatch.setattr(writer_module, "FIRST_MAINTENANCE", 0.001)
    tried: list[datetime] = []

    def fail(path: Path, now: datetime) -> None:
        tried.append(now)
        raise ZeroDivisionError

    monkeypatch.setattr(save_batch, "back_up", fail)
    statuses = Statuses()
    writer, new = Writer(partial(open_database, path), statuses), game()
    while not tried:
        assert writer.flush(WAIT)
    writer.save(new, played(STEPS[0]))
    assert writer.close(WAIT)
    assert loaded(path, new.id) == played(STEPS[0])
    assert SaveState.FAILED not in [status.state for status in statuses.seen]
    while not bug_reports.list_reports():  # in a thread of its own
        pass
    assert len(bugs) == 1
    forget(bugs)


def _tear(path: Path) -> None:
    path.write_bytes(b"torn" * 5000)


@pytest.mark.parametrize("has_backup", [True, False])
def test_after_a_repair_this_sessions_writes_are_replayed(
    path: Path, saver: BatchWriter, notices: list[str], has_backup: bool
) -> None:
    old, new, solved = game(title="old"), game(title="new"), game(title="solved")
    write(saver, old, 1)
    if has_backup:
        save_backup(path)
    for count in (2, 3):
        write(saver, old, count)
    write(saver, new, 5)
    practised = in_game(old)
    batch = Batch({solved.id: Save(solved, played(STEPS[0], elapsed_ms=7), NOON)}, {practised.id: practised})
    assert saver.write(batch) == ""
    saver.disconnect()
    _tear(path)
    write(saver, new, 6)
    saver.close()
    assert len(notices) == 1
    assert loaded(path, old.id) == played(*STEPS[:3])
    assert loaded(path, new.id) == played(*STEPS[:6])
    assert loaded(path, solved.id) == played(STEPS[0], elapsed_ms=7)
    with closing(open_database(path)) as connection:
        assert [record.id for record in read_game_practice(connection)] == [practised.id]


def test_a_solve_survives_a_repair(path: Path, notices: list[str]) -> None:
    statuses, new = Statuses(), game()
    writer = Writer(partial(open_repaired, path), statuses, on_notice=notices.append, retry_seconds=0.005)
    writer.finish(new, played(STEPS[0], elapsed_ms=9), NOON, NOON.date())
    assert writer.flush(WAIT)
    _tear(path)
    writer.save(new, played(*STEPS[:2]))
    assert writer.flush(WAIT)
    assert writer.close(WAIT)
    assert len(notices) == 1
    assert loaded(path, new.id) == played(*STEPS[:2])
    with closing(open_database(path)) as connection:
        assert [result.elapsed_ms for result in read_results(connection)] == [9]


def test_damage_that_only_a_backup_finds_is_repaired(path: Path, saver: BatchWriter, notices: list[str]) -> None:
    new = game()
    write(saver, new, 3)
    with closing(open_database(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name LIKE '%index_game%'").fetchone()[0]
    raw = bytearray(path.read_bytes())
    raw[root * 4096 - 40 : root * 4096 - 8] = b"f" * 32  # the index has another id for the game
    path.write_bytes(raw)
    saver.disconnect()
    unchecked = BatchWriter(partial(open_database, path), notices.append)
    with pytest.raises(DamagedFileError):
        maintain(unchecked, NOON)
    unchecked.repair()
    unchecked.close()
    assert len(notices) == 1
    assert loaded(path, new.id) == played(*STEPS[:3])


def test_a_new_connection_does_not_bring_a_deleted_game_back(path: Path, saver: BatchWriter) -> None:
    new = game()
    write(saver, new, 1)
    saver.disconnect()
    with closing(open_database(path)) as connection:
        delete_game(connection, new.id)
    assert "another session" in saver.write(Batch({new.id: Save(new, played(*STEPS[:2]), NOON)}, {}))
    assert saver.is_lost(new)


def test_opening_the_file_is_retried(path: Path, make_writer: Callable[..., Writer]) -> None:
    path.mkdir()
    statuses, new = Statuses(), game()
    writer = make_writer(statuses, partial(open_repaired, path))
    writer.save(new, played(STEPS[0]))
    assert "not a regular file" in statuses.wait_for(SaveState.FAILED).reason
    path.rmdir()
    statuses.wait_for(SaveState.SAVED)
    assert loaded(path, new.id) == played(STEPS[0])


def test_nothing_is_written_after_a_newer_program_changed_the_schema(path: Path, saver: BatchWriter) -> None:
    new = game()
    write(saver, new, 1)
    with closing(open_database(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(SchemaTooNewError, match="newer version"):
        write(saver, new, 2)
    assert path.read_bytes() == before


def test_a_migration_waits_for_older_sessions_to_end(old_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.store.private_files.LOCK_SECONDS", 0.0)
    before = old_file.read_bytes()
    lock = lock_sessions(old_file)
    assert lock is not None
    with pytest.raises(UnavailableError, match="another session"):
        open_database(old_file)
    assert old_file.read_bytes() == before
    os.close(lock)
    with closing(open_database(old_file)) as connection:
        assert load_game(connection, "a" * 32).title == "by hand"
