"""The puzzles to choose from: collections, daily puzzles, and puzzles from elsewhere.

Saved games and results treat the daily puzzles of each size as a collection. The name of such a collection, such as
`daily/8x8`, has a slash, so no file of the player's can have the same name. The number of a daily puzzle is its date,
such as `20261120`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from binairo_tui import engine, library, store
from binairo_tui.files import paths
from binairo_tui.game import SessionSnapshot
from binairo_tui.player.text import ordinal

DAILY_SIZES = ((6, 6), (8, 8), (10, 10), (14, 14))
TUTORIAL = "tutorial"
_UNLISTED = (TUTORIAL, "classics")
"""The collections that no list shows. The tutorial is offered elsewhere; `classics` is a single puzzle for examples."""
_DAILY = "daily/"


class Catalog:
    """The shipped collections, and those in the player's own directory, if there is one."""

    problems: tuple[str, ...] = ()
    """Why the last call of `all` left out some of the player's own files; one clause each, which may quote the file."""

    def __init__(self, shipped: Sequence[library.Collection], own_directory: Path | None = None) -> None:
        self.shipped = tuple(shipped)
        self._own_directory = own_directory

    @property
    def lessons(self) -> library.Collection:
        """The collection of the tutorial. Raises LibraryError if it is missing."""
        for collection in self.shipped:
            if collection.name == TUTORIAL:
                return collection
        raise library.LibraryError(f'the collection "{TUTORIAL}" is missing')

    def all(self) -> tuple[library.Collection, ...]:
        """Return the shipped collections, then the player's own collections. The latter are read again at each call."""
        if self._own_directory is None:
            return self.shipped

        own, self.problems = library.own.own_collections(self._own_directory)
        return (*self.shipped, *own)

    def listed(self) -> list[library.Collection]:
        """Return the collections to choose a puzzle from: all except `tutorial` and `classics`."""
        return [collection for collection in self.all() if collection.name not in _UNLISTED]

    def entry_of(self, puzzle: engine.Puzzle, title: str) -> library.Entry | None:
        """Return the entry with this puzzle and title; None if no collection has it. Raises LibraryError."""
        name, _, number = title.rpartition(" #")
        if not number.isdigit():
            return None
        is_shipped = any(collection.name == name for collection in self.shipped)
        collection = next((it for it in (self.shipped if is_shipped else self.all()) if it.name == name), None)
        entries = collection.entries if collection else ()
        return next((it for it in entries if (it.title, it.puzzle) == (title, puzzle)), None)


def open_catalog(report: Callable[[str], None]) -> Catalog:
    """Return the player's catalog. If the shipped collections cannot be read, leave them out and `report` why."""
    try:
        shipped = library.collections()
    except library.LibraryError as error:
        report(str(error))
        shipped = ()
    return Catalog(shipped, paths.own_collections_dir())


class IncomingPuzzle(NamedTuple):
    """`progress` was made elsewhere. `notes` are sentences for the player. `band` is '' if it is not known."""

    puzzle: engine.Puzzle
    title: str = ""
    progress: SessionSnapshot | None = None
    notes: tuple[str, ...] = ()
    band: str = ""


def first_unsolved(
    entries: Iterable[library.Entry], states: Mapping[int, store.queries.PuzzleState]
) -> library.Entry | None:
    return next((it for it in entries if states.get(it.number) is not store.queries.PuzzleState.SOLVED), None)


def next_entry(
    collections: Iterable[library.Collection],
    states: Mapping[str, dict[int, store.queries.PuzzleState]],
    game: store.games.SavedGame,
) -> library.Entry | None:
    """Return the next unsolved puzzle of a game's collection (after the last, the first). Raises LibraryError."""
    collection = next((it for it in collections if it.name == game.collection), None)
    if collection is None:
        return None
    entries = in_order(collection.entries)
    place = next((index for index, entry in enumerate(entries) if entry.number == game.number), len(entries))
    return first_unsolved((*entries[place + 1 :], *entries[:place]), states.get(game.collection, {}))


def first_entry(
    collections: Iterable[library.Collection], states: Mapping[str, Mapping[int, store.queries.PuzzleState]]
) -> library.Entry | None:
    """Return the first unsolved puzzle outside the tutorial; None if there is none, or if it cannot be read."""
    collection = next((it for it in collections if it.name != TUTORIAL), None)
    with suppress(library.LibraryError):
        return first_unsolved(collection.entries, states.get(collection.name, {})) if collection else None
    return None


def in_order(entries: Sequence[library.Entry]) -> tuple[library.Entry, ...]:
    """Return puzzles in the order of play: the lessons, by technique from easy to hard, then the others as given."""
    places = {name: place for place, name in enumerate(engine.bands.BAND_OF)}
    return tuple(sorted(entries, key=lambda entry: places.get(entry.technique, len(places))))


def lesson_title(technique: str) -> str:
    return f"Lesson: {technique}"


def daily_collection(width: int, height: int) -> str:
    return f"{_DAILY}{width}x{height}"


def is_daily(collection: str) -> bool:
    return collection.startswith(_DAILY)


RACES = "race"
"""The collection name of finished races on a host. The number of a race is its start in seconds since 1970."""
RACE_PUZZLE = "race puzzle"
"""The title of a game that has the puzzle of a race, but is not part of the race."""


def race_title(place: int, count: int) -> str:
    return f"Race, {ordinal(place)} of {count}"


def daily_number(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def daily_title(day: date) -> str:
    return f"Daily {day.day} {day:%B %Y}"


def day_of(number: int) -> date | None:
    """Return the day whose daily puzzle has this number; None if the number is invalid."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None


def offered_size(chosen: str, days: Collection[date]) -> tuple[int, int]:
    """Return the size of the daily puzzle to offer first.

    Until the player has begun a daily puzzle, this is the size whose puzzles are easy on every day of the week. After
    that, it is `chosen`, the size in the settings. `days` are the days whose puzzles were begun.
    """
    return (engine.puzzle.parse_size(chosen) if days else None) or engine.request.EASY_DAILY_SIZE


def daily_state(
    states: Mapping[str, Mapping[int, store.queries.PuzzleState]], day: date, width: int, height: int
) -> store.queries.PuzzleState | None:
    """Return the state of the daily puzzle of a day and size; None if it was never begun."""
    return states.get(daily_collection(width, height), {}).get(daily_number(day))


def daily_states(
    states: Mapping[str, Mapping[int, store.queries.PuzzleState]],
) -> dict[date, store.queries.PuzzleState]:
    """Map each day with a begun daily puzzle to SOLVED if any puzzle of that day is solved, otherwise to STARTED."""
    found: dict[date, store.queries.PuzzleState] = {}
    for collection, by_number in states.items():
        if is_daily(collection):
            for number, state in by_number.items():
                day = day_of(number)
                if day is not None and found.get(day) is not store.queries.PuzzleState.SOLVED:
                    found[day] = state
    return found
