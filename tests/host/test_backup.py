"""Backups of a whole host: what they hold, and who and what is there after one was restored."""

import io
import re
import signal
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.host.server import backup, setup
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.store import errors, opening, queries
from tests.cli.runs import binairo
from tests.host.conftest import RunningHost, new_key, session, take_name

GAMES = "data/binairo-tui/progress.db"


def add_player(directory: Path, player: str, name: str) -> None:
    with closing(HostDatabase(directory / "host.db")) as database:
        database.add_player(player, name, f"key-{name}", 100)
    path = directory / "players" / player / GAMES
    path.parent.mkdir(parents=True)
    opening.open_repaired(path).close()
    (path.parent / "draft.txt").write_text(f"draft of {name}", encoding="utf-8")


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """The directory of a host with two players and a visitor without a name."""
    place = tmp_path / "host"
    setup.make_directory(place)
    setup.host_key(place)
    add_player(place, "p1", "ada")
    add_player(place, "p2", "ben")
    (place / "players" / "p1" / "data" / "binairo-tui" / "sessions").mkdir()
    (place / "players" / "visitor").mkdir()
    (place / "players" / "visitor" / setup.VISITOR_MARK).touch()
    return place


def run(directory: Path, *words: str) -> str:
    done = binairo("host", "--data", str(directory), *words)
    assert (done.status, done.err) == (0, "")
    return done.out


def names_in(directory: Path) -> list[str]:
    with closing(HostDatabase(directory / "host.db")) as database:
        return [f"{it.name}{'!' * it.is_banned}" for it in database.players()]


def draft_of(directory: Path, player: str) -> str:
    return (directory / "players" / player / GAMES).with_name("draft.txt").read_text(encoding="utf-8")


def test_a_player_s_files_that_nobody_may_read_are_in_a_backup(directory: Path, tmp_path: Path) -> None:
    games = directory / "players" / "p1" / GAMES
    games.chmod(0)
    games.with_name("draft.txt").chmod(0)
    backup.back_up(directory, tmp_path / "backup.tar.gz")
    backup.restore(tmp_path / "other", tmp_path / "backup.tar.gz")
    assert draft_of(tmp_path / "other", "p1") == "draft of ada"


