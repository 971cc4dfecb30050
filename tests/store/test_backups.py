import os
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.store.backups import (
    INTERVAL,
    KEPT,
    Backup,
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
from tests.store.games import NOON, STEPS, game, played, save, save_backup


def test_a_backup_equals_the_file_and_is_private(path: Path) -> None:
    new = game()
    save(path, new, played(*STEPS[:9], head=5), solved=True)
    before = os.umask(0)
    try:
        made = save_backup(path)
    finally:
        os.umask(before)
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.parent.stat().st_mode & 0o777 == 0o700
    assert [it.name for it in made.parent.iterdir()] == [made.name]
    with closing(connect(made)[0]) as backup, closing(open_database(path)) as connection:
        assert list(backup.iterdump()) == list(connection.iterdump())
        assert load_game(backup, new.id) == load_game(connection, new.id)


def test_backups_are_listed_newest_first_without_other_files(path: Path) -> None:
    made = [save_backup(path, NOON + timedelta(microseconds=count)) for count in range(3)]
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
    save_backup(path, NOON - age)
    assert is_backup_due(path, NOON) is due


def generations(*numbers: int) -> list[Backup]:
    return [Backup(Path(f"{number}.db"), NOON, number) for number in sorted(numbers, reverse=True)]


@given(st.lists(st.integers(1, 10**6), max_size=40))
def test_the_newest_and_the_oldest_backup_are_kept_and_not_too_many_others(numbers: list[int]) -> None:
    made = generations(*numbers)
    gone = [backup.generation for backup in surplus(made)]
    left = Counter(numbers) - Counter(gone)
    assert len(gone) == max(len(made) - KEPT, 0)
    assert left.total() == min(len(made), KEPT)
    assert not made or {min(numbers), max(numbers)} <= left.keys()


def test_after_a_year_of_daily_backups_recent_days_and_old_months_are_kept() -> None:
    left: list[Backup] = []
    for day in range(365):
        left = generations(*[backup.generation for backup in left], 100 * (day + 1))
        left = [backup for backup in left if backup not in surplus(left)]
    ages = [(left[0].generation - backup.generation) // 100 for backup in left]
    assert len(left) == KEPT
    assert sum(age <= 7 for age in ages) >= 3
    assert any(7 < age <= 31 for age in ages)
    assert any(31 < age < 200 for age in ages)


@pytest.mark.parametrize("wrong", [timedelta(days=4000), timedelta(days=-4000)])
def test_the_newest_backup_is_the_last_one_made_whatever_the_clock_said(path: Path, wrong: timedelta) -> None:
    made = []
    for day in range(2 * KEPT):
        save(path, game(), played(*STEPS))
        made.append(save_backup(path, NOON + timedelta(days=day) + (wrong if day == 3 else timedelta(0))))
        assert list_backups(path)[0].path == made[-1]
    assert not made[3].exists()


def test_a_backup_of_an_older_file_that_was_put_back_is_the_newest(path: Path) -> None:
    save(path, game(), played(*STEPS))
    older = path.read_bytes()
    for _ in range(3):
        save(path, game(), played(*STEPS))
    save_backup(path, NOON)
    path.write_bytes(older)
    last = save_backup(path, NOON - timedelta(days=1))
    assert list_backups(path)[0].path == last


@pytest.mark.parametrize("place", [24, 92])
def test_a_backup_with_a_damaged_header_is_the_oldest(path: Path, place: int) -> None:
    first = save_backup(path, NOON)
    second = save_backup(path, NOON + timedelta(days=1))
    raw = bytearray(second.read_bytes())
    raw[place] ^= 0x40
    second.write_bytes(raw)
    assert [backup.path for backup in list_backups(path)] == [first, second]


def test_surplus_backups_are_deleted(path: Path) -> None:
    for day in range(KEPT + 4):
        save_backup(path, NOON + timedelta(days=day))
    assert len(list_backups(path)) == KEPT


def test_old_temporary_files_are_deleted(path: Path) -> None:
    directory = save_backup(path).parent
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
    save_backup(path, NOON)
    save(path, hopeless, played(STEPS[0]))
    with closing(open_database(path)) as connection:
        save(path, load_game(connection, good.id), played(*STEPS[:2]))
        connection.execute("UPDATE step SET at_ms = 77 WHERE game_id IN (?, ?)", (bad.id, hopeless.id))
        connection.execute("UPDATE result SET elapsed_ms = 77 WHERE id = ?", (bad.id,))
    save_backup(path, NOON + timedelta(days=1))
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
