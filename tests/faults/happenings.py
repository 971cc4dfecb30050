"""Happenings: what a seed of the simulation lets happen to the app from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from tests.faults.type_ahead import NAMED, PHRASES, SINGLE
from tests.faults.world import NOON

EVENTS = 30
"""The number of events of a seed."""
SMALL_SIZES = ((20, 8), (10, 3), (1, 1))
SIZES = ((80, 24), (80, 24), (120, 40), (40, 14), *SMALL_SIZES, (300, 90))
OPENING = (
    "ctrl+p",
    "ctrl+p escape",
    "ctrl+p u n",
    "ctrl+p backspace",
    "question_mark",
    "question_mark q",
    "comma",
    "g",
)
"""Keys that put a screen in front of another, and some that close it again."""
PAUSES = (0.0, 0.001, 0.005, 0.01, 0.02, 0.05)
ZONES = ("UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/New_York", "Australia/Lord_Howe")
MOMENTS = (
    datetime(2024, 3, 31, 0, 59, 58, tzinfo=UTC),  # summer time begins in Berlin, and ends below
    datetime(2024, 10, 27, 0, 59, 58, tzinfo=UTC),
    datetime(2024, 12, 31, 23, 59, 58, tzinfo=UTC),
    datetime(1999, 1, 1, tzinfo=UTC),
    datetime(2080, 2, 29, tzinfo=UTC),
    NOON,
)
ERRORS = {
    "the disk is full": sqlite3.SQLITE_FULL,
    "the disk fails": sqlite3.SQLITE_IOERR,
    "writing is forbidden": sqlite3.SQLITE_READONLY,
    "opening is forbidden": sqlite3.SQLITE_CANTOPEN,
}


class Happening(NamedTuple):
    """An event from outside: what happens, with what, and how many seconds pass before the next one."""

    what: str
    argument: Any
    pause: float = 0.0

    def __str__(self) -> str:
        return f"{self.what} {self.argument}" + (f", then {self.pause} s" if self.pause else "")


def random_events(seed: int) -> list[Happening]:
    """Return the events of a seed."""
    chance = Random(f"events {seed}")
    events = [Happening("keys", "C enter enter")] if chance.random() < 0.7 else []
    makers: dict[Callable[[Random], list[Happening]], int] = {
        _keys: 10, _open: 3, _resize: 4, _flicker: 3, _wait: 5, _clock: 1, _disk: 2, _other: 3,
    }  # fmt: skip
    for make in chance.choices(list(makers), list(makers.values()), k=EVENTS):
        events += make(chance)
    return events


def _keys(chance: Random) -> list[Happening]:
    if chance.random() < 0.5:
        return [Happening("keys", chance.choice(PHRASES), chance.choice(PAUSES))]
    keys = chance.choices([*SINGLE, *NAMED, "0", "1", "escape"], k=chance.randrange(1, 5))
    return [Happening("keys", " ".join(keys), chance.choice(PAUSES))]


def _open(chance: Random) -> list[Happening]:
    return [Happening("keys", chance.choice(OPENING), chance.choice(PAUSES))]


def _resize(chance: Random) -> list[Happening]:
    return [Happening("resize", chance.choice(SIZES), chance.choice(PAUSES))]


def _flicker(chance: Random) -> list[Happening]:
    """The terminal becomes too small and large again within a few frames."""
    return [Happening("resize", chance.choice(sizes), chance.choice(PAUSES)) for sizes in (SMALL_SIZES, SIZES[:2])]


def _wait(chance: Random) -> list[Happening]:
    return [Happening("wait", "for the app", chance.choice((0.3, 1.0, 3.0, 20.0)))]


def _clock(chance: Random) -> list[Happening]:
    return [Happening("clock", (chance.choice(MOMENTS).isoformat(), chance.choice(ZONES)))]


def _disk(chance: Random) -> list[Happening]:
    return [
        Happening("disk", (chance.choice(list(ERRORS)), chance.choice((0, 1, 2, 3, 10, 50)), chance.random() < 0.3))
    ]


def _other(chance: Random) -> list[Happening]:
    return [Happening("other session", chance.choice(("takes over", "takes over", "moves", "moves", "leaves")))]
