"""The screens of a race and of a Storm beside others.

Their panels show the results, and how many cells or boards each opponent has filled, but not the cells themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.client.race import RacePlay, RaceStore, StormRace
from binairo_tui.host.screens import race_text
from binairo_tui.host.screens.on_host import ShownOnHost
from binairo_tui.player import storm
from binairo_tui.player.storm_boards import FilledBoard
from binairo_tui.store.games import SavedGame
from binairo_tui.store.practice import PracticeRecord
from binairo_tui.store.writer import SaveState, SaveStatus
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator, NextAction
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.storm import StormScreen
from binairo_tui.tui.view import spans

TICK_SECONDS = 0.1
RULES = (
    "Everybody gets the same puzzle. There are no hints, no checks, no filling by the program and no pauses; "
    "you can use marks and what-if branches. Everybody has three times the winner's time to finish, and at "
    "least a minute. Without a winner, the race ends after two hours."
)
STORM_RULES = (
    "For three minutes, everybody solves the same 6x6 boards in the same order. A full board that breaks a rule costs "
    "10 seconds. Whoever solves the most boards wins; if several players do, the fastest of them wins. "
    "There are no hints, no checks and no pauses. If you leave, you keep the boards that you have solved."
)


def race_screen(navigator: Navigator, race: tuple[SavedGame, RaceStore], rematch: Callable[[], None]) -> RaceScreen:
    """Return the screen of a race. Once the puzzle is solved, the next action is `rematch`."""
    game, store = race
    play = RacePlay(game, game.progress, store, navigator.settings)
    action = NextAction(FooterContext.SOLVED_RACE, rematch)
    return RaceScreen(play, navigator, find_next=lambda: action, status=SaveStatus(SaveState.SAVED))


class RaceScreen(PlayScreen, ShownOnHost):
    _rating: str | None = None
    """A sentence about the rating after the race: None until the host is asked, and empty until it answers."""

    def grade_beside(self) -> None:
        """Do nothing, because the title of a race already names the difficulty."""

    def on_room_changed(self) -> None:
        self._show_panel()
        self._leave_if_over()
        self._ask_for_rating()

    def _ask_for_rating(self) -> None:
        room = self.host.room
        if room is None or room.state == "running" or self._rating is not None:
            return
        self._rating = ""
        self.ask_host("rating", self.host.league, self._show_rating, lambda _: None)

    def _show_rating(self, lines: Sequence[host_client.LeagueLine]) -> None:
        self._rating = "".join([league_text(line) for line in lines if line.name == self.host.name])
        self._show_panel()

    def resume(self) -> None:
        super().resume()
        self.call_after_refresh(self._leave_if_over)

    def _leave_if_over(self) -> None:
        """Return to the room, which shows the results, if the race has ended before the puzzle was solved."""
        room = self.host.room
        if room and room.state != "running" and not self.session.is_solved and self.is_active:
            self.navigator.leave()

    def footer_context(self, context: FooterContext) -> FooterContext:
        return FooterContext.RACING if context in (FooterContext.PLAYING, FooterContext.STRICT) else context

    def other_players(self) -> Iterator[spans.Paragraph]:
        """Yield what is known about the race: the player's own result, the others', and who is ready for a rematch."""
        room, name = self.host.room, self.host.name
        if room is None:
            return
        own = room.result(name)
        if own:
            yield spans.Paragraph(race_text.verdict_text(room.results, name), "strong")
        if self._rating:
            yield spans.Paragraph(self._rating)
        lines = [race_text.result_line(result) for result in room.results if own or result.name != name]
        if room.state == "running":
            racing = [racer for racer in room.racers if racer.name != name and not room.result(racer.name)]
            lines += [self._opponent_text(room, racer) for racer in racing]
        if lines:
            yield spans.Paragraph(("; " if self.panel.is_brief else "\n").join(lines))
        ready = race_text.rematch_text(room, name)
        if ready and self.session.is_solved:
            yield spans.Paragraph(ready)

    def _opponent_text(self, room: host_client.RoomReport, racer: host_client.Racer) -> str:
        state = "away" if not racer.is_here else "still racing" if self.session.is_solved else ""
        return self.rival_text(racer.name, racer.filled, room.to_fill, state)


def league_text(line: host_client.LeagueLine) -> str:
    """Return a sentence about a rating, such as `Rating 1512 ± 48, today +9.`."""
    today = f", today {line.today:+.0f}" if line.today is not None else ""
    return f"Rating {line.value:.0f} ± {line.deviation:.0f}{today}."


class HostStormScreen(StormScreen, ShownOnHost):
    """A run of Storm beside others. A board is recorded after the host has counted it."""

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
        """Remove the board `filled`, which the host has refused; end the run, and show the `reason`."""
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


def rules_of(room: host_client.RoomReport) -> str:
    return STORM_RULES if room.is_storm else RULES


def seconds_left(room: host_client.RoomReport) -> int:
    """Return the seconds until a race starts, rounded up, but at least 1."""
    left = room.starts_in_ms / 1000 - (time.monotonic() - room.seen_at)
    return max(int(left) + 1, 1)
