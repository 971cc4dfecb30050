"""Saved games from Unruly: lines `KEY :LENGTH:VALUE`. They include every move, so a saved game can be continued."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from binairo_tui.engine import Position, Puzzle, Value
from binairo_tui.formats.base import ReadPuzzle, error
from binairo_tui.formats.codecs.runs import unruly_parts, unruly_puzzle

_FIELD = re.compile(r"([A-Z]+) *:([0-9]{1,7}):(.*)")
_MOVE = re.compile(r"P([01-]),([0-9]{1,3}),([0-9]{1,3})")
_VALUES: dict[str, Value] = {"0": "0", "1": "1", "-": "."}
_STATES = ("MOVE", "SOLVE", "RESTART")
_ONCE = ("GAME", "PARAMS", "DESC", "NSTATES", "STATEPOS")


class _Field(NamedTuple):
    key: str
    value: str
    place: tuple[int, int]
    """The line and column of the value."""


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle of a saved game, with all positions of the game."""
    fields = [_field(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    once = {field.key: field for field in fields if field.key not in _STATES}
    game = once.get("GAME")
    if game and game.value != "Unruly":
        raise error(f"this is a game of {game.value[:20]!r}, not of Unruly", *game.place)
    if missing := [key for key in _ONCE if key not in once]:
        raise error(f"the save file has no {missing[0]}", text.count("\n") + 1)
    size, body, count, head = [once[key] for key in _ONCE if key != "GAME"]
    puzzle = unruly_puzzle(size.value, body.value, size.place, body.place)
    states = [field for field in fields if field.key in _STATES]
    history = tuple(accumulate(states, partial(_after, puzzle), initial=puzzle.givens))
    _number(count, len(history), len(history))
    yield ReadPuzzle(puzzle, history, _number(head, 1, len(history)) - 1)


def write(puzzle: Puzzle, position: Position) -> str:
    """Return a game at a position, with one move for each filled cell that is not a given."""
    size, body = unruly_parts(puzzle)
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
        "PARAMS": size,
        "CPARAMS": size,
        "DESC": body,
        "NSTATES": count,
        "STATEPOS": count,
    }
    return "\n".join([f"{key:<8}:{len(value)}:{value}" for key, value in (*values.items(), *moves)])


def _field(number: int, line: str) -> _Field:
    match = _FIELD.fullmatch(line)
    if match is None:
        raise error("expected a line 'KEY     :LENGTH:VALUE' of a save file", number)
    place = (number, match.start(3) + 1)
    if int(match[2]) != len(match[3]):
        raise error(f"the value has {len(match[3])} characters, not {int(match[2])}", *place)
    return _Field(match[1], match[3], place)


def _number(field: _Field, low: int, high: int) -> int:
    value = field.value
    if not (value.isascii() and value.isdigit() and low <= int(value[:9]) <= high):
        expected = f"{low}" if low == high else f"{low} to {high}"
        raise error(f"{field.key} is {value[:20]!r}, expected {expected}", *field.place)
    return int(value[:9])


def _after(puzzle: Puzzle, position: Position, field: _Field) -> Position:
    """Return the position after an entry, which is a move, a solution by Unruly, or a restart."""
    if field.key == "RESTART":
        return puzzle.givens
    if field.key == "SOLVE" or field.value.startswith("S"):
        cells, givens = field.value[1:], puzzle.geometry.text(puzzle.givens)
        is_full = len(cells) == len(givens) and not cells.strip("01")
        if not is_full or any(given not in (".", cell) for given, cell in zip(givens, cells, strict=True)):
            raise error("expected 'S' and a full grid with the same givens", *field.place)
        return puzzle.geometry.position(cells)
    match = _MOVE.fullmatch(field.value)
    if match is None:
        raise error("expected a move such as 'P1,3,0'", *field.place)
    column, row = int(match[2]), int(match[3])
    if column >= puzzle.width or row >= puzzle.height:
        raise error(f"the move is outside the {puzzle.width}x{puzzle.height} board", *field.place)
    cell = row * puzzle.width + column
    if puzzle.is_given(cell):
        raise error(f"the move changes the given in r{row + 1}c{column + 1}", *field.place)
    return puzzle.geometry.place(position, cell, _VALUES[match[1]])
