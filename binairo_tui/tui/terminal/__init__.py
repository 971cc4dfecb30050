"""The layer between Textual and the terminal: driver, output, cursor and shutdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.geometry import Offset
    from textual.widgets import Input, TextArea


SLOW_SECONDS = 0.25
"""Seconds for an answer of the terminal from which on its line is slow."""


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


def put_cursor(node: DOMNode, place: Offset) -> None:
    """Put the terminal's cursor, which screen readers and braille displays follow, at a position on the node's screen.

    The next frame moves it. Nothing happens if the screen is not in front, or if the node is no longer on a screen.
    """
    if node.is_attached and node.screen is node.app.screen:
        node.app.cursor_position = place


def put_cursor_into(field: Input | TextArea) -> None:
    """Put the terminal's cursor at the insertion point of a field, and request the frame that moves it."""
    put_cursor(field, field.cursor_screen_offset)
    field.refresh()
