"""Between Textual and the terminal: the driver, the bytes sent, the cursor, the end of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.geometry import Offset
    from textual.widgets import Input, TextArea


@runtime_checkable
class RepaintingDriver(Protocol):
    """A driver that sends only changes, as the app sees it. The app says when the driver may be mistaken."""

    def forget_screen(self) -> None:
        """Assume nothing about what the terminal shows: something else may have been drawn."""

    def check_size(self) -> None:
        """Post a resize if the terminal's size differs from the app's."""


def put_cursor(node: DOMNode, place: Offset) -> None:
    """Put the terminal's cursor, which screen readers and braille lines follow, on a place of the node's screen.

    It is moved with the next frame. Nothing happens if the screen is not in front, or the node no longer on a screen.
    """
    if node.is_attached and node.screen is node.app.screen:
        node.app.cursor_position = place


def put_cursor_into(field: Input | TextArea) -> None:
    """Put the terminal's cursor where the field is typed in, and request the frame that moves it."""
    put_cursor(field, field.cursor_screen_offset)
    field.refresh()
