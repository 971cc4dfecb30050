"""Tests of generating a new puzzle: options, progress, giving up."""

from binairo_tui.tui.screens.dialog import GeneratingScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.pilots import Player


async def test_a_preset_is_made_at_once(player: Player) -> None:
    await player.press("N")
    assert "› 10x10 Medium" in player.text()  # as in the settings
    await player.press(*["down"] * 4, "enter")
    await player.see_screen(PlayScreen)
    assert (player.session.puzzle.width, player.play.game.band) == (10, "Hard")
    assert player.session.puzzle.signs
    assert player.app.navigator.settings.new_rules == "signs"


async def test_a_puzzle_is_generated_and_the_options_are_remembered(player: Player) -> None:
    await player.press("N", "right", "8")
    await player.type("x6")
    await player.press("enter")
    assert "› Size        ‹ 8x6 ›" in player.text()
    await player.press("j", "right")
    assert "› Difficulty  ‹ Hard ›" in player.text()
    assert 'The hardest technique needed: "two' in player.text()
    assert 'blanks" or "gap counting".' in player.text()
    await player.press("enter")
    await player.see_screen(PlayScreen)
    puzzle = player.session.puzzle
    assert (puzzle.width, puzzle.height) == (8, 6)
    assert "8x6 · no. " in player.lines()[0]
    await player.press("q", "q")
    assert "New         8x6 Hard" in player.text()
    await player.press("N")
    assert "› Size        ‹ 8x6 ›" in player.text()  # no preset


async def test_generating_can_be_given_up(player: Player) -> None:
    await player.press("N", *["right"] * 31, "enter")
    assert isinstance(player.app.screen, GeneratingScreen)
    assert "Making 40x40 Medium..." in player.text()
    await player.press("q")
    assert isinstance(player.app.screen, NewPuzzleScreen)
    await player.until(lambda: all(worker.is_finished for worker in player.app.workers))
    assert "Making" not in player.text()
    assert player.app.navigator.settings.new_size == "10x10"  # only what was played is remembered
    await player.press("q")
    assert "New         10x10 Medium" in player.text()


async def test_a_size_is_typed_or_given_up(player: Player) -> None:
    await player.press("N", "1", "enter")
    assert "Width 1 is not between 2 and 40." in player.text()
    await player.press("5", "x", "8", "enter")
    assert "Width 15 is odd: only square boards" in player.text()
    await player.press("escape")
    assert "› 10x10 Medium" in player.text()
    await player.press("1", "5", "enter")
    assert "› Size        ‹ 15x15 ›" in player.text()
    await player.press("right", "right", "left")
    assert "› Size        ‹ 16x16 ›" in player.text()
    await player.press("escape", "up")
    assert "› 10x10 Hard Binairo+" in player.text()


async def test_the_options_open_only_when_asked_for(player: Player) -> None:
    await player.press("N", "end")
    assert "› More" in player.text()
    await player.press("left", "down")
    assert "› 6x6 Easy" in player.text()
    await player.press("up", "enter")
    assert "› Size        ‹ 6x6 ›" in player.text()
    await player.press("end", "home", "escape")
    assert "› More" in player.text()
    await player.press("escape")
    assert player.is_on(HomeScreen)
    assert "New         10x10 Medium" in player.text()


async def test_home_names_the_rules_of_the_last_kind(player: Player) -> None:
    player.app.navigator.change_setting("new_rules", "signs")
    await player.press("N", "q")
    assert "New         10x10 Medium Binairo+" in player.text()


async def test_another_puzzle_of_the_same_kind_follows(player: Player) -> None:
    await player.press("N", "right", *["left"] * 4, "enter")
    await player.see_screen(PlayScreen)
    first = player.session.puzzle
    title = player.lines()[0]
    await player.solve()
    assert "Tab new puzzle" in player.lines()[-1]
    await player.press("tab")
    await player.until(lambda: player.is_on(PlayScreen) and not player.session.is_solved)
    await player.pause()
    second = player.session.puzzle
    assert (second.width, second.height, second.unique_lines) == (first.width, first.height, first.unique_lines)
    assert player.lines()[0].split()[:4] != title.split()[:4]
    assert "Medium" in player.lines()[0]
    await player.press("q")
    assert player.is_on(NewPuzzleScreen)


async def test_slow_kinds_say_so(player: Player) -> None:
    await player.press("N", "4", "0", "enter", "down", "left", "left")
    assert "‹ Gentle ›" in player.text()
    assert "may take a minute" not in " ".join(player.text().split())
    await player.press("left")
    assert "may take a minute" in " ".join(player.text().split())
