"""Lines of text in several tones: what lists, pictures and charts are made of. Pure.

A tone is a word that a widget turns into a style (`widgets/tinted.py`). Texts must be fit to be shown
(`player.phrases.plain`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from collections.abc import Iterable

TONES = (
    "normal",
    "strong",
    "muted",
    "faint",
    "accent",
    "error",
    "done",
    "zero",
    "one",
    "zero-given",
    "one-given",
    "current",
)


class Span(NamedTuple):
    """Some text in one of `TONES`."""

    text: str
    tone: str = "normal"


TextLine = tuple[Span, ...]
BLANK: TextLine = ()


def line(*parts: Span | str) -> TextLine:
    """A line of spans; plain texts are of normal tone, empty ones are left out."""
    spans = [Span(part) if isinstance(part, str) else part for part in parts]
    return tuple([span for span in spans if span.text])


def plain_text(text_line: TextLine) -> str:
    """The text of a line without its tones."""
    return "".join([span.text for span in text_line])


def column(text: str, width: int) -> str:
    """A text cut or filled up to `width` columns of the terminal, of which the last one stays blank."""
    return set_cell_size(set_cell_size(text, min(cell_len(text), width - 1)), width)


def cut(text: str, width: int) -> str:
    """A text of exactly `width` columns; what is cut off is replaced by `…`."""
    return set_cell_size(text, width) if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"[:width]


def fitted(text_line: TextLine, width: int, tone: str = "normal") -> list[Span]:
    """The line cut or filled up to exactly `width` columns; what is filled up is of `tone`."""
    spans: list[Span] = []
    left = width
    for span in text_line:
        length = min(cell_len(span.text), left)
        if length:
            spans.append(Span(set_cell_size(span.text, length), span.tone))
        left -= length
    return [*spans, Span(" " * left, tone)] if left else spans


def joined(spans: Iterable[Span]) -> TextLine:
    """The spans as a line, neighbours of the same tone as one."""
    found: list[Span] = []
    for text, tone in spans:
        if found and found[-1].tone == tone:
            found[-1] = Span(found[-1].text + text, tone)
        else:
            found.append(Span(text, tone))
    return tuple(found)


def wrapped(text: str, width: int, tone: str = "normal") -> list[TextLine]:
    """A sentence on lines of at most `width` columns, which must be positive."""
    from textwrap import wrap

    return [line(Span(part, tone)) for part in wrap(text, width, break_on_hyphens=False)]
