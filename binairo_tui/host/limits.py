"""The limits of a host, and a limit on connection attempts per minute."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

WINDOW_SECONDS = 60.0
"""The time in which attempts are counted."""
MAX_ADDRESSES = 10_000
"""The number of addresses beyond which those without a recent attempt are forgotten."""


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
    disk_mib: int = 32


def source_of(address: str) -> str:
    """Return the address under which connections are counted: for IPv6, the /64 network of the address."""
    found = ip_address(address.partition("%")[0])
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


def network_of(source: str) -> str:
    """Return the /24 network (IPv4) or the /48 network (IPv6) of a source returned by `source_of`."""
    try:
        found = ip_network(source)
    except ValueError:  # the address is not known
        return source
    return str(found.supernet(new_prefix=24 if found.version == 4 else 48))


def most_crowded(networks: Iterable[str]) -> set[str]:
    """Return the networks that occur most often; there are several if they occur equally often."""
    counts = Counter(networks)
    return {network for network, count in counts.items() if count == max(counts.values())}


class RateLimiter:
    """Allows `limit` attempts per address and minute."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._attempts: dict[str, deque[float]] = {}

    def allows(self, address: str, now: float) -> bool:
        """Count an attempt at `now` seconds, or return False if there were `limit` attempts in the minute before."""
        if len(self._attempts) > MAX_ADDRESSES:
            self._attempts = {
                known: times for known, times in self._attempts.items() if times and now - times[-1] < WINDOW_SECONDS
            }
        times = self._attempts.setdefault(address, deque(maxlen=self._limit))
        is_allowed = len(times) < self._limit or now - times[0] >= WINDOW_SECONDS
        if is_allowed:
            times.append(now)
        return is_allowed
