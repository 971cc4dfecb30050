"""The screen of a Storm beside others. Its panel shows how many boards each has solved, and at the end a table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from binairo_tui.host.client import hub_link
from binairo_tui.host.client.race import StormRace
from binairo_tui.host.screens import race_text
from binairo_tui.host.screens.host_screen import ShownOnHost
from binairo_tui.player import storm
from binairo_tui.player.storm_boards import FilledBoard
from binairo_tui.store.practice import PracticeRecord
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.storm import StormScreen
from binairo_tui.tui.view import spans


class HostStormScreen(StormScreen, ShownOnHost):
    """A run of Storm beside others. A board is recorded once the host has counted it."""

    FOOTERS: ClassVar[Sequence[FooterContext]] = (
        FooterContext.STORM_TOGETHER,
        FooterContext.STORM_TOGETHER,
        FooterContext.STORM_TOGETHER_OVER,
    )

    def __init__(self, navigator: Navigator, race: StormRace, rematch: Callable[[], None]) -> None:
        self._race = race
        self._rematch = rematch
        self._records: list[PracticeRecord] = []
        super().__init__(navigator)

    def new_run(self) -> storm.Storm:
        return self._race.join(self._records.append, self.navigator.progress.now)

    def board_filled(self) -> None:
        filled, record = self.storm.boards[-1], self._records.pop()
        answer = self._race.fill(len(self.storm.boards), filled)

        def wait() -> None:
            hub_link.wait_for(answer)
            self.navigator.progress.record_practice([record])

        self.ask_host(f"board {record.id}", wait, refuse=partial(self._end_refused, filled))

    def _end_refused(self, filled: FilledBoard, reason: str) -> None:
        """End the run without the board `filled`, which the host does not count; show the `reason`."""
        self.storm.boards.remove(filled)
        self.storm.stop()
        self._tick()
        self.note(reason)

    def action_again(self) -> None:
        """Go to the room, and be ready for another run."""
        self._rematch()

    def confirm_leave(self) -> bool:
        """Return True: the run goes on while the room is shown."""
        return True

    def on_room_changed(self) -> None:
        if self.host.room is None or self.host.room.state != "running":
            self.storm.stop()
            self._tick()
        self._show_status()

    def _paragraphs(self, now: float) -> list[spans.Paragraph]:
        room, name, found = self.host.room, self.host.name, super()._paragraphs(now)
        if room is None:
            return found
        if not room.results or room.state == "running":
            return [spans.Paragraph(race_text.storm_standing(room)), *found]
        verdict = spans.Paragraph(race_text.verdict_text(room.results, name), "strong")
        texts = race_text.storm_table(room.results), race_text.rematch_text(room, name)
        return [verdict, *map(spans.Paragraph, filter(None, texts)), *found]
