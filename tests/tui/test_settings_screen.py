"""Tests of the settings screen: values change in place, take effect at once and are saved."""

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.player.text import setting_text
from binairo_tui.settings import FIELDS, Settings, SettingValue
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens.settings import SHOWN_FIELDS
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player


def place(name: str) -> int:
    """The place of a setting in the list."""
    return [field.name for field in SHOWN_FIELDS].index(name)


PUZZLE = parse_puzzle("4x6;0..1.1..................")


def test_names_and_values_in_words() -> None:
    assert next(field for field in FIELDS if field.name == "pause_after_minutes").title == "Pause after (minutes)"
    assert [setting_text(value) for value in (True, False, 5, "dark")] == ["yes", "no", "5", "dark"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_every_setting_is_shown_with_its_value(open_app: OpenApp, size: tuple[int, int]) -> None:
    async with open_app(size=size) as player:
        await player.press(",")
        shown = set()
        for _ in FIELDS:  # the list can be longer than the screen
            shown |= {" ".join(line.strip("│ ›")[:38].split()) for line in player.lines()}
            await player.press_quickly("down")
        for field in FIELDS:
            assert any(line.startswith(f"{field.title} {setting_text(field.default)}") for line in shown)
        assert sorted(field.name for field in SHOWN_FIELDS) == sorted(field.name for field in FIELDS)


async def test_arrows_show_that_the_list_goes_on(open_app: OpenApp) -> None:
    async with open_app(size=(80, 20)) as player:
        await player.press(",")
        arrows = [(number, arrow) for number, line in enumerate(player.lines()) for arrow in "↑↓" if arrow in line[:42]]
        assert arrows == [(17, "↓"), (19, "↑"), (19, "↓")]  # the last two are in the footer
        await player.press("end")
        lines = player.lines()
        assert "↑" in lines[2][:42]
        assert not any("↓" in line[:42] for line in lines[:-1])


async def test_values_change_in_both_directions_and_are_saved(open_app: OpenApp) -> None:
    kept: list[tuple[str, SettingValue]] = []
    preferences = Preferences(Settings(symbols="ab"), keep=lambda name, value: kept.append((name, value)))
    async with open_app(puzzle=PUZZLE, preferences=preferences) as player:
        await player.press(",", "enter", "right", "l", "left", "h", "left", *["down"] * place("help"), "space", "right")
        assert player.app.navigator.settings == Settings(symbols="letters", help="lines")
        assert [value for name, value in kept if name == "symbols"] == [
            "digits",
            "discs",
            "squares",
            "discs",
            "digits",
            "letters",
        ]
        assert kept[-1] == ("help", "lines")
        await player.press("q")
        assert player.play


async def test_a_theme_is_visible_while_it_is_chosen(open_app: OpenApp) -> None:
    async with open_app(puzzle=PUZZLE) as player:
        await player.press(",", *["down"] * place("theme"), "right", "right")
        assert player.app.theme == "light"
        assert "The colours." in player.text()
        await player.press("left", "left", "left")
        assert player.app.theme.startswith("readable-")


async def test_problems_of_the_file_are_listed(open_app: OpenApp) -> None:
    async with open_app(preferences=Preferences(problems=["config.toml: one", "config.toml: two"])) as player:
        await player.press(",")
        assert "config.toml: one" in player.text()
        assert "config.toml: two" in player.text()


async def test_a_sample_shows_the_chosen_symbols(open_app: OpenApp) -> None:
    async with open_app(size=(100, 30), preferences=Preferences(Settings(symbols="letters"))) as player:
        await player.press(",")
        sample = [line[55:] for line in player.lines()]
        assert any("O" in line and "X" in line for line in sample)
        await player.press("left")
        sample = [line[55:] for line in player.lines()]
        assert any("□" in line and "■" in line for line in sample)


async def test_settings_open_from_home(player: Player) -> None:
    while "› ,  Settings" not in player.text():
        await player.press("down")
    await player.press("enter")
    assert player.lines()[0].split()[0] == "Settings"
