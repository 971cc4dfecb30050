"""Lets players watch races in other rooms, with a delay. Only the boards of racers who allow it are shown."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from binairo_tui.engine import Position, Puzzle
from binairo_tui.files.json_lines import Fields, required_field
from binairo_tui.host.links import Link
from binairo_tui.host.rooms import Phase, RaceRoom, RoomError

DELAY_MS = 30_000
"""Milliseconds after which watchers see what happens in a race, so that they cannot tell a racer anything useful."""


class Moment(NamedTuple):
    """A race at a time in ms since 1970: the racers' positions by id, and the results that are known."""

    at_ms: int
    positions: dict[str, Position]
    results: list[list[object]]
    is_over: bool = False


class ShownRace:
    """A race as its watchers see it: `shown` is what they may see now; what they may not see yet is kept back."""

    def __init__(self, room: RaceRoom, puzzle: Puzzle) -> None:
        self.number = room.race
        self.room = room
        self.puzzle = puzzle
        self.racers = room.racers
        self.shown = Moment(room.started_ms, dict.fromkeys(room.racers, puzzle.givens), [])
        self._title = room.title
        self._started_ms = room.started_ms
        self._untold = deque[Moment]()

    def advance(self, now: int) -> None:
        """Record the race as it is now, and show it as it was `DELAY_MS` ago."""
        if not self._untold or not self._untold[-1].is_over:
            is_over = self.room.phase is not Phase.RUNNING or self.room.racers is not self.racers
            known = [it for it in self.racers.values() if is_over or it.has_result]
            positions = {player: it.log.position for player, it in self.racers.items() if it.log}
            self._untold.append(Moment(now, positions, [it.result for it in known], is_over))
        while self._untold and self._untold[0].at_ms <= now - DELAY_MS:
            self.shown = self._untold.popleft()

    def view(self, allows: Callable[[str], bool]) -> dict[str, object]:
        """Return what a watcher may see: names and numbers, and the boards of racers who allow it.

        `allows` takes the id of a racer.
        """
        geometry, shown = self.puzzle.geometry, self.shown
        return {
            "title": self._title,
            "puzzle": str(self.puzzle),
            "elapsed_ms": max(shown.at_ms - self._started_ms, 0),
            "delay_ms": DELAY_MS,
            "is_over": shown.is_over,
            "racers": [
                [
                    self.racers[player].name,
                    geometry.filled_count(position) - self.puzzle.given_count,
                    geometry.text(position) if allows(player) else "",
                ]
                for player, position in shown.positions.items()
            ],
            "results": shown.results,
        }


class Watching:
    """Keeps track of who watches what. `rooms` returns all rooms, and `links_of` the links of a player's sessions."""

    def __init__(self, rooms: Callable[[], Iterable[RaceRoom]], links_of: Callable[[str], list[Link]]) -> None:
        self._rooms = rooms
        self._links_of = links_of
        self._races: dict[int, ShownRace] = {}
        """The races whose end has not been shown, by number."""
        self._watched: dict[Link, ShownRace] = {}

    # Requests from players.

    async def watched(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return each race that may be watched: its number, its room, its kind, and the names of its racers."""
        races = [race for race in self._races.values() if self._may_watch(link, race)]
        return {
            "races": [
                [race.number, race.room.name, race.room.title, [it.name for it in race.racers.values()]]
                for race in races
            ]
        }

    async def watch(self, link: Link, fields: Fields) -> dict[str, object]:
        """Return a race as watchers may see it now, and send its changes to `link` until its end."""
        race = self._races.get(required_field(fields, "race", int))
        if race is None or not self._may_watch(link, race):
            raise RoomError("This race cannot be watched now.")
        self._watched[link] = race
        return race.view(self._allows)

    async def stop(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Stop reporting the watched race."""
        self.forget(link)
        return {}

    def forget(self, link: Link) -> None:
        """Stop reporting the watched race to a link."""
        self._watched.pop(link, None)

    # What happens to races and racers.

    def begin(self, room: RaceRoom, puzzle: Puzzle) -> ShownRace:
        """Let others watch a race that has begun."""
        race = self._races[room.race] = ShownRace(room, puzzle)
        return race

    def advance(self, race: ShownRace, now: int) -> bool:
        """Show a race as it was `DELAY_MS` ago to its watchers; return False once they have seen its end."""
        race.advance(now)
        watchers = [link for link, watched in self._watched.items() if watched is race]
        for link in watchers:
            self._tell(link, race)
        if race.shown.is_over:
            del self._races[race.number]
            for link in watchers:
                self.forget(link)
        return not race.shown.is_over

    def check(self) -> None:
        """Update what all watchers see, because somebody has entered a room or forbidden watching."""
        for link, race in list(self._watched.items()):
            self._tell(link, race)

    def _tell(self, link: Link, race: ShownRace) -> None:
        if self._may_watch(link, race):
            link.tell("watch", {"race": race.view(self._allows)})
        else:
            self.forget(link)
            link.tell("watch", {"race": None})

    def _may_watch(self, link: Link, race: ShownRace) -> bool:
        """Return True if a racer allows watching, and the player at the other end of `link` is in no racer's room."""
        player = link.visitor.player
        others = {it for room in self._rooms() if player in room.members for it in room.members}
        return any(map(self._allows, race.racers)) and others.isdisjoint(race.racers)

    def _allows(self, player: str) -> bool:
        return any(link.visitor.is_watchable for link in self._links_of(player))
