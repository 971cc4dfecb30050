"""A damaged file is noticed, kept, and replaced by what can be verified; a sound one is not changed."""

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from binairo_tui.store import private_files
from binairo_tui.store.backups import list_backups
from binairo_tui.store.errors import DamagedGameError, NoSuchGameError, StoreError, UnavailableError
from binairo_tui.store.games import SavedGame
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.private_files import lock_sessions
from binairo_tui.store.queries import read_results, unfinished_games
from binairo_tui.store.repair import repair_file, swap_database
from binairo_tui.store.saves import delete_game, load_game
from binairo_tui.store.snapshots import find_damage
from tests.store.games import NOON, STEPS, game, played, save, save_backup

PAGE = 4096


def smash(path: Path, start: int = 100, end: int = 300) -> None:
    """Overwrite bytes of the file; by default the root of its schema, so that nothing can be read."""
    raw = bytearray(path.read_bytes())
    raw[start:end] = os.urandom(len(raw[start:end]))
    path.write_bytes(raw)


@pytest.fixture
def games(path: Path) -> list[SavedGame]:
    """Games in a file with a backup; the last one was begun after the backup, and the first one continued."""
    made = [game(title=f"game {number}") for number in range(30)]
    for new in made[:-1]:
        save(path, new, played(*STEPS[:20]))
    save_backup(path)
    with closing(open_database(path)) as connection:
        save(path, load_game(connection, made[0].id), played(*STEPS[:40]))
    save(path, made[-1], played(*STEPS[:20]), solved=True)
    return made


def test_a_destroyed_file_is_restored_from_the_backup(path: Path, games: list[SavedGame]) -> None:
    path.write_bytes(b"not a database " * 100)
    with closing(open_repaired(path)) as connection:
        assert len(unfinished_games(connection)) == len(games) - 1
        assert load_game(connection, games[0].id).progress == played(*STEPS[:20])
        (kept,) = (path.parent / "damaged").iterdir()
        assert connection.notice == (
            "The progress file was damaged and has been restored from the backup of"
            f" {NOON.astimezone():%Y-%m-%d %H:%M}; the damaged file is now {kept}."
        )
    assert (kept / path.name).read_bytes() == b"not a database " * 100
    assert kept.stat().st_mode & 0o777 == 0o700
    assert (kept / path.name).stat().st_mode & 0o777 == path.stat().st_mode & 0o777 == 0o600
    with closing(open_repaired(path)) as connection:
        assert connection.notice == ""


