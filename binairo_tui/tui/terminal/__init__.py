"""The layer between Textual and the terminal: driver, output, cursor and shutdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from textual.dom import DOMNode


SLOW_SECONDS = 0.25
"""A terminal that takes at least this many seconds to answer is at the end of a slow line."""


@runtime_checkable
class RepaintingDriver(Protocol):
    """A driver that sends only changes. The app calls it when the driver's idea of the screen may be wrong."""

    def forget_screen(self) -> None:
        """Assume nothing about what the terminal shows: something else may have been drawn."""

    def check_size(self) -> None:
        """Post a resize if the terminal's size differs from the app's."""


def is_slow(node: DOMNode) -> bool:
    """Return whether the terminal of a node's app is at the end of a slow line."""
    seconds = getattr(node.app._driver, "answer_seconds", 0.0)  # noqa: SLF001 - Textual has no other way
    return bool(seconds > SLOW_SECONDS)
