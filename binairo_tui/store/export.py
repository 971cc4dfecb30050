"""Exports all progress as one line of JSON, and merges an export into the database. `import_` parses exports.

    {"format": "binairo-tui progress", "version": 3, "sha256": "...",
     "games": [...], "results": [...], "practice": [...]}

`sha256` is the hash of `games`, `results` and `practice` in canonical JSON (keys sorted, no spaces, ASCII only). A game
has the columns of `GAME_FIELDS` and `steps`, each a list of kind, moves (see `game.steps`) and milliseconds; a result
has the columns of `RESULT`, and a row of practice those of `PRACTICE`.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

from binairo_tui.store import backups, database, errors, snapshots
from binairo_tui.store.rows import (
    PRACTICE,
    RESULT,
    GameRows,
    Table,
    read_game,
    write_game,
)

FORMAT = "binairo-tui progress"
VERSION = 3
"""The version that is written. In version 1, games had no `auto_filled`; before version 3, there was no practice."""
MAX_BYTES = 128 << 20
"""Limit on the size of an export, written or read; 20,000 games with 100,000 results take 38 MiB."""
GAME_FIELDS = (
    *("id", "puzzle", "title", "band", "collection", "number", "created_utc", "updated_utc"),
    *("rev", "elapsed_ms", "cursor", "head", "aids", "auto_filled"),
)
"""The columns of a game in an export; its other columns are computed from them and the steps."""


class Export(NamedTuple):
    """The content of an export: games, results and rows of practice, by their columns."""

    games: Sequence[GameRows]
    results: Sequence[Mapping[str, Any]]
    practice: Sequence[Mapping[str, Any]] = ()


class MergeReport(NamedTuple):
    """The outcome of a merge: the titles of the games, and the numbers of results and of rows of practice.

    Games in `added` are new. Games in `replaced` were damaged in the database, or had fewer writes there than in the
    export. Games in `same` are identical. Games in `kept` differ, and have at least as many writes in the database as
    in the export. `results_kept` counts the results that differ from those in the export.
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    same: tuple[str, ...]
    kept: tuple[str, ...]
    results_added: int
    results_kept: int
    practice_added: int


def export_text(
    connection: sqlite3.Connection, show: snapshots.ShowProgress = snapshots.ignore_progress
) -> tuple[str, int]:
    """Return all undamaged rows as JSON, and the number of damaged ones left out. Raises StoreError.

    `show` is called often with (rows done, all rows).
    """
    with database.reading(connection):
        all_games, all_results, all_practice = snapshots.with_progress(connection, show)
        games = [rows and _game_fields(rows) for _, rows in all_games]
        results, practice = [[columns for _, columns in rows] for rows in (all_results, all_practice)]
    found: dict[str, list[Any]] = {"games": games, "results": results, "practice": practice}
    left_out = sum(rows.count(None) for rows in found.values())
    body: dict[str, Any] = {name: [row for row in rows if row] for name, rows in found.items()}
    head = {"format": FORMAT, "version": VERSION, "sha256": export_checksum(body)}
    text = json.dumps(head | body, separators=(",", ":"))
    if len(text) >= MAX_BYTES:
        raise errors.UnavailableError(
            f"it would be larger than the {MAX_BYTES >> 20} MiB that import accepts: make a backup instead"
        )
    return text, left_out


def export_checksum(body: Mapping[str, object]) -> str:
    """Return the `sha256` of an export. `body` maps the name of each list in the export to the list."""
    return sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def merge_export(connection: database.ProgressConnection, export: Export) -> MergeReport:
    """Add games, results and practice in one transaction, after a backup. Raises StoreError without changing anything.

    Of two versions of a game, the one with more writes is kept.
    """
    backups.make_backup(connection)
    titles: dict[str, list[str]] = {"added": [], "replaced": [], "same": [], "kept": []}
    with database.writing(connection):
        for game in export.games:
            titles[_merge_game(connection, game)].append(game.columns["title"])
        added, kept = _merge_rows(connection, RESULT, export.results)
        practice_added, _ = _merge_rows(connection, PRACTICE, export.practice)
    by_fate = {name: tuple(found) for name, found in titles.items()}
    return MergeReport(**by_fate, results_added=added, results_kept=kept, practice_added=practice_added)


def _merge_game(connection: database.ProgressConnection, game: GameRows) -> str:
    """Merge one game; return the field of `MergeReport` that it belongs to."""
    present, is_there = None, True
    with suppress(errors.DamagedGameError):
        present = read_game(connection, game.columns["id"])
        is_there = present is not None
    if present:
        if (present.columns, list(present.steps)) == (game.columns, list(game.steps)):
            return "same"
        if present.columns["rev"] >= game.columns["rev"]:
            return "kept"
    write_game(connection, game)
    return "replaced" if is_there else "added"


def _merge_rows(
    connection: database.ProgressConnection, table: Table, rows: Sequence[Mapping[str, Any]]
) -> tuple[int, int]:
    """Add the rows that are missing or damaged in the database.

    Return the number of rows added, and the number of rows that differ from those in the database but were not added.
    """
    added = kept = 0
    for row in rows:
        present = None
        with suppress(errors.DamagedGameError):
            present = table.read(connection, row["id"])
        if present is None:
            table.write(connection, row)
            added += 1
        else:
            kept += present != row
    return added, kept


def _game_fields(game: GameRows) -> dict[str, Any]:
    fields = {name: game.columns[name] for name in GAME_FIELDS}
    return fields | {"steps": [[kind, moves, at_ms] for _, kind, moves, at_ms in game.steps]}