def test_a_backup_in_an_empty_directory_is_the_same_host(directory: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "backup.tar.gz", tmp_path / "other"
    with closing(HostDatabase(directory / "host.db")) as database:
        database.add_code("0000-AAAA", None, 100)
    assert run(directory, "backup", str(file)) == f"Written: {file}\n"
    assert file.stat().st_mode & 0o077 == 0
    assert run(other, "restore", str(file)) == "Restored.\n"
    assert (other / "host_key").read_bytes() == (directory / "host_key").read_bytes()
    assert names_in(other) == ["ada", "ben"]
    with closing(HostDatabase(other / "host.db")) as database:
        assert database.is_invitation("0000-AAAA", 100)
    assert sorted(it.name for it in (other / "players").iterdir()) == ["p1", "p2"]
    assert draft_of(other, "p2") == "draft of ben"
    with closing(opening.open_database(other / "players" / "p1" / GAMES)) as games:
        assert queries.count_results(games) == 0
    assert not [it for it in other.rglob("*") if it.stat().st_mode & 0o077 and not it.is_symlink() and it.is_file()]


def test_the_host_is_as_it_was_and_what_came_later_is_kept_beside_it(directory: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar.gz"
    run(directory, "backup", str(file))
    add_player(directory, "p3", "cleo")
    (directory / "players" / "p1" / GAMES).with_name("draft.txt").write_text("newer", encoding="utf-8")
    (directory / "players" / "a file of the operator").touch()
    with closing(HostDatabase(directory / "host.db")) as database:
        database.ban("p2", is_banned=True)
        database.rename("p1", "zoe")
    kept = Path(run(directory, "restore", str(file)).split(" are in ")[1].rstrip(".\n"))
    assert [names_in(it) for it in (directory, kept)] == [["ada", "ben"], ["ben!", "cleo", "zoe"]]
    assert [draft_of(it, "p1") for it in (directory, kept)] == ["draft of ada", "newer"]
    assert draft_of(kept, "p3") == "draft of cleo"
    assert {it.name for it in (directory / "players").iterdir()} == {"p1", "p2"}
    assert {it.name for it in kept.iterdir()} - {"host.db-journal"} == {"host.db", "host_key", "players"}


def test_a_host_without_its_database_is_restored_beside_what_was_there(directory: Path, tmp_path: Path) -> None:
    run(directory, "backup", str(tmp_path / "backup"))
    (directory / "host.db").rename(tmp_path / "aside")
    kept = Path(run(directory, "restore", str(tmp_path / "backup")).split(" are in ")[1].rstrip(".\n"))
    assert names_in(directory) == ["ada", "ben"]
    assert {it.name for it in kept.iterdir()} - {"host.db-journal"} == {"host_key", "players"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("PRAGMA application_id = 7", "another program"),
        ("PRAGMA user_version = 99", "newer version"),
        ("", "damaged"),
    ],
)
def test_a_backup_with_another_database_changes_nothing(directory: Path, tmp_path: Path, change: str, why: str) -> None:
    run(directory, "backup", str(tmp_path / "backup"))
    path = tmp_path / "host.db"
    with tarfile.open(tmp_path / "backup") as archive:
        content = archive.extractfile("host.db")
        assert content
        path.write_bytes(content.read())
    if change:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(change)
    else:
        path.write_bytes(path.read_bytes()[:5000])
    with tarfile.open(tmp_path / "forged", "w:gz") as archive:
        archive.add(path, "host.db")
    with pytest.raises(errors.StoreError, match=why):
        backup.restore(directory, tmp_path / "forged")
    assert names_in(directory) == ["ada", "ben"]
    assert {it.name for it in directory.iterdir()} - {"lock", "host.db-journal"} == {"host.db", "host_key", "players"}


@pytest.mark.parametrize("last", range(6))
def test_a_restore_that_fails_at_any_file_changes_nothing(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    run(directory, "backup", str(tmp_path / "backup"))
    (directory / "players" / "p1" / GAMES).with_name("draft.txt").write_text("newer", encoding="utf-8")
    rename, left = Path.rename, iter([True] * last + [False])

    def fail_once(path: Path, target: Path) -> Path:
        if next(left, True):
            return rename(path, target)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "rename", fail_once)
    with pytest.raises(OSError, match="Input/output error"):
        backup.restore(directory, tmp_path / "backup")
    assert draft_of(directory, "p1") == "newer"
    assert {it.name for it in directory.iterdir()} - {"lock", "host.db-journal"} == {"host.db", "host_key", "players"}


def test_a_host_whose_database_is_damaged_is_restored(directory: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar.gz"
    run(directory, "backup", str(file))
    add_player(directory, "p3", "cleo")
    (directory / "host.db").write_bytes(b"damaged" * 1000)
    assert "no backup was made" in binairo("host", "--data", str(directory), "backup", str(tmp_path / "no")).err
    assert not (tmp_path / "no").exists()
    run(directory, "restore", str(file))
    assert names_in(directory) == ["ada", "ben"]


def test_a_write_that_was_not_finished_is_not_backed_up(directory: Path, tmp_path: Path) -> None:
    ada, ben = [directory / "players" / it / GAMES for it in ("p1", "p2")]
    with closing(sqlite3.connect(ada, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN")
        writer.execute("CREATE TABLE half (content)")
        writer.executemany("INSERT INTO half VALUES (?)", [(bytes(9000),) for _ in range(100)])
        for name in (ada.name, f"{ada.name}-journal"):
            ben.with_name(name).write_bytes(ada.with_name(name).read_bytes())
    assert b"half" in ben.read_bytes()
    run(directory, "backup", str(tmp_path / "backup"))
    run(tmp_path / "other", "restore", str(tmp_path / "backup"))
    with closing(sqlite3.connect(tmp_path / "other" / "players" / "p2" / GAMES)) as games:
        assert games.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert games.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)


def test_a_player_whose_games_stay_locked_is_named(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binairo_tui.store.database.BUSY_SECONDS", 0)
    file = tmp_path / "backup"
    with closing(sqlite3.connect(directory / "players" / "p1" / GAMES, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("CREATE TABLE half (content)")
        writer.executemany("INSERT INTO half VALUES (?)", [(bytes(9000),) for _ in range(100)])
        done = binairo("host", "--data", str(directory), "backup", str(file))
    assert (done.status, done.out) == (1, f"Written: {file}\n")
    assert "the games of ada," in done.err
    run(tmp_path / "other", "restore", str(file))
    with closing(opening.open_database(tmp_path / "other" / "players" / "p1" / GAMES)) as games:
        assert games.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert games.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)


def test_damaged_games_of_a_player_are_backed_up_as_they_are(directory: Path, tmp_path: Path) -> None:
    (directory / "players" / "p1" / GAMES).write_bytes(b"damaged")
    run(directory, "backup", str(tmp_path / "backup"))
    run(tmp_path / "other", "restore", str(tmp_path / "backup"))
    assert (tmp_path / "other" / "players" / "p1" / GAMES).read_bytes() == b"damaged"


def archive_with(*names: str) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    return raw.getvalue()


@pytest.mark.parametrize(
    "names",
    ["", "../host.db", "/host.db", "host.db players/../../x", "host.db host.db", "host.db lock", "other"],
)
def test_an_archive_that_is_no_backup_changes_nothing(directory: Path, tmp_path: Path, names: str) -> None:
    assert_refused(directory, tmp_path, archive_with(*names.split()))


@pytest.mark.parametrize("end", [0, 10, -20])
def test_a_backup_that_was_cut_off_changes_nothing(directory: Path, tmp_path: Path, end: int) -> None:
    assert_refused(directory, tmp_path, archive_with("host.db")[:end])


def assert_refused(directory: Path, tmp_path: Path, content: bytes) -> None:
    before = sorted([*tmp_path.rglob("*")])
    file = tmp_path / "file"
    file.write_bytes(content)
    done = binairo("host", "--data", str(directory), "restore", str(file))
    assert (done.status, done.err.startswith("not restored: ")) == (2, True)
    assert {*tmp_path.rglob("*")} - {*before} <= {file, directory / "lock"}
    assert names_in(directory) == ["ada", "ben"]


def test_no_file_is_replaced_and_none_is_left_behind(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup"
    file.touch()
    assert "exists already" in binairo("host", "--data", str(directory), "backup", str(file)).err
    file.unlink()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_add", fail)
    assert "No space left" in binairo("host", "--data", str(directory), "backup", str(file)).err
    assert [it.name for it in tmp_path.iterdir()] == ["host"]


def test_a_directory_of_another_user_is_named_with_the_remedy(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 12_345)
    done = binairo("host", "--data", str(directory), "players", "list")
    assert done.err == f"{directory} belongs to another user: run this as that user (sudo -u), or give another --data\n"


async def test_a_backup_of_a_running_host_has_the_game_in_play(
    make_host: Callable[..., RunningHost], tmp_path: Path
) -> None:
    host, key, file = make_host(), new_key(), tmp_path / "backup"
    directory = host.directory / "host"
    async with session(host, key) as terminal:
        await take_name(terminal, "ada")
        terminal.type("C\r\rn0")
        await terminal.until(lambda: re.search(" [1-9]%", terminal.text) is not None, "a cell that is filled")
        terminal.type("\x1b")  # back to the list, which saves the game
        await terminal.see("started")
        backup.back_up(directory, file)
        done = backup_fault(directory, file)
    assert "another host uses" in done
    host.stop(signal.SIGKILL)
    backup.restore(tmp_path / "other", file)
    (player,) = (tmp_path / "other" / "players").iterdir()
    with closing(opening.open_database(player / GAMES)) as games:
        assert len(queries.unfinished_games(games)) == 1


def backup_fault(directory: Path, file: Path) -> str:
    """Return why a backup is not restored."""
    with pytest.raises(Exception, match="another host") as caught:
        backup.restore(directory, file)
    return str(caught.value)
