"""Playing with others: values and protocols for what the app needs from the host that it runs on.

Without a host, the app has no `Together`. `host.client` implements it for a session on a host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from binairo_tui.player.play_interface import GameStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import date
    from pathlib import Path

    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.request import Request
    from binairo_tui.game.pace import Pace
    from binairo_tui.player.progress import Progress
    from binairo_tui.processes.worker import Assessment, GradedPuzzle
    from binairo_tui.store.games import SavedGame
    from binairo_tui.store.writer import SaveStatus


class TogetherError(Exception):
    """The host refuses something or does not answer. The message is a sentence."""


class Standing(NamedTuple):
    """A line of the daily ranking. `style` is a `SolveStyle`; `may_race` means that `daily_pace` may be called."""

    name: str
    style: str
    elapsed_ms: int
    may_race: bool = False


class RoomLine(NamedTuple):
    """A room in the list of rooms."""

    name: str
    title: str
    state: str
    names: tuple[str, ...]


class Racer(NamedTuple):
    """A player in a room. `filled` counts cells; `place` and `elapsed_ms` are 0 until the player has finished."""

    name: str
    is_here: bool
    is_ready: bool
    filled: int
    place: int
    elapsed_ms: int


class Room(NamedTuple):
    """The room that the player is in, as the host last reported it.

    `state` is `making`, `open`, `countdown`, `running` or `over`. `starts_in_ms` is the time from the report to the
    start of the race; it is negative during a race. `race` is the number of the race on this host, and `to_fill` is the
    number of cells without a given, or 0 while there is no puzzle.
    """

    name: str
    title: str
    state: str
    race: int
    starts_in_ms: int
    to_fill: int
    racers: tuple[Racer, ...]
    problem: str = ""
    seen_at: float = 0.0
    """When the host reported it, in seconds on the monotonic clock."""

    def racer(self, name: str) -> Racer | None:
        """Return the racer with this name; None if there is none."""
        return next((racer for racer in self.racers if racer.name == name), None)


class RaceGame(NamedTuple):
    """The player's own race: the game to play, with the playing time so far, and its store."""

    game: SavedGame
    store: RaceStore


class Watched(NamedTuple):
    """A game that can be watched: its player, and its title."""

    name: str
    title: str


class WatchedGame(NamedTuple):
    """The state of a watched game; `history` is its log (see `game.steps`)."""

    name: str
    title: str
    puzzle: str
    history: str


class PastRace(NamedTuple):
    """A race that is over: its title, when it began in seconds since 1970, and its racers, the winner first."""

    id: int
    title: str
    started_utc: int
    racers: tuple[Racer, ...]


class HostNotice(NamedTuple):
    """News: a sentence from the host for the player."""

    text: str


class RoomChanged(NamedTuple):
    """News: the player's room has changed; None if the player has left it."""

    room: Room | None


class WatchChanged(NamedTuple):
    """News: a watched game has changed; None if it can no longer be watched."""

    watched: WatchedGame | None


class RaceSaved(NamedTuple):
    """News: the state of the saves of the player's race."""

    status: SaveStatus


News = HostNotice | RoomChanged | WatchChanged | RaceSaved


class RaceStore(GameStore, Protocol):
    """The store of a race, which saves it on the host."""

    @property
    def is_saving(self) -> bool:
        """Whether a step waits for the host to confirm that it is saved."""


class Together(Protocol):
    """The host. Methods that ask the host wait for its answer, so call them in the background.

    They raise TogetherError.
    """

    name: str
    """The player's name; empty until one is chosen."""
    needs_invitation: bool
    """Whether a new player must give an invitation."""
    is_watchable: bool
    """Whether others may watch the player."""
    room: Room | None

    def begin(self, on_news: Callable[[News], None]) -> None:
        """Report news to `on_news`, which is called in another thread."""

    def progress(self, path: Path) -> Progress:
        """Return the player's games, whose daily results are also reported to the host."""

    def choose_name(self, name: str, invitation: str = "") -> None:
        """Choose a name or, if `name` is a code for another key, add this key to the player who made the code."""

    def check_invitation(self, invitation: str) -> None:
        """Raise TogetherError if an invitation is not valid."""

    def new_code(self) -> str:
        """Return a code with which another key can be added to this player."""

    def set_watchable(self, is_watchable: bool) -> None:
        """Allow or forbid others to watch this player."""

    def standings(self, day: date, size: str) -> list[Standing]:
        """Return the daily ranking for a day and a size such as `8x8`, best first."""

    def daily_pace(self, day: date, size: str, name: str) -> Pace:
        """Return how fast a player on the daily ranking filled the puzzle."""

    def rooms(self) -> list[RoomLine]:
        """Return all rooms."""

    def open_room(self, request: Request) -> None:
        """Open a room for puzzles of this kind, and enter it."""

    def enter_room(self, name: str) -> None:
        """Enter a room."""

    def leave_room(self) -> None:
        """Leave the room, and give up its race."""

    def be_ready(self) -> None:
        """Report that the player is ready for the room's next race, which begins when everybody is."""

    def race_game(self) -> RaceGame:
        """Return the player's game in the race that is running."""

    def watchable(self) -> list[Watched]:
        """Return the games that may be watched now."""

    def watch(self, name: str) -> WatchedGame:
        """Return a player's game, and report all changes in it from now on."""

    def stop_watching(self) -> None:
        """Stop reporting changes in the watched game."""

    def past_races(self) -> list[PastRace]:
        """Return the latest races, newest first."""

    def past_game(self, race: int, name: str) -> WatchedGame:
        """Return the log of a player in a race that is over."""

    def generate(self, request: Request, seed: int, on_attempt: Callable[[int], None]) -> Awaitable[GradedPuzzle]:
        """Have the host generate a puzzle. Raises WorkerError."""

    def assess(self, puzzle: Puzzle) -> Awaitable[Assessment]:
        """Have the host count the solutions of a puzzle, and grade it. Raises WorkerError."""
