"""Tests of the text of the panel beside a game."""

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Aid
from binairo_tui.tui.view.appearance import Symbols, board_look, symbols_of
from binairo_tui.tui.view.layout import Zoom, fit
from binairo_tui.tui.view.play_text import PlayStatus, panel_paragraphs
from binairo_tui.tui.view.tiles import Scene
from tests.tui.scenes import session_of


def column_text(values: str, symbols: Symbols, *, shown: Aid = Aid.LINES | Aid.VIOLATIONS) -> str:
    """Return what the panel says about a column with these values, the first of a board without column counters."""
    session = session_of(parse_puzzle(f"6x{len(values)};{'.' * 6 * len(values)};lines=any"))
    for row, value in enumerate(values):
        if value in ("0", "1"):
            session.place(6 * row, value)  # type: ignore[arg-type]
    session.shown = shown
    layout = fit(session.puzzle, 30, 12, zoom=Zoom(2, 1), counters=False)
    column = Scene(layout, board_look(session, symbols=symbols), 0).hidden_column_counters
    (text,) = [
        it.text for it in panel_paragraphs(session, PlayStatus(column=column, symbols=symbols)) if "Column" in it.text
    ][:1]
    return text


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("......", "Column 1 needs 3 0s and 3 1s."),
        ("0.0.1.", "Column 1 needs 1 0 and 2 1s."),
        ("0.0.10", "Column 1 needs no 0s and 2 1s."),
        ("001011", "Column 1 is full."),
        ("000111", "Column 1 is full."),  # it breaks a rule, which is reported on its own
        ("0.0010", "Column 1 needs no 0s and 2 1s."),
        ("..........", "Column 1 needs 5 0s and 5 1s."),
        ("....................", "Column 1 needs 10 0s and 10 1s."),
        ("0...................", "Column 1 needs  9 0s and 10 1s."),
        ("00100100100100......", "Column 1 needs no 0s and  6 1s."),
    ],
)
def test_the_counts_of_a_column_are_a_sentence(values: str, expected: str) -> None:
    for shown in (Aid.LINES, Aid.LINES | Aid.VIOLATIONS):
        assert column_text(values, symbols_of("digits"), shown=shown) == expected


def test_the_counts_of_a_column_name_the_symbols() -> None:
    assert column_text("0.0.1.", symbols_of("discs")) == "Column 1 needs 1 ○ and 2 ●."
