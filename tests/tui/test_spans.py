"""Tests of lines of spans and of small pictures: their widths and tones."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.game import SessionSnapshot
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.tui.view.layout import UNJOINED_ZOOMS, WHOLE_ZOOMS, ZOOMS, Zooms
from binairo_tui.tui.view.list_text import played_text
from binairo_tui.tui.view.pictures import Painter
from binairo_tui.tui.view.spans import (
    FULL,
    HOLLOW,
    Paragraph,
    Span,
    column,
    fitted,
    joined,
    paged,
    plain_text,
    progress_bar,
    shortened,
    with_drawn_signs,
    wrapped,
)
from binairo_tui.tui.view.tiles import PIXELS
from binairo_tui.tui.widgets.drawing import TONE_LOOKS
from tests.tui.scenes import puzzles

TEXTS = st.text("ab漢字é ", max_size=8)
SPANS = st.lists(st.builds(Span, TEXTS, st.sampled_from(list(TONE_LOOKS))), max_size=6)


@given(SPANS, st.integers(0, 30))
def test_a_fitted_line_has_exactly_the_width(spans: list[Span], width: int) -> None:
    assert sum(cell_len(span.text) for span in fitted(tuple(spans), width)) == width


@given(SPANS, st.integers(1, 30))
def test_a_shortened_line_fits_and_says_where_it_was_cut(spans: list[Span], width: int) -> None:
    whole, shown = plain_text(tuple(spans)), plain_text(shortened(tuple(spans), width))
    assert cell_len(shown) <= width
    assert shown == whole if cell_len(whole) <= width else shown.endswith("…")


@given(TEXTS, st.integers(1, 12))
def test_a_column_ends_with_a_blank(text: str, width: int) -> None:
    shown = column(text, width)
    assert cell_len(shown) == width
    assert shown.endswith(" ")


@given(SPANS)
def test_joining_keeps_text_and_tones(spans: list[Span]) -> None:
    found = joined(spans)
    assert [(letter, tone) for text, tone in found for letter in text] == [
        (letter, tone) for text, tone in spans for letter in text
    ]
    assert all(a.tone != b.tone for a, b in pairwise(found))


@given(puzzles(), st.integers(1, 80), st.integers(1, 40), st.sampled_from([ZOOMS, WHOLE_ZOOMS]))
def test_a_picture_shows_every_value_or_is_made_of_half_characters(
    puzzle: Puzzle, width: int, height: int, zooms: Zooms
) -> None:
    text = puzzle.geometry.text(puzzle.givens)
    picture = Painter(zooms=zooms).board(puzzle, text, width, height)
    lines = [plain_text(line) for line in picture]
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    has_values = any(char in "·01" for line in lines if "+" not in line for char in line)
    pixels = [span for line in picture for span in line if span.tone[0] == PIXELS and not has_values]
    if pixels:
        assert len(pixels) == puzzle.width * (puzzle.height + puzzle.height % 2) // 2
        assert 2 * puzzle.width > width or puzzle.height > height
        assert not Painter(zooms=UNJOINED_ZOOMS).board(puzzle, text, width, height)
    elif lines:
        values = [char for line in lines if "+" not in line for char in line.replace("·", ".") if char in ".01"]
        assert "".join(values) == text
    else:
        assert puzzle.width > width or puzzle.height > 2 * height
        assert not Painter(has_tones=False).board(puzzle, text, width, height)


def test_a_picture_shows_what_was_played_with_the_tiles_of_the_board() -> None:
    puzzle = parse_puzzle("4x2;.1..0...")
    played = SessionSnapshot(cursor=0, elapsed_ms=0, head=1, steps=(step(0, ".", "1"), step(7, ".", "0")))
    text = played_text(puzzle, played)
    assert text == "11..0..."
    first = Painter().board(puzzle, text, 8, 2)[0]
    assert [span for span in first if span.text.strip()] == [
        Span(" 1", ("one",)),
        Span(" 1", ("one-given", "given")),
        Span(" ·", ("empty",)),
        Span(" ·", ("empty-alt",)),
    ]
    assert [plain_text(line) for line in Painter(("○", "●")).board(puzzle, text, 8, 2)] == [" ● ● · ·", " ○ · · ·"]


def test_a_picture_has_signs_or_their_number() -> None:
    puzzle = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")
    text = puzzle.geometry.text(puzzle.givens)
    shown = [plain_text(line).strip("▄▀ ").split() for line in Painter(("○", "●")).board(puzzle, text, 17, 5)]
    assert shown == [[], ["·", "●", "·", "=", "·"], ["×"], ["○", "·", "·", "·"], []]
    apart = [plain_text(line).split() for line in Painter(("○", "●"), zooms=UNJOINED_ZOOMS).board(puzzle, text, 17, 4)]
    assert apart == [["·", "●", "·", "=", "·"], ["×"], ["○", "·", "·", "·"]]
    for zooms in (ZOOMS, WHOLE_ZOOMS, UNJOINED_ZOOMS):
        small = [plain_text(line).rstrip() for line in Painter(zooms=zooms).board(puzzle, text, 9, 3)]
        assert small == [" · 1 ·=·", " ×", " 0 · · ·"]
    assert [plain_text(line).strip() for line in Painter().board(puzzle, text, 8, 3)][-1] == "+ 2 sig…"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("r1c1 = r1c2 x r2c2 x ... 5 more signs ... = r4c4", "r1c1 = r1c2 × r2c2 × ... 5 more signs ... = r4c4"),
        ("the x between r7c8 and r7c9", "the × between r7c8 and r7c9"),
        ("must differ: an x stands between them", "must differ: an × stands between them"),
        ("x empties a cell of 12x10; r1c1xr1c2", "x empties a cell of 12x10; r1c1xr1c2"),
    ],
)
def test_sentences_have_the_signs_of_the_board(text: str, shown: str) -> None:
    assert with_drawn_signs(text) == shown


@given(st.floats(0, 1), st.integers(2, 40))
def test_a_bar_is_full_or_empty_only_for_all_or_nothing(share: float, width: int) -> None:
    text = plain_text(progress_bar(share, width))
    assert len(text) == width
    assert (FULL in text, HOLLOW in text) == (share > 0, share < 1)


def step(cell: int, old: str, new: str) -> Step:
    return Step(StepKind.PLACE, (Move(cell, old, new),), 0)  # type: ignore[arg-type]


SENTENCES = st.lists(st.sampled_from(["One.", "Are there two words?", "a\ntable", "Heading", "Some more words here!"]))


@given(
    texts=st.lists(st.tuples(SENTENCES.map(" ".join), st.sampled_from(["normal", "strong"])), max_size=5),
    width=st.integers(7, 20),
    height=st.integers(1, 6),
    gap=st.integers(0, 1),
)
def test_pages_fit_and_hold_the_whole_text(texts: list[tuple[str, str]], width: int, height: int, gap: int) -> None:
    pages = paged([Paragraph(*it) for it in texts], width, height, gap)
    assert all(len(page) <= height and all(len(it.text) <= width for it in page) for page in pages)
    words = [word for page in pages for it in page for word in it.text.split()]
    assert words == [word for text, _ in texts for word in text.split()]


def test_a_page_ends_after_a_sentence_and_not_with_a_heading() -> None:
    def lines(height: int, *paragraphs: Paragraph) -> list[list[str]]:
        return [[it.text for it in page] for page in paged(paragraphs, 12, height, 1)]

    two = Paragraph("A short one. A sentence of four lines, that is too long.")
    heading = Paragraph("Heading", "strong")
    rest = ["A sentence", "of four", "lines, that", "is too long."]
    assert lines(4, two) == [["A short one."], rest]
    assert lines(3, two) == [["A short one."], rest[:3], rest[3:]]
    assert lines(4, Paragraph("First."), heading, two) == [["First."], ["Heading", "", "A short one."], rest]
    assert lines(3, Paragraph("First."), heading, two)[:2] == [
        ["First.", "", "Heading"][:1],
        ["Heading", "", "A short one."],
    ]


@given(
    st.lists(st.sampled_from(["🟥", "a", "wrong", "turn", "一二", "é"]), max_size=20).map(" ".join), st.integers(6, 30)
)
def test_wrapped_lines_fit_however_wide_their_characters_are(text: str, width: int) -> None:
    lines = [plain_text(it) for it in wrapped(text, width)]
    assert " ".join(lines) == text
    assert all(cell_len(it) <= width for it in lines)
