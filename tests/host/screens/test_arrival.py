"""What a player meets first on a host."""

from functools import partial

import pytest

from binairo_tui.host.screens.on_host import OnHost
from tests.tui.conftest import OpenApp


class Stranger(OnHost):
    """Somebody without a name, on a host that needs an invitation."""

    def __init__(self) -> None:
        self.name = ""
        self.room = None
        self.needs_invitation = True


async def test_nobody_plays_on_a_host_without_a_name(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app() as player:
        ends: list[str] = []
        monkeypatch.setattr(player.app, "exit", partial(ends.append, "the end"))
        Stranger().arrive(player.app, player.app.navigator)
        await player.press("escape")
        assert ends == ["the end"]
