"""On a terminal emulator, frames as text look the same as Textual's own text."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from binairo_tui.tui.terminal.output import Piece, frame_text
from tests.tui.test_frames import seen

WIDTH, HEIGHT = 12, 4
COLOURS = st.sampled_from([None, "default", "red", "#010203", "#f0f0f0", "color(117)"])
ATTRIBUTES = st.sampled_from(["", "bold", "italic", "underline", "reverse", "strike", "bold underline", "bold reverse"])
STYLES = st.none() | st.builds(
    lambda ink, ground, attributes: Style(color=ink, bgcolor=ground) + Style.parse(attributes),
    COLOURS,
    COLOURS,
    ATTRIBUTES,
)
TEXTS = st.text("01· ▀█漢", min_size=1, max_size=4) | st.sampled_from([" ", "   "])
TRUE_COLOURS = Console(color_system="truecolor", force_terminal=True)


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    segments = draw(st.lists(st.tuples(TEXTS, STYLES).map(lambda it: Segment(*it)), min_size=1, max_size=4))
    return x, y, Strip(segments).crop(0, WIDTH - x)


@given(st.lists(st.lists(pieces(), max_size=6), max_size=4))
def test_frames_show_what_whole_styles_show(frames: list[list[Piece]]) -> None:
    screens = [pyte.Screen(WIDTH, HEIGHT) for _ in range(2)]
    for screen in screens:
        screen.reset_mode(pyte.modes.DECAWM)  # Textual switches line wrapping off
    short, whole = [pyte.Stream(screen) for screen in screens]
    for frame in frames:
        text = frame_text(frame, TRUE_COLOURS)
        short.feed(text)
        whole.feed("".join([f"\x1b[{y + 1};{x + 1}H{strip.render(TRUE_COLOURS)}" for x, y, strip in frame]))
        assert seen(screens[0]) == seen(screens[1])
        assert screens[0].cursor.attrs == pyte.Screen(1, 1).cursor.attrs


@pytest.mark.parametrize(
    ("styles", "text"),
    [
        (["red on blue", "red on blue"], "\x1b[1;1H\x1b[31;44maa\x1b[m"),
        (["red on blue", "green on blue"], "\x1b[1;1H\x1b[31;44ma\x1b[32ma\x1b[m"),
        (["bold red", "red on blue"], "\x1b[1;1H\x1b[1;31ma\x1b[22;44ma\x1b[m"),
        (["bold", "bold underline"], "\x1b[1;1H\x1b[1ma\x1b[22;1;4ma\x1b[m"),
        (["red on blue", "on blue"], "\x1b[1;1H\x1b[31;44ma\x1b[39ma\x1b[m"),
        (["", ""], "\x1b[1;1Haa"),
    ],
)
def test_only_what_changes_is_sent(styles: list[str], text: str) -> None:
    strip = Strip([Segment("a", Style.parse(style)) for style in styles])
    assert frame_text([(0, 0, strip)], TRUE_COLOURS) == text


def test_blanks_keep_the_colour_and_weight_of_the_text_before_them() -> None:
    styles = ("bold red on blue", "green on blue", "bold red on blue")
    strip = Strip([Segment(text, Style.parse(style)) for text, style in zip("a a", styles, strict=True)])
    assert frame_text([(0, 0, strip)], TRUE_COLOURS) == "\x1b[1;1H\x1b[1;31;44ma a\x1b[m"


def test_a_piece_that_follows_another_needs_no_move() -> None:
    strip = Strip([Segment("漢a")])
    assert frame_text([(1, 0, strip), (4, 0, strip), (8, 0, strip)], TRUE_COLOURS) == "\x1b[1;2H漢a漢a\x1b[1;9H漢a"
