"""Boards that were selected on the screen with the mouse, and pasted as text: read rightly, or refused."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats import Imported, read_puzzles
from binairo_tui.settings import Settings
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.terminal.output import in_ascii
from binairo_tui.tui.view.appearance import PAIRS, board_look
from binairo_tui.tui.view.arrangement import fit
from binairo_tui.tui.view.layout import WHOLE_ZOOMS, ZOOMS
from binairo_tui.tui.view.tiles import Scene
from tests.tui.conftest import OpenApp
from tests.tui.scenes import COMMANDS, obey, pointers_on, puzzles, session_of, text

TERMINALS = st.tuples(st.integers(30, 130), st.integers(8, 50))
CLASSIC = "8x8;.......0.00.00...00..1........0..0...1.1...0.....11.0...0...1..0"
SIGNED = (
    "6x6;.0....1......0......................;signs=r1c5xr1c6,r2c3=r3c3,r2c6xr3c6,r3c3xr4c3,r3c5xr3c6,r4c3xr4c4,"
    "r4c3xr5c3,r5c2xr6c2,r6c3xr6c4,r6c4=r6c5"
)
LARGE = (
    "12x12;.......0......................0............................................................................"
    "...........0.........................;signs=r1c1=r1c2,r1c3xr2c3,r1c5xr1c6,r1c11=r2c11,r2c1xr3c1,r2c7xr2c8,"
    "r2c9xr2c10,r2c9=r3c9,r3c2xr3c3,r3c3xr3c4,r3c3=r4c3,r5c1xr5c2,r5c1=r6c1,r6c7xr6c8,r6c8xr7c8,r12c10xr12c11"
)


def boards_in(shown: str) -> list[tuple[int, int, str, object]]:
    """Return the size, values and signs of each puzzle in a text."""
    found = [item.puzzle for item in read_puzzles(shown) if isinstance(item, Imported)]
    return [(it.width, it.height, it.geometry.text(it.givens), it.signs) for it in found]


@given(puzzles(), TERMINALS, st.lists(st.sampled_from(COMMANDS), max_size=8), st.data())
def test_a_painted_board_is_read_rightly_or_refused(
    puzzle: Puzzle, size: tuple[int, int], commands: list[str], data: st.DataObject
) -> None:
    session = session_of(puzzle)
    for command in commands:
        obey(session, command)
    zoom = data.draw(st.none() | st.sampled_from([*ZOOMS, *WHOLE_ZOOMS]))
    layout = fit(puzzle, *size, zoom=zoom, counters=data.draw(st.booleans()))
    is_hidden = data.draw(st.sampled_from([False, False, False, True]))
    pointer = data.draw(pointers_on(puzzle)) if data.draw(st.booleans()) else None
    look = board_look(session, is_hidden=is_hidden, symbols=data.draw(st.sampled_from(list(PAIRS.values()))))
    if pointer and not is_hidden:
        look = board_look(session, pointer=pointer, symbols=look.symbols)
    shown = "\n".join(text(Scene(layout.showing(session.cursor), look, session.cursor), *size))
    geometry = puzzle.geometry
    right = puzzle.width, puzzle.height, geometry.text(session.position), puzzle.signs
    found = boards_in(shown)
    assert found in ([], [right])
    if layout.gutters.numbers and (layout.gutters.row_counters or look.symbols[0].isascii()):
        assert boards_in(in_ascii(shown)) in ([], [right])
    is_whole = layout.view_columns * layout.view_rows == geometry.cell_count
    is_square = puzzle.width == puzzle.height
    is_known = is_square or (layout.gutters.column_counters and puzzle.width % 2 == puzzle.height % 2 == 0)
    is_large = min(puzzle.width, puzzle.height) >= 4 and min(size) > 0
    has_room = not (puzzle.signs and layout.zoom.height == 1)
    if (
        is_whole
        and is_known
        and is_large
        and has_room
        and layout.gutters.numbers
        and not is_hidden
        and not look.is_picture
    ):
        assert found == [right]


SIZES = ((80, 24), (120, 40), (60, 20))
LINES = {"8x8": CLASSIC, "with signs": SIGNED, "12x12 with signs": LARGE}
SYMBOLS = ("digits", "squares", "letters")
SCREENS = list(product(enumerate(SIZES), enumerate(LINES), enumerate(SYMBOLS)))
"""All screens; each two properties are together on one whose places in the three lists have a sum that 3 divides."""


@pytest.mark.parametrize(
    ("size", "name", "symbols"),
    [
        pytest.param(size, name, symbols, marks=() if (a + b + c) % 3 == 0 else pytest.mark.ci)
        for (a, size), (b, name), (c, symbols) in SCREENS
    ],
)
async def test_a_whole_screen_is_read_as_its_board(
    open_app: OpenApp, size: tuple[int, int], name: str, symbols: str
) -> None:
    puzzle = parse_puzzle(LINES[name])
    right = [(puzzle.width, puzzle.height, puzzle.geometry.text(puzzle.givens), puzzle.signs)]
    async with open_app(puzzle, size=size, preferences=Preferences(Settings(symbols=symbols))) as player:
        for keys in ("", "i", "escape Z", "Z", "Z", "z z z z z", "z z", "p"):
            await player.press(*keys.split())
            found = boards_in(player.text())
            assert found == right or (keys and not found), player.text()
