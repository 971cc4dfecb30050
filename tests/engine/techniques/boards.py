"""Reads the boards of the techniques: `boards/NAME.txt`, one file for each technique, written by hand.

Each block is a board; blank lines separate blocks. A block consists of a comment that says what the board shows, the
puzzle in the notation of the package, and every deduction that the technique finds there, in order, in two lines each:

    Row 1: r1c2 and r1c3 are both 0, so r1c4 is 1.
        r1c4=1 by r1c2, r1c3 in row 1

The first line is its sentence. The second line says which cells take which values, and which cells in which lines are
the reason. `nothing` instead of deductions means that there are none. `...` at the end means that there are more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "boards"
_FACT = re.compile(r"(?P<filled>.*?) by (?P<because>.*?)(?: in (?P<lines>.*))?")


@dataclass(frozen=True)
class Expected:
    """A deduction in words: cells by name, each with its value; reasons and lines by name."""

    sentence: str
    filled: tuple[str, ...]
    because: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A board and what a technique finds on it. `is_open` says that it finds more."""

    comment: str
    puzzle: str
    expected: tuple[Expected, ...]
    is_open: bool


def names() -> list[str]:
    """The techniques that have boards."""
    return sorted(path.stem.replace("_", " ") for path in FOLDER.glob("*.txt"))


def blocks(name: str) -> list[Block]:
    """All boards of a technique. Raises ValueError for a block that is not written as described."""
    text = (FOLDER / f"{name.replace(' ', '_')}.txt").read_text("utf-8")
    return [_block(part.splitlines()) for part in text.strip().split("\n\n")]


def _block(lines: list[str]) -> Block:
    comment, puzzle, *rest = lines
    rest = [line.strip() for line in rest]
    is_open = rest[-1] == "..."
    if rest[-1] in ("...", "nothing"):
        rest.pop()
    if not comment.startswith("# ") or len(rest) % 2:
        raise ValueError(f"not a block: {lines}")
    return Block(comment[2:], puzzle, tuple(map(_expected, rest[::2], rest[1::2])), is_open)


def _expected(sentence: str, fact: str) -> Expected:
    match = _FACT.fullmatch(fact)
    if match is None:
        raise ValueError(f"not a deduction: {fact}")
    parts = (
        match["filled"].split(),
        match["because"].split(", "),
        match["lines"].split(", ") if match["lines"] else [],
    )
    return Expected(sentence, *map(tuple, parts))
