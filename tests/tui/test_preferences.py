"""The player's settings in the app: problems are shown once, changes are in force at once and saved."""

from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.settings import Settings, SettingsWriter, load_settings
from binairo_tui.tui.messages import Preferences, problems_text
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT

PUZZLE = parse_puzzle("4x6;0..1.1..................")


def test_problems_are_summed_up() -> None:
    assert problems_text(["config.toml: a"]) == "config.toml: a"
    assert problems_text(["config.toml: a", "config.toml: b", "c"]) == "config.toml: a (and 2 more, see Settings)"


def test_clashing_keys_are_problems() -> None:
    preferences = Preferences(Settings(keys={"play.hint": ("f",)}), ["config.toml: x"])
    assert preferences.problems == [
        "config.toml: x",
        "config.toml: [keys] play.hint: takes f from play.propagate-once, which keeps no key",
    ]


@pytest.mark.parametrize("puzzle", [None, PUZZLE])
async def test_a_problem_is_shown_on_the_first_screen(open_app: OpenApp, puzzle: object) -> None:
    async with open_app(puzzle=puzzle, preferences=Preferences(problems=['config.toml: a = "\x1b[2J": b'])) as player:
        seen = player.panel() if puzzle else player.text()
        assert 'config.toml: a = "[2J": b.' in seen


async def test_own_keys_replace_the_default_ones_and_are_shown(open_app: OpenApp) -> None:
    mine = Settings(keys={"cell.one": ("v",), "play.undo": ("ctrl+y", "1"), "cell.clear": ()})
    async with open_app(puzzle=PUZZLE, preferences=Preferences(mine)) as player:
        assert "v place" in player.text()
        assert "clear" not in player.text()
        await player.press("right", "v")
        assert player.values()[1] == "1"
        await player.press("x", "backspace")
        assert player.values()[1] == "1"
        await player.press("1")
        assert player.values()[1] == "."
        await player.press("?")
        pages = [player.text()]
        for _ in range(3):
            await player.press("down")
            pages.append(player.text())
        assert any("Ctrl+Y 1" in page for page in pages)


async def test_wasd_plays_with_the_left_hand_alone(open_app: OpenApp) -> None:
    async with open_app(puzzle=PUZZLE) as player:
        player.app.navigator.change_setting("keys_preset", "wasd")
        await player.press("d", "e", "d", "q", "s", "e", "z", "a", "q", "x")
        assert player.values() == PUZZLE.geometry.text(PUZZLE.givens)[:1] + "10" + "1.1" + "." * 18
        assert "q e place" in player.text()


async def test_a_change_is_saved(open_app: OpenApp, tmp_path: Path) -> None:
    path = tmp_path / "config" / "config.toml"
    writer = SettingsWriter(path, pytest.fail)
    async with open_app(preferences=Preferences(keep=writer.save)) as player:
        player.app.navigator.change_setting("wrap", False)
        assert player.app.navigator.settings.wrap is False
    assert writer.flush(WAIT)
    assert load_settings(path) == (Settings(wrap=False), ())
