"""A player's saved games on a host, which limits their size, ranks daily solves and adds finished races."""

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
"""How many of the latest solves are looked through for daily puzzles that the host does not know to be solved."""

FULL = "your games fill the {} MiB that you have here: delete unfinished games, or replays of solved ones"
"""The reason why no new game can be begun, with a placeholder for the limit in MiB."""


class PlayerProgress(progress.Progress):
    """The saved games of a player on a host.

    Solves of daily puzzles are reported to the host, and finished races are saved as games. What the end of a session
    or of the host has prevented is made up for at the next login.
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
        if self.read(queries.count_bytes) >= self._host.disk_mib << 20:
            raise errors.StoreError(FULL.format(self._host.disk_mib))
        return super().open_new(*args, **options)

    def finish(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        """Queue a solved game and its result to be saved; report the solve to the host if it is today's puzzle."""
        super().finish(game, snapshot)
        today = self.today()
        if _day_of(game) == today:
            self._claim(today, game, snapshot)

    def exchange(self) -> None:
        """Report daily solves that the host does not know, and save races that are missing here, in another thread."""
        if self._host.name:
            threading.Thread(target=self._exchange, name="exchange", daemon=True).start()

    def _exchange(self) -> None:
        with self._exchanging, suppress(hub_link.HostError, errors.StoreError, ValueError):
            self._report_missed()
            self._record_races()

    def _report_missed(self) -> None:
        """Report solves of daily puzzles, oldest first, unless the player is in the puzzle's ranking already."""
        days = self.today(), self.today() - timedelta(days=1)
        for result in reversed(self.read(queries.read_results, limit=MAX_MISSED, newest_first=True)):
            if result.day in days and _day_of(result) == result.day:
                ranking = self._host.standings(result.day, f"{result.width}x{result.height}")
                if self._host.name not in [line.name for line in ranking]:
                    self._claim(result.day, *self.load(result.id))

    def _claim(self, day: date, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        width, height = game.puzzle.width, game.puzzle.height
        self._host.claim(day, f"{width}x{height}", snapshot, width)

    def _record_races(self) -> None:
        known = self.read(queries.best_times, catalog.RACES)
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
    return catalog.day_of(game.number) if catalog.is_daily(game.collection) else None
