"""Tests of the practice screen."""

import pytest

from binairo_tui.engine import opposite
from binairo_tui.files.paths import practice_path
from binairo_tui.player.practice import Practice
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.practice import PracticeScreen
from binairo_tui.tui.widgets.panel import TextPanel
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

pytest.importorskip("fsrs")


def screen(player: Player) -> PracticeScreen:
    assert isinstance(player.app.screen, PracticeScreen)
    return player.app.screen


def said(player: Player) -> str:
    return " ".join(paragraph.text for paragraph in player.app.screen.query_one(TextPanel).paragraphs)


async def test_drills_are_judged_and_follow_one_another(open_app: OpenApp) -> None:
    async with open_app() as player:
        player.app.navigator.go(Place.PRACTICE)
        await player.pause()
        assert "Practice · last blank" in player.lines()[0]
        assert "Last blank: The only blank in a line takes the value that the line lacks." in said(player)
        drill = screen(player)._drill
        cell, value = next(iter(drill.answers.items()))
        screen(player).go_to(cell)
        await player.press(opposite(value))
        assert f"cannot be {opposite(value)}" in said(player)
        await player.press(value)
        assert said(player).startswith("Right. ")
        assert "n continues." in said(player)
        await player.press("n")
        assert "Practice · pair" in player.lines()[0]
        practice = Practice(practice_path())
        assert practice.drill_number("last blank") == 2
        assert practice._cards["last blank"].step == 0  # the first answer was wrong
        await player.press("q")
        assert isinstance(player.app.screen, HomeScreen)


async def test_an_answer_can_be_shown(open_app: OpenApp) -> None:
    async with open_app() as player:
        player.app.navigator.go(Place.PRACTICE)
        await player.pause()
        await player.press("n")
        assert screen(player).cursor in screen(player)._drill.answers
        assert "has one blank left" in said(player)
        await player.press("n")
        assert "Practice · pair" in player.lines()[0]


async def test_home_leads_to_practice(open_app: OpenApp) -> None:
    async with open_app() as player:
        assert "Practice" in player.text()
