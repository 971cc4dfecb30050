"""`binairo host` on the command line: what the operator can do without a client."""

import json
import shutil
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from binairo_tui.host.server.database import HostDatabase
from tests.cli.runs import binairo
from tests.cli.test_completion import offered
from tests.faults.harness import ROOT


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """The directory of a host with two players."""
    place = tmp_path / "host"
    (place / "players" / "p1").mkdir(parents=True, mode=0o700)
    place.chmod(0o700)
    database = HostDatabase(place / "host.db")
    database.add_player("p1", "ada", "SHA256:one", 100)
    database.add_player("p2", "ben", "SHA256:two", 100)
    database.note_login("p1", 86_400)
    database.close()
    return place


def names(directory: Path) -> list[str]:
    database = HostDatabase(directory / "host.db")
    try:
        return [f"{it.name}{'!' * it.is_banned}" for it in database.players()]
    finally:
        database.close()


def test_players_are_listed_renamed_banned_and_removed(directory: Path) -> None:
    def run(*words: str) -> str:
        done = binairo("host", "--data", str(directory), "players", *words)
        assert (done.status, done.err) == (0, "")
        return done.out

    assert run("list").splitlines()[0].split() == ["ada", "1970-01-01", "1970-01-02", "0.0", "MiB", "SHA256:one"]
    (directory / "players" / "p1" / "games").write_bytes(bytes(3 << 20))
    ada = json.loads(run("list", "--json").splitlines()[0])
    assert 3 << 20 <= ada.pop("disk_bytes") < 4 << 20
    assert ada == {
        "name": "ada",
        "since": "1970-01-01",
        "last_login": "1970-01-02T00:00:00Z",
        "is_banned": False,
        "keys": ["SHA256:one"],
    }
    run("rename", "ben", "cleo")
    run("ban", "ada")
    assert names(directory) == ["ada!", "cleo"]
    run("ban", "--lift", "ada")
    run("remove", "ada")
    assert names(directory) == ["cleo"]
    assert not (directory / "players" / "p1").exists()


def test_a_player_who_lost_the_key_gets_a_code(directory: Path) -> None:
    done = binairo("host", "--data", str(directory), "players", "code", "ada")
    assert (done.status, done.err) == (0, "")
    database = HostDatabase(directory / "host.db")
    assert database.add_key(done.out.strip(), "SHA256:new", int(time.time())).name == "ada"
    database.close()
    assert "no player 'cleo'" in binairo("host", "--data", str(directory), "players", "code", "cleo").err


def test_a_result_is_removed_for_good(directory: Path) -> None:
    day, result = date(2026, 11, 22), ("strict", 1, "log")
    database = HostDatabase(directory / "host.db")
    for player in ("p1", "p2"):
        database.add_result(player, day, "8x8", result, 100)
    words = "host", "--data", str(directory), "players", "remove-result", "ada", "2026-11-22", "8x8"
    assert binairo(*words).status == 0
    assert not database.add_result("p1", day, "8x8", result, 200)
    assert [name for name, _, _ in database.standings(day, "8x8")] == ["ben"]
    database.close()
    assert "no result of 2026-11-22" in binairo(*words).err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["players", "list"], "no host has run with this directory"),
        (["--listen", "0.0.0.0:0"], "players on other machines could connect"),
        (["--listen", "nowhere"], "expected ADDRESS:PORT"),
        (["--listen", "127.0.0.1:0", "--listen", "[::1]:0"], "give it once"),
        (["--open", "--invite"], "exclude each other"),
        (["--allow", "missing.txt"], "missing.txt: No such file"),
    ],
)
def test_a_wrong_call_is_one_sentence(tmp_path: Path, words: list[str], message: str) -> None:
    done = binairo("host", "--data", str(tmp_path / "none"), *words)
    assert done.status == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_check_names_what_is_wrong(directory: Path) -> None:
    (directory / "host_key").write_text("no key")
    (directory / "host_key").chmod(0o600)
    done = binairo("host", "--data", str(directory), "--listen", "127.0.0.1:0", "--check")
    assert done.status == 1
    assert "host_key is not a private key" in done.out


def test_the_unit_starts_this_program() -> None:
    done = binairo("host", "--systemd")
    assert done.status == 0
    assert "ExecStart=/" in done.out
    assert "host --listen '*:2222' --data %S/binairo-host --invite\n" in done.out
    assert "landlock_restrict_self" in done.out  # systemd would kill a host that raises a wall


def test_the_unit_has_the_options_that_are_given() -> None:
    done = binairo("host", "--systemd", "--listen", "[::]:22", "--open", "--players", "9", "--data", "/srv/binairo")
    assert (done.status, done.err) == (0, "")
    assert "host --listen '[::]:22' --data /srv/binairo --open --players 9\n" in done.out


@pytest.mark.parametrize("words", [["--listen", "[::1]:22", "--listen", "[::]:22"], ["--listen", "22"]])
def test_a_unit_with_a_wrong_address_is_refused(words: list[str]) -> None:
    done = binairo("host", "--systemd", *words)
    assert (done.status, done.out) == (2, "")
    assert "--listen" in done.err


def test_the_unit_keeps_unusual_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/my $dir/5%i/binairo"])
    out = binairo("host", "--systemd", "--data", "/srv/$HOME/%i", "--log", "/var/it's a\\log\n", "--open").out
    assert "ExecStart='/opt/my $dir/5%%i/binairo' host " in out
    assert r" --data '/srv/$$HOME/%%i' --open --log '/var/it\x27s a\\log\n'" + "\n" in out


def test_the_unit_has_room_for_the_players_that_are_admitted() -> None:
    out = binairo("host", "--systemd", "--players", "3000").out
    assert "LimitNOFILE=9120\n" in out
    assert "MemoryMax=97024M\n" in out
    assert "TasksMax=30100\n" in out
    assert {"LimitNOFILE=8192", "MemoryMax=4096M", "TasksMax=2000"} <= set(
        binairo("host", "--systemd").out.splitlines()
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = tmp_path / "binairo-host.service"
    program = tmp_path / "my $dir 5%i" / "binairo"
    program.parent.mkdir()
    program.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "argv", [str(program)])
    unit.write_text(binairo("host", "--systemd").out, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", unit], capture_output=True, text=True, check=False
    )
    assert (done.returncode, [it for it in done.stderr.splitlines() if unit.name in it]) == (0, [])


def test_without_the_library_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys, importlib.util as util; real = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'asyncssh' else real(name, *rest)\n"
        "sys.argv = ['binairo', 'host']\nfrom binairo_tui.cli import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    assert done.returncode == 2
    assert "a host needs asyncssh: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_verbs_for_players_are_completed() -> None:
    assert offered("host", "players", "remove-") == {"remove-key", "remove-result"}


def test_no_help_cuts_a_sentence_off() -> None:
    for arguments in (["host"], ["host", "players"]):
        text = binairo(*arguments, "--help").out
        assert "..." not in text.partition("\nOptions:")[2], text
    assert "Keep a player out, and hide their results from the daily ranking." in " ".join(text.split())
