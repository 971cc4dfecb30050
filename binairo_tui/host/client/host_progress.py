"""A player's saved games on a host.

The host limits the space for games and own collections, and ranks the solves of daily puzzles. Finished races are
added to the games.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from binairo_tui import library
from binairo_tui.engine import Puzzle
from binairo_tui.files import paths
from binairo_tui.game.aids import SHOWN, Aid
from binairo_tui.game.steps import SessionSnapshot, parse_history
from binairo_tui.host.client import host_client, hub_link
from binairo_tui.player import catalog, progress
from binairo_tui.player.text import size_text
from binairo_tui.store import backups, errors, games, queries, writer
from binairo_tui.tui.view.race_text import own_place

MAX_MISSED = 200
"""How many of the latest solves are checked for solves of daily puzzles that the host does not know."""

SHARES = 3
"""The equal parts of a player's space are for games and own collections, for backups, and for the next backup."""
FULL = (
    "your games and collections fill the {} MiB that you have here: delete unfinished games, or replays of solved ones"
)
"""The reason why no new game can be begun, with a placeholder for the limit in MiB."""


def share_bytes(disk_mib: int) -> int:
    return (disk_mib << 20) // SHARES


class PlayerProgress(progress.Progress):
    """The saved games of a player on a host.

    Solves of daily puzzles are reported to the host, and finished races are saved as games. What is missing when a
    session or the host ends is reported and saved at the next login.
    """

    def __init__(
        self, path: Path, host: host_client.HostClient, *, now: Callable[[], datetime] = writer.local_now
    ) -> None:
        super().__init__(path, now=now)
        self._host = host
        self._exchanging = threading.Lock()
        self._looks: set[tuple[date, str, Aid]] = set()
        """The reports made with `HostClient.look`."""
        host.on_race_finished = self.exchange
        self.exchange()

    def check_space(self) -> None:
        """Raise StoreError if the player's games and own collections take up all the space that the host allows."""
        used = self.read(queries.count_bytes) + library.own.count_bytes(paths.own_collections_dir())
        if used >= self._share_bytes:
            raise errors.StoreError(FULL.format(self._share_bytes >> 20))

    def help_refusal(self, puzzle: Puzzle) -> str:
        return self._host.help_refusal(puzzle)

    def ask_to_solve(self, puzzle: Puzzle) -> str:
        """If the program may solve it, tell the host, because solving counts as help with a daily puzzle."""
        refusal = self.help_refusal(puzzle)
        if not refusal:
            self._host.note_solving(puzzle)
        return refusal

    def open_new(self, *args: Any, **options: Any) -> tuple[games.SavedGame, SessionSnapshot]:
        """Return a new game. Raises StoreError if the player has no space for it."""
        self.check_space()
        opened = super().open_new(*args, **options)
        self._note_look(*opened)
        return opened

    def save(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        super().save(game, snapshot)
        self._note_look(game, snapshot)

    def leave(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        """If new aids were used in a daily puzzle, report them to the host."""
        super().leave(game, snapshot)
        self._note_look(game, snapshot)

    def _note_look(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        """Report that the player sees a daily puzzle, and the aids used so far, unless it can no longer be ranked."""
        day = _day_of(game)
        if day in self._ranked_days():
            look = day, size_text(game.puzzle.width, game.puzzle.height), snapshot.aids
            if look not in self._looks:
                self._looks.add(look)
                self._host.look(*look)

    def finish(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:
        super().finish(game, snapshot)
        day = _day_of(game)
        if day in self._ranked_days():
            self._host.claim(day, game.puzzle, snapshot, self.now())

    @property
    def _share_bytes(self) -> int:
        return share_bytes(self._host.disk_mib)

    def exchange(self) -> None:
        """In a thread, delete backups beyond their share, and exchange solves, once the player has a name."""
        if self._host.name:
            threading.Thread(target=self.exchange_now, name="exchange", daemon=True).start()

    def exchange_now(self) -> None:
        with self._exchanging:
            with suppress(errors.StoreError):
                backups.delete_beyond(self.path, self._share_bytes)
            with suppress(hub_link.HostError, errors.StoreError, ValueError):
                self._report_missed()
                self._record_races()

    def _report_missed(self) -> None:
        """Report solves of daily puzzles that can still be ranked, oldest first, unless the ranking has the player."""
        for result in reversed(self.read(queries.read_results, limit=MAX_MISSED, newest_first=True)):
            day, size = _day_of(result), size_text(result.width, result.height)
            if day in self._ranked_days() and not own_place(self._host.standings(day, size)):
                game, snapshot = self.load(result.id)
                self._host.claim(day, game.puzzle, snapshot, datetime.fromtimestamp(result.solved_utc, UTC))

    def _ranked_days(self) -> tuple[date, date]:
        """Return the days whose puzzles the host may rank: today and yesterday."""
        return self.today(), self.today() - timedelta(days=1)

    def _record_races(self) -> None:
        known = self.read(queries.best_times, catalog.RACES)
        for race in self._host.finished_races():
            number = race.started_ms // 1000
            if number not in known:
                self._record(race, number)

    def _record(self, race: host_client.FinishedRace, number: int) -> None:
        puzzle, history = self._host.past_game(race.id, self._host.name)
        steps, head = parse_history(history, puzzle.width, puzzle.height)
        start = datetime.fromtimestamp(number, UTC)
        title, band = catalog.race_title(race.place, race.racer_count), race.title.partition(" ")[2]
        game = games.new_game(puzzle, title=title, now=start, band=band, collection=catalog.RACES, number=number)
        snapshot = SessionSnapshot(0, race.elapsed_ms, head, steps, SHOWN)
        game = game._replace(id=f"{number:032x}")  # every session makes the same id
        self.add_solved(game, snapshot, start + timedelta(milliseconds=race.elapsed_ms))


def _day_of(game: games.SavedGame | queries.Result) -> date | None:
    return catalog.day_of(game.number) if catalog.is_daily(game.collection) else None
