"""The host's database: players, their keys, codes, results of daily puzzles, and races. One SQLite file.

Every method returns only after its change is on the disk, as in the players' own databases (see `store.database`).
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from datetime import date
from itertools import chain
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from binairo_tui.host.server import schema
from binairo_tui.host.server.names import UnusableNameError, normal_name, skeleton
from binairo_tui.store import database, errors, private_files

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

T = TypeVar("T")

CODE_SECONDS = 15 * 60
INVITATION_SECONDS = 7 * 86_400


class InThread(Protocol):
    """A function that runs another function in the database's thread."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return what `work()` returns in the database's thread. Raises RequestError if `work` fails."""


class Player(NamedTuple):
    """`id` is also the directory's name. `created_utc` and `seen_utc` (the last login) are in seconds since 1970."""

    id: str
    name: str
    created_utc: int
    seen_utc: int
    is_banned: bool


class SavedRace(NamedTuple):
    """A race as it was saved. `started_ms` is in milliseconds since 1970."""

    id: int
    room: str
    title: str
    puzzle: str
    started_ms: int
    is_over: bool


class SavedRacer(NamedTuple):
    """`finished_ms` counts from the start; None means unfinished. `saved_ms` (since 1970) is 0 without a saved log."""

    player: str
    name: str
    history: str
    finished_ms: int | None
    place: int | None
    saved_ms: int = 0
    has_given_up: bool = False


