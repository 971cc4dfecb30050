"""The ratings of a host's players, as a player sees them."""

from binairo_tui.host.client.host_client import LeagueLine
from binairo_tui.host.screens.on_host import HostPlaces, OnHost
from tests.tui.conftest import OpenApp


class FakeHost(OnHost):
    """A host with three rated players, of whom one has not played today, and one is new."""

    def __init__(self) -> None:
        self.name = "ada"
        self.room = None

    def league(self) -> list[LeagueLine]:
        return [
            LeagueLine("berta", 1712.4, 48.2, None),
            LeagueLine("ada", 1512.0, 60.0, 9.4),
            LeagueLine("carl", 1820.0, 222.0, 320.0),
        ]


async def test_the_table_has_places_and_what_was_gained_today(open_app: OpenApp) -> None:
    async with open_app(size=(100, 30)) as player:
        player.app.navigator.surroundings = FakeHost()
        player.app.navigator.go(HostPlaces.LEAGUE)
        await player.see("Ratings", "you are 2nd · 3 rated", "1 berta", "2 ada", "- carl", "1712 ± 48", "+320")
        await player.press("G")
        await player.see("not certain yet")
