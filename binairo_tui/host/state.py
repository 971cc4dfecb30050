"""The state that all connections of a host share, and the decisions whether to admit one more."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from binairo_tui.host.database import HostDatabase
from binairo_tui.host.hub import Hub
from binairo_tui.host.limits import Limits, RateLimiter
from binairo_tui.host.links import Visitor
from binairo_tui.host.spawner import Spawner


@dataclass(eq=False)
class Peer:
    """The client at the other end of a connection."""

    connection: asyncssh.SSHServerConnection
    address: str
    is_authenticated: bool = False


class Session:
    """A visitor's session, for which a player process runs."""

    def __init__(self, host: Host, peer: Peer, visitor: Visitor) -> None:
        self.host = host
        self.peer = peer
        self.visitor = visitor
        self.last_key = time.monotonic()
        self._number = 0
        self._farewell = b""

    def end(self, sentence: str, which: int = signal.SIGHUP) -> None:
        """End the game, which then saves itself, and show the player a sentence that says why."""
        self._farewell = f"{sentence}\r\n".encode()
        self.host.spawner.signal(self._number, which)

    def kill(self) -> None:
        """Kill the player process, and close the connection at once."""
        self.host.spawner.signal(self._number, signal.SIGKILL)
        self.peer.connection.abort()


@dataclass
class Host:
    """The state that all connections share. `policy` and `allowed` are as in `run.HostOptions`."""

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
    is_closing: bool = False

    def __post_init__(self) -> None:
        self.attempts = RateLimiter(self.limits.attempts)
        self._refusals = RateLimiter(1)

    def check_connection(self, address: str) -> str:
        """Return why a new connection from an address is refused, without a full stop; empty if it is accepted."""
        if self.is_closing:
            return "the host is closing"
        if not self.attempts.allows(address, time.monotonic()):
            return f"more than {self.limits.attempts} connections a minute"
        waiting = [it.address for it in self.peers if not it.is_authenticated]
        if len(waiting) >= self.limits.waiting:
            return f"{self.limits.waiting} connections are waiting for authentication"
        if waiting.count(address) >= max(self.limits.waiting // 2, 1):
            return "half of the connections that may wait for authentication are from this address"
        if sum(it.address == address for it in self.peers) >= self.limits.per_address:
            return f"{self.limits.per_address} connections from this address"
        return ""

    def log_refusal(self, address: str, reason: str) -> None:
        """Log that a connection was refused, at most once a minute per address, so that nobody can fill the disk."""
        if self._refusals.allows(address, time.monotonic()):
            self.log(f"refused {address}: {reason}")

    def check_session(self, visitor: Visitor) -> str:
        """Return a sentence that says why a session is refused; empty if it is accepted."""
        if self.is_closing:
            return "The host is closing."
        if len(self.sessions) >= self.limits.players:
            return "The host is full: come back later."
        own = [
            it
            for it in self.sessions
            if it.visitor.player == visitor.player or it.visitor.fingerprint == visitor.fingerprint
        ]
        if len(own) >= self.limits.per_key:
            return "You have too many sessions: close one of them."
        return ""
