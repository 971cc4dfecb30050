"""What the SSH layer of a host offers, what it refuses, and how much of the host's time a client can use."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import termios
import time
import tty
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST, MSG_KEXINIT, MSG_REQUEST_FAILURE
from asyncssh.packet import Boolean, String, UInt32
from cryptography.hazmat.primitives.asymmetric import rsa

from binairo_tui.host.server import player_session, ssh
from binairo_tui.host.server.limits import Limits, Pace
from binairo_tui.host.server.links import Visitor
from binairo_tui.host.server.player_session import PlayerSession
from binairo_tui.host.server.setup import host_key
from binairo_tui.host.server.state import Host, Peer
from binairo_tui.store.errors import UnavailableError
from tests.host.conftest import RunningHost, Terminal, asyncssh, connected, new_key, open_board, player, session
from tests.host.exchanges import exchange_keys
from tests.host.strangers import LOGINS, log_in, strangers

MODERN = ("curve25519-sha256", "mlkem768x25519-sha256")


def test_an_auditor_finds_no_fault(host: RunningHost) -> None:
    if find_spec("ssh_audit") is None:
        pytest.skip("ssh-audit is not installed")
    command = [sys.executable, "-m", "ssh_audit.ssh_audit", "--json", "--skip-rate-test", f"127.0.0.1:{host.port}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    found = json.loads(done.stdout)
    faults = [
        (kind, it["algorithm"], it["notes"]["fail"])
        for kind in ("kex", "key", "enc", "mac")
        for it in found[kind]
        if it.get("notes", {}).get("fail")
    ]
    assert faults == []
    assert {it["algorithm"] for it in found["key"]} == {"ssh-ed25519"}
    assert "curve25519-sha256" in {it["algorithm"] for it in found["kex"]}


def openssh(host: RunningHost, key: Path) -> list[str]:
    options = ("StrictHostKeyChecking=no", f"UserKnownHostsFile={key.parent / 'known'}", "BatchMode=yes")
    words = [word for option in options for word in ("-o", option)]
    return ["ssh", "-F", "none", "-tt", "-i", str(key), "-p", str(host.port), *words, "you@127.0.0.1"]


def putty(host: RunningHost, key: Path) -> list[str]:
    own = key.with_suffix(".ppk")
    subprocess.run(["puttygen", key, "-O", "private", "-o", own], check=True, timeout=60)
    known = host.fingerprint.split()[-1]
    return ["plink", "-batch", "-hostkey", known, "-t", "-i", str(own), "-P", str(host.port), "you@127.0.0.1"]


@pytest.mark.parametrize(("programs", "command"), [(("ssh",), openssh), (("plink", "puttygen"), putty)])
def test_real_clients_get_the_game(
    host: RunningHost, tmp_path: Path, programs: tuple[str, ...], command: Callable[[RunningHost, Path], list[str]]
) -> None:
    if not all(map(shutil.which, programs)):
        pytest.skip(f"{programs[0]} is not installed")
    key = tmp_path / "key"
    key.write_bytes(new_key().export_private_key("openssh"))
    key.chmod(0o600)
    words = command(host, key)
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as client:
        assert client.stdout is not None
        assert client.stderr is not None
        seen = b""
        while b"name" not in seen:
            data = os.read(client.stdout.fileno(), 65536)
            assert data, client.stderr.read()
            seen += data
        client.kill()


async def test_a_client_without_input_leaves_no_trace_in_the_log(make_host: Callable[..., RunningHost]) -> None:
    mine = make_host()
    async with connected(mine, new_key()) as connection:
        process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        process.stdin.write_eof()
        async with asyncio.timeout(60):
            await process.wait()
            await connection.wait_closed()
    lines = mine.log.read_text().splitlines()
    assert [line.split()[1] for line in lines] == ["open", "login", "logout"]


@pytest.mark.parametrize("algorithm", ["curve25519-sha256", "mlkem768x25519-sha256"])
async def test_modern_key_exchanges_lead_in(host: RunningHost, algorithm: str) -> None:
    if algorithm.encode() not in asyncssh.kex.get_kex_algs():
        pytest.skip("this asyncssh does not know it")
    async with asyncssh.connect(
        "127.0.0.1", host.port, known_hosts=None, client_keys=[new_key()], config=None, kex_algs=[algorithm]
    ):
        pass


@pytest.mark.parametrize(
    "options",
    [
        {"kex_algs": ["diffie-hellman-group14-sha1"]},
        {"kex_algs": ["diffie-hellman-group-exchange-sha256"]},
        {"kex_algs": ["rsa2048-sha256"]},
        {"encryption_algs": ["aes128-cbc"]},
        {"encryption_algs": ["aes128-ctr"], "mac_algs": ["hmac-sha1"]},
        {"encryption_algs": ["aes128-ctr"], "mac_algs": ["umac-64@openssh.com"]},
    ],
)
async def test_old_algorithms_are_not_offered(host: RunningHost, options: dict[str, Any]) -> None:
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        async with asyncssh.connect(
            "127.0.0.1", host.port, known_hosts=None, client_keys=[new_key()], config=None, **options
        ):
            pass


async def test_a_key_is_proved_by_a_strong_signature(host: RunningHost) -> None:
    short, long = [asyncssh.generate_private_key("ssh-rsa", key_size=size) for size in (1024, 2048)]
    async with connected(host, long):
        pass
    with pytest.raises(asyncssh.PermissionDenied):
        async with connected(host, short):
            pass
    (pair,) = asyncssh.load_keypairs([long])
    pair.sign = lambda data: long.sign(data, b"ssh-rsa")  # with SHA-1
    with pytest.raises(asyncssh.PermissionDenied):
        async with connected(host, pair):
            pass


@pytest.mark.parametrize(
    ("kind", "options", "is_strong"),
    [
        ("ssh-ed25519", {}, True),
        ("ecdsa-sha2-nistp256", {}, True),
        ("ssh-rsa", {"key_size": 2048}, True),
        ("ssh-rsa", {"key_size": 1024}, False),
        ("ssh-dss", {}, False),
        ("ssh-ed448", {}, False),
    ],
)
def test_weak_keys_are_known(kind: str, options: dict[str, int], is_strong: bool) -> None:
    key = asyncssh.generate_private_key(kind, **options).convert_to_public()
    assert ssh.is_strong(key) == is_strong


@pytest.mark.parametrize("kind", ["ssh-ed25519", "sk-ssh-ed25519@openssh.com"])
@pytest.mark.parametrize(
    "point",
    [
        bytes(32),
        b"\1" + bytes(31),
        b"\1" + bytes(30) + b"\x80",
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),
        *[bytes([first]) + b"\xff" * 31 for first in (0xEC, 0xED, 0xEE)],
    ],
)
def test_a_key_for_which_anybody_can_sign_is_weak(kind: str, point: bytes) -> None:
    application = String("ssh:") * kind.startswith("sk-")
    key = asyncssh.public_key.decode_ssh_public_key(String(kind) + String(point) + application)
    assert not ssh.is_strong(key)
    own = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    assert ssh.is_strong(own)


@pytest.mark.parametrize(
    ("name", "is_let_in"),
    [
        ("", True),
        ("ada", True),
        ("\N{CYRILLIC SMALL LETTER A}da", True),
        ("%s%n{0}../../etc/passwd", True),
        ("a" * 1023, True),
        ("a" * 1024, False),
        ("a" * 200_000, False),
        ("\x1b[31mada\r\nopen", False),
        ("ada\0", False),
        ("\N{RIGHT-TO-LEFT OVERRIDE}ada", False),
    ],
)
async def test_no_user_name_says_who_plays_or_reaches_the_log(
    host: RunningHost, monkeypatch: pytest.MonkeyPatch, name: str, is_let_in: bool
) -> None:
    monkeypatch.setattr("asyncssh.connection.saslprep", lambda text: text)  # clients need not obey either
    key, logged = new_key(), len(host.log.read_text())
    options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "username": name}
    try:
        async with asyncssh.connect("127.0.0.1", host.port, client_keys=[key], **options) as connection:
            process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
            await Terminal(process, 80, 24).see("What is your name")
    except asyncssh.DisconnectError:
        assert not is_let_in
    else:
        assert is_let_in
    lines = [line.partition(" ")[2] for line in host.log.read_text()[logged:].splitlines()]
    who = f"a new player ({key.get_fingerprint()})"
    assert [line for line in lines if key.get_fingerprint() in line][:1] == [f"login {who} from 127.0.0.1"] * is_let_in
    assert all(line.startswith(("login a new player (", "logout a new player (")) for line in lines)


def test_a_key_whose_signatures_take_long_to_check_is_weak() -> None:
    modulus = rsa.generate_private_key(65537, 2048).public_key().public_numbers().n
    found: Any = SimpleNamespace(
        get_algorithm=lambda: "ssh-rsa",
        pyca_key=rsa.RSAPublicNumbers((1 << 2047) + 1, modulus).public_key(),
    )
    assert not ssh.is_strong(found)


async def test_endless_key_exchanges_end_the_connection(make_host: Callable[..., RunningHost]) -> None:
    mine = make_host()
    async with player(mine, "ada") as terminal:
        async with asyncio.timeout(60):
            await exchange_keys(mine.port, MODERN[:1])
        assert "too many key exchanges" in mine.log.read_text()
        terminal.type("C\r\r")
        await terminal.see("u undo")


async def test_a_key_exchange_that_never_ends_ends_the_connection(make_host: Callable[..., RunningHost]) -> None:
    mine = make_host("--grace-seconds", "2")
    async with connected(mine, new_key()) as connection:
        await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        connection._packet_handlers = {**connection._packet_handlers, MSG_KEXINIT: lambda *_: None}
        connection._send_kexinit()
        async with asyncio.timeout(60):
            await connection.wait_closed()
    assert "no session or no keys within 2 s" in mine.log.read_text()


async def test_strangers_at_many_addresses_keep_nobody_out(make_host: Callable[..., RunningHost]) -> None:
    mine, key = make_host(), new_key()
    async with session(mine, key) as terminal:
        await open_board(terminal, "ada")
        async with strangers(mine, 60, 3):
            while "no session, and others were waiting" not in mine.log.read_text():
                await asyncio.sleep(0.1)
            for address in LOGINS.values():
                await log_in(mine, address, key, "Together")
            terminal.type("q")
            await terminal.see("solved")


async def test_requests_that_concern_no_session_are_refused_unread(host: RunningHost) -> None:
    async with connected(host, new_key()) as connection:
        key = String(connection.get_server_host_key().public_data)
        for name, rest in ((b"hostkeys-prove-00@openssh.com", key), (b"tcpip-forward", String("") + UInt32(0))):
            kind, _ = await connection._make_global_request(name, rest)
            assert kind == MSG_REQUEST_FAILURE
        connection.send_packet(MSG_GLOBAL_REQUEST, String("none that is known"), Boolean(False))
        kind, _ = await connection._make_global_request(b"keepalive@openssh.com")
        assert kind == MSG_REQUEST_FAILURE


async def test_a_client_cannot_have_its_frames_cut_into_tiny_packets(make_host: Callable[..., RunningHost]) -> None:
    mine = make_host()
    async with connected(mine, new_key()) as connection:
        with pytest.raises((asyncssh.Error, OSError)):
            await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None, max_pktsize=1)
        async with asyncio.timeout(60):
            await connection.wait_closed()
    assert "packets of less than 1024 bytes" in mine.log.read_text()


async def test_connections_are_accepted_one_at_a_time_so_that_keys_are_handled_in_between() -> None:
    unused: Any = None
    limits = Limits(attempts=1000, per_address=1000, waiting=200)
    host = Host(unused, unused, unused, Path(), limits, "open", frozenset(), lambda _: None)
    acceptor = await ssh.listen(host, "127.0.0.1", 0, new_key())
    address = "127.0.0.1", acceptor.get_port()
    clients = [socket.create_connection(address, timeout=60) for _ in range(50)]  # all wait to be accepted
    accepted = [0]
    while accepted[-1] < len(clients):
        await asyncio.sleep(0)
        accepted.append(len(host.peers))
    assert max(later - earlier for earlier, later in pairwise(accepted)) <= 2
    for client in clients:
        client.close()
    for peer in list(host.peers):
        peer.connection.abort()
    acceptor.close()


async def test_endless_attempts_to_authenticate_end_the_connection() -> None:
    aborted: list[bool] = []
    connection: Any = SimpleNamespace(abort=lambda: aborted.append(True))
    unused: Any = None
    client = ssh.ClientConnection(Host(unused, unused, unused, Path(), Limits(), "open", frozenset(), lambda _: None))
    client.peer = Peer(connection, "192.0.2.1")
    for _ in range(ssh.MAX_ATTEMPTS):
        client.public_key_auth_supported()
    assert not aborted
    client.public_key_auth_supported()
    assert aborted


class FakeTransport:
    """Keeps whether anything is read."""

    def __init__(self) -> None:
        self.is_paused = False
        self.pauses = 0
        self.unread = 0

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.pauses += not self.is_paused
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False


async def test_what_a_client_sends_is_processed_in_slices_and_waits_for_its_share_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SimpleNamespace(now=1000.0)
    slept: list[float] = []
    loop = asyncio.get_running_loop()

    def process(data: bytes) -> None:
        processed.append(data)
        clock.now += 0.01  # what each slice costs

    def call_later(seconds: float, work: Callable[[], None]) -> None:
        slept.append(seconds)
        clock.now += seconds
        loop.call_soon(work)

    processed: list[bytes] = []
    transport = FakeTransport()
    connection: Any = SimpleNamespace(data_received=process, _transport=transport)
    pace = Pace(0.1, 0.05)
    monkeypatch.setattr(time, "thread_time", lambda: clock.now - sum(slept))
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: SimpleNamespace(call_later=call_later))
    ssh.Intake(Peer(connection, "192.0.2.1"), lambda used: pace.wait_seconds(used, clock.now))
    count = 40
    sent = bytes(range(256)) * (ssh.SLICE_BYTES // 256) * count
    connection.data_received(sent)
    assert transport.pauses == 1
    while len(b"".join(processed)) < len(sent) or transport.is_paused:
        await asyncio.sleep(0)
    assert b"".join(processed) == sent
    assert {len(it) for it in processed[:count]} == {ssh.SLICE_BYTES}
    assert sum(slept) == pytest.approx(count * 0.01 / 0.1 - count * 0.01 - 0.05 / 0.1, abs=0.2)
    connection.data_received(b"key")
    assert processed[-1] == b"key"


async def test_a_client_waits_while_others_have_used_what_it_shares_with_them() -> None:
    processed: list[bytes] = []
    transport, waits = FakeTransport(), [0.01, 0.0, 0.0]
    connection: Any = SimpleNamespace(data_received=processed.append, _transport=transport)
    ssh.Intake(Peer(connection, "192.0.2.1"), lambda _: waits.pop(0))
    connection.data_received(b"key")
    assert (processed, transport.is_paused) == ([], True)
    while waits:
        await asyncio.sleep(0.001)
    assert (processed, transport.is_paused) == ([b"key"], False)


async def test_a_client_that_reads_no_answers_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh, "UNREAD_SECONDS", 0.001)
    processed: list[bytes] = []
    transport = FakeTransport()
    connection: Any = SimpleNamespace(data_received=processed.append, _transport=transport)
    ssh.Intake(Peer(connection, "192.0.2.1"), lambda _: 0.0)
    transport.unread = ssh.MAX_UNREAD + 1
    connection.data_received(b"key")
    await asyncio.sleep(0.01)
    assert (processed, transport.is_paused) == ([], True)
    transport.unread = ssh.MAX_UNREAD
    while transport.is_paused:
        await asyncio.sleep(0)
    assert processed == [b"key"]


async def test_of_many_sizes_the_player_process_is_told_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(termios, "tcsetwinsize", lambda _, size: told.append(size))
    monkeypatch.setattr(player_session, "RESIZE_SECONDS", 0.001)
    unused: Any = None
    session = PlayerSession(unused, unused, Visitor("p1", "ada", "key-1"))
    session._master = 5
    for width in range(100, 200):
        session.terminal_size_changed(width, 30, 0, 0)
    async with asyncio.timeout(20):
        while not told:
            await asyncio.sleep(0.001)
    assert told == [(30, 199)]


async def test_a_game_and_its_client_wait_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_session, "UNSENT_SECONDS", 0.001)
    monkeypatch.setattr(player_session, "INPUT_SECONDS", 0.001)
    unused: Any = None
    drawn, heard = list[bytes](), list[bool]()
    channel: Any = SimpleNamespace(
        unsent=2048,
        get_write_buffer_size=lambda: channel.unsent,
        write=drawn.append,
        pause_reading=lambda: heard.append(False),
        resume_reading=lambda: heard.append(True),
    )
    connection: Any = SimpleNamespace(_transport=None)
    host = Host(unused, unused, unused, Path(), Limits(queue_kib=1), "open", frozenset(), lambda _: None)
    session = PlayerSession(host, Peer(connection, "192.0.2.1"), Visitor("p1", "ada", "key-1"))
    session._channel = channel
    keys = bytes(range(32, 127)) * 1000
    session.data_received(keys, None)  # before the game has begun
    assert heard == [False]
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    session._master = master
    read = b""
    async with asyncio.timeout(60):
        while len(read) < len(keys):
            read += await asyncio.to_thread(os.read, slave, 1 << 16)
        while not heard[-1]:
            await asyncio.sleep(0.001)
    assert read == keys
    os.write(slave, b"a board")
    session._read_on()
    await asyncio.sleep(0.05)
    assert drawn == []
    channel.unsent = 0
    async with asyncio.timeout(60):
        while not drawn:
            await asyncio.sleep(0.001)
    assert drawn == [b"a board"]
    session._close_master()
    os.close(slave)


def test_a_host_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "host_key").write_bytes(asyncssh.generate_private_key("ssh-rsa").export_private_key())
    (tmp_path / "host_key").chmod(0o600)
    with pytest.raises(UnavailableError, match="not an Ed25519 key"):
        host_key(tmp_path)
