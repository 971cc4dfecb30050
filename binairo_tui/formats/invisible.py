"""Removes invisible characters from the lines of a text before its format is detected.

Chat programs, web pages and editors put such characters between and around the characters of a puzzle: zero-width
spaces and joiners, byte order marks, soft hyphens, marks of writing direction, and variation selectors, which choose
how the preceding character is drawn.
"""

import re
from collections.abc import Iterable, Iterator

from binairo_tui.formats.base import TextLine

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u20e3\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""The category Cf, all other characters that Unicode calls default-ignorable, and the frame of a keycap."""


def visible(text: str) -> str:
    """Return a text without its invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


class VisibleLines:
    """Iterates over lines without their invisible characters, and converts columns to those of the original lines."""

    def __init__(self, lines: Iterable[TextLine]) -> None:
        self._lines = lines
        self._removed: dict[int, list[int]] = {}

    def __iter__(self) -> Iterator[TextLine]:
        for line in self._lines:
            if line.text.isascii() or not _INVISIBLE.search(line.text):
                yield line
            else:
                self._removed[line.number] = [match.start() for match in _INVISIBLE.finditer(line.text)]
                yield line._replace(text=visible(line.text))

    def forget_before(self, number: int) -> None:
        """Forget what was removed before line `number`, so that a source of any length fits in memory."""
        if self._removed:
            self._removed = {line: removed for line, removed in self._removed.items() if line >= number}

    def column(self, number: int, column: int) -> int:
        """Convert a column in a line without invisible characters to the column in the original line."""
        for index in self._removed.get(number, ()):
            if index >= column:
                break
            column += 1
        return column
