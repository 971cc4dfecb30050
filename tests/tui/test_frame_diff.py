"""Shortened frames show what whole frames show, on a real terminal emulator."""

import itertools

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from binairo_tui.tui.terminal.frame_diff import (
    PLAIN,
    SMALL_FRAME,
    SYNC_END,
    SYNC_START,
    CellStyle,
    FrameShortener,
    add_style,
    blank_style,
    cursor_move,
    style_change,
)

WIDTH, HEIGHT = 12, 4
RESET = "\x1b[0m"
STYLES = (
    "",
    "1",
    "7",
    "38;5;117",
    "38;5;117;48;5;233",
    "1;38;5;222;48;5;236",
    "31",
    "90;44",
    "4;38;2;1;2;3",
    "1;7;48;5;233",
    "9;48;2;1;2;3",
    "3;97;101",
)


NARROW = tuple("01· !▀▄█")
WIDE = ("漢", "字", *["".join(pair) for pair in itertools.product("01 █", repeat=2)])
"""Texts that fill two columns. On a grid of these, no wide character is cut, which terminals show differently."""


@st.composite
def runs(draw: st.DrawFn, units: tuple[str, ...]) -> str:
    """A run of text as Textual writes it: place, style, text, reset."""
    pitch = cell_len(units[0])
    column, y = draw(st.integers(0, WIDTH // pitch - 1)), draw(st.integers(0, HEIGHT - 1))
    out = f"\x1b[{y + 1};{column * pitch + 1}H"
    room = WIDTH // pitch - column
    for _ in range(draw(st.integers(1, 3))):
        texts = draw(st.lists(st.sampled_from(units), max_size=room))
        style = draw(st.sampled_from(STYLES))
        if texts:
            text = "".join(texts)
            out += f"\x1b[{style}m{text}\x1b[0m" if style else text
        room -= len(texts)
    return out + ("\n" if y < HEIGHT - 1 and draw(st.booleans()) else "")


def frames(units: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    frame = st.lists(runs(units), min_size=1, max_size=5).map("".join).map(lambda text: text + "\x1b[2;3H")
    return st.lists(frame, max_size=8)


def terminal() -> tuple[pyte.Screen, pyte.Stream]:
    screen = pyte.Screen(WIDTH, HEIGHT)
    screen.reset_mode(pyte.modes.DECAWM)  # Textual switches line wrapping off
    return screen, pyte.Stream(screen)


def shown(screen: pyte.Screen) -> list[tuple[object, ...]]:
    """Return everything that can be seen; blanks show neither the colour nor the weight of text."""
    cells: list[tuple[object, ...]] = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            cell = screen.buffer[y][x]
            is_drawn = cell.data != " " or cell.reverse or cell.underscore or cell.strikethrough
            colours = (cell.fg, cell.bold, cell.italics) if is_drawn else ()
            cells.append((cell.data, cell.bg, cell.reverse, cell.underscore, cell.strikethrough, *colours))
    return cells


@given(frames(NARROW) | frames(WIDE), st.integers(0, 8))
def test_a_shortened_frame_shows_the_same(whole_frames: list[str], forgotten_at: int) -> None:
    whole_screen, whole = terminal()
    short_screen, short = terminal()
    shortener = FrameShortener()
    for index, frame in enumerate(whole_frames):
        if index == forgotten_at:
            shortener.forget()
        shorter = shortener.shorten(frame)
        whole.feed(frame)
        short.feed(shorter)
        assert shown(short_screen) == shown(whole_screen)
        assert (short_screen.cursor.x, short_screen.cursor.y) == (whole_screen.cursor.x, whole_screen.cursor.y)
        assert len(shorter) <= len(frame) + len(RESET)


def test_a_wide_character_is_never_cut() -> None:
    shortener = FrameShortener()
    shortener.shorten("\x1b[1;1H漢字x.")
    assert shortener.shorten("\x1b[1;1H漢子y.\x1b[1;3H") == "\x1b[4D子y\b\b\b"
    shortener.shorten("\x1b[1;1Habcde.\x1b[1;1H")
    assert shortener.shorten("\x1b[1;1Ha漢de.\x1b[1;1H") == "\x1b[C漢\b\b\b"
    assert shortener.shorten("\x1b[1;1Hab.\x1b[1;1H") == "\x1b[Cb.\b\b\b"


def test_a_combining_mark_stays_with_its_letter() -> None:
    shortener = FrameShortener()
    assert shortener.shorten("\x1b[1;1He\u0301x\x1b[1;1H") == "\x1b[1;1He\u0301x\x1b[1;1H"
    assert shortener.shorten("\x1b[1;1He\u0301x\x1b[1;1H") == ""


def test_cells_that_look_alike_are_drawn_together() -> None:
    shortener = FrameShortener()
    shortener.shorten("\x1b[1;1H........\x1b[2;1H........\x1b[1;1H")
    frame = "\x1b[1;1H\x1b[31m0\x1b[0m.\x1b[1;34m1\x1b[0m\x1b[2;1H\x1b[31m 1 \x1b[0m\x1b[1;2H"
    assert shortener.shorten(frame) == "\x1b[31m0\x1b[B\b 1 \x1b[A\b\x1b[1;34m1\b\b"
    assert shortener.shorten("\x1b[1;3H\x1b[1;34m0\x1b[0m\x1b[1;2H") == "\x1b[C0\b\b"  # in the style that it was


def test_a_ring_is_drawn_around_without_going_back() -> None:
    shortener = FrameShortener()
    shortener.shorten("".join(f"\x1b[{y};1H........" for y in (1, 2, 3)) + "\x1b[1;2H\x1b[31m.\x1b[0m\x1b[1;2H")
    sides = "\x1b[2;2H\x1b[31m█\x1b[0m...\x1b[31m█\x1b[0m"
    frame = f"\x1b[1;2H\x1b[31m▄▄▄▄▄\x1b[0m{sides}\x1b[3;2H\x1b[31m▀▀▀▀▀\x1b[0m\x1b[2;4H"
    assert shortener.shorten(frame) == "▄▄▄▄▄\x1b[B\b█\x1b[5D█\x1b[B\b▀▀▀▀▀\x1b[A\b\b\b"


@pytest.mark.parametrize(
    ("start", "end", "way"),
    [
        (None, (2, 1), "\x1b[2;3H"),
        ((2, 1), (2, 1), ""),
        ((2, 1), (3, 1), "\x1b[C"),
        ((2, 1), (30, 1), "\x1b[28C"),
        ((30, 1), (28, 1), "\b\b"),
        ((30, 1), (20, 1), "\x1b[10D"),
        ((30, 1), (30, 0), "\x1b[A"),
        ((30, 1), (30, 5), "\x1b[4B"),
        ((30, 1), (31, 2), "\x1b[B\x1b[C"),
        ((30, 1), (29, 2), "\x1b[B\b"),
        ((30, 1), (10, 9), "\x1b[10;11H"),
        ((30, 1), (0, 0), "\x1b[1;1H"),
    ],
)
def test_the_cursor_goes_the_shortest_way(start: tuple[int, int] | None, end: tuple[int, int], way: str) -> None:
    assert cursor_move(start, end) == way


def test_the_cursor_is_unknown_after_the_last_column_of_a_narrower_terminal() -> None:
    shortener = FrameShortener()
    shortener.shorten("\x1b[1;1Habcdef\x1b[1;1H")
    shortener.forget()
    assert shortener.shorten("\x1b[1;1Habc\x1b[2;1H") == "\x1b[1;1H\x1b[0mabc\x1b[2;1H"
    assert shortener.shorten("\x1b[1;3Hd\x1b[2;3H") == "\x1b[1;3Hd\x1b[2;3H"


@pytest.mark.parametrize("mode", ["\x1b[?25h", "\x1b]22;default\x07", "\x1b]22;not-allowed\x07\x1b[?2026$p"])
def test_modes_and_pointer_shapes_pass_and_change_nothing(mode: str) -> None:
    shortener = FrameShortener()
    shortener.shorten("\x1b[1;1Habc\x1b[1;1H")
    assert shortener.shorten(mode) == mode
    assert shortener.shorten("\x1b[1;1Habc\x1b[1;1H") == ""


def test_only_large_frames_are_synchronized() -> None:
    for text, is_marked in (("abc", False), ("abc" * SMALL_FRAME, True)):
        shortener = FrameShortener()
        sent = [shortener.shorten(data) for data in (SYNC_START, f"\x1b[1;1H{text}\x1b[1;1H", SYNC_END)]
        assert (SYNC_START in sent[1], sent[0], sent[2]) == (is_marked, "", SYNC_END if is_marked else "")


def test_everything_is_sent_again_after_another_screen_or_unknown_output() -> None:
    for unknown in ("\x1b[?1049h", "\x1b[2J", "\x1b]0;title\x07"):
        shortener = FrameShortener()
        frame = "\x1b[1;1H\x1b[31mabc\x1b[0m\x1b[1;1H"
        first = shortener.shorten(frame)
        assert shortener.shorten(unknown) == RESET + unknown
        assert shortener.shorten(frame) == first


def test_styles_are_parsed_and_changed_by_the_shortest_sequence() -> None:
    bold_red = CellStyle("31", "", ("1",))
    assert add_style(PLAIN, "1;31") == bold_red
    assert add_style(bold_red, "39;48;5;7") == CellStyle("", "48;5;7", ("1",))
    assert add_style(bold_red, "") == PLAIN
    assert style_change(bold_red, CellStyle("32", "", ("1",))) == "\x1b[32m"
    assert style_change(bold_red, CellStyle("32")) == "\x1b[0;32m"
    assert style_change(CellStyle("31", "48;5;7", ("1",)), CellStyle("32", "48;5;7")) == "\x1b[22;32m"
    assert style_change(CellStyle("31", "", ("1",)), CellStyle("31", "", ("2",))) == "\x1b[22;2m"
    assert style_change(None, CellStyle("31")) == "\x1b[0;31m"
    assert style_change(PLAIN, PLAIN) == ""
    assert style_change(bold_red, PLAIN) == "\x1b[0m"
    assert blank_style(CellStyle("31", "44", ("1",))) == CellStyle("", "44")
    assert blank_style(CellStyle("31", "44", ("7",))) == CellStyle("31", "44", ("7",))
