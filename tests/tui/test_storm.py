"""The screen of Storm: keys typed ahead, the end of the time, and the result."""

from time import monotonic

import pytest
from textual.events import Key

from binairo_tui.engine import CancelledError, Puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.player.storm import SlowFill
from binairo_tui.player.storm_boards import TOTAL_MS, board
from binairo_tui.tui.screens import storm as storm_screen
from binairo_tui.tui.screens.drill import DrillScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.storm import StormScreen
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

SEED = 7


@pytest.fixture(autouse=True)
def _known_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storm_screen, "randbelow", lambda _: SEED)


def filling_keys(puzzle: Puzzle) -> list[str]:
    """Return the values of the blanks, with a key between them that goes to the next one."""
    text = puzzle.geometry.text(next(solutions(puzzle, 1)))
    values = [text[cell] for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    return [key for value in values for key in (value, "n")][:-1]


def screen(player: Player) -> StormScreen:
    assert isinstance(player.app.screen, StormScreen)
    return player.app.screen


def leave_seconds(player: Player, seconds: float) -> float:
    """Leave so much time of the run that has begun; return the moment at which it ends."""
    end = monotonic() + seconds
    screen(player).storm._began = end - TOTAL_MS / 1000
    return end


async def test_keys_typed_ahead_fill_one_board_after_another(player: Player) -> None:
    await player.press("O")
    assert "Storm" in player.lines()[0]
    await player.type([key for number in (1, 2) for key in filling_keys(board(SEED, number))] + ["1"])
    run = screen(player).storm
    assert (run.solved, run.number) == (2, 3)
    assert run.session.puzzle == board(SEED, 3)
    assert run.session.head == 1  # the key after the second board
    assert "2 solved" in player.lines()[0]


async def test_keys_for_a_pause_and_for_hints_do_nothing_and_say_so(player: Player) -> None:
    await player.press("O", "1")
    for key in ("p", "i"):
        await player.press(key)
        assert f"The key {key} does nothing here." in player.panel()
        await player.press("n", "1")
        assert "does nothing" not in player.panel()
    assert screen(player).storm.session.head


async def test_a_board_filled_in_the_last_tenth_counts_however_late_its_key_is_handled(player: Player) -> None:
    await player.press("O")
    *keys, last = filling_keys(board(SEED, 1))
    await player.type(keys)
    end = leave_seconds(player, 0.0)
    await player.see("the run is over")
    for pressed, solved in ((end + 0.001, 0), (end - 0.05, 1)):
        key = Key(last, last)
        key.time = pressed
        player.app.post_message(key)
        await player.pause()
        assert screen(player).storm.solved == solved
    await player.see("1 board solved.")


async def test_nothing_leaves_the_result_but_its_own_keys(player: Player) -> None:
    await player.press("O", "tab", "P")
    assert not screen(player).storm.began_ms
    await player.type(filling_keys(board(SEED, 1)))
    first = screen(player).storm
    leave_seconds(player, 0.0)
    await player.see("the run is over", "1 board solved.")
    await player.type("0n1 1u")
    assert screen(player).storm is first
    assert first.session.head == 0
    await player.press("tab")
    assert screen(player).storm is not first
    await player.see("Your best: 1, on 29 Feb 2024.")
    await player.press("q")
    assert player.is_on(HomeScreen)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_during_a_run_shows_its_result_first(key: str, player: Player) -> None:
    await player.press("O")
    assert "q leave" in player.lines()[-1]
    await player.press(*filling_keys(board(SEED, 1)), "1")
    assert "q end the run" in player.lines()[-1]
    await player.press("p", key)
    await player.see("the run is over", "1 board solved.", "q back")
    assert "neither" not in player.panel()
    assert "more" not in player.lines()[-1]
    await player.press("0")
    assert screen(player).session.head == 1
    await player.press(key)
    assert player.is_on(HomeScreen)
    await player.press("O", key)  # no run has begun
    assert player.is_on(HomeScreen)


async def test_what_slowed_the_player_down_can_be_practised(open_app: OpenApp) -> None:
    pytest.importorskip("fsrs")
    async with open_app() as player:
        await player.press("O")
        *keys, last = filling_keys(board(SEED, 1))
        await player.type(keys)
        screen(player).storm._began -= 20
        screen(player).storm._at -= 20
        screen(player).storm.session.clock._since -= 20  # type: ignore[operator]
        await player.press(last)
        leave_seconds(player, 0.0)
        await player.see("What slowed you down on board 1", "P practises")
        assert "P practise" in player.lines()[-1]
        await player.press("P")
        await player.see_screen(DrillScreen)


async def test_a_run_without_a_solve_offers_no_practice(player: Player) -> None:
    await player.press("O", "0")
    leave_seconds(player, 0.0)
    await player.see("the run is over", "again")
    assert "practise" not in player.text()


async def test_what_slowed_an_earlier_run_down_is_not_said_of_the_next(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_nothing(*_: object) -> None:
        raise CancelledError

    monkeypatch.setattr("binairo_tui.player.storm.slowest_fill", find_nothing)
    async with open_app() as player:
        await player.press("O", "1")
        screen(player)._take_slowest(SlowFill("It came late.", "pair"))
        leave_seconds(player, 0.0)
        await player.see("the run is over")
        assert "It came late." not in "\n".join(player.lines())
