"""The ratings of a host's players, as a player sees them."""

from binairo_tui.host.client.host_client import LeagueLine, PlayerPage
from binairo_tui.host.screens.on_host import HostPlaces, OnHost
from tests.tui.conftest import OpenApp


class FakeHost(OnHost):
    """A host with three rated players, of whom one has not played today, and one is new."""

    def __init__(self) -> None:
        self.name = "ada"
        self.room = None

    def league(self) -> list[LeagueLine]:
        return [
            LeagueLine("berta", 1712.4, 48.2, (None, 4.0, 4.0, 212.4)),
            LeagueLine("ada", 1512.0, 60.0, (9.4, None, 9.4, 12.0)),
            LeagueLine("carl", 1820.0, 222.0, (320.0, None, 320.0, 320.0)),
        ]

    def page(self, name: str) -> PlayerPage:
        return PlayerPage([1500.0, 1540.0, 1512.0], [("8x8", 3, 61_000)], 4, 1, [12, 9] if name == "ada" else [])


async def test_the_table_has_places_periods_and_pages(open_app: OpenApp) -> None:
    async with open_app(size=(100, 30)) as player:
        player.app.navigator.surroundings = FakeHost()
        player.app.navigator.go(HostPlaces.LEAGUE)
        await player.see("Ratings · all time", "you are 2nd · 3 rated", "1 berta", "2 ada", "- carl", "1712 ± 48")
        assert "Storm" not in player.text()
        await player.press("down")
        await player.see("ada 1512 ± 60", "1500 to 1540", "8x8 3 solved 1:01", "Races: 4, won: 1.")
        await player.see("Best in Storm beside others: 12, 9.")
        await player.press("G", "enter")
        await player.see("Ratings · today", "you are 1st · 2 rated", "1 ada", "+9", "- carl", "+320")
        assert "berta" not in player.text()
        await player.press("G", "enter")
        await player.see("Ratings · yesterday", "you have no place yet · 1 rated", "1 berta")
