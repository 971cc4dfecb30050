"""`backup`, `restore`, `export`, `import` and `doctor`: the verbs for the file of games."""

import os
import pty
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.files.paths import config_path, database_path, own_collections_dir
from binairo_tui.store.backups import list_backups
from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.leases import LiveSession
from binairo_tui.store.opening import open_database
from binairo_tui.store.private_files import lock_sessions
from binairo_tui.store.saves import delete_game, load_game
from tests.cli.runs import Outcome, binairo
from tests.store.games import game, place, played, save

STATE = played(place(0, "1"), place(2, "0"), place(3, "1"), head=2)
NEW = game(title="odd\x1b[2J one")


@pytest.fixture
def path(home: Path) -> Path:
    """Return the file of games: one in play, one solved."""
    path = database_path()
    save(path, NEW, STATE)
    save(path, game(title="two"), played(place(0, "1")), solved=True)
    return path


def change(path: Path, do: Callable[[ProgressConnection], object]) -> None:
    with closing(open_database(path)) as connection:
        do(connection)


def titles(path: Path) -> set[str]:
    with closing(open_database(path)) as connection:
        return {row[0] for row in connection.execute("SELECT title FROM game")}


def exported() -> bytes:
    """Return what `binairo games export` writes to its output."""
    return subprocess.run(
        [sys.executable, "-m", "binairo_tui", "games", "export"], stdout=subprocess.PIPE, check=True
    ).stdout


@pytest.mark.parametrize("verb", ["games backup", "games restore", "games export", "doctor"])
def test_without_saved_games_no_file_is_created(home: Path, verb: str) -> None:
    outcome = binairo(*verb.split())
    assert outcome.status == (1 if verb in ("games backup", "games export") else 0)
    assert not database_path().parent.exists()


def test_a_backup_is_made_listed_and_restored(path: Path) -> None:
    (made,) = binairo("games", "backup").out.splitlines()
    assert [str(backup.path) for backup in list_backups(path)] == [made]
    assert binairo("games", "restore").out.split()[-1] == Path(made).name
    change(path, lambda connection: delete_game(connection, NEW.id))
    outcome = binairo("games", "restore", "1")
    assert outcome.status == 0
    assert str(list_backups(path)[0].path) in outcome.out
    assert titles(path) == {NEW.title, "two"}
    (back,) = binairo("games", "restore", "1", "--json").objects
    assert titles(path) == {"two"}
    assert back["kept"] == str(list_backups(path)[0].path)
    assert [row["number"] for row in binairo("games", "restore", "--json").objects[0]["backups"]] == [1, 2, 3]


def test_a_backup_is_restored_by_its_name_or_date(path: Path) -> None:
    made = Path(binairo("games", "backup").out.strip())
    day = binairo("games", "restore").out.split()[1]
    change(path, lambda connection: delete_game(connection, NEW.id))
    assert binairo("games", "restore", made.name).status == 0
    assert titles(path) == {NEW.title, "two"}
    assert binairo("games", "restore", day).status == 0  # the newest of the day: what was before the other restore
    assert titles(path) == {"two"}
    outcome = binairo("games", "restore", "1999-12-31")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "there is no backup 1999-12-31: expected a number, a file name or a date\n"


@pytest.mark.parametrize(("answer", "status"), [(b"n\n", 1), (b"y\n", 0)])
def test_restore_asks_on_a_terminal(path: Path, answer: bytes, status: int) -> None:
    binairo("games", "backup")
    change(path, lambda connection: delete_game(connection, NEW.id))
    terminal, other = pty.openpty()
    command = [sys.executable, "-m", "binairo_tui", "games", "restore", "1"]
    with subprocess.Popen(command, stdin=other, stdout=subprocess.DEVNULL, stderr=other) as running:
        os.close(other)
        os.write(terminal, answer)
        assert running.wait(60) == status
    os.close(terminal)
    assert (NEW.title in titles(path)) is (status == 0)


