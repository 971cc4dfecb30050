"""Lines of text in several tones, used for lists, pictures, charts and sentences.

A tone is a word that a widget maps to a style (`TONE_LOOKS` in `widgets/drawing.py`). For the cell of a board, the
tone is the cell's role (`view/tiles.py`). Texts must be safe to display (`player.text.plain`).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

ASIDE = "aside"
"""The tone of a muted paragraph that a panel shows only if there is room for it."""
Tone = str | tuple[str, ...]
_SENTENCE_END = re.compile(r"[.!?](?= )|(?=\n)")
"""Matches the places at which a page may end within a paragraph: after a sentence, or at the end of a line."""
_SIGN_X = r"(?<= )x(?= (?:r[0-9]|\.\.\.|between |stands |for different|signs))"
"""Matches the letter x that stands for a sign in the engine's sentences, which are in ASCII."""
FULL, HOLLOW = "━─"
"""The characters of a progress bar: for the part that is done, and for the rest."""
MORE = " …"
"""Shown at the end of a page of the panel if text other than asides follows."""
GAP = "  "
TIED = "\xa0"
"""A blank at which no line is wrapped."""
STEP, HOLLOW_STEP = "▰▱"
"""The characters of a bar that shows a level: for the steps that are reached, and for the others."""


class Span(NamedTuple):
    """Text within a line, in a tone or in the role of a cell."""

    text: str
    tone: Tone = "normal"


TextLine = tuple[Span, ...]
BLANK: TextLine = ()
Content = Sequence[TextLine] | Callable[[int, int], Sequence[TextLine]]
"""Lines, or a function that returns them for a width in columns, at least 1, and a height in lines."""


class Paragraph(NamedTuple):
    """One or more sentences or lines, to be wrapped, in one tone."""

    text: str
    tone: str = "normal"


class Head(NamedTuple):
    """Lines of text under a title, which a framed panel shows above everything else if there is room."""

    title: str
    lines: tuple[str, ...]


def line(*parts: Span | str) -> TextLine:
    """Return a line of spans; strings get the normal tone, and empty parts are left out."""
    spans = [Span(part) if isinstance(part, str) else part for part in parts]
    return tuple([span for span in spans if span.text])


def plain_text(text_line: TextLine) -> str:
    return "".join([span.text for span in text_line])


def column(text: str, width: int) -> str:
    """Return a text cut or padded to `width` columns of the terminal; the last column is blank."""
    return set_cell_size(set_cell_size(text, min(cell_len(text), width - 1)), width)


def flush_right(texts: Sequence[str]) -> list[str]:
    """Return the texts of a table's column, aligned at the right and all as wide as the longest."""
    width = max(map(len, texts), default=0)
    return [text.rjust(width) for text in texts]


def cut(text: str, width: int) -> str:
    """Return a text cut or padded to `width` columns; a text that is cut ends in `…`."""
    return set_cell_size(text, width) if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"[:width]


def shortened(text_line: TextLine, width: int) -> TextLine:
    """Return the line, cut if it is longer than `width` columns; a line that is cut ends in `…`."""
    if cell_len(plain_text(text_line)) <= width:
        return text_line
    *spans, last = fitted(text_line, max(width - 1, 0)) or [Span("")]
    return line(*spans, last._replace(text=f"{last.text}…"[:width]))


def fitted(text_line: TextLine, width: int) -> list[Span]:
    """Return the line cut or padded to `width` columns."""
    spans: list[Span] = []
    left = width
    for span in text_line:
        length = min(cell_len(span.text), left)
        if length:
            spans.append(Span(set_cell_size(span.text, length), span.tone))
        left -= length
    return [*spans, Span(" " * left)] if left else spans


def joined(spans: Iterable[Span]) -> TextLine:
    """Return a line of spans in which neighbours that have the same tone are joined."""
    found: list[Span] = []
    for text, tone in spans:
        if found and found[-1].tone == tone:
            found[-1] = Span(found[-1].text + text, tone)
        else:
            found.append(Span(text, tone))
    return tuple(found)


