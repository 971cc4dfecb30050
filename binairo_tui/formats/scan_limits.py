"""Limits on how much non-puzzle text is scanned before giving up: they bound the time that foreign text takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binairo_tui.formats.base import TextLine

LINES = 10_000
"""Lines of a source that may belong to no puzzle: blank lines, comments, anything else."""
LINES_PER_PUZZLE = 100
"""Further such lines for each puzzle, because a list of any length may have comments."""
ERRORS = 100
"""Texts that may turn out to be invalid, and one more for each puzzle."""
BUDGET_SPENT = "too much that is no puzzle: not read from here on"
"""The error that replaces the rest of the source."""


class ScanBudget:
    """The budget of one source. A puzzle pays back its own lines."""

    def __init__(self) -> None:
        self._lines = LINES
        self._errors = ERRORS

    def lines(self, lines: Iterable[TextLine]) -> Iterator[TextLine]:
        """Yield the lines while the budget lasts, then one with the fault `BUDGET_SPENT`."""
        for line in lines:
            if not (self._lines and self._errors):
                yield TextLine(line.number, "", BUDGET_SPENT)
                return
            self._lines -= 1
            yield line

    def found(self, line_count: int) -> None:
        """Count a valid puzzle of `line_count` lines."""
        self._lines += line_count + LINES_PER_PUZZLE
        self._errors += 1

    def failed(self) -> None:
        """Count an invalid text."""
        self._errors = max(self._errors - 1, 0)
