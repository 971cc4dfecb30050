"""Playing with others: the app's requests to the host that it runs on, and the news from the host."""

import asyncio
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import date, datetime
from typing import Any, NamedTuple

from binairo_tui.engine import Puzzle, Request, parse_puzzle
from binairo_tui.files.json_lines import Fields
from binairo_tui.game import Aid
from binairo_tui.game.steps import SessionSnapshot, format_history, parse_history
from binairo_tui.host.client.hub_link import GONE, VERSION, HostError, HubLink, wait_for
from binairo_tui.host.client.race import RaceStore, StormRace
from binairo_tui.player.likeness import is_like
from binairo_tui.player.storm_boards import SIZE
from binairo_tui.player.text import size_text
from binairo_tui.processes import requests, worker
from binairo_tui.store import games, writer
from binairo_tui.tui.view.race_text import RankedSolve

RACED = "This may be the puzzle of your race, which is played without help."
MADE_SECONDS = 600.0
"""Timeout, in seconds, of a request for a puzzle. The request may have to wait until other players are served."""


class LeagueLine(NamedTuple):
    """A player in the table of ratings (see `glicko.Rating`); `today` is today's gain, or None without a game today."""

    name: str
    value: float
    deviation: float
    today: float | None


class RoomLine(NamedTuple):
    """A room in the list of rooms; `state` is as in `RoomReport`, and `names` are those of the players in the room."""

    name: str
    title: str
    state: str
    names: tuple[str, ...]


class Racer(NamedTuple):
    """A player in a room. `filled` counts the cells filled in the running race or, in a Storm, the solved boards."""

    name: str
    is_here: bool
    is_ready: bool
    filled: int


class RaceResult(NamedTuple):
    """The result of a racer.

    `elapsed_ms` is the time in ms. If the racer has not finished, `elapsed_ms` is 0. `place` is then also 0, except for
    a racer who has won because all others gave up. `has_given_up` means that the racer left the race. In a Storm,
    `solved` is the number of solved boards, and `elapsed_ms` is the time of the last one; otherwise, `solved` is None.
    """

    name: str
    place: int
    elapsed_ms: int
    has_given_up: bool = False
    solved: int | None = None


class PastRace(NamedTuple):
    """A race that is over. `started_utc` is in seconds since 1970. The winner is the first of the `racers`."""

    id: int
    title: str
    started_utc: int
    racers: tuple[RaceResult, ...]


class FinishedRace(NamedTuple):
    """A race that the player has finished; `place` is from 1 to `racer_count`, and `started_ms` is in ms since 1970."""

    id: int
    title: str
    started_ms: int
    elapsed_ms: int
    place: int
    racer_count: int


class RoomReport(NamedTuple):
    """The room that the player is in, as the host last reported it.

    `state` is `making`, `open`, `countdown`, `running` or `over`. `starts_in_ms` is the time from the report to the
    start of the race; it is negative during a race. `race` is the number of the race on this host. `to_fill` counts the
    cells without a given. `width`, `height` and `to_fill` are 0 while there is no puzzle. `racers` are the players in
    the room. `results` are the known results of the running race or, between races, of the last race, best first. Some
    of these racers may have left the room. `puzzle` is the puzzle of the running race. `problem` is a sentence that
    says why there is no puzzle or why the race is not saved; it may be empty.
    """

    name: str
    title: str
    state: str
    race: int
    starts_in_ms: int
    width: int
    height: int
    to_fill: int
    racers: tuple[Racer, ...]
    results: tuple[RaceResult, ...] = ()
    problem: str = ""
    is_storm: bool = False
    puzzle: str = ""
    seen_at: float = 0.0
    """When the host reported the room, in seconds on the monotonic clock."""

    def racer(self, name: str) -> Racer | None:
        return next((racer for racer in self.racers if racer.name == name), None)

    def result(self, name: str) -> RaceResult | None:
        """Return the result of the racer with this name; None if it is not known yet."""
        return next((result for result in self.results if result.name == name), None)


News = RoomReport | None | writer.SaveStatus
"""The player's room after a change (None if the player has left it), a race that begins, or how saving a race went."""


