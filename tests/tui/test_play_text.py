"""Tests of the text of the panel beside a game."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, next_proof, parse_puzzle
from binairo_tui.game import Aid
from binairo_tui.pictures.sheets import rules_text
from binairo_tui.player.text import lines_rule
from binairo_tui.tui.view.appearance import Symbols, board_look, in_symbols, symbols_of
from binairo_tui.tui.view.arrangement import LEAST_WIDTH, fit
from binairo_tui.tui.view.layout import Zoom
from binairo_tui.tui.view.play_text import PlayStatus, legend_lines, panel_head, panel_paragraphs, rules_lines
from binairo_tui.tui.view.tiles import Scene
from tests.shipped import find_entry
from tests.strategies import every_kind
from tests.tui.scenes import session_of

PUZZLES = [find_entry(name, number).puzzle for name in ("6x6", "8x8-plus", "10x10", "14x14") for number in (1, 15, 30)]
NAMED = r"r\d+c\d+|c\d+|[Rr]ows? \d+|[Cc]olumns? \d+"


def column_text(values: str, symbols: Symbols, *, shown: Aid = Aid.LINES | Aid.VIOLATIONS) -> str:
    """Return what the panel says about a column with these values, the first of a board without column counters."""
    session = session_of(parse_puzzle(f"6x{len(values)};{'.' * 6 * len(values)};lines=any"))
    for row, value in enumerate(values):
        if value in ("0", "1"):
            session.place(6 * row, value)  # type: ignore[arg-type]
    session.shown = shown
    layout = fit(session.puzzle, 30, 12, zoom=Zoom(2, 1), counters=False)
    column = Scene(layout, board_look(session, symbols=symbols), 0).counters_in_words(is_brief=True)
    beside, below = (PlayStatus(counters=column, symbols=symbols, is_brief=is_brief) for is_brief in (False, True))
    missing = panel_paragraphs(session, beside)[0].text.split("\n")
    assert panel_paragraphs(session, below)[-1].text.split("\n")[0] == f"Missing in {missing[1].lower()}."
    assert missing[0] == "Missing in"
    return missing[1]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("......", "Column 1: 3 zeros, 3 ones"),
        ("0.0.1.", "Column 1: 1 zero, 2 ones"),
        ("0.0.10", "Column 1: 2 ones"),
        ("001011", "Column 1: nothing"),
        ("000111", "Column 1: nothing"),  # it breaks a rule, which is reported on its own
        ("0.0010", "Column 1: 2 ones"),
        ("..........", "Column 1: 5 zeros, 5 ones"),
        ("....................", "Column 1: 10 zeros, 10 ones"),
        ("0...................", "Column 1: 9 zeros, 10 ones"),
        ("00100100100100......", "Column 1: 6 ones"),
    ],
)
def test_what_a_column_needs_is_never_wrapped(values: str, expected: str) -> None:
    assert len(expected) <= LEAST_WIDTH or len(values) > 18
    for shown in (Aid.LINES, Aid.LINES | Aid.VIOLATIONS):
        assert column_text(values, symbols_of("digits"), shown=shown) == expected


def test_the_legend_explains_symbols_and_small_signs() -> None:
    plain, signed = (parse_puzzle(f"4x4;{'.' * 16}{signs}") for signs in ("", ";signs=r1c1=r1c2;lines=any"))
    assert legend_lines(plain, PlayStatus()) == []
    discs = symbols_of("discs")
    assert legend_lines(signed, PlayStatus(symbols=discs)) == ["○ = 0  ● = 1", "= equal  × different"]
    assert legend_lines(signed, PlayStatus(shows_signs=True))[1:] == ["₌ ₓ cell below  ⁼ ˣ cell above"]
    head = panel_head(session_of(plain), PlayStatus(symbols=discs))
    assert head
    assert head.lines[-1] == "○ = 0  ● = 1"
    brief = PlayStatus(symbols=discs, is_brief=True)
    assert "○ = 0  ● = 1" in panel_paragraphs(session_of(plain), brief)[0].text


def test_the_counts_of_a_column_name_the_symbols() -> None:
    assert column_text("0.0.1.", symbols_of("discs")) == "Column 1: 1 ○, 2 ●"


def test_a_rule_that_was_broken_before_the_branch_does_not_make_it_fail() -> None:
    session = session_of(parse_puzzle("4x4;11.............."))
    session.place(2, "1")
    session.open_branch()

    def tells_failure() -> bool:
        return any("branch has failed" in it.text for it in panel_paragraphs(session, PlayStatus(drop_key="B")))

    session.place(12, "0")
    assert session.violations
    assert not tells_failure()
    for cell in (13, 14):
        session.place(cell, "0")
    assert tells_failure()


@given(st.sampled_from(PUZZLES), st.sampled_from(["discs", "squares"]))
def test_sentences_about_proofs_speak_in_symbols_and_name_the_same_cells(puzzle: Puzzle, name: str) -> None:
    symbols = symbols_of(name)
    position = puzzle.givens
    while (proof := next_proof(puzzle, position)) is not None:
        for text in (proof.text, *[step.text for step in proof.steps]):
            shown = in_symbols(text, symbols)
            assert re.findall(NAMED, shown) == re.findall(NAMED, text)
            assert not re.search(r"\b(?:is|are|were|both) [01]\b|\b[01]s\b", shown)
            back = shown.translate({ord(symbols[0]): "0", ord(symbols[1]): "1"})
            assert back == re.sub(r"\b([01])s\b", r"\1", text)
        for cell, value in zip(proof.cells, proof.values, strict=True):
            position = puzzle.geometry.place(position, cell, value)


@pytest.mark.parametrize(
    "text", ["Hint 1 of 4.", "Your best of 1, 0:11 behind.", "It is 1.5 s.", "Rows 1 and 10.", "1 mistake.", "Step 0."]
)
def test_other_numbers_stay_digits(text: str) -> None:
    assert in_symbols(text, symbols_of("discs")) == text


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (4, 5)])
@pytest.mark.parametrize("text", [rules_lines, lines_rule, lambda puzzle: rules_text([puzzle])])
def test_boards_with_different_rules_are_told_apart(text: Callable[[Puzzle], object], size: tuple[int, int]) -> None:
    kinds = every_kind(*size)
    assert len(kinds) > 1
    assert len({text(puzzle) for puzzle in kinds}) == len(kinds)
