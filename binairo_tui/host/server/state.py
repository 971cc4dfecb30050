"""The state that all connections of a host share, and the checks that admit or refuse new connections."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

import asyncssh

from binairo_tui import __version__
from binairo_tui.files.json_lines import Fields, required_field
from binairo_tui.host.server import usage
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.hub import Hub
from binairo_tui.host.server.limits import Limits, Pace, RateLimiter, most_crowded, network_of
from binairo_tui.host.server.links import Visitor
from binairo_tui.host.server.spawner import Spawner

END_SECONDS = 3.5
"""Seconds that a player process has to end by itself after its session was ended; then it is killed."""
MAX_THREADS = 64
SHARE, BURST = 0.03, 2.0
"""The share of a core that a player process may use on average, and the seconds that it may use at once before it must
wait for others. Typing 5 keys a second uses a share of 0.03; a login takes half a second.
"""
HANG_UP_SECONDS = 30.0
"""Seconds that a player process has to end by itself after its client has gone: they may be many, as nobody waits."""
CONNECTION_SHARE, CONNECTION_BURST = 0.005, 0.1
"""The share of a core that a connection may use on average, and the seconds that it may use at once. A key press takes
half a ms.
"""
STRANGERS_SHARE, STRANGERS_BURST = 0.1, 0.02
"""The share and the seconds for all connections without a session together, so that they delay no key press for long.

A handshake takes 1 ms in `ssh.Intake`, which counts, and about 2 ms in tasks of asyncssh, which do not count.
"""
MAX_KNOWN = 1000
"""How many addresses of players are remembered."""
_random = SystemRandom()


@dataclass(eq=False)
class Peer:
    """The client at the other end of a connection. `address` is that of `limits.source_of`, or '?' if unknown.

    `session` is the session that it has opened; after the session is admitted, it is in `Host.sessions`. `pace` limits
    the processor time of the connection.
    """

    connection: asyncssh.SSHServerConnection
    address: str
    session: Session | None = None
    pace: Pace = field(default_factory=lambda: Pace(CONNECTION_SHARE, CONNECTION_BURST))

    @property
    def unsent(self) -> int:
        """How many bytes wait because the client does not read."""
        transport = self.connection._transport  # noqa: SLF001 - asyncssh tells sessions only of the bytes of a channel
        return transport.get_write_buffer_size() if transport else 0


class Session:
    """A visitor's session, for which a player process runs."""

    def __init__(self, host: Host, peer: Peer, visitor: Visitor) -> None:
        self.host = host
        self.peer = peer
        self.visitor = visitor
        self.began = self.last_key = time.monotonic()
        self.is_ending = False
        self._pid = 0
        self._pace, self._used = Pace(SHARE, BURST), 0.0
        self._farewell = b""

    def end(self, sentence: str, which: int = signal.SIGHUP) -> None:
        """End the game, which saves itself, and show why. A process that has not ended in `END_SECONDS` is killed."""
        self._farewell = f"{sentence}\r\n".encode()
        self._stop(which, END_SECONDS)

    def _stop(self, which: int, seconds: float) -> None:
        self.is_ending = True
        self.host.spawner.signal(self._pid, which)
        asyncio.get_running_loop().call_later(seconds, self._insist)

    def _insist(self) -> None:
        """Kill the player process, again and again until it is gone: at first, it may not have started yet."""
        if self in self.host.sessions:
            self.host.spawner.signal(self._pid, signal.SIGKILL)
            asyncio.get_running_loop().call_later(END_SECONDS, self._insist)

    def check_process(self) -> bool:
        """Return whether the player process has more threads than a game ever has; no wall limits their number.

        If the process uses much processor time, give it the lowest priority, so that others need not wait.
        """
        threads, used = usage.load_of(self._pid)
        if self._pace.wait_seconds(used - self._used, time.monotonic()):
            usage.lower_priority(self._pid, usage.NICEST)
        self._used = used
        return threads > MAX_THREADS

    def kill(self) -> None:
        self.host.spawner.signal(self._pid, signal.SIGKILL)
        self.peer.connection.abort()


