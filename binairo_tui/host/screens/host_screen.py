"""Base classes of screens that are shown only on a host, and the message with its news."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from textual.message import Message

from binairo_tui.engine.cancellation import IsCancelled
from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens.on_host import OnHost
from binairo_tui.player import text
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import Data, ListScreen, Row

T = TypeVar("T")


class HostNews(Message, bubble=False):
    """Posted to all screens when the host has news."""

    def __init__(self, news: host_client.News) -> None:
        super().__init__()
        self.news = news


class ShownOnHost:
    """Mixin for screens that are shown only on a host."""

    navigator: Navigator

    @property
    def host(self) -> host_client.HostClient:
        assert isinstance(self.navigator.surroundings, OnHost)  # noqa: S101 - the screen is shown only there
        return self.navigator.surroundings.client


class HostScreen(ShownOnHost, ListScreen[Data, Row]):
    """A list whose commands send requests to the host."""

    def ask_host(self, group: str, ask: Callable[[], T], take: Callable[[T], None]) -> None:
        """Call `ask` in the background, then `take` with the answer; if the host refuses, show why instead.

        A new question cancels the previous one in the same `group`.
        """

        def work(_is_cancelled: IsCancelled) -> Iterator[Callable[[], None]]:
            try:
                answer = ask()
            except hub_link.HostError as error:
                yield partial(self.note, text.plain(str(error), 200))
            else:
                yield partial(take, answer)

        self.run_in_background(group, work, lambda go_on: go_on())


class HostList(HostScreen[Data, Row]):
    """A list that shows the host's last answer, which is kept in `data`."""

    def ask(self) -> Data:
        """Return the host's answer; called in a thread. Raises HostError."""
        raise NotImplementedError

    def take_data(self, data: Data) -> None:
        """Do nothing, because the host's last answer may be newer than `data`."""

    def reload(self) -> None:
        super().reload()
        self.ask_again()

    def ask_again(self) -> None:
        """Ask the host again, and show the answer if it has changed."""
        self.ask_host("list", self.ask, self._receive_answer)

    def _receive_answer(self, data: Data) -> None:
        if data != self.data:
            self.data = data
            self.show_all()
