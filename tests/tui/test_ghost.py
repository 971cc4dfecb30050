"""Racing against a recorded game: the player's own best, and a replay."""

import re

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.review import Pace, Stretch, pace_of
from binairo_tui.player.recording import Ghost
from binairo_tui.player.text import ahead_text
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view.race_text import difference_text, rival_line, splits_table
from binairo_tui.tui.view.solved_text import techniques_table
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player, solving_keys

PUZZLE = parse_puzzle("4x6;1..00.1.....01.1..0..1..")

pytestmark = pytest.mark.start(PUZZLE)


async def solve_slowly(player: Player, seconds: float) -> None:
    """Solve the puzzle, with a pause before each key."""
    for key in solving_keys(player.play.game.puzzle, player.session.cursor):
        player.seconds.now += seconds
        await player.press(key)


async def see_race(player: Player, name: str = "Your best") -> None:
    await player.until(lambda: not player.session.steps)
    await player.see_screen(PlayScreen)
    await player.until(lambda: name in player.panel())


async def test_the_own_best_is_raced_and_compared(player: Player) -> None:
    await solve_slowly(player, 1.0)
    took_ms = player.session.clock.elapsed_ms
    assert player.session.is_solved
    await player.ask("A")
    await player.press("y")
    await see_race(player)
    assert not player.session.steps
    assert "Your best ────── 0% you are level" in " ".join(player.panel().split())
    player.seconds.now += took_ms / 2000
    player.screen.tick()
    await player.pause()
    assert re.search(r"you are \d+ cells? behind", " ".join(player.panel().split()))
    assert "┃" in player.lines()[0]
    player.seconds.now += took_ms / 1000
    player.screen.tick()
    await player.pause()
    assert "took 0:" in player.panel()
    await solve_slowly(player, 1.0)
    await player.until(lambda: "technique time" in " ".join(player.panel().split()))
    assert "┃" not in player.lines()[0]
    assert "Time until filled" in player.panel()
    assert "Your best" in player.panel()


async def test_a_race_goes_on_when_its_game_is_opened_again(player: Player) -> None:
    await solve_slowly(player, 1.0)
    await player.ask("A")
    await player.press("y")
    await see_race(player)
    await player.press("right", "0", "q")
    assert player.is_on(HomeScreen)
    await player.press("enter")
    await player.see_screen(PlayScreen)
    assert player.session.head == 1
    assert "Your best" in player.panel()
    await solve_slowly(player, 1.0)
    assert "Time until filled" in player.panel()
    await player.ask("A")
    await player.press("n")
    assert not player.session.steps
    assert "Your best" not in player.panel()


async def test_the_name_of_another_player_is_shown_as_it_is(player: Player) -> None:
    await solve_slowly(player, 1.0)
    pace = pace_of(PUZZLE, player.session.steps)
    player.app.navigator.play_again(player.play.game, Ghost("ada", pace))
    await see_race(player, "ada")
    assert "ada ────── 0% you are level" in " ".join(player.panel().split())


async def test_idle_time_counts_in_a_race(open_app: OpenApp) -> None:
    async with open_app(PUZZLE, size=(120, 40)) as player:
        assert not player.play.counts_idle
        await player.solve()
        await player.ask("A")
        await player.press("y")
        await see_race(player)
        assert player.play.counts_idle


async def test_any_replay_can_be_raced(open_app: OpenApp) -> None:
    async with open_app(PUZZLE, size=(120, 40)) as player:
        await player.solve()
        await player.press("P", "R")
        await see_race(player, "Replay")
        await player.solve()
        assert "Time until filled" in player.panel()
        assert "Replay" in player.panel()


async def test_a_solve_by_the_program_is_no_best(player: Player) -> None:
    await player.ask("F", "y", "A")
    assert not player.session.steps
    assert "Your best" not in player.panel()


@pytest.mark.parametrize(
    ("own", "other", "text"),
    [(61_999, 60_000, "+0:01"), (60_999, 61_000, "-0:01"), (999, 0, "0:00"), (None, 5, ""), (5, None, "")],
)
def test_a_difference_is_that_of_the_times_shown(own: int | None, other: int | None, text: str) -> None:
    assert difference_text(own, other) == text


def test_a_table_has_as_many_players_as_fit() -> None:
    paces = [Pace(((1000 * number, 1), (2000 * number, 4)), 4) for number in (1, 2, 3)]
    wide = splits_table(("ada", "ben", "cleo"), paces, 22).splitlines()
    assert wide[0] == "       ada   ben  cleo"
    assert wide[1].split() == ["25%", "0:01", "0:02", "0:03"]
    assert wide[4].split() == ["100%", "0:02", "0:04", "0:06"]
    two = ("you", "your best")
    assert splits_table(two, paces[:2], 28).splitlines()[0] == "       you  your best       "
    assert splits_table(two, paces[:2], 28).splitlines()[4] == "100%  0:02       0:04  -0:02"
    assert splits_table(two, paces[:2], 27).splitlines()[4] == "100%  0:02       0:04"
    assert splits_table(two, paces[:2], 10).splitlines()[1] == " 25%  0:01"
    assert splits_table(two, [paces[0], Pace((), 4)], 33).splitlines()[4].split() == ["100%", "0:02", "-"]


def test_the_techniques_have_no_bars_where_room_is_short() -> None:
    found = (Stretch("nested hypothesis", 12, 754_000), Stretch("pair", 3, 1000))
    wide = techniques_table(found, 60).splitlines()
    assert wide[0] == "technique           time"
    assert wide[1].startswith("Nested hypothesis  12:34  ━━━━")
    assert wide[2] == "Pair                0:01"
    assert techniques_table(found, 28).splitlines() == [it.rstrip(" ━") for it in wide]
    assert techniques_table(found, 20).splitlines()[1] == "Nested hypot…  12:34"
    assert techniques_table((), 34) == ""


def test_a_line_has_a_bar_where_there_is_room() -> None:
    assert rival_line("ben", 0.5, "level", 32) == "ben       ━━━───  50%  level"
    assert rival_line("ben", 0.5, "level", 31) == "ben 50%, level"


def test_who_leads_is_told_from_the_players_side() -> None:
    assert [ahead_text(ahead, "cell") for ahead in (3, 0, -1)] == [
        "you are 3 cells ahead",
        "you are level",
        "you are 1 cell behind",
    ]
    assert rival_line("ben", 0.5, ahead_text(-3, "cell"), 45) == "ben       ━━━───  50%  you are 3 cells behind"
    assert (
        rival_line("ben", 0.5, ahead_text(-3, "cell"), 44) == "ben       ━━━───  50%\n          you are 3 cells behind"
    )