@dataclass
class Host:
    """The state that all connections share.

    `policy` is `open`, `allow` or `invite`; `allowed` holds the fingerprints of the keys that `allow` admits. `known`
    holds addresses from which players have come. Connections from these addresses do not wait for connections from
    other addresses.
    """

    hub: Hub
    spawner: Spawner
    database: HostDatabase
    players: Path
    limits: Limits
    policy: str
    allowed: frozenset[str]
    log: Callable[[str], None]
    sessions: set[Session] = field(default_factory=set)
    peers: set[Peer] = field(default_factory=set)
    known: dict[str, None] = field(default_factory=dict)
    is_closing: bool = False

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.attempts = RateLimiter(self.limits.attempts)
        self._refusals = RateLimiter(1)
        self._paces = [Pace(STRANGERS_SHARE, STRANGERS_BURST) for _ in range(2)]

    def allows(self, keys: Iterable[str]) -> bool:
        """Return True if a player with these keys may log in: with `allow`, one of the keys must be in the file."""
        return self.policy != "allow" or not self.allowed.isdisjoint(keys)

    def welcome_keys(self) -> set[str]:
        """Return the fingerprints of the keys with which players may log in now. Raises StoreError."""
        return {key for keys in self.database.welcome_keys() if self.allows(keys) for key in keys}

    def status(self) -> Fields:
        now, (rooms, races) = time.monotonic(), self.hub.rooms.count()
        return {
            "version": __version__,
            "pid": os.getpid(),
            "policy": self.policy,
            "uptime_seconds": int(now - self.began),
            "max_sessions": self.limits.players,
            "connections": len(self.peers),
            "rooms": rooms,
            "races": races,
            "sessions": [
                {
                    "name": it.visitor.name,
                    "address": it.peer.address,
                    "seconds": int(now - it.began),
                    "idle_seconds": int(now - it.last_key),
                }
                for it in sorted(self.sessions, key=lambda it: it.began)
            ],
        }

    def kick(self, fields: Fields) -> Fields:
        """End the sessions of a player, whose id is in `player`; return their number. Raises RequestError."""
        player = required_field(fields, "player", str)
        found = [it for it in self.sessions if it.visitor.player == player and not it.is_ending]
        for session in found:
            session.end("The operator ended your session; your game is saved.")
        return {"count": len(found)}

    def check_connection(self, address: str) -> str:
        """Return why a connection is refused, or ''. This counts as an attempt, and may close a waiting connection."""
        if self.is_closing:
            return "the host is shutting down"
        if not self.attempts.allows(address, time.monotonic()):
            return f"more than {self.limits.attempts} connections a minute"
        if sum(it.address == address for it in self.peers) >= self.limits.per_address:
            return f"{self.limits.per_address} connections from this address"
        waiting = [it for it in self.peers if it.session not in self.sessions]
        if sum(it.address == address for it in waiting) >= max(self.limits.waiting // 2, 1):
            return "half of the connections that may wait for a session are from this address"
        if len(waiting) >= self.limits.waiting and not self._drop_one(waiting, address):
            return f"{self.limits.waiting} connections are waiting for a session"
        return ""

    def _drop_one(self, waiting: list[Peer], address: str) -> bool:
        """Close a waiting connection to make room for one from `address`; return False if that must be refused.

        The connection to close or refuse is chosen at random from the network that has the most connections. A few
        networks full of silent connections therefore cannot keep everybody else out. Connections from known addresses
        are spared, unless they have more than half of the places.
        """
        addresses = [*[it.address for it in waiting], address]
        strangers = [it for it in addresses if it not in self.known]
        if 2 * len(strangers) < len(addresses):
            strangers = addresses
        crowded = most_crowded(map(network_of, strangers))
        index = _random.choice([at for at, it in enumerate(addresses) if it in strangers and network_of(it) in crowded])
        if index == len(waiting):
            return False
        self.log_refusal(addresses[index], "no session, and others were waiting")
        self.peers.discard(waiting[index])
        waiting[index].connection.abort()
        return True

    def count_use(self, peer: Peer, seconds: float) -> float:
        """Count the `seconds` of processor time that a connection has used; return the seconds until it may use more.

        Connections without a session also share a `Pace`: all those from known addresses share one, and all others
        share another.
        """
        shared = [] if peer.session in self.sessions else [self._paces[peer.address in self.known]]
        return max([it.wait_seconds(seconds, time.monotonic()) for it in (peer.pace, *shared)])

    def log_refusal(self, address: str, reason: str) -> None:
        """Log that a connection was refused, at most once a minute per address, so that nobody can fill the disk."""
        if self._refusals.allows(address, time.monotonic()):
            self.log(f"refused {address}: {reason}")

    def check_session(self, visitor: Visitor, address: str) -> str:
        """Return a sentence that says why a session is refused; empty if it is accepted.

        Newcomers, who have no name yet, may take only some of the places. If the host is full, a newcomer's session may
        be ended to make room. A session that is ending keeps its place until its process is gone, but its own player
        may already take the place.
        """
        if self.is_closing:
            return "The host is closing."
        own = [
            it
            for it in self.sessions
            if it.visitor.player == visitor.player or it.visitor.fingerprint == visitor.fingerprint
        ]
        own_ending = sum(it.is_ending for it in own)
        if len(own) - own_ending >= self.limits.per_key:
            return "You have too many sessions: close one of them."
        newcomers = [it for it in self.sessions if not it.visitor.name and not it.is_ending]
        is_full = len(self.sessions) - own_ending >= self.limits.players or (
            not visitor.name and len(newcomers) >= self.limits.newcomers
        )
        if is_full and not self._end_newcomer(newcomers, "" if visitor.name else network_of(address)):
            return "The host is full: come back later."
        return ""

    def _end_newcomer(self, newcomers: list[Session], network: str) -> bool:
        """End a newcomer's session to make room; return False if no session may be ended.

        `network` is the network of the newcomer who needs the place, or '' if a player needs it. The session is chosen
        from the network that has the most newcomers; if that is `network` itself, no session is ended.
        """
        crowded = most_crowded(filter(None, [network, *[network_of(it.peer.address) for it in newcomers]]))
        choices = [it for it in newcomers if network_of(it.peer.address) in crowded]
        if not choices or network in crowded:
            return False
        _random.choice(choices).end("Somebody else needs your place: log in again.")
        return True
