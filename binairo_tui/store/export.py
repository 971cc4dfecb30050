"""All progress as one JSON text: to keep, to look into, to take to another machine. Reading one is `transfer_reading`.

    {"format": "binairo-tui progress", "version": 1, "sha256": "...", "games": [...], "results": [...]}

`sha256` is that of `games` and `results` in canonical JSON (keys sorted, no spaces, ASCII only). A game has the columns
of `GAME_FIELDS` and `steps`, each a list of kind, moves (see `moves`) and milliseconds; a result has those of `RESULT`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.store.backups import make_backup
from binairo_tui.store.database import reading, writing
from binairo_tui.store.errors import DamagedGameError
from binairo_tui.store.rows import RESULT, GameRows, read_game, read_result, write_game, write_result
from binairo_tui.store.snapshots import find_damage

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from binairo_tui.store.database import Connection

FORMAT = "binairo-tui progress"
VERSION = 1
GAME_FIELDS = (
    *("id", "puzzle", "title", "band", "collection", "number", "created_utc", "updated_utc"),
    *("rev", "elapsed_ms", "cursor", "head", "aids"),
)
"""What an export says of a game beside its steps; all other columns follow from it."""


class Export(NamedTuple):
    """Games and results as rows, each whole in itself."""

    games: Sequence[GameRows]
    results: Sequence[Mapping[str, Any]]


class Merged(NamedTuple):
    """What an import did: the titles of the games, and how many results.

    `added` were not here; `replaced` were here with fewer writes or damaged; `same` were here; `kept` stay as they are
    here, because they have as many writes or more.
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    same: tuple[str, ...]
    kept: tuple[str, ...]
    results_added: int
    results_kept: int


def export_text(connection: sqlite3.Connection) -> tuple[str, int]:
    """All whole games and results as an export on one line, and how many damaged ones are left out.

    Raises StoreError.
    """
    with reading(connection):
        damage = find_damage(connection)
        ids = {
            table: [row[0] for row in connection.execute(f"SELECT id FROM {table} ORDER BY id").fetchall()]
            for table in ("game", "result")
        }
        games = [read_game(connection, game_id) for game_id in ids["game"] if game_id not in damage.games]
        results = [read_result(connection, game_id) for game_id in ids["result"] if game_id not in damage.results]
    body: dict[str, Any] = {
        "games": [_game_fields(game) for game in games if game],
        "results": [dict(result) for result in results if result],
    }
    head = {"format": FORMAT, "version": VERSION, "sha256": checksum(body["games"], body["results"])}
    return json.dumps(head | body, separators=(",", ":")), len(damage.games) + len(damage.results)


def checksum(games: object, results: object) -> str:
    """The `sha256` of an export with these games and results."""
    text = json.dumps({"games": games, "results": results}, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def merge(connection: Connection, export: Export) -> Merged:
    """Take games and results over, in one transaction; of a game that is here too, the one with more writes stays.

    Before that, a backup is made, so that nothing is lost. Raises StoreError; then nothing is changed.
    """
    make_backup(connection)
    titles: dict[str, list[str]] = {"added": [], "replaced": [], "same": [], "kept": []}
    added = kept = 0
    with writing(connection):
        for game in export.games:
            titles[_merge_game(connection, game)].append(game.columns["title"])
        for result in export.results:
            present = _read_whole_result(connection, result["id"])
            if present is None:
                write_result(connection, result)
                added += 1
            else:
                kept += present != result
    return Merged(**{name: tuple(found) for name, found in titles.items()}, results_added=added, results_kept=kept)


def _merge_game(connection: Connection, game: GameRows) -> str:
    """Merge one game, and say which list of `Merged` it belongs to."""
    present, is_there = None, True
    with suppress(DamagedGameError):
        present = read_game(connection, game.columns["id"])
        is_there = present is not None
    if present:
        if (present.columns, list(present.steps)) == (game.columns, list(game.steps)):
            return "same"
        if present.columns["rev"] >= game.columns["rev"]:
            return "kept"
    write_game(connection, game)
    return "replaced" if is_there else "added"


def _read_whole_result(connection: Connection, game_id: str) -> Mapping[str, Any] | None:
    with suppress(DamagedGameError):
        return read_result(connection, game_id)
    return None


def _game_fields(game: GameRows) -> dict[str, Any]:
    fields = {name: game.columns[name] for name in GAME_FIELDS}
    return fields | {"steps": [[kind, moves, at_ms] for _, kind, moves, at_ms in game.steps]}


__all__ = ["FORMAT", "GAME_FIELDS", "RESULT", "VERSION", "Export", "Merged", "checksum", "export_text", "merge"]
