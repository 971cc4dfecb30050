"""Parses untrusted exports: size and nesting are limited, and every part is checked before any part is used."""

import re
from collections.abc import Callable, Sequence, Set
from datetime import date
from functools import partial
from typing import Any

from binairo_tui.engine import Cell, Puzzle, parse_puzzle
from binairo_tui.files import json_text, terminal_text
from binairo_tui.game import Aid, SessionSnapshot, Step, auto_fill, session
from binairo_tui.store import errors, games, saves
from binairo_tui.store.export import FORMAT, GAME_FIELDS, MAX_BYTES, VERSION, Export, export_checksum
from binairo_tui.store.practice import MAX_CARD
from binairo_tui.store.rows import PRACTICE, RESULT, GameRows

MAX_DEPTH = 5
"""Limit on the depth of nesting: the export, its list, a game, its steps, a step."""
MAX_STEPS = 100_000
MAX_TEXT = 200
_BYTES_PER_CONTAINER = 8
_MAX_NUMBER = 2**53
_ID = re.compile("[0-9a-f]{32}")
_LATEST = 253402300799
"""The last second of the year 9999, in seconds since 1970."""

_NO_EXPORT = "this is not the output of 'binairo export'"


class InvalidExportError(errors.StoreError):
    """The input is not an export of progress, or it is damaged. The message says what is wrong and where."""


def parse_export(raw: bytes) -> Export:
    """Parse an export made by `export_text`, and check that every game can be continued. Raises InvalidExportError.

    Time and memory are limited for any input.
    """
    content = _parse_json(raw)
    if content.get("format") != FORMAT:
        raise InvalidExportError(_NO_EXPORT)
    version = content.get("version")
    if version not in (1, 2, VERSION) or type(version) is not int:
        raise InvalidExportError(
            f"this export has version {terminal_text.strip_controls(str(version), 40)};"
            f" this program reads versions 1 to {VERSION}"
        )
    names = ("games", "results", "practice") if version > 2 else ("games", "results")
    _object(content, ("format", "version", "sha256", *names), "the export")
    body = {name: _list(content[name], name) for name in names}
    if content["sha256"] != export_checksum(body):
        raise InvalidExportError("the export is damaged: its checksum is wrong")
    parsers: dict[str, Callable[[Any], Any]] = {
        "games": partial(_parse_game, version=version),
        "results": _parse_result,
        "practice": _parse_practice,
    }
    export = Export(
        **{
            name: [_parse_at(f"{name}[{index}]", parsers[name], fields) for index, fields in enumerate(rows)]
            for name, rows in body.items()
        }
    )
    if version == 1:
        solved = {result["id"] for result in export.results}
        export = export._replace(games=[_judge_filling(game, solved) for game in export.games])
    for name, ids in (
        ("games", [game.columns["id"] for game in export.games]),
        ("results", [result["id"] for result in export.results]),
        ("practice", [row["id"] for row in export.practice]),
    ):
        if len(set(ids)) < len(ids):
            raise InvalidExportError(f"{name}: two entries have the same id")
    return export


def _parse_json(raw: bytes) -> dict[str, Any]:
    if len(raw) > MAX_BYTES:
        raise InvalidExportError(f"larger than {MAX_BYTES >> 20} MiB")
    # Objects and lists take far more memory than their text. Real exports have more text per object or list.
    most = len(raw) // _BYTES_PER_CONTAINER + 100
    try:
        content = json_text.parse_json(raw.decode(), max_depth=MAX_DEPTH, max_objects=most, max_arrays=most)
    except UnicodeDecodeError as error:
        raise InvalidExportError(f"byte {error.start}: not UTF-8") from error
    except json_text.JSONError as error:
        raise InvalidExportError(str(error)) from error
    if not isinstance(content, dict):
        raise InvalidExportError(_NO_EXPORT)
    return content


def _parse_at(place: str, parse: Callable[[Any], Any], value: object) -> Any:
    try:
        return parse(value)
    except ValueError as error:
        raise InvalidExportError(f"{place}: {terminal_text.strip_controls(str(error), MAX_TEXT)}") from error


def _parse_game(value: object, version: int) -> GameRows:
    """Return an exported game as rows. Raises ValueError if the game cannot be continued."""
    names = [name for name in GAME_FIELDS if version > 1 or name != "auto_filled"]
    fields = _object(value, (*names, "steps"), "the game")
    puzzle = parse_puzzle(_text(fields, "puzzle", 10_000))
    rows = _list(fields["steps"], "steps")
    if len(rows) > MAX_STEPS:
        raise ValueError("too many steps")
    steps = tuple([_parse_step(row, puzzle) for row in rows])
    progress = SessionSnapshot(
        cursor=_number(fields, "cursor", puzzle.geometry.cell_count - 1),
        elapsed_ms=_number(fields, "elapsed_ms"),
        head=_number(fields, "head", len(steps)),
        steps=steps,
        aids=Aid(_number(fields, "aids")),
        auto_filled=_parse_cells(fields, puzzle) if version > 1 else auto_fill.filled_cells(steps),
    )
    session.GameSession.resume(puzzle, progress)
    game = games.SavedGame(
        id=_id(fields),
        puzzle=puzzle,
        title=terminal_text.strip_controls(_text(fields, "title")),
        band=terminal_text.strip_controls(_text(fields, "band")),
        collection=terminal_text.strip_controls(_text(fields, "collection")),
        number=_number(fields, "number"),
        created_utc=_number(fields, "created_utc", _LATEST),
        rev=_number(fields, "rev"),
        progress=progress,
    )
    _check_origin(game.collection, game.number)
    if not game.rev:
        raise ValueError("rev is not positive")
    columns = saves.game_columns(game, progress, _number(fields, "updated_utc", _LATEST), game.rev)
    return GameRows(columns, [(seq, *row) for seq, row in enumerate(rows, 1)], "")