def test_a_damaged_file_is_kept_when_a_backup_is_restored(path: Path) -> None:
    binairo("games", "backup")
    path.write_bytes(b"torn" * 1000)
    (fields,) = binairo("games", "restore", "1", "--json").objects
    assert Path(fields["kept"]).joinpath(path.name).read_bytes() == b"torn" * 1000
    assert titles(path) == {NEW.title, "two"}


def test_a_failed_restore_is_reported_and_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Path(binairo("games", "backup").out.strip())
    before = path.read_bytes()
    assert (binairo("games", "restore", "2").status, binairo("games", "restore", "0").status) == (1, 1)
    monkeypatch.setattr("binairo_tui.store.private_files.LOCK_SECONDS", 0.0)
    with closing(open_database(path)):
        outcome = binairo("games", "restore", "1")
        assert (outcome.status, outcome.out) == (2, "")
        assert "another session has the progress file open" in outcome.err
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("UPDATE step SET at_ms = 77")
        connection.commit()
    assert "damaged" in binairo("games", "restore", "1").err
    assert path.read_bytes() == before


def test_an_export_goes_to_another_machine(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.db"
    assert binairo("games", "export", "--output", str(file)) == Outcome(0, "", "")
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    assert exported() == before
    refused = binairo("games", "export", "-o", str(file))
    assert (refused.status, refused.err) == (2, f"{file}: File exists\n")
    assert file.read_bytes() == before
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    outcome = binairo("games", "import", str(file))
    assert outcome.status == 0
    assert "games added: 2" in outcome.out
    assert "solves added: 1" in outcome.out
    assert "\x1b" not in outcome.out
    assert titles(database_path()) == {NEW.title, "two"}
    (fields,) = binairo("games", "import", "--json", "-", stdin=file.read_bytes()).objects
    assert (fields["added"], len(fields["same"]), fields["results_added"]) == ([], 2, 0)


def test_an_export_omits_damaged_games(path: Path, tmp_path: Path) -> None:
    change(path, lambda connection: connection.execute("UPDATE step SET at_ms = 77 WHERE seq = 2"))
    file = tmp_path / "games.db"
    outcome = binairo("games", "export", "-o", str(file))
    assert outcome.status == 1
    assert "taken from a backup or left out because of damage: 1" in outcome.err
    (fields,) = binairo("games", "import", str(file), "--json").objects
    assert fields["same"] == ["two"]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"SQLite format 3\0" * 1000])
def test_other_files_are_refused_by_import(path: Path, tmp_path: Path, content: bytes) -> None:
    before = path.read_bytes()
    file = tmp_path / "other.db"
    file.write_bytes(content)
    outcome = binairo("games", "import", str(file))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{file}: ")
    assert outcome.err.count("\n") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/dev/zero", "not a regular file"),
        ("missing.db", "No such file"),
        (".", "a directory, not a file"),
        ("pipe", "not a regular file"),
        ("loop", "Too many levels"),
    ],
)
def test_what_is_not_a_file_is_refused_by_import(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    before = path.read_bytes()
    outcome = binairo("games", "import", name)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"{name}: {why}")
    assert path.read_bytes() == before
    assert list_backups(path) == []


def test_an_export_is_read_through_a_link_and_from_a_file_that_nobody_may_change(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    binairo("games", "export", "-o", str(file))
    file.chmod(0o400)
    (tmp_path / "link").symlink_to(file)
    before = sorted(tmp_path.rglob("*"))
    assert binairo("games", "import", str(tmp_path / "link")).status == 0
    assert [it for it in sorted(tmp_path.rglob("*")) if it not in before and "backups" not in it.parts] == []


def test_a_copy_is_not_written_to_a_terminal(path: Path) -> None:
    terminal, other = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "binairo_tui", "games", "export"],
        stdout=other,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(other)
    os.close(terminal)
    assert done.returncode == 2
    assert "a copy is not text: give --output FILE" in done.stderr


def verdicts(outcome: Outcome) -> dict[str, str]:
    return {fields["about"]: fields["verdict"] for fields in outcome.objects[0]["findings"]}


