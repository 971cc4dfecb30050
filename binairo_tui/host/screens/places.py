"""The places that only a player on a host can go to."""

from binairo_tui.host import screens
from binairo_tui.tui import messages


class HostPlaces:
    """All places on a host, besides `tui.screens.places.Places`."""

    TOGETHER = messages.Place(lambda: screens.together.TogetherScreen)
    LEAGUE = messages.Place(lambda: screens.league.LeagueScreen)
    STANDINGS = messages.Place(lambda: screens.standings.StandingsScreen)
    ROOM = messages.Place(lambda: screens.rooms.RoomScreen)
    PAST_RACES = messages.Place(lambda: screens.past_races.PastRacesScreen)
