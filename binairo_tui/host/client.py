"""The player's end of the link to the hub: the `Together` of a session on a host."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.engine.notation import parse_puzzle
from binairo_tui.files.json_lines import Fields, format_line, parse_line
from binairo_tui.game.pace import Pace
from binairo_tui.game.steps import SessionSnapshot, format_history, parse_history
from binairo_tui.host.race_store import RaceStore
from binairo_tui.player.together import (
    HostNotice,
    PastRace,
    RaceGame,
    Racer,
    Room,
    RoomChanged,
    RoomLine,
    Standing,
    TogetherError,
    WatchChanged,
    Watched,
    WatchedGame,
)
from binairo_tui.processes.requests import request_fields
from binairo_tui.processes.worker import Assessment, GradedPuzzle, WorkerError
from binairo_tui.store.games import new_game
from binairo_tui.store.writer import local_now

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.request import Request
    from binairo_tui.host.player_progress import PlayerProgress
    from binairo_tui.player.progress import Progress
    from binairo_tui.player.together import News

VERSION = 1
ANSWER_SECONDS = 10.0
"""Timeout of a request; the host answers in milliseconds unless its disk is slow."""
MADE_SECONDS = 600.0
"""Timeout of a request for a puzzle, which may have to wait for the requests of other players."""
GONE = "The host does not answer."


class FinishedRace(NamedTuple):
    """A race that the player has finished, as `place` of `racer_count`. It started `started_ms` ms after 1970 began."""

    id: int
    title: str
    started_ms: int
    elapsed_ms: int
    place: int
    racer_count: int


class HostClient:
    """The client of the hub. Implements `player.together.Together`."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[dict[str, Any]]] = {}
        self._on_news: Callable[[News], None] = lambda _: None
        self._progress: PlayerProgress | None = None
        self.room: Room | None = None
        threading.Thread(target=self._read, name="host", daemon=True).start()
        hello = self._ask("hello", version=VERSION)
        self.name = str(hello["name"])
        self.needs_invitation = bool(hello["needs_invitation"])
        self.is_watchable = bool(hello["is_watchable"])
        self.disk_mib = int(hello["disk_mib"])

    def begin(self, on_news: Callable[[News], None]) -> None:
        self._on_news = on_news

    def progress(self, path: Path) -> Progress:
        from binairo_tui.host.player_progress import PlayerProgress

        self._progress = PlayerProgress(path, self)
        return self._progress

    def record_races(self) -> None:
        """Record the races that the player has finished in the player's own games; does not wait."""
        if self._progress is not None:
            self._progress.exchange()

    # Names and keys.

    def choose_name(self, name: str, invitation: str = "") -> None:
        answer = self._ask("name", name=name, invitation=invitation)
        if answer["is_other"]:
            raise TogetherError(f"This key now belongs to {answer['name']}: log in again.")
        self.name = str(answer["name"])

    def check_invitation(self, invitation: str) -> None:
        self._ask("invitation", invitation=invitation)

    def new_code(self) -> str:
        return str(self._ask("code")["code"])

    def set_watchable(self, is_watchable: bool) -> None:
        self._ask("watchable", is_watchable=is_watchable)
        self.is_watchable = is_watchable

    # The daily ranking.

    def standings(self, day: date, size: str) -> list[Standing]:
        answer = self._ask("standings", day=day.isoformat(), size=size)
        return [Standing(*item) for item in answer["standings"]]

    def daily_pace(self, day: date, size: str, name: str) -> Pace:
        answer = self._ask("pace", day=day.isoformat(), size=size, name=name)
        return Pace(tuple([(at_ms, filled) for at_ms, filled in answer["moments"]]), int(answer["to_fill"]))

    def claim(self, day: date, size: str, snapshot: SessionSnapshot, width: int) -> None:
        """Report the log of a solved daily puzzle; does not wait for the answer."""
        history = format_history(snapshot.steps, snapshot.head, width)
        self.ask_later("claim", day=day.isoformat(), size=size, history=history, aids=snapshot.aids.value)

    # Rooms.

    def rooms(self) -> list[RoomLine]:
        answer = self._ask("rooms")
        mine = answer["mine"]
        lines = [RoomLine(name, title, state, tuple(names)) for name, title, state, names in answer["rooms"]]
        return sorted(lines, key=lambda line: (line.name != mine, line.name))

    def open_room(self, request: Request) -> None:
        self._take_room(self._ask("open", **request_fields(request))["room"])

    def enter_room(self, name: str) -> None:
        self._take_room(self._ask("enter", room=name)["room"])

    def leave_room(self) -> None:
        self.room = None
        self._ask("leave")

    def be_ready(self) -> None:
        self._ask("ready")

    def race_game(self) -> RaceGame:
        answer = self._ask("race")
        puzzle = parse_puzzle(answer["puzzle"])
        steps, head = parse_history(answer["history"], puzzle.width, puzzle.height)
        progress = SessionSnapshot(0, int(answer["elapsed_ms"]), head, steps)
        game = new_game(puzzle, title=answer["title"], now=local_now())
        return RaceGame(game._replace(progress=progress), RaceStore(self, puzzle, progress))

    def finished_races(self) -> list[FinishedRace]:
        """Return the latest races that the player has finished, newest first."""
        return [FinishedRace(*item) for item in self._ask("finished")["races"]]

    # Watching.

    def watchable(self) -> list[Watched]:
        return [Watched(*item) for item in self._ask("watched")["games"]]

    def watch(self, name: str) -> WatchedGame:
        return _watched(self._ask("watch", name=name))

    def stop_watching(self) -> None:
        with suppress(TogetherError):
            self.ask_later("unwatch")

    def past_races(self) -> list[PastRace]:
        return [
            PastRace(
                number, title, started, tuple([Racer(name, True, False, 0, place, ms) for name, place, ms in racers])
            )
            for number, title, started, racers in self._ask("past")["races"]
        ]

    def past_game(self, race: int, name: str) -> WatchedGame:
        return _watched(self._ask("replay", race=race, name=name))

    # Puzzles.

    async def generate(self, request: Request, seed: int, on_attempt: Callable[[int], None]) -> GradedPuzzle:
        del on_attempt  # the attempts may be those of another player who wants the same puzzle
        answer = await self._work("generate", seed=seed, **request_fields(request))
        return GradedPuzzle(parse_puzzle(answer["puzzle"]), str(answer["band"]), int(answer["score"]))

    async def assess(self, puzzle: Puzzle) -> Assessment:
        return Assessment(**await self._work("assess", puzzle=str(puzzle)))

    async def _work(self, method: str, **fields: object) -> dict[str, Any]:
        try:
            async with asyncio.timeout(MADE_SECONDS):
                return await asyncio.wrap_future(self.ask_later(method, **fields))
        except TimeoutError:
            raise WorkerError(GONE) from None
        except TogetherError as error:
            raise WorkerError(str(error)) from None

    # The protocol.

    def ask_later(self, method: str, **fields: object) -> Future[dict[str, Any]]:
        """Send a request; the future has its answer, or TogetherError."""
        future: Future[dict[str, Any]] = Future()
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = future
            try:
                self._link.sendall(format_line({"id": number, "method": method, **fields}).encode() + b"\n")
            except OSError:
                del self._waiting[number]
                future.set_exception(TogetherError(GONE))
        return future

    def report(self, news: News) -> None:
        """Report news to the app."""
        self._on_news(news)

    def _ask(self, method: str, **fields: object) -> dict[str, Any]:
        """Send a request, wait, and return its answer. Raises TogetherError."""
        try:
            return self.ask_later(method, **fields).result(ANSWER_SECONDS)
        except FutureTimeoutError:
            raise TogetherError(GONE) from None

    def _read(self) -> None:
        """Read answers and news until the connection to the hub ends."""
        with suppress(OSError), self._link.makefile("rb") as lines:
            for raw in lines:
                self._take(parse_line(raw, max_depth=8, max_objects=1000))
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            future.set_exception(TogetherError(GONE))

    def _take(self, fields: Fields) -> None:
        match fields.get("event"):
            case "notice":
                self._on_news(HostNotice(str(fields["text"])))
            case "room":
                self._take_room(fields["room"])
            case "watch":
                game = fields["game"]
                self._on_news(WatchChanged(_watched(game) if game else None))
            case _:
                with self._lock:
                    future = self._waiting.pop(fields["id"], None)
                if future is None or future.cancelled():
                    return
                if "error" in fields:
                    future.set_exception(TogetherError(str(fields["error"]["message"])))
                else:
                    future.set_result(fields["result"])

    def _take_room(self, fields: Fields | None) -> None:
        if fields is None:
            self.room = None
        else:
            racers = tuple([Racer(**racer) for racer in fields["racers"]])
            self.room = Room(**{**fields, "racers": racers, "seen_at": time.monotonic()})
        self._on_news(RoomChanged(self.room))


def _watched(fields: Fields) -> WatchedGame:
    return WatchedGame(fields["name"], fields["title"], fields["puzzle"], fields["history"])
