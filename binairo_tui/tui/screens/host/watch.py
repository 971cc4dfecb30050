"""The screen on which a player watches the race of another player."""

from typing import ClassVar

from binairo_tui.engine.notation import parse_puzzle
from binairo_tui.game import GameSession
from binairo_tui.player import host_client, text
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import HostNews, Navigator
from binairo_tui.tui.screens.play.replay import ReplayScreen


def session_of(game: host_client.WatchedGame) -> GameSession:
    """Return the session of a watched game."""
    return GameSession(parse_puzzle(game.puzzle), history=game.history)


class WatchScreen(ReplayScreen):
    """Another player's race. The screen shows each new step; the player can also step through the game."""

    HEADING: ClassVar[str] = "Watching"
    IS_COACHED: ClassVar[bool] = False
    FOOTER: ClassVar[FooterContext] = FooterContext.WATCHING

    def __init__(self, navigator: Navigator, game: host_client.WatchedGame) -> None:
        super().__init__(navigator, session_of(game), text.plain(f"{game.name} · {game.title}"))
        self._session = session_of(game)

    def on_host_news(self, message: HostNews) -> None:
        if not isinstance(message.news, host_client.WatchChanged):
            return
        if message.news.watched is None:
            self.navigator.leave()
        elif self.is_attached:
            self._session = session_of(message.news.watched)
            self.show_all()

    def on_unmount(self) -> None:
        if self.navigator.host:
            self.navigator.host.stop_watching()
