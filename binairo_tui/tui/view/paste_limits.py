"""How long a text may be that is pasted: beside the longest, keys are still answered within milliseconds. Pure."""

from __future__ import annotations

MAX_CHARACTERS = 100_000
"""Of the whole text: twice the longest puzzle in any format; a game of Unruly with five thousand moves."""
MAX_LINES = 5000
MAX_LINE = 8000
"""Characters of a line, which is wrapped anew at every key: 40x40 cells, however they are spaced."""
MAX_WIDE_LINE = 1000
"""Characters of a line that is not ASCII alone: each must be looked up for its width. Bars of boxes are shorter."""


def size_fault(text: str) -> str:
    """A sentence that says why a text is too large to be pasted anywhere; empty if it is not."""
    return _sentence(f"{len(text):,} characters; {MAX_CHARACTERS:,}") if len(text) > MAX_CHARACTERS else ""


def length_fault(text: str) -> str:
    """The same of a text that is edited, of which lines and their lengths count, too."""
    if fault := size_fault(text):
        return fault
    if text.count("\n") + text.count("\r") >= MAX_LINES:
        return _sentence(f"more than {MAX_LINES:,} lines; {MAX_LINES:,}")
    return next(filter(None, map(_line_fault, text.splitlines())), "")


def _line_fault(line: str) -> str:
    limit = MAX_LINE if line.isascii() else MAX_WIDE_LINE
    return _sentence(f"a line of {len(line):,} characters; {limit:,}") if len(line) > limit else ""


def _sentence(said: str) -> str:
    return f"Too long to be pasted: {said} are the most. 'binairo play FILE' takes longer texts."
