"""Exports all progress as one line of JSON, and merges an export into the database. `import_` parses exports.

    {"format": "binairo-tui progress", "version": 2, "sha256": "...", "games": [...], "results": [...]}

`sha256` is the hash of `games` and `results` in canonical JSON (keys sorted, no spaces, ASCII only). A game has the
columns of `GAME_FIELDS` and `steps`, each a list of kind, moves (see `game.steps`) and milliseconds; a result
has the columns of `RESULT`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.store.backups import make_backup
from binairo_tui.store.database import reading, writing
from binairo_tui.store.errors import DamagedGameError, UnavailableError
from binairo_tui.store.rows import GameRows, read_game, read_result, write_game, write_result
from binairo_tui.store.snapshots import ignore_progress, with_progress

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from binairo_tui.store.database import Connection
    from binairo_tui.store.snapshots import ShowProgress

FORMAT = "binairo-tui progress"
VERSION = 2
"""The version that is written. In version 1, games had no `auto_filled`."""
MAX_BYTES = 128 << 20
"""Limit on the size of an export, written or read; 20,000 games with 100,000 results take 38 MiB."""
GAME_FIELDS = (
    *("id", "puzzle", "title", "band", "collection", "number", "created_utc", "updated_utc"),
    *("rev", "elapsed_ms", "cursor", "head", "aids", "auto_filled"),
)
"""The columns of a game in an export; the other columns are computed from these and the steps."""


class Export(NamedTuple):
    """Games and results as rows."""

    games: Sequence[GameRows]
    results: Sequence[Mapping[str, Any]]


class MergeReport(NamedTuple):
    """The outcome of a merge: the titles of the games, and the numbers of results.

    `added` games are new; `replaced` games were damaged here or had fewer writes; `same` games are identical; `kept`
    games differ and have at least as many writes here.
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    same: tuple[str, ...]
    kept: tuple[str, ...]
    results_added: int
    results_kept: int


def export_text(connection: sqlite3.Connection, show: ShowProgress = ignore_progress) -> tuple[str, int]:
    """Return all undamaged games and results as JSON, and the number of damaged ones left out. Raises StoreError.

    `show` is called often with the numbers of games and results that are done, and of all.
    """
    with reading(connection):
        all_games, all_results = with_progress(connection, show)
        games = [rows and _game_fields(rows) for _, rows in all_games]
        results = [columns for _, columns in all_results]
    left_out = games.count(None) + results.count(None)
    body: dict[str, Any] = {
        "games": [game for game in games if game],
        "results": [result for result in results if result],
    }
    head = {"format": FORMAT, "version": VERSION, "sha256": export_checksum(body["games"], body["results"])}
    text = json.dumps(head | body, separators=(",", ":"))
    if len(text) >= MAX_BYTES:
        raise UnavailableError(
            f"it would be larger than the {MAX_BYTES >> 20} MiB that import accepts: make a backup instead"
        )
    return text, left_out


def export_checksum(games: object, results: object) -> str:
    """Return the `sha256` of an export with these games and results."""
    text = json.dumps({"games": games, "results": results}, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def merge_export(connection: Connection, export: Export) -> MergeReport:
    """Add games and results in one transaction, after a backup. Raises StoreError without changing anything.

    Of two versions of a game, the one with more writes is kept.
    """
    make_backup(connection)
    titles: dict[str, list[str]] = {"added": [], "replaced": [], "same": [], "kept": []}
    added = kept = 0
    with writing(connection):
        for game in export.games:
            titles[_merge_game(connection, game)].append(game.columns["title"])
        for result in export.results:
            present = _read_valid_result(connection, result["id"])
            if present is None:
                write_result(connection, result)
                added += 1
            else:
                kept += present != result
    return MergeReport(**{name: tuple(found) for name, found in titles.items()}, results_added=added, results_kept=kept)


def _merge_game(connection: Connection, game: GameRows) -> str:
    """Merge one game; return the field of `MergeReport` that it belongs to."""
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


def _read_valid_result(connection: Connection, game_id: str) -> Mapping[str, Any] | None:
    with suppress(DamagedGameError):
        return read_result(connection, game_id)
    return None


def _game_fields(game: GameRows) -> dict[str, Any]:
    fields = {name: game.columns[name] for name in GAME_FIELDS}
    return fields | {"steps": [[kind, moves, at_ms] for _, kind, moves, at_ms in game.steps]}
