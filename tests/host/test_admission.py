"""Who is admitted, counted and logged, without connections."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from binairo_tui.files.json_lines import RequestError
from binairo_tui.host.cli.verb import LIMITS
from binairo_tui.host.server import state
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.generator import Generator
from binairo_tui.host.server.hub import MAX_WRONG_CODES, Hub
from binairo_tui.host.server.limits import Limits, network_of, source_of
from binairo_tui.host.server.links import Link, Visitor
from binairo_tui.host.server.player_session import PlayerSession
from binairo_tui.host.server.setup import PLAYERS_NAME, VISITOR_MARK, find_faults, remove_strays
from binairo_tui.host.server.ssh import ClientConnection, watch_idle
from binairo_tui.host.server.state import Host, Peer
from binairo_tui.host.server.usage import NICEST, load_of


@dataclass(eq=False)
class FakeSession:
    visitor: Visitor
    address: str = "192.0.2.1"
    is_ending: bool = False
    began: float = field(default_factory=time.monotonic)
    last_key: float = field(default_factory=time.monotonic)
    farewell: str = ""
    has_too_many_threads: bool = False
    is_killed: bool = False

    def check_process(self) -> bool:
        return self.has_too_many_threads

    def kill(self) -> None:
        self.is_killed = True

    @property
    def peer(self) -> Any:
        return SimpleNamespace(address=self.address)

    def end(self, sentence: str) -> None:
        self.farewell, self.is_ending = sentence, True


class FakeWriter:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.sent.append(data)


def a_host(lines: list[str], **limits: int) -> Host:
    unused: Any = None
    return Host(unused, unused, unused, Path(), Limits(**limits), "open", frozenset(), lines.append)


def test_each_limit_is_an_option_with_its_default() -> None:
    options = [(name.replace("-", "_"), default) for name, default, _ in LIMITS]
    assert options == [(limit.name, limit.default) for limit in fields(Limits)]


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, source: str) -> None:
    assert source_of(address) == source


def test_a_connection_waits_until_it_has_a_session() -> None:
    host = a_host([], waiting=2)
    unused: Any = None
    peer = Peer(unused, "192.0.2.1", PlayerSession(host, unused, Visitor("p1", "ada", "key-1")))
    host.peers.add(peer)
    assert "wait for a session" in host.check_connection("192.0.2.1")
    assert peer.session
    host.sessions.add(peer.session)
    assert not host.check_connection("192.0.2.1")


def test_one_address_cannot_take_all_places_of_those_who_wait() -> None:
    host = a_host([], waiting=6)
    unused: Any = None
    host.peers.update([Peer(unused, "192.0.2.1") for _ in range(3)])
    assert "from this address" in host.check_connection("192.0.2.1")
    assert not host.check_connection("192.0.2.2")


def test_the_sessions_of_all_keys_of_a_player_count() -> None:
    host = a_host([], per_key=2)
    sessions: Any = [FakeSession(Visitor("p1", "ada", key)) for key in ("key-1", "key-2")]
    host.sessions.update(sessions)
    assert "too many sessions" in host.check_session(Visitor("p1", "ada", "key-3"), "192.0.2.1")
    assert not host.check_session(Visitor("p2", "ben", "key-4"), "192.0.2.1")


def test_a_session_that_is_ending_keeps_its_place_from_others() -> None:
    host = a_host([], players=1, per_key=1)
    ada: Any = FakeSession(Visitor("p1", "ada", "key-1"), is_ending=True)
    host.sessions.add(ada)
    assert "full" in host.check_session(Visitor("p2", "ben", "key-2"), "192.0.2.1")
    assert not host.check_session(ada.visitor, "192.0.2.1")


@pytest.mark.parametrize("stop", [lambda it: it.end("Enough."), lambda it: it.eof_received()])
async def test_a_session_that_does_not_end_is_killed(
    stop: Callable[[PlayerSession], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("END_SECONDS", "HANG_UP_SECONDS"):
        monkeypatch.setattr(state, name, 0)
    host, signals, is_dead = a_host([]), list[int](), asyncio.Event()
    unused: Any = None
    session = PlayerSession(host, unused, Visitor("p1", "ada", "key-1"))

    def take(_number: int, which: int) -> None:
        signals.append(which)
        if signals.count(signal.SIGKILL) == 2:  # the first one came before the process was started
            host.sessions.discard(session)
            is_dead.set()

    spawner: Any = SimpleNamespace(signal=take)
    host.spawner = spawner
    host.sessions.add(session)
    stop(session)
    async with asyncio.timeout(20):
        await is_dead.wait()
    assert signals == [signal.SIGHUP, signal.SIGKILL, signal.SIGKILL]


def newcomers(count: int, network: int, first: int = 0) -> list[Any]:
    """Return sessions of visitors without a name, from addresses of one network."""
    return [
        FakeSession(Visitor(f"v{network}-{it}", "", f"key-{network}-{it}"), f"192.0.{network}.{it}")
        for it in range(first, first + count)
    ]


def test_newcomers_keep_no_player_out() -> None:
    host = a_host([], players=6, newcomers=6)
    crowd = [*newcomers(3, 3), *newcomers(2, 4)]
    ada: Any = FakeSession(Visitor("p1", "ada", "key-1"))
    host.sessions.update([ada, *crowd])
    for number in range(5):
        ben: Any = FakeSession(Visitor(f"b{number}", f"ben{number}", f"key-b{number}"))
        assert not host.check_session(ben.visitor, "192.0.2.1")
        host.sessions.add(ben)
    assert all(it.farewell for it in crowd)
    assert "full" in host.check_session(Visitor("p9", "cleo", "key-9"), "192.0.2.1")


def test_newcomers_from_a_few_networks_keep_no_newcomer_out() -> None:
    host = a_host([], players=50, newcomers=5)
    crowd, others = newcomers(3, 3), newcomers(2, 4)
    host.sessions.update(crowd + others)
    assert "full" in host.check_session(newcomers(1, 3, 9)[0].visitor, "192.0.3.9")
    assert not host.check_session(newcomers(1, 5)[0].visitor, "192.0.5.1")
    assert (sum(it.is_ending for it in crowd), sum(it.is_ending for it in others)) == (1, 0)


@pytest.mark.parametrize(
    ("source", "network"),
    [("192.0.2.7", "192.0.2.0/24"), ("2001:db8:1:2::/64", "2001:db8:1::/48"), ("?", "?")],
)
def test_connections_are_counted_by_network(source: str, network: str) -> None:
    assert network_of(source) == network


def connect(host: Host, address: str) -> Peer | None:
    """Connect from an address; return the connection, or None if it is refused."""
    connection: Any = SimpleNamespace(abort=lambda: None)
    peer = None if host.check_connection(address) else Peer(connection, address)
    host.peers.update([peer] if peer else [])
    return peer


def test_silent_connections_from_a_few_networks_keep_nobody_out() -> None:
    lines: list[str] = []
    host = a_host(lines, waiting=20, attempts=1000)

    def crowd() -> list[Peer | None]:  # three networks fill all places, again and again
        return [connect(host, f"192.0.{number % 3}.{number % 200}") for number in range(300)]

    assert 0 < crowd().count(None) < 280
    assert len(host.peers) == 20
    own = connect(host, "192.0.7.1")
    crowd()
    assert own in host.peers
    assert any("no session, and others were waiting" in line for line in lines)


@pytest.mark.parametrize("network", ["192.0.2", "198.51.100"])
def test_strangers_keep_nobody_out_who_comes_from_a_known_address(network: str) -> None:
    host = a_host([], waiting=20, attempts=1000)
    host.known = {f"{network}.200": None}

    def crowd() -> list[Peer | None]:
        addresses = [(f"192.0.2.{number % 60}", f"192.{number}.2.1") for number in range(200)]
        return [connect(host, address) for pair in addresses for address in pair]

    crowd()
    players = [connect(host, f"{network}.200") for _ in range(10)]
    assert None not in players
    crowd()
    assert host.peers.issuperset(players)
    assert len(host.peers) == 20


def test_known_addresses_alone_keep_nobody_out() -> None:
    host = a_host([], waiting=20, attempts=1000)
    host.known = dict.fromkeys([f"192.0.2.{number}" for number in range(60)])
    for _ in range(3):
        for address in host.known:
            connect(host, address)
    assert len(host.peers) == 20
    assert any(connect(host, "198.51.100.1") for _ in range(50))


def test_strangers_share_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    unused: Any = None
    host, used = a_host([]), Counter[str]()
    host.known = dict.fromkeys([f"192.0.2.{number}" for number in range(100)])
    groups = {
        "known": [Peer(unused, address) for address in host.known],
        "strangers": [Peer(unused, f"192.{number}.3.1") for number in range(200)],
        "inside": [Peer(unused, "198.51.100.1", PlayerSession(host, unused, Visitor("p1", "ada", "key-1")))],
    }
    sessions: Any = [peer.session for peer in groups["inside"]]
    host.sessions.update(sessions)
    turns, seconds, slice_seconds, longest = 2000, 20.0, 0.001, 0.0
    for _ in range(turns):
        worked = 0.0
        for name, peers in groups.items():
            for peer in peers:
                if not host.count_use(peer, 0.0):
                    host.count_use(peer, slice_seconds)
                    used[name] += 1
                    worked += slice_seconds
        longest = max(longest, worked)
        clock.now += seconds / turns
    most = state.STRANGERS_SHARE * seconds + state.STRANGERS_BURST + 2 * slice_seconds
    for name in ("known", "strangers"):
        assert 0.9 * most <= used[name] * slice_seconds <= most
    own = state.CONNECTION_SHARE * seconds + state.CONNECTION_BURST
    assert used["inside"] * slice_seconds == pytest.approx(own, abs=2 * slice_seconds)
    assert longest <= 2 * (state.STRANGERS_BURST + slice_seconds) + slice_seconds + 1e-9


async def test_addresses_of_players_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.host.server.ssh.IDLE_CHECK_SECONDS", 0.001)
    monkeypatch.setattr(state, "MAX_KNOWN", 2)
    host = a_host([])
    fakes: Any = FailingOnce(), SimpleNamespace(welcome_keys=lambda: [["key-1"]])
    host.hub, host.database = fakes
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3"):
        players: Any = [FakeSession(Visitor("p1", "ada", "key-1"), address), *newcomers(1, 3)]
        host.sessions = {*players}
        await watch_until(host, lambda address=address: [*host.known][:1] == [address])  # type: ignore[misc]
    assert [*host.known] == ["192.0.2.3", "192.0.2.1"]


async def watch_until(host: Host, is_done: Callable[[], bool]) -> None:
    """Watch the sessions of a host until something has happened to one."""
    watcher = asyncio.create_task(watch_idle(host))
    async with asyncio.timeout(20):
        while not is_done():
            await asyncio.sleep(0.001)
    watcher.cancel()


async def test_a_visitor_without_a_name_has_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.host.server.ssh.IDLE_CHECK_SECONDS", 0.001)
    host = a_host([], name_seconds=60)
    early, late, named = *newcomers(2, 3), FakeSession(Visitor("p1", "ada", "key-1"))
    late.began -= 61
    named.began -= 61
    players: Any = [early, late, named]
    host.sessions.update(players)
    fakes: Any = FailingOnce(), SimpleNamespace(welcome_keys=lambda: [["key-1"]])
    host.hub, host.database = fakes
    await watch_until(host, lambda: late.is_ending)
    assert "No name within 60 seconds" in late.farewell
    assert not early.is_ending
    assert not named.is_ending


async def test_a_process_with_too_many_threads_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.host.server.ssh.IDLE_CHECK_SECONDS", 0.001)
    lines: list[str] = []
    host = a_host(lines)
    greedy, honest = [FakeSession(Visitor(it, it, f"key-{it}")) for it in ("ada", "ben")]
    greedy.has_too_many_threads = True
    players: Any = [greedy, honest]
    host.sessions.update(players)
    fakes: Any = FailingOnce(), SimpleNamespace(welcome_keys=lambda: [["key-ada"], ["key-ben"]])
    host.hub, host.database = fakes
    await watch_until(host, lambda: greedy.is_killed)
    assert "killed ada" in lines[0]
    assert not honest.is_killed
    threads, seconds = load_of(os.getpid())
    assert 0 < threads <= state.MAX_THREADS
    assert 0 < seconds <= time.process_time() + 1
    assert load_of(1 << 30) == (0, 0.0)


def test_a_process_that_uses_much_time_waits_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "BURST", 0.2)
    unused: Any = None
    command = (sys.executable, "-c")
    with (
        subprocess.Popen([*command, "while True: pass"], start_new_session=True) as busy,
        subprocess.Popen([*command, "input()"], start_new_session=True, stdin=subprocess.PIPE) as resting,
    ):
        sessions = [state.Session(unused, unused, Visitor("p1", "ada", "key-1")) for _ in range(2)]
        sessions[0]._pid, sessions[1]._pid = busy.pid, resting.pid
        while os.getpriority(os.PRIO_PROCESS, busy.pid) < NICEST:
            assert not any(it.check_process() for it in sessions)
            time.sleep(0.01)
        assert os.getpriority(os.PRIO_PROCESS, resting.pid) == os.getpriority(os.PRIO_PROCESS, 0)
        busy.kill()
        resting.kill()


def test_a_connection_has_one_session() -> None:
    unused: Any = None
    connection = ClientConnection(a_host([]))
    connection.peer, connection._visitor = Peer(unused, "192.0.2.1"), Visitor("p1", "ada", "key-1")
    assert connection.session_requested()
    assert not connection.session_requested()


def test_refused_connections_do_not_fill_the_log() -> None:
    lines: list[str] = []
    host = a_host(lines)
    for _ in range(100):
        host.log_refusal("192.0.2.1", "too many")
    host.log_refusal("192.0.2.2", "too many")
    assert lines == ["refused 192.0.2.1: too many", "refused 192.0.2.2: too many"]


async def test_an_invitation_cannot_be_guessed(tmp_path: Path) -> None:
    database = HostDatabase(tmp_path / "host.db")
    database.add_code("AAAA-BBBB", None, 1 << 40)
    hub = Hub(database, limits=Limits(), needs_invitation=True, on_named=lambda _: None)
    writer: Any = FakeWriter()
    link = Link(Visitor("p1", "", "key-1"), writer)
    guesses = [{"invitation": f"AAAA-{number:04}"} for number in range(MAX_WRONG_CODES - 2)]
    for guess in guesses:
        assert "not valid" in await refused(hub.invitation(link, guess))
    await hub.invitation(link, {"invitation": "AAAA-BBBB"})
    assert "not valid" in await refused(hub.name(link, {"name": "ada", "invitation": "AAAA-0000"}))
    assert "not valid" in await refused(hub.name(link, {"name": "0AAA-0000"}))
    assert "Too many" in await refused(hub.name(link, {"name": "ada", "invitation": "AAAA-BBBB"}))
    assert "Too many" in await refused(hub.invitation(link, {"invitation": "AAAA-BBBB"}))
    other = Link(Visitor("p2", "", "key-2"), writer)
    assert await hub.name(other, {"name": "ben", "invitation": "AAAA-BBBB"}) == {"name": "ben", "is_other": False}
    hub.close()


async def refused(answer: Any) -> str:
    with pytest.raises(RequestError, match=r"\.$") as caught:
        await answer
    return str(caught.value)


async def test_a_player_who_asks_for_many_puzzles_waits_and_others_do_not() -> None:
    generator, begun, end = Generator(2), list[str](), asyncio.Event()

    async def ask(player: str) -> None:
        async with generator.turn_of(player):
            begun.append(player)
            await end.wait()

    tasks = [asyncio.create_task(ask(player)) for player in ("ada", "ada", "ada", "ben")]
    for _ in range(5):
        await asyncio.sleep(0)
    assert begun == ["ada", "ben"]
    end.set()
    await asyncio.gather(*tasks)
    assert sorted(begun) == ["ada", "ada", "ada", "ben"]


def test_only_directories_of_visitors_are_removed(tmp_path: Path) -> None:
    players = tmp_path / PLAYERS_NAME
    for name in ("known", "forgotten", "visitor", "named"):
        (players / name).mkdir(parents=True)
    for name in ("visitor", "named"):
        (players / name / VISITOR_MARK).touch()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / VISITOR_MARK).touch()
    (players / "link").symlink_to(tmp_path / "elsewhere")
    remove_strays(tmp_path, {"known", "named"})
    assert sorted(path.name for path in players.iterdir()) == ["forgotten", "known", "link", "named"]
    assert (tmp_path / "elsewhere" / VISITOR_MARK).exists()


def test_a_directory_that_a_player_has_made_hard_to_remove_is_removed(tmp_path: Path) -> None:
    players = tmp_path / PLAYERS_NAME
    (players / "visitor").mkdir(parents=True)
    (players / "visitor" / VISITOR_MARK).touch()
    (players / "visitor" / "closed").mkdir()
    (players / "visitor" / "closed" / "file").touch()
    (players / "visitor" / "closed" / "inner").mkdir(mode=0)
    (players / "visitor" / "closed").chmod(0)
    place = os.open(players / "visitor", os.O_RDONLY)
    for _ in range(1500):  # deeper than Python's stack, in a path that is longer than any may be
        os.mkdir("deep", dir_fd=place)
        inner = os.open("deep", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(place)
    remove_strays(tmp_path, set())
    assert list(players.iterdir()) == []


def test_a_directory_that_cannot_be_made_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    faults = find_faults(tmp_path / ("x" * 300), "127.0.0.1", 0, Limits())
    assert [fault for fault in faults if "is too long" in fault]


def test_a_check_as_root_makes_no_directory_that_the_host_could_not_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    (fault,) = find_faults(tmp_path / "host", "127.0.0.1", 0, Limits())
    assert "as root" in fault
    assert not [*tmp_path.iterdir()]


def test_a_program_that_the_user_of_the_unit_could_not_run_is_a_fault_for_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    (tmp_path / "home" / "bin").mkdir(parents=True)
    (tmp_path / "home").chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "home" / "bin" / "python"))
    faults = find_faults(tmp_path / "host", "127.0.0.1", 0, Limits())
    assert any(f"is below {tmp_path / 'home'}, which is closed" in fault for fault in faults)


class FailingOnce:
    """A hub whose database cannot be read the first time."""

    def __init__(self) -> None:
        self.calls = 0

    async def in_thread(self, work: Callable[[], set[str]]) -> set[str]:
        self.calls += 1
        if self.calls == 1:
            raise RequestError("store", "not now")
        return work()


async def test_sessions_are_checked_again_after_the_database_could_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.host.server.ssh.IDLE_CHECK_SECONDS", 0.001)
    ended = asyncio.Event()
    database = SimpleNamespace(welcome_keys=lambda: [["key-2"]])
    session: Any = FakeSession(Visitor("p1", "ada", "key-1"))
    session.end = lambda _: ended.set()
    host = a_host([])
    fakes: Any = FailingOnce(), database
    host.hub, host.database = fakes
    host.sessions.add(session)
    watcher = asyncio.create_task(watch_idle(host))
    async with asyncio.timeout(20):
        await ended.wait()
    watcher.cancel()
