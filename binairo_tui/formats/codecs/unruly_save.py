"""Saved games from Unruly: lines `KEY     :LENGTH:VALUE` that include every move, so a saved game can be continued."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from binairo_tui.engine import Position, Puzzle, Value
from binairo_tui.formats.base import ReadPuzzle, error
from binairo_tui.formats.codecs.unruly import body_text, params_text, parse_body, parse_params

_FIELD = re.compile(r"([A-Z]+) *:([0-9]{1,7}):(.*)")
_PARAMS = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(u?)(?:d[a-z]?)?")
_MOVE = re.compile(r"P([01-]),([0-9]{1,3}),([0-9]{1,3})")
_VALUES: dict[str, Value] = {"0": "0", "1": "1", "-": "."}
_STATES = ("MOVE", "SOLVE", "RESTART")


class _Field(NamedTuple):
    line: int
    value: str
    column: int


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle of a saved game, with all positions of the game."""
    fields: dict[str, _Field] = {}
    states: list[tuple[str, _Field]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        match = _FIELD.fullmatch(line)
        if match is None:
            raise error("expected a line 'KEY     :LENGTH:VALUE' of a save file", number)
        if int(match[2]) != len(match[3]):
            raise error(f"the value has {len(match[3])} characters, not {int(match[2])}", number, match.start(3) + 1)
        field = _Field(number, match[3], match.start(3) + 1)
        if match[1] in _STATES:
            states.append((match[1], field))
        elif fields.setdefault(match[1], field) is not field:
            raise error(f"{match[1][:20]} appears twice", number)
    puzzle = _puzzle(fields)
    history = _positions(puzzle, states)
    _check_number(fields, "NSTATES", len(history), len(history))
    yield ReadPuzzle(puzzle, tuple(history), _check_number(fields, "STATEPOS", 1, len(history)) - 1)


def write(puzzle: Puzzle, position: Position) -> str:
    """Return a game at a position, with one move for each filled cell that is not a given."""
    params = params_text(puzzle)
    board = puzzle.geometry
    moves = [
        ("MOVE", f"P{board.value(position, cell)},{cell % puzzle.width},{cell // puzzle.width}")
        for cell in board.changed(puzzle.givens, position)
    ]
    count = str(len(moves) + 1)
    values = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": "Unruly",
        "PARAMS": params,
        "CPARAMS": params,
        "DESC": body_text(puzzle),
        "NSTATES": count,
        "STATEPOS": count,
    }
    return "\n".join([f"{key:<8}:{len(value)}:{value}" for key, value in (*values.items(), *moves)])


def _puzzle(fields: dict[str, _Field]) -> Puzzle:
    game = _field(fields, "GAME")
    if game.value != "Unruly":
        raise error(f"this is a game of {game.value[:20]!r}, not of Unruly", game.line, game.column)
    params, body = _field(fields, "PARAMS"), _field(fields, "DESC")
    match = _PARAMS.fullmatch(params.value)
    if match is None:
        raise error("expected a size such as '6x6' or '6x6u'", params.line, params.column)
    width, height = parse_params(match[1], match[2], params.line, params.column)
    return parse_body(width, height, body.value, unique_lines=bool(match[3]), line=body.line, column=body.column)


def _field(fields: dict[str, _Field], key: str) -> _Field:
    if key not in fields:
        raise error(f"the save file has no {key}", max([field.line for field in fields.values()], default=1))
    return fields[key]


def _check_number(fields: dict[str, _Field], key: str, low: int, high: int) -> int:
    field = _field(fields, key)
    if not (field.value.isascii() and field.value.isdigit() and low <= int(field.value[:9]) <= high):
        expected = f"{low}" if low == high else f"{low} to {high}"
        raise error(f"{key} is {field.value[:20]!r}, expected {expected}", field.line, field.column)
    return int(field.value[:9])


def _positions(puzzle: Puzzle, states: list[tuple[str, _Field]]) -> list[Position]:
    history = [puzzle.givens]
    for kind, field in states:
        if kind == "RESTART":
            history.append(puzzle.givens)
        elif kind == "SOLVE" or field.value.startswith("S"):
            history.append(_solved(puzzle, field))
        else:
            history.append(_moved(puzzle, history[-1], field))
    return history


def _moved(puzzle: Puzzle, position: Position, field: _Field) -> Position:
    match = _MOVE.fullmatch(field.value)
    if match is None:
        raise error("expected a move such as 'P1,3,0'", field.line, field.column)
    column, row = int(match[2]), int(match[3])
    if column >= puzzle.width or row >= puzzle.height:
        raise error(f"the move is outside the {puzzle.width}x{puzzle.height} board", field.line, field.column)
    cell = row * puzzle.width + column
    if puzzle.is_given(cell):
        raise error(f"the move changes the given in r{row + 1}c{column + 1}", field.line, field.column)
    return puzzle.geometry.place(position, cell, _VALUES[match[1]])


def _solved(puzzle: Puzzle, field: _Field) -> Position:
    cells = field.value[1:]
    givens = puzzle.geometry.text(puzzle.givens)
    is_full = len(cells) == len(givens) and not cells.strip("01")
    if not is_full or any(given not in (".", cell) for given, cell in zip(givens, cells, strict=True)):
        raise error("expected 'S' and a full grid with the same givens", field.line, field.column)
    return puzzle.geometry.position(cells)
