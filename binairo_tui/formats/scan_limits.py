"""How far a source is looked through that holds no puzzles: this bounds the time that foreign text takes. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binairo_tui.formats.base import Line

LINES = 10_000
"""Lines of a source that may be in vain, of whatever kind: blank ones, comments, rows of no grid."""
LINES_BESIDE = 100
"""Lines that may be in vain for each puzzle, besides: a list of any length may have comments."""
ERRORS = 100
"""Texts that may turn out to be no puzzle, besides one for each puzzle."""
GIVEN_UP = "too much that is no puzzle: not read from here on"
"""What is said in place of the rest."""


class Patience:
    """What is left of it for one source. Its own lines are free to a puzzle that is found."""

    def __init__(self) -> None:
        self._lines = LINES
        self._errors = ERRORS

    def lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The lines until patience is at its end; then one whose fault says so, and none after it."""
        for line in lines:
            if not (self._lines and self._errors):
                yield Line(line.number, "", GIVEN_UP)
                return
            self._lines -= 1
            yield line

    def found(self, line_count: int) -> None:
        """A puzzle of so many lines was found."""
        self._lines += line_count + LINES_BESIDE
        self._errors += 1

    def failed(self) -> None:
        """A text was no puzzle."""
        self._errors = max(self._errors - 1, 0)
