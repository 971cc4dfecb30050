"""Invisible characters in and around puzzles: they change neither a puzzle nor the place of an error."""

import sys
from contextlib import suppress
from unicodedata import category

import pytest

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats import FORMATS, Format, Imported, read_lines, read_puzzle
from binairo_tui.formats.invisible import visible
from tests.formats import lines_of

GRID = "01..\n....\n..1.\n...0"
NOTATION = "4x4;01........1....0"


def test_all_format_characters_and_variation_selectors_are_invisible() -> None:
    every = map(chr, range(sys.maxunicode + 1))
    wanted = "".join([char for char in every if category(char) == "Cf"]) + "\ufe0e\ufe0f\U000e0100"
    assert visible(f"0{wanted}1") == "01"
    assert visible(kept := "01. \t\xa0é⬜🟦\u3000\u0301") == kept


@pytest.mark.parametrize(
    "text",
    [
        f"{GRID}\n\u200b",
        f"{GRID}\n\u200b\n",
        f"\ufeff\n{GRID}",
        f"\ufeff\ufeff{GRID}",
        GRID.replace("\n", "\u200b\n\u2060"),
        GRID.replace(".", "\u00ad.\u200d"),
        f"\u202d{GRID}\u202c",
        GRID.replace("0", "0\ufe0f\u20e3").replace("1", "1\ufe0f\u20e3"),
        f"\u200e{NOTATION}\u200f",
        f"\u200b\n\u200b\n{NOTATION}",
    ],
)
def test_invisible_characters_around_cells_are_ignored(text: str) -> None:
    (item,) = read_lines(lines_of(text), unique_lines=True)
    assert isinstance(item, Imported)
    assert str(item.puzzle) == NOTATION
    assert read_puzzle(text).puzzle.givens == item.puzzle.givens


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_every_format_can_be_full_of_invisible_characters(entry: Format) -> None:
    text = "\ufeff" + "".join([f"{char}\u200b" for char in entry.example]) + "\n\u200b"
    (item,) = read_lines(lines_of(text), unique_lines=True)
    assert isinstance(item, Imported)
    assert (item.format, item.puzzle) == (entry.name, read_puzzle(entry.example, unique_lines=True).puzzle)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("4x4;0\u200b1\u2060...x" + "." * 10, (1, 12)),
        ("\u200b\u200bx4x4;..", (1, 3)),
        (f"\u200b{GRID}\n\n\u200b6x6;\u200b0?", (6, 8)),
        ('{"cells":\n\u200b["01",\u200b"0"]}\n', (1, 1)),
        ('{"cells":\u200b\n\u200b[\u200bNaN]}\n', (2, 4)),
        ("01..\n\u200b...\n....\n....", (2, 5)),
    ],
)
def test_errors_name_the_place_in_the_text_as_written(text: str, place: tuple[int, int]) -> None:
    (error,) = [item for item in read_lines(lines_of(text)) if isinstance(item, PuzzleFormatError)]
    assert (error.line, error.column) == place


@pytest.mark.parametrize("text", ["\u200b", "\ufeff\ufeff", "\u200b\n\u2060\n", "\ufeff\n\t\n"])
def test_a_text_without_anything_visible_has_no_puzzle(text: str) -> None:
    assert list(read_lines(lines_of(text))) == []
    with pytest.raises(PuzzleFormatError, match="no puzzle"):
        read_puzzle(text)


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
@pytest.mark.parametrize("text", ["", " ", "\t\n\t", "\u200b", "\n\n"])
def test_a_codec_can_read_blank_text(entry: Format, text: str) -> None:
    with suppress(PuzzleFormatError):
        assert all(read.puzzle.givens == 0 for read in entry.read(text))
