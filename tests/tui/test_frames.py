"""Tests of the frame after each key, which draws only what has changed."""

import random

import pyte
import pytest
from textual.app import App

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.bars import TitleBar
from binairo_tui.tui.widgets.panel import TextPanel
from tests.tui.conftest import OpenApp
from tests.tui.test_board_view import KEYS, PUZZLES


class Emulator:
    """Terminals that show the frames of an app, and whole frames."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shown: pyte.Screen | None = None
        display = App._display

        def show(app: App[None], screen: object, frame: object) -> None:
            if frame is not None and app.screen is screen:
                if self._shown is None:
                    self._shown = pyte.Screen(*app.size)
                pyte.Stream(self._shown).feed(frame.render_segments(app.console))  # type: ignore[attr-defined]
            display(app, screen, frame)  # type: ignore[arg-type]

        monkeypatch.setattr(App, "_display", show)

    def seen(self) -> list[tuple[object, ...]]:
        assert self._shown is not None
        return seen(self._shown)


def seen(screen: pyte.Screen) -> list[tuple[object, ...]]:
    """Return everything that can be seen; blanks show neither the colour nor the weight of text."""
    found: list[tuple[object, ...]] = []
    for y in range(screen.lines):
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            is_drawn = cell.data != " " or cell.reverse or cell.underscore
            ink = (cell.fg, cell.bold, cell.italics) if is_drawn else ()
            found.append((x, y, cell.data, cell.bg, cell.reverse, cell.underscore, *ink))
    return found


@pytest.mark.parametrize(
    ("text", "size"),
    [
        pytest.param(PUZZLES[0], (80, 24), id="6x4"),
        pytest.param(PUZZLES[0], (120, 40), id="6x4 with a frame around the text", marks=pytest.mark.ci),
        pytest.param(PUZZLES[1], (80, 24), id="8x10 with signs", marks=pytest.mark.ci),
        pytest.param(PUZZLES[1], (120, 40), id="8x10 with signs and a frame around the text"),
        pytest.param(PUZZLES[2], (80, 24), id="30x30"),
        pytest.param(PUZZLES[2], (120, 40), id="30x30 with a frame around the text", marks=pytest.mark.ci),
    ],
)
async def test_frames_of_keys_add_up_to_a_whole_frame(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, text: str, size: tuple[int, int]
) -> None:
    chance = random.Random(text)
    emulator = Emulator(monkeypatch)
    async with open_app(parse_puzzle(text), size=size) as player:
        for _ in range(12):
            await player.press_quickly(*chance.choices(KEYS, k=3))
            await player.pause()
            whole = pyte.Screen(*player.app.size)
            update = player.app.screen._compositor.render_full_update()
            pyte.Stream(whole).feed(update.render_segments(player.app.console))
            assert emulator.seen() == seen(whole)


async def test_only_widgets_that_show_something_are_drawn(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(PUZZLES[0])) as player:
        drawn = player.app.screen._compositor.visible_widgets
        assert player.board in drawn
        assert [type(widget).__name__ for widget in drawn if widget.children] == ["PlayScreen"]


async def test_the_facts_of_a_title_bar_are_drawn_again_from_their_first_column(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(PUZZLES[0])) as player:
        bar = player.app.screen.query_one(TitleBar)
        for share in (0.0, 1.0):
            bar.show_share(share)
            shown = bar.render_lines(bar.size.region)
            bar.forget_lines()
            assert shown == bar.render_lines(bar.size.region)


async def test_a_frame_that_grows_or_shrinks_is_drawn_where_it_changes(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(PUZZLES[0]), size=(120, 40)) as player:
        panel = player.app.screen.query_one(TextPanel)
        for count in (1, 12, 15, 12, 0, 13, 1):
            panel.show([Paragraph(f"Sentence {number} of {count}.") for number in range(count)], "Title")
            shown = [strip.simplify() for strip in panel.render_lines(panel.size.region)]
            panel.forget_lines()
            assert shown == [strip.simplify() for strip in panel.render_lines(panel.size.region)]