def progress_bar(share: float, width: int) -> TextLine:
    """Return a bar of `width` columns; it is full only if the share is 1, and empty only if the share is 0."""
    full = round(share * width)
    if 0 < share < 1:
        full = min(max(full, 1), width - 1)
    return line(Span(FULL * full, "done"), Span(HOLLOW * (width - full), "faint"))


def level_bar(level: int, most: int) -> TextLine:
    return line(Span(STEP * level, "accent"), Span(HOLLOW_STEP * (most - level), "faint"))


def wrapped(text: str, width: int, tone: Tone = "normal") -> list[TextLine]:
    """Return a text wrapped to lines of at most `width` columns; `width` must be positive."""
    return [line(Span(part, tone)) for part in _wrap(text, width)]


def _wrap(text: str, width: int) -> list[str]:
    padded = text if text.isascii() else "".join([it + "\0" * (cell_len(it) - 1) for it in text])  # wide characters
    return [part.replace("\0", "").replace(TIED, " ") for part in wrap(padded, width, break_on_hyphens=False)]


def centred(lines: Sequence[TextLine], width: int) -> list[TextLine]:
    """Return lines indented as a block, so that the longest is in the middle of `width` columns."""
    widest = max((cell_len(plain_text(text_line)) for text_line in lines), default=0)
    indent = Span(" " * max((width - widest) // 2, 0))
    return [line(indent, *text_line) for text_line in lines]


def wrapped_paragraphs(paragraphs: Iterable[Paragraph], width: int) -> list[TextLine]:
    """Return paragraphs wrapped to `width` columns (at least 1), with a blank line between paragraphs."""
    lines = [
        text
        for it in paragraphs
        if it.text
        for text in (*wrapped(with_drawn_signs(it.text), max(width, 1), it.tone), BLANK)
    ]
    return lines[:-1]


def with_drawn_signs(text: str) -> str:
    """Return a sentence of the engine with signs as the board draws them: `r1c1 × r1c2` instead of `r1c1 x r1c2`."""
    return re.sub(_SIGN_X, "×", text) if " x " in text else text


@lru_cache(maxsize=64)
def wrapped_text(text: str, width: int) -> tuple[str, ...]:
    """Return a text wrapped, with signs as the board draws them; cached, because most lines are soon needed again."""
    return tuple([part for own in with_drawn_signs(text).split("\n") for part in _wrap(own, width)])


def paged(paragraphs: Iterable[Paragraph], width: int, height: int, gap: int) -> list[list[Paragraph]]:
    """Return the lines of paragraphs on pages, with `gap` blank lines between paragraphs; the sizes must be positive.

    A page ends after a sentence, unless the sentence alone is longer than a page. A heading (a strong paragraph that is
    no sentence) is on the same page as what follows it.
    """
    pages: list[list[Paragraph]] = [[]]
    heading = 0
    for text, tone in paragraphs:
        rest, part = text, tuple[str, ...]()
        while rest:
            page = pages[-1]
            between = gap if page and rest == text else 0
            room = height - len(page) - between
            part, rest = _first_sentences(rest, width, room, breaks=len(page) <= heading)
            page += [Paragraph("")] * (between if part else 0) + [Paragraph(it, tone) for it in part]
            if rest and heading and not part and len(page) > heading:
                pages.append(page[-heading:])
                del page[-heading - gap :]
            elif rest:
                pages.append([])
        heading = len(part) if tone == "strong" and not text.endswith((".", "!", "?")) else 0
    return pages


def _first_sentences(text: str, width: int, room: int, *, breaks: bool) -> tuple[tuple[str, ...], str]:
    """Return the lines of as many sentences as fit into `room` lines, and the rest of the text.

    If not even the first sentence fits, return no lines or, if `breaks`, as many of its lines as fit.
    """
    ends = [*(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    for end in reversed(ends):
        lines = wrapped_text(text[:end], width)
        if len(lines) <= room:
            return lines, text[end:].lstrip()
    if not breaks or room <= 0:
        return (), text
    return lines[:room], " ".join(lines[room:]) + text[end:]
