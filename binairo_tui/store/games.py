"""What a saved game is, and how a new one is made. Knows no tables."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.files.clean_text import clean
from binairo_tui.game.session import SessionSnapshot

if TYPE_CHECKING:
    from datetime import datetime

    from binairo_tui.engine import Puzzle
    from binairo_tui.game.aids import Aid
    from binairo_tui.game.steps import Step


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as the database holds it, or, with `rev` 0, a new one that it does not hold yet.

    `title` is what the player calls the puzzle ("medium-8 #12"), `band` its difficulty or ''; `collection` and `number`
    (from 1) say where it comes from, '' and 0 for elsewhere. `created_utc` is in seconds since 1970; `rev` counts the
    writes; `lease` is the token of the session that wrote last and may be playing (see `leases`), or ''.
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


class Solve(NamedTuple):
    """That a game was solved: after how long, with which help, and when (aware, in the player's zone)."""

    elapsed_ms: int
    aids: Aid
    at: datetime


class Held(NamedTuple):
    """What the database is known to hold of a game: `rev` 0 if nothing, and whose lease."""

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
    """A game with a fresh id, in memory only: the first save through the writer puts it into the database.

    `number` is positive with a `collection` and 0 without (ValueError). `title` may be foreign: it is cleaned.
    Characters of `collection` that UTF-8 cannot hold (parts of undecodable file names) become '?'.
    """
    if (number > 0) != bool(collection):
        raise ValueError(f"number {number} of collection {collection!r}")
    return SavedGame(
        id=os.urandom(16).hex(),
        puzzle=puzzle,
        title=clean(title),
        band=band,
        collection=_storable(collection),
        number=number,
        created_utc=int(now.timestamp()),
        rev=0,
        progress=SessionSnapshot(cursor=0, elapsed_ms=0, head=0, steps=()),
    )


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
