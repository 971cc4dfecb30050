"""Limits on the text without puzzles that is scanned, so that untrusted text cannot take too much time."""

from collections.abc import Iterable, Iterator

from binairo_tui.formats.base import TextLine

LINES = 1_500
"""Limit on the lines in the source that do not belong to a puzzle, such as blank lines and comments."""
LINES_PER_PUZZLE = 100
"""Additional lines allowed for each puzzle found, because a longer list of puzzles may have more comments."""
ERRORS = 100
"""Limit on invalid texts. Each puzzle found raises the limit by one."""
BUDGET_SPENT = "too much text that is not a puzzle: the rest was not read"
"""The message of the error that replaces the rest of the source."""


class ScanBudget:
    """The remaining part of the limits while a source is read. Lines of valid puzzles do not count."""

    def __init__(self) -> None:
        self._lines = LINES
        self._errors = ERRORS

    def lines(self, lines: Iterable[TextLine]) -> Iterator[TextLine]:
        """Yield the lines; when a limit is reached, yield a line with the fault `BUDGET_SPENT` and stop."""
        for line in lines:
            if not (self._lines and self._errors):
                yield TextLine(line.number, "", BUDGET_SPENT)
                return
            self._lines -= 1
            yield line

    @property
    def has_errors_left(self) -> bool:
        return self._errors > 0

    def found(self, line_count: int) -> None:
        """Count a valid puzzle that takes up `line_count` lines."""
        self._lines += line_count + LINES_PER_PUZZLE
        self._errors += 1

    def failed(self) -> None:
        self._errors = max(self._errors - 1, 0)
