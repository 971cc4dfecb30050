"""Games as values: saved games and new games. Knows nothing about tables."""

import os
from datetime import date, datetime
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.game import Aid, GameSession, SessionSnapshot, Step


class SavedGame(NamedTuple):
    """A game as it was read from the database or, with `rev` 0, a new game that is not saved yet.

    `title` is the name of the puzzle for the player ("medium-8 #12"), and `band` is its difficulty or ''. `collection`
    and `number` (counted from 1) identify the puzzle's entry in a collection. For other puzzles, they are '' and 0.
    `created_utc` is in seconds since 1970, and `rev` counts the writes. `lease` is the token of the session that wrote
    last and may still be playing (see `leases`), or ''.
    """

    id: str
    puzzle: Puzzle
    title: str
    band: str
    collection: str
    number: int
    created_utc: int
    rev: int
    progress: SessionSnapshot
    lease: str = ""


class SolveRecord(NamedTuple):
    """`at`, the time of the solve, has a time zone. `day` is the player's local day of the solve."""

    elapsed_ms: int
    aids: Aid
    at: datetime
    day: date


class StoredState(NamedTuple):
    """What a session expects in the database. `rev` is 0 if it expects that the database lacks the game."""

    rev: int
    steps: tuple[Step, ...]
    lease: str = ""


def new_game(
    puzzle: Puzzle,
    *,
    title: str,
    now: datetime,
    band: str = "",
    collection: str = "",
    number: int = 0,
) -> SavedGame:
    """Return a new game of a puzzle, with a random id. It is only in memory until the writer saves it.

    `title` may be untrusted: control characters are removed. `collection` and `number` are those of `SavedGame`. Raises
    ValueError if only one of the two is given. Characters of `collection` that UTF-8 cannot encode become '?'.
    """
    if (number > 0) != bool(collection):
        raise ValueError(f"number {number} of collection {collection!r}")
    return SavedGame(
        id=os.urandom(16).hex(),
        puzzle=puzzle,
        title=strip_controls(title),
        band=band,
        collection=collection.encode("utf-8", "replace").decode("utf-8"),
        number=number,
        created_utc=int(now.timestamp()),
        rev=0,
        progress=GameSession(puzzle).snapshot(),
    )
