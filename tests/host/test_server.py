"""What an SSH client gets: the game, and nothing else."""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.ssh import MAX_KEYS
from binairo_tui.host.server.wall import find_walls
from tests.cli.runs import binairo
from tests.host.conftest import (
    RunningHost,
    Terminal,
    asyncssh,
    connected,
    new_key,
    open_board,
    player,
    session,
    take_name,
)


async def test_a_key_is_asked_for_a_name_once_and_finds_its_game_again(host: RunningHost) -> None:
    key = new_key()
    async with session(host, key) as terminal:
        await open_board(terminal, "ada")
        terminal.type("n0")
        await terminal.until(lambda: re.search(" [1-9]%", terminal.text) is not None, "a cell that is filled")
        terminal.type("\x11")
        await terminal.end()
    async with session(host, key) as terminal:
        await terminal.see("Continue")
        assert "What is your name" not in terminal.text


async def test_games_that_others_could_read_are_made_private_again(host: RunningHost) -> None:
    key = new_key()
    async with session(host, key) as terminal:
        await open_board(terminal, "petra")
        terminal.type("n0\x11")
        await terminal.end()
    directory = max((host.directory / "host" / "players").iterdir(), key=lambda path: path.stat().st_ctime_ns)
    kept = [directory, *directory.rglob("*")]
    for path in kept:
        path.chmod(0o777)
    async with session(host, key) as terminal:
        await terminal.see("Continue")
    assert not [path for path in kept if path.exists() and path.stat().st_mode & 0o077]


async def test_games_are_kept_in_the_directory_of_the_host_even_if_its_path_is_relative(
    make_host: Callable[..., RunningHost], tmp_path: Path
) -> None:
    host = make_host("--data", os.path.relpath(tmp_path / "here"))
    async with player(host, "ida"):
        assert len([*(tmp_path / "here" / "players").glob("*/data/binairo-tui/progress.db")]) == 1


async def test_a_taken_name_or_one_like_it_is_refused(host: RunningHost) -> None:
    async with player(host, "olga"), session(host, new_key()) as terminal:
        await terminal.see("What is your name")
        terminal.type("o1ga\r")
        await terminal.see("too similar to another player's name")


@pytest.mark.parametrize("command", ["sh", "cat /etc/passwd", ""])
async def test_no_command_runs(host: RunningHost, command: str) -> None:
    async with connected(host, new_key()) as connection:
        result = await connection.run(command or None, encoding=None)
        assert result.exit_status == 1
        assert b"only plays Binairo" in result.stderr or b"needs a terminal" in result.stderr


async def test_no_files_no_ports_no_agent_no_x11(host: RunningHost) -> None:
    async with connected(host, new_key()) as connection:
        with pytest.raises((asyncssh.Error, OSError)):
            await asyncio.wait_for(connection.start_sftp_client(), 10)
    async with connected(host, new_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", host.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", host.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/run/x")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("true", x11_forwarding=True, x11_display="localhost:10.0")


@pytest.mark.parametrize("size", [(9999, 9999), (0, 0), (1, 1), (0xFFFFFFFF, 3)])
async def test_any_size_is_survived(host: RunningHost, size: tuple[int, int]) -> None:
    async with connected(host, new_key()) as connection:
        process = await connection.create_process(term_type="xterm", term_size=size, encoding=None)
        assert await process.stdout.read(1)
        process.change_terminal_size(80, 24)
        while b"name" not in await process.stdout.read(65536):
            pass


async def test_only_a_white_list_of_the_environment_arrives(host: RunningHost) -> None:
    async with connected(host, new_key()) as connection:
        hostile = {
            "LD_PRELOAD": "/tmp/x.so",
            "PYTHONSTARTUP": "/tmp/x.py",
            "HOME": "/",
            "LANG": "../../x",
            "TEXTUAL_DRIVER": "x",
        }
        process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None, env=hostile)
        assert await process.stdout.read(1)
        environ = []
        for pid in _players(host):
            with suppress(ProcessLookupError):  # it has just ended, as players of earlier tests do
                items = Path(f"/proc/{pid}/environ").read_text().split("\0")
                environ.append(dict(item.split("=", 1) for item in items if item))
        assert environ
        assert not [name for found in environ for name in hostile if found.get(name) == hostile[name]]


