"""The screen of a Storm beside others. Its panel shows how many boards each has solved, and at the end a table."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from binairo_tui.engine.cancellation import IsCancelled
from binairo_tui.host.client import host_client, hub_link, race_results, storm_race
from binairo_tui.host.screens import race_text
from binairo_tui.host.screens.host_screen import HostNews, ShownOnHost
from binairo_tui.player import storm
from binairo_tui.player.storm_boards import FilledBoard
from binairo_tui.player.text import plain
from binairo_tui.store.practice import PracticeRecord
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.storm import StormScreen
from binairo_tui.tui.view import spans


class HostStormScreen(ShownOnHost, StormScreen):
    """A run of Storm beside others. A board is recorded once the host has counted it."""

    FOOTERS: ClassVar[Sequence[FooterContext]] = (
        FooterContext.STORM_TOGETHER,
        FooterContext.STORM_TOGETHER,
        FooterContext.STORM_TOGETHER_OVER,
    )

    def __init__(self, navigator: Navigator, race: storm_race.StormRace, rematch: Callable[[], None]) -> None:
        self._race = race
        self._rematch = rematch
        self._records: list[PracticeRecord] = []
        super().__init__(navigator)

    def new_run(self) -> storm.Storm:
        return self._race.join(self._records.append, self.navigator.progress.now)

    def board_filled(self) -> None:
        """Send the board to the host."""
        filled, record = self.storm.boards[-1], self._records.pop()
        answer = self._race.fill(len(self.storm.boards), filled)

        def work(_is_cancelled: IsCancelled) -> Iterator[str]:
            try:
                answer.result(hub_link.ANSWER_SECONDS)
            except (hub_link.HostError, TimeoutError) as error:
                yield str(error) or hub_link.GONE
            else:
                self.navigator.progress.record_practice([record])

        self.run_in_background(f"board {record.id}", work, partial(self._end_refused, filled))

    def _end_refused(self, filled: FilledBoard, reason: str) -> None:
        """End the run without the board `filled`, which the host does not count; show the `reason`."""
        self.storm.boards.remove(filled)
        self.storm.stop()
        self._tick()
        self.note(plain(reason, 200))

    def action_again(self) -> None:
        """Go to the room, and be ready for another run."""
        self._rematch()

    def confirm_leave(self) -> bool:
        """Return True: the run goes on while the room is shown."""
        return True

    def on_host_news(self, message: HostNews) -> None:
        if isinstance(message.news, host_client.RoomChanged):
            room = message.news.room
            if room is None or room.state != "running":
                self.storm.stop()
                self._tick()
            self._show_status()

    def _paragraphs(self, now: float) -> list[spans.Paragraph]:
        room, name, found = self.host.room, self.host.name, super()._paragraphs(now)
        if room is None:
            return found
        if not room.results or room.state == "running":
            return [spans.Paragraph(race_text.storm_standing(room)), *found]
        verdict = spans.Paragraph(race_results.verdict_text(room.results, name), "strong")
        texts = race_text.storm_table(room.results), race_text.rematch_text(room, name)
        return [verdict, *map(spans.Paragraph, filter(None, texts)), *found]
