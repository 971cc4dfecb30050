"""Tests of binairo_tui.formats."""

from binairo_tui.formats import TextLine


def lines_of(text: str) -> list[TextLine]:
    """Return the numbered lines of a text."""
    return [TextLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
