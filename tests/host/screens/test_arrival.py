"""What a player meets first on a host."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from binairo_tui.host.screens.on_host import OnHost
from tests.tui.conftest import OpenApp


async def test_nobody_plays_on_a_host_without_a_name(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app() as player:
        ends: list[str] = []
        monkeypatch.setattr(player.app, "exit", partial(ends.append, "the end"))
        host: Any = SimpleNamespace(name="", needs_invitation=True, check_invitation=None, begin=lambda _: None)
        OnHost(host).arrive(player.app, player.app.navigator)
        await player.press("escape")
        assert ends == ["the end"]