def _parse_cells(fields: dict[str, Any], puzzle: Puzzle) -> frozenset[Cell]:
    text = _text(fields, "auto_filled", 10_000)
    cells = saves.parse_cells(text, puzzle)
    if saves.format_cells(cells) != text:
        raise ValueError("auto_filled is not a hexadecimal number in lower case")
    return cells


def _judge_filling(game: GameRows, solved: Set[str]) -> GameRows:
    """Return a game from an export of version 1, with its aids completed.

    An aid is added if the game has no result and the program filled most of the cells. `solved` holds the ids of the
    games with results.
    """
    columns = game.columns
    if columns["id"] in solved or not columns["auto_filled"]:
        return game
    puzzle = parse_puzzle(columns["puzzle"])
    aids = auto_fill.filling_aids(puzzle, saves.parse_cells(columns["auto_filled"], puzzle))
    return game._replace(columns={**columns, "aids": columns["aids"] | (aids & Aid.MOST_CELLS).value})


def _parse_step(row: object, puzzle: Puzzle) -> Step:
    if not isinstance(row, list) or [type(part) for part in row] != [str, str, int]:
        raise ValueError("a step is a list of kind, moves and time")
    kind, moves, at_ms = row
    if not 0 <= at_ms <= _MAX_NUMBER:
        raise ValueError("the time of a step is negative or too large")
    return saves.parse_step(kind, moves, at_ms, puzzle)


def _parse_result(value: object) -> dict[str, Any]:
    fields = _object(value, RESULT.columns, "the result")
    result: dict[str, Any] = {
        "id": _id(fields),
        **{name: _number(fields, name, 99) for name in ("width", "height")},
        **{name: _number(fields, name, 1) for name in ("unique_lines", "signs")},
        **{name: terminal_text.strip_controls(_text(fields, name)) for name in ("title", "band", "collection")},
        "number": _number(fields, "number"),
        "elapsed_ms": _number(fields, "elapsed_ms"),
        "aids": _number(fields, "aids"),
        "solved_utc": _number(fields, "solved_utc", _LATEST),
        "day": _text(fields, "day"),
    }
    if not result["width"] or not result["height"]:
        raise ValueError("a board without cells")
    if date.fromisoformat(result["day"]).isoformat() != result["day"]:
        raise ValueError("day is not written YYYY-MM-DD")
    _check_origin(result["collection"], result["number"])
    return result


def _parse_practice(value: object) -> dict[str, Any]:
    fields = _object(value, PRACTICE.columns, "the row")
    if fields["game_id"] and not _ID.fullmatch(_text(fields, "game_id")):
        raise ValueError("game_id is not 32 hexadecimal digits")
    return {
        "id": _id(fields),
        "technique": terminal_text.strip_controls(_text(fields, "technique")),
        "at_ms": _number(fields, "at_ms", _LATEST * 1000),
        "game_id": _text(fields, "game_id"),
        **{name: _number(fields, name) for name in ("drill", "fills", "wait_ms")},
        "is_right": _number(fields, "is_right", 1),
        "card": terminal_text.strip_controls(_text(fields, "card", MAX_CARD), MAX_CARD),
    }


def _check_origin(collection: str, number: int) -> None:
    if (number > 0) != bool(collection):
        raise ValueError("number must be 0 without a collection, and positive with one")


def _object(value: object, names: Sequence[str], what: str) -> dict[str, Any]:
    """Return the value, called `what` in errors, which must be an object with exactly these names.

    Raises InvalidExportError.
    """
    fields = value if isinstance(value, dict) else {}
    for name in sorted(fields.keys() ^ set(names)):
        raise InvalidExportError(
            f"{what} {'has' if name in fields else 'lacks'} {terminal_text.strip_controls(name, 40)!r}"
        )
    return fields


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidExportError(f"{name} is not a list")
    return value


def _id(fields: dict[str, Any]) -> str:
    text = _text(fields, "id")
    if not _ID.fullmatch(text):
        raise ValueError("id is not 32 hexadecimal digits")
    return text


def _text(fields: dict[str, Any], name: str, length: int = MAX_TEXT) -> str:
    value = fields[name]
    if not isinstance(value, str) or len(value) > length:
        raise ValueError(f"{name} is not a string of at most {length} characters")
    return value


def _number(fields: dict[str, Any], name: str, limit: int = _MAX_NUMBER) -> int:
    value = fields[name]
    if type(value) is not int or not 0 <= value <= limit:
        raise ValueError(f"{name} is not a whole number from 0 to {limit}")
    return value
