"""Base classes of screens that are shown only on a host, and the message about its rooms."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from textual.message import Message

from binairo_tui.engine.cancellation import IsCancelled
from binairo_tui.host.client import hub_link
from binairo_tui.host.screens.on_host import OnHost
from binairo_tui.player import text
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.text_screen import Data, ListScreen, Row

T = TypeVar("T")


class RoomChanged(Message, bubble=False):
    """Posted to all screens when `HostClient.room` has changed."""


class ShownOnHost(BaseScreen[None]):
    """A screen that is shown only on a host. Name it as the last base: Textual takes the styles of the first."""

    navigator: Navigator

    @property
    def host(self) -> OnHost:
        assert isinstance(self.navigator.surroundings, OnHost)  # noqa: S101 - the screen is shown only there
        return self.navigator.surroundings

    def ask_host(
        self,
        group: str,
        ask: Callable[[], T],
        take: Callable[[T], object] = lambda _: None,
        refuse: Callable[[str], None] | None = None,
    ) -> None:
        """Call `ask` in the background, then `take` with the answer.

        If the host refuses, call `refuse` with the reason; by default, show it. A new question cancels the previous one
        in the same `group`.
        """

        def work(_is_cancelled: IsCancelled) -> Iterator[Callable[[], object]]:
            try:
                answer = ask()
            except hub_link.HostError as error:
                yield partial(refuse or self.note, text.plain(str(error), 200))
            else:
                yield partial(take, answer)

        self.run_in_background(group, work, lambda go_on: go_on())


class HostList(ListScreen[Data, Row], ShownOnHost):
    """A list that shows the host's last answer, which is kept in `data`."""

    def ask(self) -> Data:
        raise NotImplementedError

    def take_data(self, data: Data) -> None:
        """Do nothing, because the host's last answer may be newer than `data`."""

    def reload(self) -> None:
        super().reload()
        self.ask_again()

    def ask_again(self) -> None:
        self.ask_host("list", self.ask, self._receive_answer)

    def _receive_answer(self, data: Data) -> None:
        if data != self.data:
            self.data = data
            self.show_all()
