"""The limits of a host, how many files it may open, and the counting of use and of attempts to connect."""

from __future__ import annotations

import resource
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network

WINDOW_SECONDS = 60.0
MAX_ADDRESSES = 10_000
"""If more addresses than this are known, those without a recent attempt are forgotten."""
FILES_PER_SESSION = 3
"""The number of open files of a session: its connection, its terminal, and the link to its process."""
OTHER_FILES = 100
"""How many files are open besides those of sessions and of connections without a session, with some to spare."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a host. Each can be set by the option of `binairo host` with the same name, which explains it."""

    players: int = 50
    newcomers: int = 10
    name_seconds: int = 60
    per_key: int = 3
    per_address: int = 20
    attempts: int = 30
    waiting: int = 20
    grace_seconds: int = 20
    idle_minutes: int = 30
    queue_kib: int = 64
    generators: int = 2
    countdown_seconds: int = 5
    memory_mib: int = 1024
    disk_mib: int = 96

    @property
    def open_files(self) -> int:
        """The number of files that must be open at the same time for `players` sessions."""
        return OTHER_FILES + self.waiting + FILES_PER_SESSION * self.players

    def fitted(self, open_files: int) -> Limits:
        """Return these limits, with `players` lowered to what `open_files` open files allow, but at least 1."""
        fitting = (open_files - OTHER_FILES - self.waiting) // FILES_PER_SESSION
        return replace(self, players=max(min(self.players, fitting), 1))


def most_open_files() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1]


def raise_open_files() -> None:
    hard = most_open_files()
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def lack_of_files(limits: Limits) -> str:
    """Return a sentence with the remedies if too few files may be open for `limits.players` sessions; otherwise ''."""
    fitting = limits.fitted(most_open_files()).players
    if fitting == limits.players:
        return ""
    return (
        f"Only {fitting} of {limits.players} sessions fit, because a process may open {most_open_files()} files here:"
        f" raise that to {limits.open_files} ('ulimit -n', or LimitNOFILE in the systemd unit), or give"
        f" --players {fitting}."
    )


def source_of(address: str) -> str:
    """Return the address under which connections are counted: for IPv6, the /64 network of the address."""
    found = ip_address(address.partition("%")[0])
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


def network_of(source: str) -> str:
    """Return the /24 network (IPv4) or the /48 network (IPv6) of a source returned by `source_of`; '?' stays '?'."""
    try:
        found = ip_network(source)
    except ValueError:  # the address is not known
        return source
    return str(found.supernet(new_prefix=24 if found.version == 4 else 48))


def most_crowded(networks: Iterable[str]) -> set[str]:
    """Return the networks that occur most often; there are several if they occur equally often."""
    counts = Counter(networks)
    most = max(counts.values(), default=0)
    return {network for network, count in counts.items() if count == most}


class Pace:
    """Allows the use of at most `rate` a second on average, and of `most` at once after a quiet time."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._earned_at = 0.0
        """The time, in seconds, at which a use of `rate` per second would have reached the use so far."""

    def wait_seconds(self, amount: float, now: float) -> float:
        """Count an `amount` that was used at the time `now`; return the seconds until more may be used."""
        self._earned_at = max(self._earned_at, now) + amount / self._rate
        return max(self._earned_at - now - self._most / self._rate, 0.0)


class RateLimiter:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._attempts: dict[str, deque[float]] = {}

    def allows(self, address: str, now: float) -> bool:
        """Count an attempt at the time `now`, and return True; return False after `limit` attempts in a minute."""
        if len(self._attempts) > MAX_ADDRESSES:
            self._attempts = {
                known: times for known, times in self._attempts.items() if times and now - times[-1] < WINDOW_SECONDS
            }
        times = self._attempts.setdefault(address, deque(maxlen=self._limit))
        is_allowed = len(times) < self._limit or now - times[0] >= WINDOW_SECONDS
        if is_allowed:
            times.append(now)
        return is_allowed
