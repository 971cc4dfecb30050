"""Solved games: opened again, shared, played again; the list of all solves."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import ONE, ZERO, Cell, Value, parse_puzzle
from binairo_tui.game import Clock, GameSession, SessionSnapshot, SolveStyle, style_of
from binairo_tui.game.aids import SHOWN, Aid
from binairo_tui.player.progress import Progress
from binairo_tui.player.statistics import overview, usual_styles
from binairo_tui.player.text import clock_text, next_daily_text
from binairo_tui.settings import Settings
from binairo_tui.store.queries import Selection, read_times
from binairo_tui.tui.screens.collections import CollectionScreen, CollectionsScreen
from binairo_tui.tui.screens.games import PAGE, SolvesScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.palette import offers_on
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.replay import ReplayScreen
from binairo_tui.tui.screens.sharing import ShareScreen
from binairo_tui.tui.screens.statistics import StatisticsScreen
from binairo_tui.tui.view.solved_text import Month, best_and_median_text, month_text
from binairo_tui.tui.widgets.board_view import BoardView
from binairo_tui.tui.widgets.text_lines import Menu
from tests.screenshots import solving_step
from tests.shipped import find_entry
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player, solving_keys

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")


async def solve_first(player: Player) -> None:
    """Solve the first puzzle of the first collection, and go back to the list of its puzzles."""
    await player.press("C", "enter", "enter")
    await player.solve()
    await player.press("q")
    await player.press("home")


async def test_a_solved_puzzle_opens_its_result(player: Player) -> None:
    await solve_first(player)
    await player.press("enter")
    assert player.is_on(PlayScreen)
    assert player.session.is_solved
    solved = player.values()
    assert "Solved in 0:00." in player.panel()
    assert "Your first unaided " in player.panel()
    await player.press("P")
    assert isinstance(player.app.screen, ReplayScreen)
    await player.press("q")
    assert player.values() == solved


async def test_a_replay_is_written_to_a_file(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_app(PUZZLE) as player:
        await player.solve()
        await player.press("P", "right", "f")
        await player.ask("enter")
        assert "Written:" in player.panel()
        page = (tmp_path / "binairo-4x4.html").read_text()
        assert page.count("<section ") == 1 + len(player.app.screen.session.steps)  # type: ignore[attr-defined]
        await player.press("f")
        await player.ask("enter")
        await player.ask("n")
        assert "Nothing was written." in player.panel()


async def test_a_finished_board_is_a_picture_until_something_is_asked(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        board = player.app.screen.query_one(BoardView)
        keys = solving_keys(PUZZLE)
        while keys[-1] not in (ZERO, ONE):
            keys.pop()
        await player.press(*keys)
        assert player.session.is_solved
        assert not board.region.contains_point(player.app.cursor_position)
        picture = [line[: board.size.width] for line in player.lines()[1:-1]]
        assert not any(set(line) - {*" 01"} for line in picture)
        await player.press("0", "up", "down")  # stray keys change nothing
        assert [line[: board.size.width].rstrip() for line in player.lines()[1:-1]] == [it.rstrip() for it in picture]
        await player.ask("y")
        assert board.region.contains_point(player.app.cursor_position)
        assert "✓" in player.text()
        await player.press("u", "r")  # solved again
        assert board.scene.is_picture
        await player.press("P", "end")
        assert not player.board.scene.is_picture  # the step has its ring


async def test_the_cells_that_took_longest_light_up(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        board = player.app.screen.query_one(BoardView)
        await player.press("right")
        player.seconds.now += 9
        await player.press("1")
        await player.solve()
        await player.press("W")
        cells = board.scene.look.cells
        assert cells[1].is_bright
        assert not cells[1].is_dim
        assert {cell for cell, look in enumerate(cells) if look.is_dim} >= {0, 3, 5, 12, 15}  # givens among them
        assert player.panel().startswith("The stronger a cell's colour, the longer it took you.")
        await player.press("W")
        assert all(look.is_bright for look in board.scene.look.cells)


async def test_a_daily_result_tells_the_streak(player: Player) -> None:
    player.app.navigator.open_today()
    await player.see_screen(PlayScreen)
    await player.solve()
    await player.see("Daily streak 1 day")
    await player.press("q")
    assert "daily streak 1 day" in player.lines()[0]


async def test_a_reason_asked_for_after_the_end_comes_first(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        await player.solve()
        assert player.panel().startswith("Solved in 0:00.")
        await player.ask("y")  # about the cell filled last; then about any
        await player.press("home", "up", "up", "up", "right")
        await player.ask("y")
        assert player.panel().startswith("Reason 1 of 5: You filled r1c2. ")
        assert "Reason" in player.text()
        assert "Solved in 0:00." in player.panel()


async def test_looking_at_a_result_writes_nothing(open_app: OpenApp, make_progress: Callable[[], Progress]) -> None:
    async with open_app() as player:
        await player.press("C", "enter", "enter")
        await player.solve()
        await player.until(lambda: bool(player.play.game.band))  # it is kept when it is found out
    progress = make_progress()
    (result,) = progress.results()
    before = progress.load(result.id)[0]
    assert progress.close(WAIT)
    async with open_app() as player:
        await player.press("C", "enter", "home", "enter", "right", "q")
    progress = make_progress()
    assert progress.load(result.id)[0] == before
    assert progress.close(WAIT)


async def test_a_solved_puzzle_is_played_again_as_a_new_game(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    async with open_app() as player:
        await solve_first(player)
        await player.press("enter")
        await player.ask("A")
        await player.press("n")
        assert player.is_on(PlayScreen)
        assert not player.session.steps
        await player.press("q")
        assert player.is_on(CollectionScreen)
        await player.press("home", "enter")
        await player.ask("A")
        await player.press("n")
        await player.solve()
        assert "A repeat: you had solved this puzzle before" in player.panel()
        assert "· repeat" in player.lines()[0]
    progress = make_progress()
    assert len(progress.results()) == 2
    assert progress.games() == []
    assert progress.close(WAIT)


async def test_the_result_card_is_offered_first(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_app() as player:
        await solve_first(player)
        await player.press("enter")
        await player.app.workers.wait_for_complete()
        await player.press("Y")
        screen = player.app.screen
        assert isinstance(screen, ShareScreen)
        card = screen.text.splitlines()
        assert len(card) == 6
        assert card[0].startswith("Binairo 4x4")
        assert card[2] == "0:00, unaided"
        await player.press("c")
        assert player.app.clipboard == screen.text
        await player.press("f", *"card.txt")
        await player.ask("enter")
        assert Path("card.txt").read_text() == f"{screen.text}\n"
        await player.press("right")
        assert screen.text.startswith("4x4;")


async def test_the_result_card_has_the_characters_of_the_terminal(open_app: OpenApp) -> None:
    async with open_app(utf8=False) as player:
        await solve_first(player)
        await player.press("enter", "Y")
        screen = player.app.screen
        assert isinstance(screen, ShareScreen)
        assert screen.text.startswith("Binairo 4x4,")
        assert screen.text.isascii()


async def test_all_solves_are_listed_newest_first_as_far_as_the_player_goes(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    progress = make_progress()
    for index in range(PAGE + 5):
        game, _ = progress.open_new(PUZZLE, f"puzzle {index}")
        progress.finish(game, SessionSnapshot(0, 1000 * index, 0, (), SHOWN))
        assert progress.flush(WAIT)
    async with open_app(progress=progress) as player:
        await player.press("S", "v")
        assert player.is_on(SolvesScreen)
        assert f"{PAGE + 5} in all" in player.lines()[0]
        assert f"4x4 puzzle {PAGE + 4} " in player.text()
        assert len(player.app.screen.query_one(Menu).lines) == PAGE
        await player.press("end")
        assert len(player.app.screen.query_one(Menu).lines) == PAGE + 5
        assert "0:00" not in player.text()
        await player.press("end")
        assert "0:00" in player.text()
        await player.press("q")
        assert player.is_on(StatisticsScreen)


@pytest.mark.parametrize(
    ("size", "line"),
    [
        ((80, 24), "10x10 Daily 27 Nov 2026 1:01"),
        ((120, 40), "10x10 Daily 27 Nov 2026 1:01 today 12:00 program"),
    ],
)
async def test_a_solve_is_named_in_full_and_dated_as_in_the_statistics(
    open_app: OpenApp, make_progress: Callable[[], Progress], size: tuple[int, int], line: str
) -> None:
    progress = make_progress()
    puzzle = find_entry("10x10", 1).puzzle
    game, _ = progress.open_new(puzzle, "Daily 27 November 2026", collection="daily/10x10", number=20261127)
    progress.finish(game, SessionSnapshot(0, 61_000, 0, (solving_step(puzzle, 61_000),), Aid.MOST_CELLS))
    assert progress.flush(WAIT)
    async with open_app(progress=progress, size=size) as player:
        await player.press("S", "f", "f")
        assert "10x10 Daily 27 Nov 2026" in player.text() or size[1] < 40
        await player.press("v")
        assert line in " ".join(player.text().split())
        assert "program · today 12:00" in " ".join(player.text().split())


@pytest.mark.parametrize("size", [(100, 30), (160, 50)])
async def test_statistics_before_the_first_solve_offer_a_first_puzzle_and_no_empty_box(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as player:
        await player.press("S")
        await player.see("You have not solved a puzzle yet.", "Choose a first puzzle", "Once you have")
        assert "0 solved on 0 days" not in player.text()
        assert "Latest solves" not in player.text()
        await player.press("enter")
        assert player.is_on(CollectionsScreen)


async def test_leaving_a_game_named_at_the_start_leads_home_once(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    async with open_app(PUZZLE) as player:
        await player.press("right", "1", "q")
        assert player.is_on(HomeScreen)
        await player.press("enter", "right", "0")  # continued in a second screen
        steps = player.session.steps
        assert len(steps) == 2
        await player.press("q")
        assert player.is_on(HomeScreen)
        await player.press("q")
    progress = make_progress()
    (summary,) = progress.games()
    assert progress.load(summary.id)[1].steps == steps
    assert progress.close(WAIT)


async def test_help_is_not_forgotten_by_leaving_before_the_first_move(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    async with open_app(PUZZLE) as player:
        await player.press("i", "q")
        assert player.is_on(HomeScreen)
    progress = make_progress()
    (summary,) = progress.games()
    assert style_of(progress.load(summary.id)[1].aids) is SolveStyle.HELPED
    assert progress.close(WAIT)


async def test_today_s_puzzle_is_opened_from_the_command_line(tmp_path: Path, player: Player) -> None:
    player.app.navigator.open_today()
    await player.pilot.pause()
    for _ in range(100):
        await player.app.workers.wait_for_complete()
        await player.pilot.pause()
        if player.is_on(PlayScreen):
            break
    assert player.play.game.title == "Daily 29 February 2024"


async def test_a_replay_tells_what_was_easiest_and_goes_to_the_longest_waits(open_app: OpenApp) -> None:
    puzzle = parse_puzzle("6x4;00................" + "....11")
    async with open_app() as player:
        now = 0.0
        played = GameSession(puzzle, Clock(lambda: now))
        played.clock.resume()
        moves: list[tuple[Cell, Value, int]] = [(5, ONE, 2), (2, ONE, 42), (21, ZERO, 7)]
        for cell, value, seconds in moves:
            now += seconds
            assert not played.place(cell, value).refused
        player.app.navigator.go(Places.REPLAY, played, "a game")
        await player.pause()
        await player.press("right")
        await player.until(
            lambda: 'The easiest step at this point was by "pair". Row 1: r1c1 and r1c2' in player.panel()
        )
        assert '"Last one" fills in 1 here; the cell could be filled from the start.' in player.panel()
        await player.press("right")
        await player.until(lambda: "There was no easier step at this point." in player.panel())
        assert '"Pair" fills in 1 here; the cell could be filled from the start.' in player.panel()
        await player.press("n")
        wait = 'r1c3 took 0:42; it could be filled from the start ("pair").'
        assert f"Longest wait 1 of 2 {wait}" in player.panel()
        assert "Row 1: r1c1 and r1c2 are both 0, so r1c3 is 1." in player.panel()
        assert isinstance(player.app.screen, ReplayScreen)
        assert player.app.screen.session.head == 1
        await player.press("n")
        assert "Longest wait 2 of 2 r4c4" in player.panel()
        await player.press("n", "right")
        assert "Step 2 of 3" in player.panel()


def test_the_last_days_are_bars_up_to_the_day_of_the_solve() -> None:
    day = date(2026, 3, 5)
    times = {day: 60_000, date(2026, 3, 4): 30_000, date(2026, 3, 1): 45_000, date(2026, 2, 1): 1000}
    month = Month(times, "6x6", "best 0:30", "")
    assert month_text(month, day, 6).splitlines() == ["Last 6 days, 6x6", "·▄··▁█", "best 0:30▲"]
    none = Month({}, "6x6", "no time", "")
    assert month_text(none, day, 10).splitlines() == ["Last 10 days, 6x6", "·" * 10, "no time  ▲"]


@given(st.dictionaries(st.integers(-40, 5), st.integers(0, 10**7)), st.integers(1, 40))
def test_each_of_the_last_days_has_a_bar_if_it_has_a_time(ago: dict[int, int], days: int) -> None:
    day = date(2026, 3, 5)
    _, bars, _ = month_text(Month({day + timedelta(it): ms for it, ms in ago.items()}, "", "", ""), day, days).split(
        "\n"
    )
    assert [bar != "·" for bar in bars] == [it in ago for it in range(1 - days, 1)]


@pytest.mark.parametrize(
    ("now", "day_starts", "text"),
    [
        (datetime(2026, 12, 4, 17, 20), 0, "Tomorrow: Hard, in 7 hours."),
        (datetime(2026, 12, 4, 22, 40), 0, "Tomorrow: Hard, in 1 hour."),
        (datetime(2026, 12, 4, 23, 20), 0, "Tomorrow: Hard, in 40 minutes."),
        (datetime(2026, 12, 5, 2, 20), 3, "Tomorrow: Hard, in 40 minutes."),
        (datetime(2026, 12, 4, 3, 0), 3, "Tomorrow: Hard, in 24 hours."),
    ],
)
def test_a_solved_daily_puzzle_announces_the_next(now: datetime, day_starts: int, text: str) -> None:
    day_of = Settings(day_starts=day_starts).day_of
    assert next_daily_text(now, day_of, 8, 8) == text
    assert next_daily_text(now, day_of, 6, 6) == text.replace("Hard", "Easy")


async def test_what_a_replay_says_stands_above_the_step_until_the_next_key(player: Player) -> None:
    played = GameSession(PUZZLE)
    played.place(1, ONE)
    player.app.navigator.go(Places.REPLAY, played, "a game")
    await player.pause()
    await player.press("0")
    assert player.panel().startswith("The key 0 does nothing here.")
    assert "Replay: 1 step" in player.panel()
    offered = {it.command.id for it in offers_on(player.app.screen)}
    assert offered >= {"replay.run", "replay.race", "replay.file"}
    assert "replay.next" not in offered  # it only moves
    await player.press("right")
    assert "does nothing" not in player.panel()


def test_the_card_of_a_daily_puzzle_tells_the_median_of_the_statistics(make_progress: Callable[[], Progress]) -> None:
    progress, puzzle = make_progress(), find_entry("8x8", 1).puzzle
    for ms, aids in ((60_000, SHOWN), (30_001, SHOWN), (1000, SHOWN | Aid.HINT), (10, SHOWN | Aid.MOST_CELLS)):
        game, _ = progress.open_new(puzzle, "a game", band="Hard")
        progress.finish(game, SessionSnapshot(0, ms, 0, (), aids))
    assert progress.flush(WAIT)
    kind = Selection(progress.read(usual_styles), (8, 8), "Hard")
    (group,) = progress.read(overview, kind).groups
    assert group.median_ms is not None
    told = best_and_median_text(progress.read(read_times, kind))
    assert told == f"best 0:30, median {clock_text(group.median_ms)}" == "best 0:30, median 0:45"
    assert best_and_median_text(()) == "no time without help yet"
    assert progress.close(WAIT)