async def test_what_a_client_sends_beside_its_keys_takes_no_memory_and_fills_no_log(
    make_host: Callable[..., RunningHost],
) -> None:
    mine = make_host()
    async with connected(mine, new_key()) as connection:
        process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        assert await process.stdout.read(1)
        sizes = []
        for count in (20, 100):  # after the first ones, whatever the host needs to read such packets has its memory
            for number in range(count):  # more would take minutes, because of the pace of a connection
                process.channel._send_request(b"env", _text(f"V{number}of{count}"), _text("x" * 30_000))
            await process.channel._make_request(b"no-such-request")  # is answered after all of them
            sizes.append(_resident_kib(mine.process.pid))
        assert sizes[1] - sizes[0] < 1_500
        for _ in range(2000):
            connection.send_packet(80, _text("no-such-request"), b"\1")  # a global request that wants an answer
        connection.abort()
    await asyncio.to_thread(mine.process.send_signal, signal.SIGTERM)
    assert await asyncio.to_thread(mine.process.communicate) == ("", "")


async def test_a_player_process_holds_only_its_terminal_and_its_link(host: RunningHost) -> None:
    async with player(host, "cleo"), player(host, "dora"):
        for pid in _players(host):
            links = [str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir()]
            pseudo_terminals = {link for link in links if link.startswith("/dev/pts")}
            assert len(pseudo_terminals) == 1
            inodes = [link for link in links if link.startswith("socket:")]
            assert len(inodes) <= 3  # the link, and the pair of the event loop
            assert not [link for link in links if "host_key" in link or "host.db" in link or "ptmx" in link]
            assert "asyncssh" not in Path(f"/proc/{pid}/maps").read_text()
            assert _merges_memory(pid) in (True, None)
            assert ("Seccomp:\t2" in Path(f"/proc/{pid}/status").read_text()) == find_walls().has_seccomp
        assert not _merges_memory(host.process.pid)


async def test_random_bytes_and_silence_end_without_a_trace(host: RunningHost) -> None:
    for data in (b"GET / HTTP/1.0\r\n\r\n", os.urandom(4096), b"SSH-2.0-x\r\n" + os.urandom(4096), b""):
        with socket.create_connection(("127.0.0.1", host.port)) as client:
            client.sendall(data)
    async with player(host, f"after{os.getpid() % 1000}"):
        assert host.process.poll() is None


async def test_sigterm_tells_everybody_and_saves(make_host: Callable[..., RunningHost]) -> None:
    mine = make_host()
    async with player(mine, "ada") as terminal:
        status = await asyncio.to_thread(mine.stop)
        assert b"your game is saved" in await terminal.end()
    assert status == 0
    assert mine.log.read_text().splitlines()[-1].endswith("closed")


async def test_a_lost_connection_ends_the_player_process(host: RunningHost) -> None:
    async with player(host, "emil") as terminal:
        before = set(_players(host))
        terminal.process.channel.get_connection().abort()
    async with asyncio.timeout(60):
        while len(set(_players(host)) & before) == len(before):
            await asyncio.sleep(0.05)


async def test_a_name_comes_from_the_other_key_by_a_code(host: RunningHost) -> None:
    async with player(host, "fay", columns=110) as terminal:
        terminal.type("\x1b[B\r")
        await terminal.see("add another key")
        terminal.type("G\r")
        await terminal.see("The code is ")
        code = terminal.text.split("The code is ")[1][:9]
    key = new_key()
    async with session(host, key) as terminal:
        await terminal.see("What is your name")
        terminal.type(f"{code.lower()}\r")
        await terminal.see("belongs to fay")
    async with session(host, key) as terminal:
        await terminal.see("Together")
        assert "What is your name" not in terminal.text


async def test_who_may_come_and_how_often(make_host: Callable[..., RunningHost], tmp_path: Path) -> None:
    friend, stranger = new_key(), new_key()
    (tmp_path / "keys").write_bytes(b"# friends\n" + friend.export_public_key())
    closed = make_host("--allow", str(tmp_path / "keys"), "--attempts", "2")
    async with session(closed, friend) as terminal:
        await terminal.see("What is your name")
    with pytest.raises(asyncssh.PermissionDenied):
        async with session(closed, stranger):
            pass
    with pytest.raises((asyncssh.Error, OSError)):
        async with session(closed, friend):
            pass
    assert "connections a minute" in closed.log.read_text()
    with socket.create_connection(("127.0.0.1", closed.port)) as client, client.makefile("rb") as lines:
        assert b"more than 2 connections a minute. Try again" in await asyncio.to_thread(lines.read)


