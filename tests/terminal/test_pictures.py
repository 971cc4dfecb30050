"""Pictures of terminals show what the emulator says."""

import pyte
import pytest

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")


def test_block_elements_and_colours_are_drawn_exactly() -> None:
    from tests.terminal.terminal_picture import Painter, contact_sheet

    screen = pyte.Screen(3, 1)
    pyte.Stream(screen).feed("\x1b[?25l\x1b[38;2;250;0;0;48;2;0;0;250m▘█\x1b[0m ")
    try:
        picture = Painter(4).picture(screen)
    except SystemExit as error:  # no font
        pytest.skip(str(error))
    assert picture.size == (12, 8)
    assert [picture.getpixel(at) for at in ((0, 0), (1, 3), (2, 0), (0, 4), (5, 7))] == [
        (250, 0, 0),
        (250, 0, 0),
        (0, 0, 250),
        (0, 0, 250),
        (250, 0, 0),
    ]
    sheet = contact_sheet({"one": picture, "two": picture, "three": picture}, columns=2)
    assert sheet.width > 2 * picture.width
    assert sheet.height > 2 * picture.height
