"""The screen of a race. Its panel shows how much each opponent has filled, but not which cells."""

from __future__ import annotations

from collections.abc import Callable

from binairo_tui.player import host_client, text
from binairo_tui.player.race import RacePlay, RaceStore
from binairo_tui.store.writer import SaveState, SaveStatus
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import HostNews, Navigator, NextAction
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view import race_text, spans


def race_screen(navigator: Navigator, race: host_client.RaceGame) -> RaceScreen:
    """Return the screen of a race."""
    play = RacePlay(race.game, race.game.progress, race.store, navigator.settings)
    action = NextAction(FooterContext.SOLVED_RACE, navigator.leave)
    return RaceScreen(play, race.store, navigator, find_next=lambda: action)


class RaceScreen(PlayScreen):
    """A game that is played in a race and saved by `store`."""

    def __init__(
        self, play: RacePlay, store: RaceStore, navigator: Navigator, *, find_next: Callable[[], NextAction]
    ) -> None:
        self._store = store
        super().__init__(play, navigator, find_next=find_next, status=SaveStatus(SaveState.SAVED))

    @property
    def is_saving(self) -> bool:
        return self._store.is_saving

    def grade_beside(self) -> None:
        """Do nothing, because the title of a race already names the band."""

    def on_host_news(self, message: HostNews) -> None:
        if isinstance(message.news, host_client.RoomChanged):
            self._show_panel()
            room = message.news.room
            if room and room.state == "over" and not self.session.is_solved and self.is_active:
                self.navigator.leave()  # to the results

    def footer_context(self, context: FooterContext) -> FooterContext:
        return FooterContext.RACING if context in (FooterContext.PLAYING, FooterContext.STRICT) else context

    def other_players(self) -> list[spans.Paragraph]:
        """Return a paragraph about how much each opponent has filled; an empty list if there is no opponent."""
        host = self.navigator.host
        room = host.room if host else None
        if room is None or host is None:
            return []
        geometry = self.puzzle.geometry
        own = geometry.filled_count(self.session.position) - self.puzzle.given_count
        width = 0 if self.panel.is_brief else self.panel.room[0]
        others = [racer for racer in room.racers if racer.name != host.name]
        lines = [_opponent_text(room, racer, own, width) for racer in others]
        return [spans.Paragraph(("; " if self.panel.is_brief else "\n").join(lines))] if lines else []


def _opponent_text(room: host_client.RoomReport, racer: host_client.Racer, own: int, width: int) -> str:
    state = (
        text.ordinal(racer.place)
        if racer.place
        else race_text.lead_text(own - racer.filled)
        if racer.is_here
        else "away"
    )
    return race_text.rival_line(racer.name, racer.filled / max(room.to_fill, 1), state, width)
