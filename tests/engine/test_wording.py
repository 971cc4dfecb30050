from __future__ import annotations

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.wording import all_cells_text, capitalized, cell_names, cells_text, join_words, plural, sentence


def test_a_noun_agrees_with_its_count() -> None:
    assert [plural(count, "cell") for count in (0, 1, 2)] == ["0 cells", "1 cell", "2 cells"]
    assert plural(2, "pass", "passes") == "2 passes"
    assert plural(1, "pass", "passes") == "1 pass"


@pytest.mark.parametrize("clause", ["line 3 is too long", "Line 3 is too long", "Line 3 is too long."])
def test_a_sentence_has_a_capital_letter_and_one_full_stop(clause: str) -> None:
    assert sentence(clause) == "Line 3 is too long."


def test_a_sentence_keeps_its_other_capitals_and_its_end() -> None:
    assert sentence("is it UTF-8?") == "Is it UTF-8?"
    assert sentence("") == ""
    assert capitalized("not UTF-8") == "Not UTF-8"
    assert capitalized("") == ""


def test_words_are_joined_as_a_sentence_lists_them() -> None:
    assert [join_words(["a", "b", "c"][:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_many_cells_are_counted_and_not_named() -> None:
    puzzle = parse_puzzle("4x4;................")
    assert cell_names(puzzle, range(8)) == "r1c1, r1c2, r1c3, r1c4, r2c1, r2c2, 2 more"
    assert (cells_text(puzzle, range(4)), cells_text(puzzle, range(5))) == ("r1c1, r1c2, r1c3 and r1c4", "5 cells")


def test_all_cells_are_named_neighbours_together() -> None:
    puzzle = parse_puzzle(f"6x8;{'.' * 48}")
    assert all_cells_text(puzzle, (0, 1, 2, 3)) == "r1c1, r1c2, r1c3 and r1c4"
    assert all_cells_text(puzzle, (0, 1, 2, 4, 5)) == "r1c1-c3 and r1c5-c6"
    assert all_cells_text(puzzle, (1, 7, 13, 25, 31, 43)) == "r1c2-r3c2, r5c2-r6c2 and r8c2"
    assert all_cells_text(puzzle, (4, 5, 6, 7, 9)) == "r1c5-c6, r2c1-c2 and r2c4"
