"""Tests of a puzzle as text: its formats, folded lines, a file."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats import FORMATS, Imported, literals, read_puzzle, read_puzzles
from binairo_tui.player.result_card import link_to
from binairo_tui.tui.screens.file_writing import write_file
from binairo_tui.tui.view.shared_text import SharedText, folded, qr_code, shared_texts
from tests.strategies import puzzle_texts

NAMES = {entry.title: entry.name for entry in FORMATS}
CLASSIC = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")


def test_our_notation_comes_first_and_every_text_holds_the_puzzle() -> None:
    shared = shared_texts(CLASSIC)
    assert shared[0].text == str(CLASSIC)
    assert [NAMES[it.title] for it in shared] == ["notation", "rows", "unruly", "lattice"]
    assert all(read_puzzle(it.text).puzzle == CLASSIC for it in shared)


def test_formats_that_cannot_hold_the_puzzle_are_left_out() -> None:
    puzzle = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1;lines=any")
    names = [NAMES[it.title] for it in shared_texts(puzzle)]
    assert names == ["notation", "lattice"]


@given(puzzle_texts().map(parse_puzzle), st.data())
def test_every_shared_text_is_read_as_that_board_and_nothing_else(puzzle: Puzzle, data: st.DataObject) -> None:
    at = data.draw(st.sets(st.integers(0, puzzle.geometry.cell_count - 1), max_size=4))
    cells = "".join(["1" if i in at and it == "." else it for i, it in enumerate(puzzle.geometry.text(puzzle.givens))])
    position = puzzle.geometry.position(cells)
    for shared in shared_texts(puzzle, position, "https://example.org/"):
        if NAMES.get(shared.title) != "notation" and min(puzzle.width, puzzle.height) < literals.FEWEST:
            continue  # a few cells may be anything
        (item,) = read_puzzles(shared.text)
        assert isinstance(item, Imported), shared
        found = item.puzzle.with_unique_lines(puzzle.unique_lines)
        assert (found.geometry, found.givens, found.signs) == (puzzle.geometry, puzzle.givens, puzzle.signs), shared
        if shared.title in ("Where I am", "Link"):
            assert (found, item.position or found.givens) == (puzzle, position)


@given(st.text(alphabet="01. \n🟩", max_size=30), st.integers(2, 9))
def test_folding_loses_nothing_and_keeps_the_width(text: str, width: int) -> None:
    lines = folded(text, width)
    assert "".join(lines) == text.replace("\n", "")
    assert all(cell_len(line) <= width for line in lines)
    assert len(lines) >= text.count("\n") + 1
    assert folded(text, 60) == text.split("\n")


def test_a_file_is_written_and_overwritten_only_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "mine.txt"
    assert write_file("~/mine.txt", b"4x4;................\n") == path
    assert path.read_text() == "4x4;................\n"
    with pytest.raises(FileExistsError):
        write_file(str(path), b"other\n")
    assert path.read_text() == "4x4;................\n"
    assert write_file(str(path), b"other\n", replaces=True) == path
    assert path.read_text() == "other\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", "not a file"),
        ("pipe", "not a file"),
        ("there/is/none.txt", "No such file or directory"),
        ("a\0b", "not a valid file name"),
        ("~nobody-of-this-name/x", "not a valid file name"),
    ],
)
def test_anything_but_a_file_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(OSError, match=reason) as caught:
        write_file(name, b"text\n")
    assert not isinstance(caught.value, FileExistsError)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_link_is_offered_where_the_address_of_a_page_is_known() -> None:
    puzzle = parse_puzzle("2x2;1...")
    assert "Link" not in [it.title for it in shared_texts(puzzle)]
    assert shared_texts(puzzle, address="https://example.org/")[-1] == SharedText(
        "Link", "https://example.org/#2x2;1..."
    )
    filled = puzzle.geometry.place(puzzle.givens, 1, "0")
    assert shared_texts(puzzle, filled, "https://example.org/")[-1].text == "https://example.org/#2x2;1...%7C10.."


@pytest.mark.parametrize("is_dark", [True, False])
def test_a_qr_code_is_drawn_in_half_blocks(is_dark: bool) -> None:
    segno = pytest.importorskip("segno")
    link = link_to("https://example.org/", parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."))
    code = qr_code(link, is_dark=is_dark)
    assert code is not None
    drawn = [[" ▀▄█".index(it) for it in line] for line in code.text.split("\n")]
    modules = [[(it >> bit & 1) ^ is_dark for it in line] for line in drawn for bit in (0, 1)]
    expected = [[*row] for row in segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    assert modules == [*expected, [0] * code.columns]


def test_what_is_too_long_for_a_qr_code_has_none() -> None:
    pytest.importorskip("segno")
    assert qr_code("x" * 3000, is_dark=True) is None
