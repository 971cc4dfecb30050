"""The player's own games on a host: daily solves are reported, finished races recorded, and their space is limited."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.aids import SHOWN
from binairo_tui.game.steps import SessionSnapshot, parse_history
from binairo_tui.player import catalog, host_client, hub_link, progress
from binairo_tui.store import errors, games, queries, writer

MAX_MISSED = 200
"""How many of the latest solves are checked for ones that were not reported."""

FULL = "your games fill the {} MiB that you have here: delete unfinished games, or replays of solved ones"
"""The reason why no new game can be begun, with a placeholder for the limit in MiB."""


class PlayerProgress(progress.Progress):
    """A player's games. Solves of daily puzzles are reported to the host, and finished races are recorded as games.

    Solves and races that were missed, because a session or the host ended too soon, follow at the next login.
    """

    def __init__(
        self, path: Path, host: host_client.HostClient, *, now: Callable[[], datetime] = writer.local_now
    ) -> None:
        super().__init__(path, now=now)
        self._host = host
        self._exchanging = threading.Lock()
        host.on_race_finished = self.exchange
        self.exchange()

    def open_new(self, *args: Any, **options: Any) -> tuple[games.SavedGame, SessionSnapshot]:
        """Return a new game. Raises StoreError if the player's games take up all the space that the host allows."""
        if self.byte_count() >= self._host.disk_mib << 20:
            raise errors.StoreError(FULL.format(self._host.disk_mib))
        return super().open_new(*args, **options)

    def finish(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        """Queue a solved game to be saved, with its result, and report the solve of a daily puzzle."""
        super().finish(game, snapshot)
        today = self.today()
        if _day_of(game) == today:
            self._claim(today, game, snapshot)

    def exchange(self) -> None:
        """Report the solves that the host has missed, and record finished races, in a separate thread."""
        if self._host.name:
            threading.Thread(target=self._exchange, name="exchange", daemon=True).start()

    def _exchange(self) -> None:
        with self._exchanging, suppress(hub_link.HostError, errors.StoreError, ValueError):
            self._report_missed()
            self._record_races()

    def _report_missed(self) -> None:
        """Report solves of today's and yesterday's puzzles, oldest first, if the player is not in the puzzle's ranking.

        The host ranks only the first solve of a puzzle.
        """
        days = self.today(), self.today() - timedelta(days=1)
        for result in reversed(self.latest_results(MAX_MISSED, 0)):
            if result.day in days and _day_of(result) == result.day:
                ranking = self._host.standings(result.day, f"{result.width}x{result.height}")
                if self._host.name not in [line.name for line in ranking]:
                    self._claim(result.day, *self.load(result.id))

    def _claim(self, day: date, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        width, height = game.puzzle.width, game.puzzle.height
        self._host.claim(day, f"{width}x{height}", snapshot, width)

    def _record_races(self) -> None:
        """Record the finished races that have no result here, each as a solved game."""
        known = self.best_times(catalog.RACES)
        for race in self._host.finished_races():
            number = race.started_ms // 1000
            if number not in known:
                self._record(race, number)

    def _record(self, race: host_client.FinishedRace, number: int) -> None:
        played = self._host.past_game(race.id, self._host.name)
        puzzle = parse_puzzle(played.puzzle)
        steps, head = parse_history(played.history, puzzle.width, puzzle.height)
        start = datetime.fromtimestamp(number, UTC)
        title, band = catalog.race_title(race.place, race.racer_count), race.title.partition(" ")[2]
        game = games.new_game(puzzle, title=title, now=start, band=band, collection=catalog.RACES, number=number)
        snapshot = SessionSnapshot(0, race.elapsed_ms, head, steps, SHOWN)
        game = game._replace(id=f"{number:032x}")  # any session of the player chooses this id
        self.add_solved(game, snapshot, start + timedelta(milliseconds=race.elapsed_ms))


def _day_of(game: games.SavedGame | queries.Result) -> date | None:
    """Return the day of a daily puzzle; None for other puzzles."""
    return catalog.day_of(game.number) if catalog.is_daily(game.collection) else None
