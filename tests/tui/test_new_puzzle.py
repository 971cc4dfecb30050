"""Tests of generating a new puzzle: options, progress, giving up."""

from binairo_tui.tui.screens.generating import GeneratingScreen
from binairo_tui.tui.screens.new_puzzle import NewPuzzleScreen
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.pilots import Player


async def test_a_puzzle_is_generated_and_the_options_are_remembered(player: Player) -> None:
    await player.press("N")
    assert "› Width       ‹ 10 ›" in player.text()
    await player.press("left", "left", "j", "h", "j", "right")
    assert "› Difficulty  ‹ Hard ›" in player.text()
    assert 'The hardest technique needed: "two' in player.text()
    assert 'blanks" or "gap counting".' in player.text()
    await player.press("enter")
    await player.see_screen(PlayScreen)
    assert isinstance(player.app.screen, PlayScreen)
    puzzle = player.session.puzzle
    assert (puzzle.width, puzzle.height) == (8, 6)
    assert "8x6 · puzzle " in player.lines()[0]
    await player.press("q", "q")
    assert "New         8x6 Hard" in player.text()


async def test_generating_can_be_given_up(player: Player) -> None:
    await player.press("N", *["right"] * 30, "enter")
    assert isinstance(player.app.screen, GeneratingScreen)
    assert "Making 40x40 Medium..." in player.text()
    await player.press("q")
    assert isinstance(player.app.screen, NewPuzzleScreen)
    await player.until(lambda: all(worker.is_finished for worker in player.app.workers))
    assert "Making" not in player.text()
    assert player.app.navigator.settings.new_size == "10x10"  # only what was played is remembered
    await player.press("q")
    assert "New         10x10 Medium" in player.text()


async def test_a_size_is_typed(player: Player) -> None:
    await player.press("N", "1")
    assert "Width 1 is not between 2 and 40." in player.text()
    assert "› Width       ‹ 10 ›" in player.text()
    await player.press("enter")
    assert player.is_on(NewPuzzleScreen)
    assert "Width 1 is not between 2 and 40." in player.text()
    await player.press("2")
    assert "not between" not in player.text()
    assert "› Width       ‹ 12 ›" in player.text()
    assert "Height        12" in player.text()
    await player.press("down", "8")
    assert "› Height      ‹ 8 ›" in player.text()
    await player.press("up", "1", "5")
    assert "Width 15 is odd: only square boards" in player.text()
    await player.press("6")
    assert "› Width       ‹ 6 ›" in player.text()
    await player.press("down", "down", "2", "0")
    assert "› Width       ‹ 20 ›" in player.text()


async def test_width_x_height_is_typed(player: Player) -> None:
    await player.press("N", *"12x8")
    assert "Width         12" in player.text()
    assert "› Height      ‹ 8 ›" in player.text()
    await player.press("up", *"9x9", "down", "x")
    assert "Width         9  " in player.text()
    assert "Height        9\n" in player.text()


async def test_another_puzzle_of_the_same_kind_follows(player: Player) -> None:
    await player.press("N", *["left"] * 4, "enter")
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
    await player.press("N", "4", "0", "down", "down", "left", "left")
    assert "‹ Gentle ›" in player.text()
    assert "may take a minute" not in " ".join(player.text().split())
    await player.press("left")
    assert "may take a minute" in " ".join(player.text().split())