def test_the_doctor_finds_nothing_wrong(path: Path) -> None:
    binairo("games", "backup")
    session = LiveSession(path)
    outcome = binairo("doctor", "--json")
    session.close()
    assert outcome.status == 0
    found = verdicts(outcome)
    fine = ("directory", "file", "schema", "integrity", "checksums", "backups", "sessions", "versions")
    assert [found[about] for about in fine] == ["ok"] * len(fine)
    texts = {fields["about"]: fields["text"] for fields in outcome.objects[0]["findings"]}
    assert (texts["checksums"], texts["sessions"]) == ("2 games, 1 result", "1 open now")
    assert binairo("doctor").out.count("\n") == len(outcome.objects[0]["findings"])


def _torn(path: Path) -> None:
    path.write_bytes(b"torn" * 1000)


def _one_game(path: Path) -> None:
    change(path, lambda connection: connection.execute("UPDATE step SET at_ms = 77 WHERE seq = 2"))


def _newer(path: Path) -> None:
    change(path, lambda connection: connection.execute("PRAGMA user_version = 99"))


def _gone(path: Path) -> None:
    binairo("games", "backup")
    path.unlink()


def _shared(path: Path) -> None:
    path.parent.chmod(0o777)


def _symlink(path: Path) -> None:
    path.rename(path.with_name("real.db"))
    path.symlink_to("real.db")


@pytest.mark.parametrize(
    ("spoil", "about"),
    [
        (_torn, "integrity"),
        (_one_game, "checksums"),
        (_newer, "integrity"),
        (_gone, "file"),
        (_shared, "directory"),
        (_symlink, "file"),
    ],
)
def test_the_doctor_finds_what_is_wrong_and_changes_nothing(
    path: Path, spoil: Callable[[Path], None], about: str
) -> None:
    spoil(path)
    before = path.read_bytes() if path.exists() else b""
    outcome = binairo("doctor", "--json")
    assert outcome.status == 1
    assert [name for name, verdict in verdicts(outcome).items() if verdict == "WRONG"] == [about]
    assert (path.read_bytes() if path.exists() else b"") == before
    assert not (path.parent / "damaged").exists()


def test_the_doctor_reports_what_the_app_cannot_use_in_settings_and_collections(path: Path) -> None:
    config_path().parent.mkdir(parents=True, exist_ok=True)
    config_path().write_text('theme = "none such"\nwrong = 1\n[keys]\n"play.hint" = "u"\n')
    own_collections_dir().mkdir(parents=True)
    (own_collections_dir() / "broken.txt").write_text("6x6;nonsense\n")
    outcome = binairo("doctor", "--json")
    found = [(it["about"], it["text"]) for it in outcome.objects[0]["findings"] if it["verdict"] == "WRONG"]
    assert outcome.status == 1
    assert [about for about, _ in found] == ["settings", "settings", "settings", "collections"]
    for (_, text), part in zip(found, ("theme", "wrong", "[keys]", "broken.txt"), strict=True):
        assert part in text


def test_the_app_may_be_open_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.store.private_files.LOCK_SECONDS", 0.0)
    with closing(open_database(path)) as connection:
        lock = lock_sessions(path)
        assert lock is not None
        for verb in (["games", "backup"], ["doctor"]):
            assert binairo(*verb).status == 0
        assert binairo("games", "import", "-", stdin=exported()).status == 0
        assert load_game(connection, NEW.id).progress == STATE


@pytest.mark.parametrize("spoil", [_torn, _gone, _shared])
def test_the_doctor_mends_what_it_finds_after_saying_how(path: Path, spoil: Callable[[Path], None]) -> None:
    binairo("games", "backup")
    spoil(path)
    outcome = binairo("doctor", "--fix")
    assert outcome.status == 0
    assert outcome.err.startswith("fix: ")
    assert str(path.parent) in outcome.err
    assert titles(path) == {NEW.title, "two"}
    assert (binairo("doctor").status, binairo("doctor", "--fix").err) == (0, "")
