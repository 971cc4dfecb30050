"""Clock: measures playing time, and can be paused."""

from collections.abc import Callable

LONGEST_GAP = 120.0
"""Limit on the seconds counted between two readings. Otherwise, the time for which a laptop is suspended or a
connection stalls would count as playing time.
"""


class Clock:
    """A clock for the playing time, in milliseconds. The clock starts paused.

    `monotonic` returns the current time in seconds. By default, the time is always 0.0. While the clock runs, read
    `elapsed_ms` at least every LONGEST_GAP seconds: between two readings, no more than LONGEST_GAP is counted. If
    `monotonic` goes backwards, no time is counted.

    >>> Clock(elapsed_ms=1500).elapsed_ms
    1500
    """

    def __init__(self, monotonic: Callable[[], float] = float, elapsed_ms: int = 0) -> None:
        self._monotonic = monotonic
        self._seconds = elapsed_ms / 1000
        self._since: float | None = None
        self._active_ms = elapsed_ms

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped."""
        return self._since is None

    @property
    def elapsed_ms(self) -> int:
        """The playing time so far, in milliseconds."""
        if self._since is not None:
            now = self._monotonic()
            self._seconds += min(max(now - self._since, 0.0), LONGEST_GAP)
            self._since = now
        return int(self._seconds * 1000)

    @property
    def idle_ms(self) -> int:
        """How long the clock has run since the last call of `touch`, in milliseconds."""
        return self.elapsed_ms - self._active_ms

    def touch(self) -> None:
        """Record that the player is active now."""
        self._active_ms = self.elapsed_ms

    def take_back_idle(self, least_ms: int) -> None:
        """Remove `idle_ms` from the playing time, but do not reduce the playing time below `least_ms`."""
        self._seconds = min(self.elapsed_ms, max(self._active_ms, least_ms)) / 1000

    def resume(self) -> None:
        """Start the clock if it is paused."""
        if self._since is None:
            self._since = self._monotonic()

    def pause(self) -> None:
        """Pause the clock if it is running."""
        _ = self.elapsed_ms  # reading `elapsed_ms` adds the time since the previous reading
        self._since = None
