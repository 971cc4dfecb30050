"""Playing by keyboard."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from textual.events import AppBlur, AppFocus

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view.play_text import rules_lines
from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.panel import TextPanel
from tests.shipped import find_entry
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player
from tests.tui.scenes import empty_text

SMALL = parse_puzzle("6x4;0.1..........1..........;lines=any")

pytestmark = pytest.mark.start(SMALL)


async def test_keys_place_and_clear(player: Player) -> None:
    await player.press("right", "1", "j", "0", "h", "space", "l", "l", "space", "space")
    assert player.values() == "011...001....1.........."
    await player.press("backspace", "left", "x", "left", "full_stop")
    assert player.values() == "011..........1.........."


async def test_the_cursor_wraps_around_the_edges(open_app: OpenApp) -> None:
    async with open_app(SMALL, preferences=Preferences(Settings(wrap=True))) as player:
        await player.press("left")
        assert player.session.cursor == 5
        await player.press("k")
        assert player.session.cursor == 23
        await player.press("l", "down")
        assert player.session.cursor == 0


async def test_a_given_stays_and_says_so(player: Player) -> None:
    await player.press("1")
    assert player.values()[0] == "0"
    assert "r1c1 is a given" in player.text()


async def test_a_violation_appears_and_vanishes(player: Player) -> None:
    await player.press("right", "1", "right", "right", "1")
    assert player.text().count("!1") == 3
    assert "Row 1: three 1s together" in player.panel()
    await player.press("u")
    assert "!1" not in player.text()
    assert player.panel() == ""


async def test_several_violations_are_listed_by_kind_and_enter_shows_the_rest(open_app: OpenApp) -> None:
    puzzle = parse_puzzle(f"8x8;{'00000000' * 3}{'.' * 40}")
    async with open_app(puzzle) as player:
        first = player.panel()
        assert first.startswith("Row 1: eight 0s together (r1c1-c8).")
        assert 0 < first.index("Row 1 has eight 0s") < first.index("Rows 1 and 2 are the same.")
        assert first.index("Rows 1 and 2 are the same.") < first.index("Row 2: eight 0s together")
        assert "Column 8: three 0s together" in first
        cut = player.text()
        assert "Enter more" in cut
        assert "Column 8: three 0s together" not in cut
        await player.press("enter")
        assert player.text() != cut


async def test_propagation_is_taken_back_by_one_key(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("6x6;00.......11......0...........1......")) as player:
        givens = player.values()
        await player.press("f")
        first = player.values()
        assert first != givens
        await player.press("F")
        assert "One undo takes them back" in player.panel()
        both = player.values()
        assert both != first
        await player.press("u")
        assert player.values() == first
        await player.press("u")
        assert player.values() == givens
        await player.press("r", "r")
        assert player.values() == both


async def test_restart_is_one_step(player: Player) -> None:
    await player.press("right", "1", "down", "0", "R")
    assert player.values() == "0.1..........1.........."
    await player.press("u")
    assert player.values() == "011....0.....1.........."


async def test_pause_hides_the_grid_and_stops_the_clock(player: Player) -> None:
    player.seconds.now += 5
    await player.press("p")
    assert "·" not in "".join(player.lines()[1:])
    assert "Paused" in player.text()
    player.seconds.now += 50
    await player.press("1")
    assert "Paused" not in player.text()
    assert player.session.clock.elapsed_ms == 5000
    assert (player.session.cursor, player.values()) == (0, "0.1..........1..........")


async def test_any_key_continues_after_a_pause_and_does_nothing_else(player: Player) -> None:
    for key in ("p", "1", "x", "right", "n", "J", "enter", "f12"):
        before = player.session.steps
        await player.press("p", key)
        assert not player.play.is_paused, key
        assert player.panel() == "", key
        assert (player.session.steps, player.session.cursor) == (before, 0), key
        await player.type(["p", key, "right", "1"])
        assert player.values()[1] == "1", key
        await player.press("x", "left")


async def test_the_keys_of_the_app_keep_their_meaning_in_a_pause(player: Player) -> None:
    await player.press("p")
    assert "Paused. Press any key." in player.panel()
    assert player.lines()[-1].split() == ["?", "help", "q", "back"]
    await player.press("question_mark", "q")
    assert player.play.is_paused
    await player.type(["p", "p", "question_mark"])  # typed ahead
    await player.until(lambda: player.is_on(HelpScreen))
    await player.press("q", "q")
    assert player.is_on(HomeScreen)


async def test_the_clock_stands_under_another_screen(player: Player) -> None:
    await player.press("question_mark")
    player.seconds.now += 50
    await player.press("q")
    player.seconds.now += 2
    assert player.session.clock.elapsed_ms == 2000


async def test_the_title_line_keeps_its_places(player: Player) -> None:
    before = player.lines()[0]
    assert before.split() == ["6x4", "·", "test", "─" * 10, "0%", "0:00", "✓", "saved"]
    player.seconds.now += 61
    await player.press("right", "1", "p", "p")
    after = player.lines()[0]
    assert after.split() == ["6x4", "·", "test", "─" * 10, "5%", "1:01", "✓", "saved"]
    assert after.index("saved") == before.index("saved")
    assert after.index("%") == before.index("%")


async def test_solving_is_a_quiet_moment(open_app: OpenApp) -> None:
    async with open_app(find_entry("6x6", 2).puzzle) as player:
        player.seconds.now += 75
        await player.solve()
        assert "Solved in 1:15." in player.panel()
        assert "Your first unaided " in player.panel()
        solved = player.values()
        steps = len(player.session.steps)
        for key in ("0", "1", "x", "f", "F", "r", "p"):
            await player.press(key)
        assert player.values() == solved
        assert "Solved in 1:15." in player.panel()
        assert len(player.session.steps) == steps
        assert "next puzzle" not in player.lines()[-1]  # it is in no collection
        await player.press("tab")
        assert "There is no next puzzle here." in player.panel()


async def test_a_solved_grid_is_opened_again_by_undo(open_app: OpenApp, make_progress: Callable[[], Progress]) -> None:
    async with open_app(find_entry("6x6", 1).puzzle) as player:
        givens = player.values()
        await player.press("F", "y", "u")
        assert player.values() == givens
        assert "place" in player.lines()[-1]
        player.seconds.now += 9
        await player.press("F", "y")
        assert "Solved in 0:00." in player.panel()
        assert player.session.clock.elapsed_ms == 9000
        assert " 0:00 " in player.lines()[0]
    assert [result.elapsed_ms for result in make_progress().results()] == [0]


async def test_the_program_asks_before_it_solves_the_puzzle(open_app: OpenApp) -> None:
    async with open_app(find_entry("6x6", 1).puzzle) as player:
        before = player.values()
        await player.press("F")
        assert "Solve the rest? It will count as solved by the program." in player.text()
        await player.press("n")
        assert player.values() == before
        await player.press("F", "y")
        assert "Solved by the program" in player.panel()


async def test_a_helped_solve_says_so(open_app: OpenApp) -> None:
    puzzle = find_entry("6x6", 1).puzzle
    async with open_app(puzzle) as player:
        solution = next(iter(solutions(puzzle)))
        for cell in [cell for cell in range(36) if not puzzle.is_given(cell)][:-2]:
            player.play.move_to(cell)
            player.play.place(cell, puzzle.geometry.value(solution, cell))
        await player.press("F")
        assert "Solve the rest? It will count as solved with help." in player.text()
        await player.press("y")
        assert " with help." in player.panel()


async def test_resume_gives_the_same_grid_clock_and_history(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    async with open_app(SMALL) as player:
        await player.press("right", "1", "down", "0", "right", "1", "u", "down")
        player.seconds.now += 30
        before = player.session.snapshot()
        await player.press("q")
    async with open_app() as player:
        await player.press("enter")
        after = player.session.snapshot()
        assert after == before
        await player.press("r", "u", "u", "u")
        assert player.values() == "0.1..........1.........."


async def test_the_cursor_goes_to_what_is_undone(player: Player) -> None:
    await player.press("right", "1", "down", "down", "u")
    assert player.session.cursor == player.board.scene.cursor == 1


async def test_the_rules_stay_in_their_place_above_what_is_said(open_app: OpenApp) -> None:
    async with open_app(SMALL, size=(120, 40)) as player:
        before = player.lines()
        top = next(y for y, line in enumerate(before) if " Rules " in line)
        await player.press("i")
        await player.see(" Hint ")
        said = next(y for y, line in enumerate(player.lines()) if " Hint " in line)
        left = before[top].index("╭")
        assert [line[left:] for line in before[top:said]] == [line[left:] for line in player.lines()[top:said]]
        await player.press("p")
        await player.see(" Paused ")
        assert [line[left:] for line in before[top:said]] == [line[left:] for line in player.lines()[top:said]]


async def test_a_slow_save_is_shown_at_once_and_until_it_is_done(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlayScreen, "tick", lambda _: None)  # the checks do not wait for the next second
    is_saving = False
    monkeypatch.setattr(Progress, "is_saving", property(lambda _: is_saving))
    async with open_app(SMALL) as player:
        assert "saved" in player.lines()[0]
        is_saving = True
        await player.press("right", "1")
        await player.until(lambda: "saving" in player.lines()[0])
        is_saving = False
        await player.until(lambda: "saved" in player.lines()[0])


async def test_cursor_and_clock_are_saved_by_themselves(
    open_app: OpenApp, make_progress: Callable[[], Progress]
) -> None:
    progress = make_progress()
    async with open_app(SMALL, progress=progress) as player:
        await player.press("right", "1", "down")
        player.seconds.now += 15
        player.screen.tick()
        reader = make_progress()
        assert progress.flush(WAIT)
        _, snapshot = reader.load(reader.games()[0].id)
        assert (snapshot.cursor, snapshot.elapsed_ms) == (7, 15_000)


async def test_a_game_only_looked_at_is_not_kept(open_app: OpenApp, make_progress: Callable[[], Progress]) -> None:
    async with open_app(SMALL) as player:
        await player.press("right", "down")
    assert make_progress().games() == []


@pytest.mark.parametrize("size", [(32, 8), (40, 12), (200, 60)])
@pytest.mark.parametrize("board", ["20x20", "6x4"])
async def test_every_size_of_terminal_can_be_played_on(open_app: OpenApp, board: str, size: tuple[int, int]) -> None:
    async with open_app(parse_puzzle(empty_text(board)), size=size) as player:
        await player.press("right", "1", "down", "0", "p", "p", "question_mark", "q")
        await player.pilot.resize_terminal(80, 24)
        await player.press("up")
        assert player.session.cursor == 1
        assert "1" in player.values()
        assert player.board.scene.layout.cell_area(1) is not None


async def test_14x14_shows_everything_in_80x24(open_app: OpenApp) -> None:
    async with open_app(find_entry("14x14", 1).puzzle) as player:
        lines = player.lines()
        assert len(lines) == 24
        assert max(len(line) for line in lines) <= 80
        text = player.text()
        for number in range(1, 15):
            assert any(line.split()[:1] == [str(number)] and len(line.split()) >= 17 for line in lines), number
        assert " ".join(map(str, range(1, 15))) in " ".join(text.split())
        assert sum(len(line.split()) == 15 and line.split()[0] in "01" for line in lines) >= 2
        assert "place" in lines[-1]


async def test_20x20_is_compact_in_80x24(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(empty_text("20x20"))) as player:
        rows = [line for line in player.lines() if line.count("·") == 20]
        assert len(rows) == 20
        assert "Missing in column 1: 10 zeros, 10 ones." in player.panel()
        await player.press("right", "0")
        assert "Missing in column 2: 9 zeros, 10 ones." in player.panel()


async def test_the_layout_follows_the_terminal_and_keeps_the_cursor(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(empty_text("30x30"))) as player:
        await player.press("end", "pagedown")
        for size in ((40, 10), (160, 50), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.pause()
            assert player.session.cursor == 899
            assert player.board.scene.layout.cell_area(899) is not None
            assert "30" in player.text()


async def test_the_footer_names_no_key_that_does_nothing(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;.001011010100101"), size=(120, 40)) as player:
        await player.press("1")
        await player.until(lambda: "techniques it needs" in player.panel())
        assert "more" not in player.lines()[-1]
        await player.pilot.resize_terminal(40, 14)
        await player.until(lambda: "more" in player.lines()[-1])


async def test_a_table_is_not_wrapped_where_the_text_goes_on(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;1..............."), size=(80, 24)) as player:
        panel = player.app.screen.query_one(TextPanel)
        panel.show([Paragraph("━" * panel.table_width), *[Paragraph("Further text.")] * 40])
        await player.pause()
        assert [line.count("━") for line in player.lines() if "━" in line and "%" not in line] == [panel.table_width]


async def test_signs_are_explained_where_they_are_drawn(open_app: OpenApp) -> None:
    signed = parse_puzzle("4x4;................;signs=r1c1=r1c2")
    for size in ((80, 24), (120, 40), (40, 14)):
        async with open_app(signed, size=size) as player:
            assert "= equal  × different" in player.text()


def test_the_panel_states_the_rules_of_the_board() -> None:
    even, odd = (rules_lines(parse_puzzle(f"{side}x{side};{'.' * side * side}")) for side in (6, 5))
    assert even[1] == "As many 0s as 1s in each row and column."
    assert odd == (even[0], "One more 1 than 0s in each row and column.", even[2])
    either = rules_lines(parse_puzzle(f"5x4;{'.' * 20};odd=either"))
    assert either == (even[0], "As many 0s as 1s, or one more of either, in each row and column.", even[2])


async def test_a_clock_at_rest_goes_on_in_minutes_and_is_exact_with_the_next_key(player: Player) -> None:
    player.seconds.now += 100
    player.app.rest()
    await player.until(lambda: "1 min" in player.lines()[0])
    player.seconds.now += 30
    await player.press("right")
    await player.until(lambda: "2:10" in player.lines()[0])
    player.app.rest()
    await player.until(lambda: "2 min" in player.lines()[0])
    player.app.app_resume_signal.publish(player.app)  # the program was stopped, and goes on
    await player.until(lambda: "2:10" in player.lines()[0])


async def test_the_clock_rests_while_the_terminal_has_no_focus(player: Player) -> None:
    player.seconds.now += 100
    player.app.post_message(AppBlur())
    await player.until(lambda: "1 min" in player.lines()[0])
    player.app.post_message(AppFocus())
    await player.until(lambda: "1:40" in player.lines()[0])
    player.session.is_race = True
    player.app.post_message(AppBlur())
    await player.pause()
    assert "1:40" in player.lines()[0]


async def test_a_game_at_rest_wakes_when_the_clock_shows_a_whole_minute(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, delays = asyncio.get_running_loop(), list[float]()
    call_later = loop.call_later

    def note(delay: float, callback: Callable[..., object], *arguments: Any, **options: Any) -> asyncio.TimerHandle:
        delays.extend([delay] if callback == player.screen.tick else [])
        return call_later(delay, callback, *arguments, **options)

    player.seconds.now += 100
    monkeypatch.setattr(loop, "call_later", note)
    player.app.rest()
    assert delays[-1] >= 20
    player.screen.rest(False)
    assert delays[-1] <= 1


async def test_a_stopped_clock_is_exact_at_rest(player: Player) -> None:
    player.seconds.now += 100
    await player.press("p")
    player.app.rest()
    await player.pause()
    assert "1:40" in player.lines()[0]


@pytest.mark.start(find_entry("8x8", 3).puzzle, size=(80, 24))
async def test_beside_a_board_stand_the_rules_what_its_lines_need_and_more_keys(player: Player) -> None:
    await player.see("No three equal values next to", "Row 1: 3 ones", "c check m mark p pause")
    assert "n next blank  y why" in player.lines()[-1]
    await player.press("down", "right")
    await player.see("Row 2: 4 zeros, 4 ones", "Column 2: 1 zero, 4 ones")
