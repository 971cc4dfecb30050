"""Tests of the screen of daily puzzles, with a real process that generates the puzzle."""

from datetime import datetime

from binairo_tui.player.catalog import DAILY_SIZES
from binairo_tui.player.text import size_text
from binairo_tui.processes.worker import WorkerError
from binairo_tui.settings import FIELDS
from binairo_tui.tui.screens.daily import DailyScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player


async def test_a_day_is_chosen_generated_played_and_marked(player: Player) -> None:
    await player.press("D")
    assert "Thursday 29 February" in player.text()
    assert "14x14 Hard" in player.text()
    await player.press("right")  # there is no day after today
    await player.press("up", "enter")
    await player.see_screen(PlayScreen)
    assert "6x6 · Daily 22 February 2024 · Hard" in player.lines()[0]
    await player.solve()
    assert "Tab calendar" in player.lines()[-1]
    await player.press("tab")
    await player.see("22✓", "6x6 Hard ✓ 0:00")
    assert len(player.app.screen_stack) == 2
    assert "streak" not in player.text()  # it was not the day's own


async def test_large_days_leave_room_for_everything_below_them(open_app: OpenApp) -> None:
    async with open_app(size=(120, 40)) as player:
        await player.press("D", "enter")
        await player.see_screen(PlayScreen)
        await player.solve()
        await player.press("tab")
        for lines in (29, 31, 34, 37, 40):
            await player.pilot.resize_terminal(120, lines)
            await player.until(lambda lines=lines: player.app.screen.size.height == lines)  # type: ignore[misc]
            await player.see("✓ solved / started", "8x8 Hard")


async def test_the_last_size_is_remembered(open_app: OpenApp) -> None:
    assert next(field for field in FIELDS if field.name == "daily_size").choices == tuple(
        [size_text(*size) for size in DAILY_SIZES]
    )
    async with open_app() as player:
        await player.press("D")
        assert "› 6x6" in player.text()  # the one that is easy all week, until a daily puzzle was begun
        await player.press("tab", "tab")
        assert player.app.navigator.settings.daily_size == "8x8"
        await player.press("enter")
        await player.see_screen(PlayScreen)
        await player.press("0", "right", "1", "q", "q", "D")
        assert "› 10x10" in player.text()
        assert player.app.navigator.settings.daily_size == "10x10"
        await player.press("q")
        assert "10x10 Hard, started" in player.text()
        await player.press("D", "tab", "enter")
        await player.see_screen(PlayScreen)
        await player.press("q", "q")
        assert "14x14 Hard, not played" in player.text()


async def test_a_small_screen_says_which_puzzle_will_be_played(open_app: OpenApp) -> None:
    async with open_app(size=(40, 15)) as player:
        await player.press("D")
        assert "6x6 Hard" in player.lines()[0]
        await player.press("tab", "tab", "tab")
        assert "14x14 Hard" in player.lines()[0]


async def test_all_pictures_appear_once_there_is_room(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as player:
        await player.press("D")
        await player.until(lambda: sum("·" in line for line in player.lines()) == 6)
        await player.pilot.resize_terminal(120, 40)
        await player.until(lambda: sum("·" in line for line in player.lines()) >= 8 + 10)


async def test_without_room_for_pictures_all_sizes_are_listed(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as player:
        await player.press("D")
        await player.see("› 6x6 Hard 8x8 Hard 10x10 Hard 14x14 Hard", "Tab size")
        await player.press("tab", "tab")
        await player.see("› 10x10 Hard 14x14 Hard")


async def test_a_started_day_is_continued(player: Player) -> None:
    await player.press("D", "enter")
    await player.see_screen(PlayScreen)
    await player.press("0", "right", "0", "right", "0", "right", "0", "q")
    await player.see("[29/]")
    await player.press("enter")
    assert isinstance(player.app.screen, PlayScreen)
    assert player.session.head > 0


async def test_a_day_continued_from_home_leads_to_the_calendar(player: Player) -> None:
    await player.press("D", "enter")
    await player.see_screen(PlayScreen)
    await player.press("right", "0", "u", "left", "q", "q")
    await player.see("Continue")
    await player.press("home", "enter")
    await player.see_screen(PlayScreen)
    await player.solve()
    await player.press("tab")
    assert player.is_on(DailyScreen)
    await player.press("q")
    assert player.is_on(HomeScreen)


async def test_a_puzzle_that_cannot_be_generated_is_explained(open_app: OpenApp, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    async def refuse(*arguments: object) -> None:
        raise WorkerError("no Hard 6x6 puzzle in 2000 attempts")

    monkeypatch.setattr("binairo_tui.processes.worker.generate_in_worker", refuse)
    async with open_app() as player:
        await player.press("D", "enter")
        await player.pause()
        assert "No Hard 6x6 puzzle in 2000 attempts." in player.text()


async def test_a_tiny_calendar_shows_the_chosen_day(open_app: OpenApp) -> None:
    async with open_app(size=(32, 8)) as player:
        await player.press("D")
        await player.see("29")
        assert isinstance(player.app.screen, DailyScreen)
        x, y = player.app.screen.cursor_place() or (0, 0)
        assert player.lines()[y][x - 1 : x + 1] == "29"


async def test_the_end_of_a_daily_puzzle_is_on_one_screen(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as player:
        await player.press("D", "enter")
        await player.see_screen(PlayScreen)
        await player.solve()
        await player.see("Solved in 0:00.", "Daily streak 1 day.", "Last 30 days, 6x6 Hard", "Tomorrow: Expert, in")
        assert "▲" in player.text()
        assert " ." not in player.panel()  # without a ranking, there is no place to tell
        await player.press("tab")
        await player.see("6x6 Hard ✓ 0:00", "› 8x8 Hard")  # the next one
        await player.press("tab", "tab", "tab", "left", "enter")
        await player.see_screen(PlayScreen)
        await player.solve()
        await player.see("Last 30 days, 6x6 Medium")
        assert "Tomorrow" not in player.text()  # it is not the puzzle of today


async def test_before_the_own_start_of_the_day_it_is_still_yesterday(open_app: OpenApp) -> None:
    async with open_app() as player:
        player.app.navigator.progress.now = lambda: datetime(2024, 2, 29, 3, 30).astimezone()
        player.app.navigator.change_setting("day_starts", 4)
        await player.press("D")
        await player.see("[28]", "Wednesday 28 February")
        await player.press("q")
        player.app.navigator.change_setting("day_starts", 3)
        await player.press("D")
        await player.see("[29]", "Thursday 29 February")