def test_newer_games_are_salvaged_from_the_damaged_file(path: Path, games: list[SavedGame]) -> None:
    with closing(open_database(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'result'").fetchone()[0]
    smash(path, (root - 1) * PAGE, root * PAGE)  # the results are lost, all games can be read
    with closing(open_repaired(path)) as connection:
        assert "and 2 games that could be read;" in connection.notice
        assert load_game(connection, games[0].id).progress == played(*STEPS[:40])
        assert load_game(connection, games[-1].id).progress == played(*STEPS[:20])
        assert not any(find_damage(connection))


def test_without_a_backup_everything_readable_is_salvaged(path: Path) -> None:
    one, other = game(), game()
    save(path, one, played(*STEPS[:3]), solved=True)
    save(path, other, played(*STEPS[:3]))
    with closing(sqlite3.connect(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name LIKE '%autoindex_game%'").fetchone()[0]
    smash(path, (root - 1) * PAGE, root * PAGE)
    with closing(open_repaired(path)) as connection:
        assert "restored from 2 games that could be read;" in connection.notice
        assert load_game(connection, one.id).progress == load_game(connection, other.id).progress == played(*STEPS[:3])
        assert len(read_results(connection)) == 1


def test_if_nothing_can_be_read_the_file_is_created_again(path: Path) -> None:
    path.write_text("these are notes, not a database")
    with closing(open_repaired(path)) as connection:
        (kept,) = (path.parent / "damaged").iterdir()
        told = "The progress file was damaged and has been started from scratch: nothing could be read"
        assert connection.notice == f"{told}; the damaged file is now {kept}."
        assert unfinished_games(connection) == []


@pytest.mark.parametrize("damage", ["empty", "gone"])
def test_an_empty_or_missing_file_is_restored(path: Path, games: list[SavedGame], damage: str) -> None:
    if damage == "empty":
        path.write_bytes(b"")
    else:
        path.unlink()
    with closing(open_repaired(path)) as connection:
        assert len(unfinished_games(connection)) == len(games) - 1
        assert "backup" in connection.notice
        assert "damaged one is in" not in connection.notice


def test_a_backup_made_while_the_clock_was_ahead_is_not_the_newest_for_ever(path: Path) -> None:
    for number in range(1, 6):
        save(path, game(), played(*STEPS))
        if number in (1, 5):
            save_backup(path, NOON + timedelta(days=5000 if number == 1 else 1))
    path.unlink()
    with closing(open_repaired(path)) as connection:
        assert len(unfinished_games(connection)) == 5


def test_a_backup_with_a_damaged_game_is_skipped(path: Path, games: list[SavedGame]) -> None:
    newest = save_backup(path, NOON + timedelta(days=1))
    with closing(sqlite3.connect(newest)) as connection:
        connection.execute("UPDATE step SET at_ms = 77 WHERE seq = 1")
        connection.commit()
    smash(path)
    with closing(open_repaired(path)) as connection:
        assert f"{NOON.astimezone():%Y-%m-%d %H:%M}" in connection.notice
        assert not any(find_damage(connection))


def test_a_sound_file_is_not_changed(path: Path, games: list[SavedGame]) -> None:
    before = path.read_bytes()
    assert repair_file(path) is None
    assert path.read_bytes() == before
    assert not (path.parent / "damaged").exists()


def test_a_damaged_game_does_not_affect_other_games(path: Path, games: list[SavedGame]) -> None:
    with closing(open_database(path)) as connection:
        connection.execute("UPDATE step SET at_ms = 77 WHERE seq = 1 AND game_id = ?", (games[3].id,))
    with closing(open_repaired(path)) as connection:
        assert connection.notice == ""
        with pytest.raises(DamagedGameError):
            load_game(connection, games[3].id)
        assert load_game(connection, games[4].id).progress == played(*STEPS[:20])


def test_a_file_that_another_session_has_open_is_not_replaced(
    path: Path, games: list[SavedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binairo_tui.store.private_files.LOCK_SECONDS", 0.0)
    lock = lock_sessions(path)
    assert lock is not None
    smash(path)
    before = path.read_bytes()
    with pytest.raises(UnavailableError, match=r"damaged.*another session has the progress file open"):
        open_repaired(path)
    assert path.read_bytes() == before
    os.close(lock)
    with closing(open_repaired(path)) as connection:
        assert connection.notice


def test_a_single_wrong_read_leads_to_no_repair(
    path: Path, games: list[SavedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, reads = private_files.read_private, []

    def misread(at: Path) -> bytes:
        reads.append(at)
        raw = read(at)
        return raw if len(reads) % 2 else bytes(4096) + raw[4096:]

    before = path.read_bytes()
    monkeypatch.setattr(private_files, "read_private", misread)
    with pytest.raises(UnavailableError, match="differently each time"):
        repair_file(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert not (path.parent / "damaged").exists()


def test_an_unfinished_write_of_a_killed_process_is_rolled_back_first(path: Path, games: list[SavedGame]) -> None:
    """An unfinished write is not damage, whatever the bytes are."""
    with closing(open_database(path)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM step")
        connection.execute("UPDATE game SET title = hex(randomblob(2000))")
        torn, journal = path.read_bytes(), path.with_name("progress.db-journal").read_bytes()
        connection.execute("ROLLBACK")
    assert torn != path.read_bytes()
    path.write_bytes(torn)
    path.with_name("progress.db-journal").write_bytes(journal)
    assert repair_file(path) is None
    with closing(open_repaired(path)) as connection:
        assert load_game(connection, games[0].id).progress == played(*STEPS[:40])


def _zero_page(raw: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(raw) // PAGE) * PAGE
    raw[start : start + PAGE] = bytes(PAGE)


def _flip_bit(raw: bytearray, chance: random.Random) -> None:
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)


def _overwrite(raw: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(raw) - 8)
    raw[start : start + 8] = chance.randbytes(8)


def _truncate(raw: bytearray, chance: random.Random) -> None:
    del raw[chance.randrange(len(raw)) :]


@pytest.mark.parametrize("damage", [_zero_page, _flip_bit, _overwrite, _truncate])
def test_whatever_happens_to_the_bytes_no_wrong_game_is_played(
    path: Path, games: list[SavedGame], damage: Callable[[bytearray, random.Random], None]
) -> None:
    sound = path.read_bytes()
    for seed in range(10):
        raw = bytearray(sound)
        damage(raw, random.Random(seed))
        path.write_bytes(raw)
        try:
            connection = open_repaired(path)
        except StoreError:  # the header says that another or a newer program wrote the file
            assert path.read_bytes() == raw
            continue
        with closing(connection):
            for saved in games:
                try:
                    progress = load_game(connection, saved.id).progress
                except (DamagedGameError, NoSuchGameError) as error:
                    assert isinstance(error, DamagedGameError) or saved is games[-1]
                else:
                    assert progress in (played(*STEPS[:20]), played(*STEPS[:40]) if saved is games[0] else None)


class Killed(BaseException):
    """Stands for the end of the process."""


def killed_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise `Killed` before call `number` of those that change the disk."""
    calls = iter(range(1, number + 1))

    def deadly(call: Callable[..., object]) -> Callable[..., object]:
        def die_or_do(*arguments: object, **options: object) -> object:
            if next(calls, number) == number:
                raise Killed
            return call(*arguments, **options)

        return die_or_do

    for name in ("open", "fsync", "replace", "unlink", "mkdir"):
        monkeypatch.setattr(os, name, deadly(getattr(os, name)))


def test_a_repair_interrupted_at_any_call_can_be_repeated(
    path: Path, games: list[SavedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_database(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'result'").fetchone()[0]
    smash(path, (root - 1) * PAGE, root * PAGE)
    damaged = path.read_bytes()
    for number in range(1, 200):
        path.write_bytes(damaged)
        with monkeypatch.context() as context:
            killed_at(number, context)
            try:
                repair_file(path)
            except Killed:
                ended = False
            else:
                ended = True
        with closing(open_repaired(path)) as connection:
            assert load_game(connection, games[0].id).progress == played(*STEPS[:40])
            assert load_game(connection, games[-1].id).progress == played(*STEPS[:20])
            assert not any(find_damage(connection))
        if ended:
            break
    assert 10 < number < 199
    kept = [it for it in (path.parent / "damaged").iterdir() if (it / path.name).exists()]
    assert damaged in [(it / path.name).read_bytes() for it in kept]


def test_a_repair_loses_nothing_that_the_backup_has(path: Path, games: list[SavedGame]) -> None:
    with closing(open_database(path)) as connection:
        delete_game(connection, games[5].id)
    smash(path)
    with closing(open_repaired(path)) as connection:
        assert {summary.id for summary in unfinished_games(connection)} >= {saved.id for saved in games[:-1]}
    assert len(list_backups(path)) == 1


def test_an_old_journal_is_gone_for_good_before_the_file_is_replaced(path: Path, disk_calls: list[str]) -> None:
    journal = path.with_name("progress.db-journal")
    journal.write_bytes(b"old")
    swap_database(path, b"new")
    assert not journal.exists()
    directory = path.parent.name
    assert disk_calls[:2] == ["remove progress.db-journal", f"sync {directory}"]
    assert disk_calls[-2:] == ["rename temporary to progress.db", f"sync {directory}"]


def test_a_damaged_file_is_kept_for_good_before_it_is_replaced(
    path: Path, games: list[SavedGame], disk_calls: list[str]
) -> None:
    path.write_bytes(b"not a database " * 100)
    disk_calls.clear()
    open_repaired(path).close()
    (kept,) = (path.parent / "damaged").iterdir()
    kept_for_good = [f"sync {it.name}" for it in (path, kept, kept.parent, path.parent)]
    places = [disk_calls.index(call) for call in kept_for_good]
    assert max(places) < disk_calls.index("rename temporary to progress.db")
    for call in kept_for_good[1:]:
        assert call in disk_calls[places[0] :]