async def test_a_key_that_is_shown_but_not_proved_is_nobody(host: RunningHost) -> None:
    ada, mallory = new_key(), new_key()
    async with session(host, ada) as terminal:
        await take_name(terminal, "hilda")
    forged, own = asyncssh.load_keypairs([mallory, mallory])
    forged.public_data = ada.public_data
    async with connected(host, forged, own) as connection:
        process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        await Terminal(process, 80, 24).see("What is your name")
    with pytest.raises(asyncssh.PermissionDenied):
        async with connected(host, forged):
            pass


async def test_a_session_ends_when_its_key_is_removed(host: RunningHost) -> None:
    key = new_key()
    async with session(host, key) as terminal:
        await take_name(terminal, "ivo")
        database = HostDatabase(host.directory / "host" / "host.db")
        assert database.remove_key(key.get_fingerprint())
        database.close()
        assert b"may not play on this host any more" in await terminal.end()


async def test_a_key_that_is_no_longer_in_the_file_may_not_come(
    make_host: Callable[..., RunningHost], tmp_path: Path
) -> None:
    key, other = new_key(), new_key()
    for allowed in ([key, other], [other]):
        (tmp_path / "keys").write_bytes(b"".join([it.export_public_key() for it in allowed]))
        mine = make_host("--allow", str(tmp_path / "keys"), directory=tmp_path)
        if key in allowed:
            async with session(mine, key) as terminal:
                await take_name(terminal, "ada")
        else:
            with pytest.raises(asyncssh.PermissionDenied):
                async with session(mine, key):
                    pass
            guesses = [new_key() for _ in range(MAX_KEYS + 5)]
            with pytest.raises(asyncssh.ConnectionLost):
                async with connected(mine, *guesses):
                    pass
            assert [it.get_fingerprint() in mine.log.read_text() for it in guesses] == [True] * MAX_KEYS + [False] * 5
        await asyncio.to_thread(mine.stop)


async def test_nothing_is_written_where_a_player_says(host: RunningHost) -> None:
    async with player(host, "gus") as terminal:
        terminal.type("C\r\rY")
        await terminal.see("Share")
        terminal.type("f")
        await terminal.see("On a host no files can be written")
        terminal.type("\x1a")
        await terminal.see("no shell to return to")


def test_the_host_ends_if_it_can_start_no_more_games(make_host: Callable[..., RunningHost]) -> None:
    host = make_host()
    (spawner,) = _children(host.process.pid)
    os.kill(spawner, signal.SIGKILL)
    _, errors = host.process.communicate(timeout=60)
    assert errors == "the host has ended: the process that starts games has ended\n"
    assert host.process.returncode == 2
    assert host.log.read_text().splitlines()[-1].endswith(" closed")


def test_a_running_host_is_found_sound(host: RunningHost) -> None:
    directory = host.directory / "host"
    done = binairo("host", "--data", str(directory), "--check")
    assert (done.status, done.out.splitlines()[-1]) == (0, f"The host is running with {directory}.")


async def test_a_second_host_does_not_use_the_same_directory(host: RunningHost) -> None:
    with pytest.raises(AssertionError, match="another host uses"):
        RunningHost(host.directory)


def _merges_memory(pid: int) -> bool | None:
    """Return whether equal memory of a process may be merged; None if the system does not say."""
    with suppress(OSError):
        answer = Path(f"/proc/{pid}/ksm_stat").read_text().partition("ksm_merge_any: ")[2][:2]
        return {"ye": True, "no": False}.get(answer)
    return None


def _text(text: str) -> bytes:
    """Return a text as it is in a packet."""
    return len(text).to_bytes(4) + text.encode()


def _resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def _players(host: RunningHost) -> list[int]:
    """Return the ids of the player processes: the children of the spawner."""
    children = _children(host.process.pid)
    return [pid for child in children for pid in _children(child)]


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
