"""Races of others, as a host reports them to players who watch."""

from typing import NamedTuple

from binairo_tui.files.json_lines import Fields
from binairo_tui.player.race_results import RaceResult


class WatchableRace(NamedTuple):
    """A race that can be watched: its number on the host, the name of its room, its title, and the racers' names."""

    number: int
    room: str
    title: str
    names: tuple[str, ...]


class WatchedRacer(NamedTuple):
    """A racer in a watched race. `filled` counts cells; `grid` is the text of the grid, or '' if it may not be seen."""

    name: str
    filled: int
    grid: str


class WatchedRace(NamedTuple):
    """A watched race as it was `delay_ms` ago, `elapsed_ms` after its start; `results` are those known then."""

    title: str
    puzzle: str
    elapsed_ms: int
    delay_ms: int
    is_over: bool
    racers: tuple[WatchedRacer, ...]
    results: tuple[RaceResult, ...]


def watched_race(fields: Fields) -> WatchedRace:
    """Return the race in a report of the host."""
    racers = tuple([WatchedRacer(*racer) for racer in fields["racers"]])
    results = tuple([RaceResult(*result) for result in fields["results"]])
    return WatchedRace(**{**fields, "racers": racers, "results": results})
