"""What the operator asks a running host, and what the host tells the operator and systemd."""

import asyncio
import resource
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.host.server import control, limits
from binairo_tui.host.server.limits import Limits
from binairo_tui.host.server.run import HostOptions, reload
from binairo_tui.host.server.service import LogFile
from binairo_tui.host.server.state import Host
from tests.cli.runs import Outcome, binairo, process
from tests.host.conftest import RunningHost, new_key, player, session, take_name

HostMaker = Callable[..., RunningHost]
SECONDS = 60.0


def run(host: RunningHost, *words: str) -> Outcome:
    return binairo("host", "--data", str(host.directory / "host"), *words)


async def run_beside(host: RunningHost, *words: str) -> Outcome:
    """Run a verb while sessions go on."""
    return await asyncio.to_thread(process, "host", "--data", str(host.directory / "host"), *words)


async def test_the_status_shows_who_plays(host: RunningHost) -> None:
    async with player(host, "ada"):
        (status,) = (await run_beside(host, "status", "--json")).objects
        assert (status["policy"], status["pid"], status["rooms"], status["races"]) == ("open", host.process.pid, 0, 0)
        assert [it["name"] for it in status["sessions"]] == ["ada"]
        assert status["players"] == 1
        assert status["max_sessions"] == Limits().players
        assert status["memory_bytes"] > 10 << 20
        assert 0 < status["disk_bytes"] < status["disk_free_bytes"]
        text = (await run_beside(host, "status")).out
        assert "sessions  1 of 50" in text
        assert "ada" in text.splitlines()[-1]


async def test_a_player_who_is_kicked_may_come_back(host: RunningHost) -> None:
    key = new_key()
    async with session(host, key) as terminal:
        await take_name(terminal, "ben")
        assert (await run_beside(host, "players", "kick", "ben")).out == "ben was logged out.\n"
        assert b"The operator ended your session" in await terminal.end()
    assert (await run_beside(host, "players", "kick", "ben")).status == 1
    async with session(host, key) as terminal:
        await terminal.see("Together")


def test_nothing_is_asked_of_a_host_that_is_not_running(make_host: HostMaker) -> None:
    host = make_host()
    host.stop(signal.SIGKILL)
    assert (host.directory / "host" / control.NAME).exists()
    done = run(host, "status")
    assert (done.status, done.err) == (1, f"no host is running with {host.directory / 'host'}\n")
    again = make_host(directory=host.directory)
    assert run(again, "status").status == 0


def test_the_directory_of_a_host_may_have_a_long_path(make_host: HostMaker, tmp_path: Path) -> None:
    directory = tmp_path / ("long-" * 30)
    directory.mkdir()
    host = make_host(directory=directory)
    assert run(host, "status").status == 0
    assert (directory / "host" / control.NAME).stat().st_mode & 0o077 == 0


def test_the_control_socket_refuses_what_it_does_not_know(host: RunningHost) -> None:
    directory = host.directory / "host"
    with pytest.raises(control.ControlError, match="'method' is not one of"):
        control.ask(directory, "stop")
    with pytest.raises(control.ControlError, match="'player' is missing"):
        control.ask(directory, "kick")
    with pytest.raises(control.ControlError, match="does not answer"):
        control.ask(directory, "x" * 100_000)
    assert run(host, "status").status == 0


def test_a_host_that_hangs_is_not_sound(host: RunningHost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "ANSWER_SECONDS", 0.2)
    host.process.send_signal(signal.SIGSTOP)
    done = run(host, "--listen", f"127.0.0.1:{host.port}", "--check")
    host.process.send_signal(signal.SIGCONT)
    assert (done.status, "does not answer" in done.out) == (1, True)


async def test_a_hang_up_opens_the_log_and_reads_the_keys_again(make_host: HostMaker, tmp_path: Path) -> None:
    ada, ben = new_key(), new_key()
    keys = tmp_path / "keys"
    keys.write_bytes(ada.export_public_key())
    host = make_host("--allow", str(keys))
    async with session(host, ada) as terminal:
        await take_name(terminal, "ada")
        host.log.rename(tmp_path / "log.1")
        keys.write_bytes(ben.export_public_key())
        host.process.send_signal(signal.SIGHUP)
        assert b"may not play on this host any more" in await terminal.end()
    async with session(host, ben) as terminal:
        await take_name(terminal, "ben")
    keys.write_text("no key", encoding="utf-8")
    host.process.send_signal(signal.SIGHUP)
    async with session(host, ben) as terminal:
        await terminal.see("Together")
    assert "login ben" in host.log.read_text()
    assert "not a public key" in host.log.read_text()
    assert "login ben" not in (tmp_path / "log.1").read_text()


def test_the_keys_are_read_again_even_if_the_log_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    log, keys, lines = LogFile(tmp_path / "logs" / "log"), tmp_path / "keys", list[str]()
    (tmp_path / "logs").rename(tmp_path / "old")
    keys.write_text("# nobody\n", encoding="utf-8")
    options = HostOptions(tmp_path, "127.0.0.1", 0, Limits(), "allow", keys, log, lines.append)
    unused: Any = None
    host = Host(unused, unused, unused, tmp_path, Limits(), "allow", frozenset({"key-1"}), lines.append)
    reload(options, host)
    keys.write_text("no key", encoding="utf-8")
    reload(options, host)
    assert host.allowed == frozenset()
    assert [("log cannot be opened" in line, "not a public key" in line) for line in lines] == [
        (True, False),
        (True, False),
        (False, True),
    ]


def test_systemd_is_told_about_every_change(make_host: HostMaker, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as service:
        service.bind(str(tmp_path / "s"))
        service.settimeout(SECONDS)
        host = make_host(NOTIFY_SOCKET=str(tmp_path / "s"), WATCHDOG_USEC=str(10**12))

        def notice() -> str:
            return service.recv(4096).decode().split("\n")[0]

        assert [notice(), notice()] == ["READY=1", "WATCHDOG=1"]
        host.process.send_signal(signal.SIGHUP)
        assert [notice(), notice()] == ["RELOADING=1", "READY=1"]
        assert host.stop() == 0
        assert notice() == "STOPPING=1"


def test_the_host_may_open_as_many_files_as_the_system_allows(make_host: HostMaker) -> None:
    host = make_host(shell="ulimit -S -n 200")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE) == (hard, hard)


def test_too_few_files_for_all_sessions_are_said_at_the_start(make_host: HostMaker) -> None:
    host = make_host(shell="ulimit -n 250")
    assert "Only 43 of 50 sessions fit" in host.log.read_text()
    assert run(host, "status", "--json").objects[0]["max_sessions"] == 43


@pytest.mark.parametrize(("files", "players"), [(270, 50), (240, 40), (121, 1), (1, 1)])
def test_as_many_sessions_are_admitted_as_files_may_be_open(
    files: int, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "most_open_files", lambda: files)
    assert Limits().fitted(files).players == players
    assert (limits.lack_of_files(Limits()) == "") is (players == 50)
    if players == 40:
        assert limits.lack_of_files(Limits()).endswith(
            "raise that to 270 ('ulimit -n', or LimitNOFILE in the systemd unit), or give --players 40."
        )


def test_a_log_on_a_full_disk_ends_nothing() -> None:
    LogFile(Path("/dev/full")).write("login")


def test_a_log_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    done = binairo("host", "--data", str(tmp_path / "host"), "--log", str(tmp_path / "none" / "log"))
    assert (done.status, done.err) == (2, f"{tmp_path / 'none' / 'log'}: No such file or directory\n")