class HostDatabase:
    """The database at `path`, which is created if it is missing. Raises StoreError.

    Use it in one thread at a time; other processes may use the file, too. In its methods, `player` is the id of a
    player, and `now` is the time in seconds since 1970.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.races_ended = 0
        """How many races have ended since the database was opened."""
        with database.translated_errors(self._path):
            private_files.make_private_file(path)
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=5, check_same_thread=False)
            with database.closed_on_error(self._connection):
                self._open()

    def _open(self) -> None:
        database.configure(self._connection)
        (application,) = self._connection.execute("PRAGMA application_id").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if application not in (0, schema.APPLICATION_ID):
            raise errors.ForeignFileError(f"{self._path} is a database of another program")
        if version > schema.SCHEMA_VERSION:
            raise errors.SchemaTooNewError(f"{self._path} was written by a newer version of this program")
        self._connection.execute("PRAGMA journal_mode = TRUNCATE")
        with database.transaction(self._connection, "IMMEDIATE"):
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            for statement in chain.from_iterable(schema.MIGRATIONS[version:]):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            self._connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION}")
        (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise errors.DamagedFileError(f"{self._path} is damaged: {found}")

    def close(self) -> None:
        self._connection.close()

    # Players and keys.

    def players(self) -> list[Player]:
        return self._players("ORDER BY name")

    def player_of_key(self, fingerprint: str) -> Player | None:
        return next(iter(self._players("JOIN key ON key.player = player.id WHERE fingerprint = ?", fingerprint)), None)

    def player_named(self, name: str) -> Player | None:
        return next(iter(self._players("WHERE name = ?", name)), None)

    def add_player(self, player: str, name: str, fingerprint: str, now: int, code: str | None = None) -> str:
        """Return the normalised name. A `code` is an invitation, and is used up. Raises UnusableNameError."""
        found = normal_name(name)
        with self._writing() as connection:
            self._check_name(found)
            self._check_key(fingerprint)
            if code is not None and self._use_code(code, now, invites=True) is None:
                raise UnusableNameError("This invitation is not valid.")
            values = player, found, skeleton(found), now
            connection.execute("INSERT INTO player (id, name, skeleton, created_utc) VALUES (?, ?, ?, ?)", values)
            connection.execute("INSERT INTO key VALUES (?, ?, ?)", (fingerprint, player, now))
        return found

    def add_key(self, code: str, fingerprint: str, now: int) -> Player:
        """Add a key to the player who made a code, and use up the code. Raises UnusableNameError."""
        with self._writing() as connection:
            self._check_key(fingerprint)
            player = self._use_code(code, now, invites=False)
            if player is None:
                raise UnusableNameError("This code is not valid; codes last for a quarter of an hour.")
            connection.execute("INSERT INTO key VALUES (?, ?, ?)", (fingerprint, player, now))
            return self._players("WHERE id = ?", player)[0]

    def add_code(self, code: str, player: str | None, now: int) -> None:
        """Add a code for another key of a player, in place of an earlier code. Without a player, add an invitation."""
        expires = now + (CODE_SECONDS if player else INVITATION_SECONDS)
        self._write("DELETE FROM code WHERE expires_utc < ? OR player = ?", now, player)
        self._write("INSERT INTO code VALUES (?, ?, ?)", code, player, expires)

    def is_invitation(self, code: str, now: int) -> bool:
        return bool(self.rows("SELECT 1 FROM code WHERE code = ? AND player IS NULL AND expires_utc >= ?", code, now))

    def rename(self, player: str, name: str) -> str:
        found = normal_name(name)
        with self._writing() as connection:
            self._check_name(found, player)
            values = found, skeleton(found), player
            connection.execute("UPDATE player SET name = ?, skeleton = ? WHERE id = ?", values)
        return found

    def note_login(self, player: str, now: int) -> None:
        self._write("UPDATE player SET seen_utc = ? WHERE id = ?", now, player)

    def ban(self, player: str, *, is_banned: bool) -> None:
        self._write("UPDATE player SET is_banned = ? WHERE id = ?", is_banned, player)

    def remove(self, player: str) -> None:
        self._write("DELETE FROM player WHERE id = ?", player)

    def keys_of(self, player: str) -> list[str]:
        return [row[0] for row in self.rows("SELECT fingerprint FROM key WHERE player = ? ORDER BY added_utc", player)]

    def welcome_keys(self) -> list[list[str]]:
        """Return the fingerprints of the keys of each player who is not banned."""
        query = "SELECT group_concat(fingerprint) FROM key JOIN player ON id = player WHERE NOT is_banned GROUP BY id"
        return [keys.split(",") for (keys,) in self.rows(query)]

    def remove_key(self, fingerprint: str) -> bool:
        """Remove a key; return False if no player has it."""
        return self._write("DELETE FROM key WHERE fingerprint = ?", fingerprint) > 0

    # Results and races.

    def look(self, player: str, day: date, size: str, now_ms: int, aids: int) -> tuple[int, int]:
        """Return the time of the first look, in ms since 1970, and all aids ever used (`game.aids.Aid` as a number)."""
        key = player, day.isoformat(), size
        insert = "INSERT INTO opening VALUES (?, ?, ?, ?, ?)"
        add = " ON CONFLICT (player, day, size) DO UPDATE SET aids = aids | excluded.aids"
        self._write(insert + add, *key, now_ms, aids)
        query = "SELECT opened_ms, aids FROM opening WHERE player = ? AND day = ? AND size = ?"
        ((opened_ms, all_aids),) = self.rows(query, *key)
        return opened_ms, all_aids

    def secret(self, day: date, *, makes: bool = False) -> str:
        """Return the secret that the seeds of a day's puzzles contain; '' if they contain none, as without a host.

        With `makes`, a day without a secret gets one, unless somebody has seen one of its puzzles.
        """
        found = self.rows("SELECT secret FROM secret WHERE day = ?", day.isoformat())
        if makes and not found:
            insert = "INSERT INTO secret SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM opening WHERE day = ?)"
            made = self._write(insert, day.isoformat(), token_hex(16), day.isoformat())
            return self.secret(day) if made else ""
        return str(found[0][0]) if found else ""

    def looked_days(self, player: str, size: str, since: date) -> list[date]:
        """Return the days, beginning with `since`, whose daily puzzles of this size the player has seen."""
        query = "SELECT day FROM opening WHERE player = ? AND size = ? AND day >= ?"
        return [date.fromisoformat(day) for (day,) in self.rows(query, player, size, since.isoformat())]

    def add_result(self, player: str, day: date, size: str, result: tuple[str, int, str], now: int) -> bool:
        """Add a result (style, time in ms, log as in `game.steps`) of a daily puzzle; return False if there is one."""
        values = (player, day.isoformat(), size, *result, now)
        return self._write("INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?, ?)", *values) > 0

    def remove_result(self, player: str, day: date, size: str) -> bool:
        """Remove a player's result from the ranking for good; return False if there is none."""
        # The row stays: otherwise, the player's next session would add the result again.
        statement = (
            "UPDATE result SET style = 'removed' WHERE player = ? AND day = ? AND size = ? AND style <> 'removed'"
        )
        return self._write(statement, player, day.isoformat(), size) > 0

    def standings(self, day: date, size: str) -> list[tuple[Any, ...]]:
        """Return (name, style, time in ms): strict, unaided, then helped solves; in each style, the fastest first."""
        return self.rows(
            "SELECT name, style, elapsed_ms FROM result JOIN player ON player.id = result.player"
            " WHERE day = ? AND size = ? AND NOT is_banned AND style <> 'removed'"
            " ORDER BY CASE style WHEN 'strict' THEN 0 WHEN 'unaided' THEN 1 WHEN 'helped' THEN 2 ELSE 3 END,"
            " elapsed_ms, solved_utc, name",
            day.isoformat(),
            size,
        )

    def add_race(self, room: str, title: str, puzzle: str, started_ms: int, players: list[str]) -> int:
        """Add a race that begins at `started_ms`, in milliseconds since 1970; return its id."""
        with self._writing() as connection:
            insert = "INSERT INTO race (room, title, puzzle, started_ms) VALUES (?, ?, ?, ?)"
            race = int(connection.execute(insert, (room, title, puzzle, started_ms)).lastrowid or 0)
            racers = [(race, player) for player in players]
            connection.executemany("INSERT INTO racer (race, player, history) VALUES (?, ?, '')", racers)
        return race

    def remove_race(self, race: int) -> None:
        self._write("DELETE FROM race WHERE id = ?", race)

    def save_racers(self, saves: list[tuple[int, str, str, int | None, int | None, bool]], now_ms: int) -> None:
        """Save (race, player, history, finished_ms, place, has_given_up) of each racer, in one transaction."""
        with self._writing() as connection:
            connection.executemany(
                "UPDATE racer SET history = ?, finished_ms = ?, place = ?, has_given_up = ?, saved_ms = ?"
                " WHERE race = ? AND player = ?",
                [(*results, now_ms, race, player) for race, player, *results in saves],
            )

    def end_race(self, race: int) -> None:
        self._write("UPDATE race SET is_over = 1 WHERE id = ?", race)
        self.races_ended += 1

    def races(self, *, is_over: bool, has_logs: bool = True) -> list[tuple[SavedRace, list[SavedRacer]]]:
        """Return the latest 50 races that are over, or are running, newest first; unless `has_logs`, logs are ''."""
        rows = self.rows("SELECT * FROM race WHERE is_over = ? ORDER BY id DESC LIMIT 50", is_over)
        return [self._with_racers(row, has_logs=has_logs) for row in rows]

    def race(self, number: int) -> tuple[SavedRace, list[SavedRacer]] | None:
        rows = self.rows("SELECT * FROM race WHERE id = ?", number)
        return self._with_racers(rows[0]) if rows else None

    def finished_races(self, player: str) -> list[tuple[Any, ...]]:
        """Return the latest 50 races that a player has finished, newest first.

        Each item is (id, title, start in ms since 1970, the player's time in ms, the player's place, number of racers).
        """
        return self.rows(
            "SELECT race.id, title, started_ms, finished_ms, place,"
            " (SELECT count(*) FROM racer AS other WHERE other.race = race.id)"
            " FROM racer JOIN race ON race.id = racer.race"
            " WHERE player = ? AND finished_ms IS NOT NULL ORDER BY race.id DESC LIMIT 50",
            player,
        )

    def _with_racers(self, row: tuple[Any, ...], *, has_logs: bool = True) -> tuple[SavedRace, list[SavedRacer]]:
        racers = self.rows(
            "SELECT player, name, iif(?, history, ''), finished_ms, place, saved_ms, has_given_up"
            " FROM racer JOIN player ON player.id = racer.player"
            " WHERE race = ? ORDER BY place IS NULL, place, has_given_up, name",
            has_logs,
            row[0],
        )
        return SavedRace._make((*row[:5], bool(row[5]))), [SavedRacer(*it) for it in racers]

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with database.translated_errors(self._path):
            return self._connection.execute(query, values).fetchall()

    def _players(self, condition: str, *values: object) -> list[Player]:
        """Return the players that a query selects; `condition` is the query after `FROM player`."""
        query = "SELECT id, name, created_utc, max(seen_utc, created_utc), is_banned FROM player"
        rows = self.rows(f"{query} {condition}", *values)
        return [Player._make((*known, bool(is_banned))) for *known, is_banned in rows]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with database.translated_errors(self._path), database.transaction(self._connection, "IMMEDIATE"):
            yield self._connection

    def _write(self, statement: str, *values: object) -> int:
        with self._writing() as connection:
            return connection.execute(statement, values).rowcount

    def _check_name(self, name: str, owner: str = "") -> None:
        query = "SELECT name FROM player WHERE skeleton = ? AND id <> ?"
        for (taken,) in self._connection.execute(query, (skeleton(name), owner)):
            same = "taken" if taken == name else "too similar to another player's name"
            raise UnusableNameError(f"This name is {same}.")

    def _check_key(self, fingerprint: str) -> None:
        if self._connection.execute("SELECT 1 FROM key WHERE fingerprint = ?", (fingerprint,)).fetchone():
            raise UnusableNameError("This key was given a name in another session: log in again.")

    def _use_code(self, code: str, now: int, *, invites: bool) -> str | None:
        """Use up a code; return the player who made it, '' for an invitation, or None if the code is not valid."""
        query = "SELECT player FROM code WHERE code = ? AND (player IS NULL) = ? AND expires_utc >= ?"
        row = self._connection.execute(query, (code, invites, now)).fetchone()
        if row is None:
            return None
        self._connection.execute("DELETE FROM code WHERE code = ?", (code,))
        return row[0] or ""
