"""The terminal's own cursor, which screen readers and braille lines follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.geometry import Offset
    from textual.widgets import Input, TextArea


def put_cursor(node: DOMNode, place: Offset) -> None:
    """Have the cursor at a place of the screen that `node` is on, from the next frame on.

    A screen that is not in front leaves it alone: it may be showing anew what was saved in front of it. So does a node
    that is no more on any screen.
    """
    if node.is_attached and node.screen is node.app.screen:
        node.app.cursor_position = place


def put_cursor_into(field: Input | TextArea) -> None:
    """Have the cursor where one types. It gets there with a frame: have one, even of nothing new."""
    put_cursor(field, field.cursor_screen_offset)
    field.refresh()
