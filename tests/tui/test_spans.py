"""Tests of lines of spans and of small pictures: their widths and tones."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.game import SessionSnapshot
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.tui.view.list_text import board_picture, played_text
from binairo_tui.tui.view.spans import TONES, Span, column, fitted, joined, plain_text
from tests.tui.scenes import puzzles

TEXTS = st.text("ab漢字é ", max_size=8)
SPANS = st.lists(st.builds(Span, TEXTS, st.sampled_from(TONES)), max_size=6)


@given(SPANS, st.integers(0, 30))
def test_a_fitted_line_has_exactly_the_width(spans: list[Span], width: int) -> None:
    assert sum(cell_len(span.text) for span in fitted(tuple(spans), width)) == width


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


@given(puzzles(), st.integers(1, 50), st.integers(1, 30))
def test_a_picture_shows_every_row_or_nothing(puzzle: Puzzle, width: int, height: int) -> None:
    text = puzzle.geometry.text(puzzle.givens)
    lines = [plain_text(line) for line in board_picture(puzzle, text, width, height)]
    values = [char for line in lines if not line.startswith("+") for char in line.replace("·", ".") if char in ".01"]
    assert "".join(values) == (text if puzzle.width <= width and puzzle.height <= height else "")
    assert len(lines) <= height
    assert all(len(plain_text(line)) <= width + 1 for line in board_picture(puzzle, text, width, height))


def test_a_picture_shows_givens_and_has_square_cells_if_there_is_room() -> None:
    puzzle = parse_puzzle("4x2;.1..0...")
    played = SessionSnapshot(cursor=0, elapsed_ms=0, head=1, steps=(step(0, ".", "1"), step(7, ".", "0")))
    text = played_text(puzzle, played)
    assert text == "11..0..."
    assert board_picture(puzzle, text, 7, 2)[0] == (Span("1 ", "one"), Span("1 ", "one-given"), Span("· · ", "faint"))
    assert [plain_text(line) for line in board_picture(puzzle, text, 6, 2)] == ["11··", "0···"]


def test_a_picture_has_signs_or_their_number() -> None:
    puzzle = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")
    text = puzzle.geometry.text(puzzle.givens)
    shown = [plain_text(line).rstrip() for line in board_picture(puzzle, text, 7, 3, ("○", "●"))]
    assert shown == ["· ● ·=·", "×", "○ · · ·"]
    assert [plain_text(line).rstrip() for line in board_picture(puzzle, text, 6, 3)] == [
        "·1··",
        "0···",
        "+ 2 s…",
    ]
    assert [plain_text(line).rstrip() for line in board_picture(puzzle, text, 20, 2)] == ["· 1 · ·", "0 · · ·"]


def step(cell: int, old: str, new: str) -> Step:
    return Step(StepKind.PLACE, (Move(cell, old, new),), 0)  # type: ignore[arg-type]
