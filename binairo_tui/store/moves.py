"""The moves of one step as a line of text, and back: `r3c5:.>1 r4c1:0>.` (cell, old value, new value)."""

from __future__ import annotations

import re
from typing import cast

from binairo_tui.engine import Value, cell_name
from binairo_tui.game.steps import Move

_MOVE = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?):([01.])>([01.])")


def format_moves(moves: tuple[Move, ...], width: int) -> str:
    """The text of some moves on a board of this width (at most 99 wide and high); empty for none."""
    return " ".join([f"{cell_name(move.cell, width)}:{move.old}>{move.new}" for move in moves])


def parse_moves(text: str, width: int, height: int) -> tuple[Move, ...]:
    """The moves of a text of `format_moves`: exactly those texts are read.

    Raises ValueError for any other text and for a cell outside the board. Whether the moves fit the position they are
    made on is not checked; `GameSession.resume` does that.
    """
    return tuple([_parse_move(item, width, height) for item in text.split(" ")]) if text else ()


def _parse_move(text: str, width: int, height: int) -> Move:
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a move: {text!a}")
    row, column = int(match[1]), int(match[2])
    if row > height or column > width:
        raise ValueError(f"r{row}c{column} is outside the {width}x{height} board")
    return Move((row - 1) * width + column - 1, cast("Value", match[3]), cast("Value", match[4]))
