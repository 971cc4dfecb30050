import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.store.backups import (
    INTERVAL,
    KEPT,
    is_backup_due,
    list_backups,
    make_backup,
    open_backups,
    surplus,
)
from binairo_tui.store.database import connect
from binairo_tui.store.errors import DamagedFileError, UnavailableError
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import read_results
from binairo_tui.store.saves import load_game
from binairo_tui.store.snapshots import find_damage
from tests.store.games import NOON, STEPS, game, played, save


def back_up(path: Path, now: datetime = NOON) -> Path:
    with closing(open_database(path)) as connection:
        return make_backup(connection, now).path


def test_a_backup_equals_the_file_and_is_private(path: Path) -> None:
    new = game()
    save(path, new, played(*STEPS[:9], head=5), solved=True)
    before = os.umask(0)
    try:
        made = back_up(path)
    finally:
        os.umask(before)
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.parent.stat().st_mode & 0o777 == 0o700
    assert [it.name for it in made.parent.iterdir()] == [made.name]
    with closing(connect(made)[0]) as backup, closing(open_database(path)) as connection:
        assert list(backup.iterdump()) == list(connection.iterdump())
        assert load_game(backup, new.id) == load_game(connection, new.id)


def test_backups_are_listed_newest_first_without_other_files(path: Path) -> None:
    made = [back_up(path, NOON + timedelta(microseconds=count)) for count in range(3)]
    for name in ("progress-20240229T120000Z.db", "progress-99999999T999999.000000Z.db", ".tmp-1", "notes"):
        (made[0].parent / name).write_text("")
    assert [backup.path for backup in list_backups(path)] == made[::-1]
    assert list_backups(path)[0].made == NOON + timedelta(microseconds=2)


@pytest.mark.parametrize(
    ("age", "due"),
    [(timedelta(0), False), (INTERVAL / 2, False), (INTERVAL, True), (timedelta(days=400), True), (-INTERVAL, True)],
)
def test_a_backup_is_due_after_a_day_or_if_the_newest_is_from_the_future(path: Path, age: timedelta, due: bool) -> None:
    assert is_backup_due(path, NOON)
    back_up(path, NOON - age)
    assert is_backup_due(path, NOON) is due


moments = st.lists(st.integers(0, 10**6), unique=True, max_size=40).map(
    lambda hours: [datetime(2024, 1, 1, tzinfo=UTC) + timedelta(hours=hour) for hour in hours]
)


@given(moments)
def test_the_newest_and_the_oldest_backup_are_kept_and_not_too_many_others(made: list[datetime]) -> None:
    gone = surplus(made)
    left = set(made) - set(gone)
    assert len(gone) == len(set(gone)) == max(len(made) - KEPT, 0)
    assert not made or {min(made), max(made)} <= left


def test_after_a_year_of_daily_backups_recent_days_and_old_months_are_kept() -> None:
    left: list[datetime] = []
    for day in range(365):
        left.append(datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=day))
        left = sorted(set(left) - set(surplus(left)))
    ages = [(left[-1] - made).days for made in left]
    assert len(left) == KEPT
    assert sum(age <= 7 for age in ages) >= 3
    assert any(7 < age <= 31 for age in ages)
    assert any(31 < age < 200 for age in ages)


def test_surplus_backups_are_deleted(path: Path) -> None:
    for day in range(KEPT + 4):
        back_up(path, NOON + timedelta(days=day))
    assert len(list_backups(path)) == KEPT


def test_old_temporary_files_are_deleted(path: Path) -> None:
    directory = back_up(path).parent
    old, young = directory / ".tmp-old", directory / ".tmp-young"
    for leftover in (old, young):
        leftover.write_bytes(b"half a backup")
    os.utime(old, (0, 0))
    with closing(open_database(path)) as connection:
        make_backup(connection)
    assert (old.exists(), young.exists()) == (False, True)


def test_a_damaged_game_is_copied_from_an_older_backup_into_the_next(path: Path) -> None:
    good, bad, hopeless = game(title="good"), game(title="bad"), game(title="hopeless")
    for new in (good, bad):
        save(path, new, played(STEPS[0]), solved=True)
    back_up(path, NOON)
    save(path, hopeless, played(STEPS[0]))
    with closing(open_database(path)) as connection:
        save(path, load_game(connection, good.id), played(*STEPS[:2]))
        connection.execute("UPDATE step SET at_ms = 77 WHERE game_id IN (?, ?)", (bad.id, hopeless.id))
        connection.execute("UPDATE result SET elapsed_ms = 77 WHERE id = ?", (bad.id,))
    back_up(path, NOON + timedelta(days=1))
    copies = open_backups(path)
    _, copy = next(copies)
    assert not any(find_damage(copy))
    assert load_game(copy, good.id).progress == played(*STEPS[:2])
    assert load_game(copy, bad.id).progress == played(STEPS[0])
    assert copy.execute("SELECT id FROM game WHERE id = ?", (hopeless.id,)).fetchone() is None
    assert [result.title for result in read_results(copy)].count("bad") == 1


def test_a_damaged_file_is_not_backed_up(path: Path) -> None:
    save(path, game(), played(*STEPS))
    raw = bytearray(path.read_bytes())
    raw[8192:8200] = b"\xff" * 8
    with closing(open_database(path)) as connection:
        path.write_bytes(raw)
        with pytest.raises(DamagedFileError):
            make_backup(connection, NOON)
    assert list_backups(path) == []


def test_a_failed_backup_leaves_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with closing(open_database(path)) as connection:
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(UnavailableError, match="is full"):
            make_backup(connection, NOON)
    assert list((path.parent / "backups").iterdir()) == []


def test_a_file_is_backed_up_before_it_is_migrated(old_file: Path) -> None:
    path = old_file
    with closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())
    open_database(path).close()
    (backup,) = list_backups(path)
    with closing(sqlite3.connect(backup.path)) as connection:
        assert list(connection.iterdump()) == before
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    copies = open_backups(path)
    _, copy = next(copies)
    assert load_game(copy, "a" * 32).title == "by hand"