class HostClient:
    """Sends requests to the host for one player's session, and reports news from the host.

    Most methods wait for the host's answer and raise HostError, so call them in the background. `name` is empty until
    the player has chosen one. If `needs_invitation`, a new player must give an invitation. `room` is the room that the
    player is in, if any. `on_news` is called in another thread with all news, `on_race_called` with the room if a race
    of the player begins to count down or has begun, and `on_race_finished` when the player has finished a race.
    `disk_mib` is the space for the player's games and their backups, in MiB.
    """

    _claimed: Future[dict[str, Any]] | None = None
    """The answer to the last claim; None if there was none."""

    def __init__(self, link: socket.socket) -> None:
        self.on_news: Callable[[News], object] = lambda _: None
        self.on_race_called: Callable[[RoomReport], object] = lambda _: None
        self.on_race_finished: Callable[[], None] = lambda: None
        self.room: RoomReport | None = None
        self._link = HubLink(link, self.take_news)
        hello = self._link.ask("hello", version=VERSION)
        self.name = str(hello["name"])
        self.needs_invitation = bool(hello["needs_invitation"])
        self.disk_mib = int(hello["disk_mib"])
        self._take_room(hello["room"])

    # Names and keys.

    def choose_name(self, name: str, invitation: str = "") -> None:
        """Choose a name.

        `name` may also be a code from `new_code`. The key of this session is then added to the player who made the
        code, and HostError is raised, because the player must log in again.
        """
        answer = self._link.ask("name", name=name, invitation=invitation)
        if answer["is_other"]:
            raise HostError(f"This key now belongs to {answer['name']}: log in again.")
        self.name = str(answer["name"])

    def check_invitation(self, invitation: str) -> None:
        self._link.ask("invitation", invitation=invitation)

    def new_code(self) -> str:
        return str(self._link.ask("code")["code"])

    # The daily ranking.

    def secrets(self) -> tuple[str, str, str]:
        """Return the SHA-256 of today's secret, the SHA-256 of tomorrow's secret, and yesterday's secret.

        The seeds of a day's puzzles contain its secret. '' stands for a day without a secret.
        """
        answer = self._link.ask("secrets")
        return answer["today"], answer["tomorrow"], answer["yesterday"]

    def standings(self, day: date, size: str) -> list[RankedSolve]:
        if self._claimed:
            with suppress(HostError):  # the ranking is valid even if the host has refused the claim
                wait_for(self._claimed)
        answer = self._link.ask("standings", day=day.isoformat(), size=size)
        return [RankedSolve(name, style, ms, name == self.name) for name, style, ms in answer["standings"]]

    def look(self, day: date, size: str, aids: Aid) -> None:
        """Report that the player sees a daily puzzle, and the aids used so far, without waiting for an answer."""
        self._link.ask_later("look", day=day.isoformat(), size=size, aids=aids.value)

    def claim(self, day: date, puzzle: Puzzle, snapshot: SessionSnapshot, solved_at: datetime) -> None:
        """Report a solve without waiting; `standings` waits for the answer. `solved_at` has a time zone."""
        self._claimed = self._link.ask_later(
            "claim",
            day=day.isoformat(),
            size=size_text(puzzle.width, puzzle.height),
            history=format_history(snapshot.steps, snapshot.head, puzzle.width),
            aids=snapshot.aids.value,
            solved_ms=round(1000 * solved_at.timestamp()),
        )

    # Ratings.

    def league(self) -> list[LeagueLine]:
        return [LeagueLine(*line) for line in self._link.ask("league")["players"]]

    # Rooms.

    def rooms(self) -> list[RoomLine]:
        """Return all rooms: the player's own room first, the others by name."""
        answer = self._link.ask("rooms")
        lines = [RoomLine(name, title, state, tuple(names)) for name, title, state, names in answer["rooms"]]
        return sorted(lines, key=lambda line: (line.name != answer["mine"], line.name))

    def open_room(self, request: Request, *, is_storm: bool = False) -> None:
        """Open and enter a room: for Storm if `is_storm`, otherwise for races with puzzles as in `request`."""
        self._take_room(self._link.ask("open", is_storm=is_storm, **requests.request_fields(request))["room"])

    def play_now(self, request: Request) -> None:
        """Enter a room in which somebody waits, or else a new room, and report that the player is ready."""
        self._take_room(self._link.ask("play", is_storm=False, **requests.request_fields(request))["room"])
        self.be_ready()

    def enter_room(self, name: str) -> None:
        self._take_room(self._link.ask("enter", room=name)["room"])

    def leave_room(self) -> None:
        self.room = None
        self._link.ask("leave")

    def be_ready(self) -> None:
        self._link.ask("ready")

    def be_unready(self) -> None:
        """Report that the player is no longer ready, without waiting for an answer."""
        self._link.ask_later("unready")

    def is_racing(self) -> bool:
        """Return True while the player is in a running race and has not finished it."""
        room = self.room
        result = room.result(self.name) if room else None
        has_begun = room is not None and room.state == "running" and room.racer(self.name) is not None
        return has_begun and not (result and result.elapsed_ms)

    def help_refusal(self, puzzle: Puzzle) -> str:
        """Refuse help with a puzzle like that of the player's race (see `is_like`), or of the size of a Storm."""
        room = self.room
        if room is None or not self.is_racing():
            return ""
        is_board = room.is_storm and (puzzle.width, puzzle.height) == (SIZE, SIZE)
        return RACED if is_board or (not room.is_storm and is_like(puzzle, parse_puzzle(room.puzzle))) else ""

    def note_solving(self, puzzle: Puzzle) -> None:
        """Report that the player sees how a puzzle is solved, without waiting for an answer."""
        self._link.ask_later("solve", puzzle=str(puzzle))

    def race_game(self) -> tuple[games.SavedGame, RaceStore]:
        """Return the player's game in the running race, with the playing time so far, and the store that saves it."""
        answer = self._link.ask("race")
        puzzle = parse_puzzle(answer["puzzle"])
        steps, head = parse_history(answer["history"], puzzle.width, puzzle.height)
        progress = SessionSnapshot(0, int(answer["elapsed_ms"]), head, steps)
        game = games.new_game(puzzle, title=answer["title"], now=writer.local_now())
        return game._replace(progress=progress), (
            RaceStore(self._link, puzzle, progress, on_status=self.on_news, on_finished=self.on_race_finished)
        )

    def storm(self) -> StormRace:
        return StormRace(self._link)

    def finished_races(self) -> list[FinishedRace]:
        return [FinishedRace(*item) for item in self._link.ask("finished")["races"]]

    def past_races(self) -> list[PastRace]:
        return [
            PastRace(number, title, started, tuple([RaceResult(*racer) for racer in racers]))
            for number, title, started, racers in self._link.ask("past")["races"]
        ]

    def past_game(self, race: int, name: str) -> tuple[Puzzle, str]:
        """Return the puzzle of a racer's game, and the game's history as in `game.steps`."""
        answer = self._link.ask("replay", race=race, name=name)
        return parse_puzzle(answer["puzzle"]), answer["history"]

    # Puzzles.

    async def generate(self, request: Request, seed: int, on_attempt: Callable[[int], None]) -> requests.Generated:  # noqa: ARG002
        """Have the host generate a puzzle; `on_attempt` is not called: another may want it, too. Raises WorkerError."""
        return requests.Generated.of(await self._work("generate", seed=seed, **requests.request_fields(request)))

    async def daily(
        self, day: date, request: Request, seed: int, on_attempt: Callable[[int], None]
    ) -> requests.Generated:
        """Have the host make the puzzle of a day, from the host's own seed instead of `seed`. Raises WorkerError."""
        del seed, on_attempt
        return requests.Generated.of(
            await self._work("daily", day=day.isoformat(), size=size_text(request.width, request.height))
        )

    async def assess(self, puzzle: Puzzle) -> worker.Assessment:
        """Have the host count the solutions of a puzzle, and grade it. Raises WorkerError."""
        return worker.Assessment(**await self._work("assess", puzzle=str(puzzle)))

    async def _work(self, method: str, **fields: object) -> dict[str, Any]:
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._link.ask_later(method, **fields)), MADE_SECONDS)
        except TimeoutError:
            raise worker.WorkerError(GONE) from None
        except HostError as error:
            raise worker.WorkerError(str(error)) from None

    # News.

    def take_news(self, fields: Fields) -> None:
        # If this session first sees a room during its race, the player entered the room here and need not be called.
        state = self.room.state if self.room else "running"
        self._take_room(fields["room"])
        if self.room and self.room.state in ("countdown", "running") and self.room.state != state:
            self.on_race_called(self.room)

    def _take_room(self, fields: Fields | None) -> None:
        room = None
        if fields is not None:
            racers = tuple([Racer(**racer) for racer in fields["racers"]])
            results = tuple([RaceResult(*result) for result in fields["results"]])
            room = RoomReport(**{**fields, "racers": racers, "results": results, "seen_at": time.monotonic()})
        self.room = room  # before `on_news`, because other threads read it
        self.on_news(room)
