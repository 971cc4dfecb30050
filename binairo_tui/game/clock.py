"""Playing time: counts while a game is in front of the player, stands still while it is paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_GAP = 120.0
"""Seconds that pass unseen at most: a suspended laptop or a stalled link is not playing time."""


class Clock:
    """Elapsed playing time in milliseconds, read from a monotonic clock in seconds. Starts paused.

    The clock must be looked at (`elapsed_ms`) more often than every LONGEST_GAP seconds while it runs; a longer gap
    counts as that much. A source that steps back counts as no time.
    """

    def __init__(self, monotonic: Callable[[], float], elapsed_ms: int = 0) -> None:
        self._monotonic = monotonic
        self._seconds = elapsed_ms / 1000
        self._since: float | None = None

    @property
    def is_paused(self) -> bool:
        """Whether time stands still."""
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
        """Let time run; nothing happens if it does."""
        if self._since is None:
            self._since = self._monotonic()

    def pause(self) -> None:
        """Stop time; nothing happens if it stands."""
        _ = self.elapsed_ms  # count what has passed
        self._since = None
