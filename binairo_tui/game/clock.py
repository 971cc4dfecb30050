"""Clock: measures playing time while a game is shown, and stands still while it is paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_GAP = 120.0
"""The seconds that one gap counts at most: a suspended laptop or a stalled link is not playing time."""


class Clock:
    """Elapsed playing time in milliseconds, measured by `monotonic`, a clock in seconds. Starts paused.

    Without a `monotonic` time stands still: the game never reads a clock that it was not given. `elapsed_ms` must be
    read more often than every LONGEST_GAP seconds while the clock runs, because a longer gap counts as that much. A
    `monotonic` that steps back counts as no time.
    """

    def __init__(self, monotonic: Callable[[], float] = lambda: 0.0, elapsed_ms: int = 0) -> None:
        self._monotonic = monotonic
        self._seconds = elapsed_ms / 1000
        self._since: float | None = None

    @property
    def is_paused(self) -> bool:
        """Whether the clock is paused."""
        return self._since is None

    @property
    def elapsed_ms(self) -> int:
        """Playing time so far."""
        if self._since is not None:
            now = self._monotonic()
            self._seconds += min(max(now - self._since, 0.0), LONGEST_GAP)
            self._since = now
        return int(self._seconds * 1000)

    def resume(self) -> None:
        """Start the clock if it is paused."""
        if self._since is None:
            self._since = self._monotonic()

    def pause(self) -> None:
        """Pause the clock if it runs."""
        _ = self.elapsed_ms  # count what has passed
        self._since = None
