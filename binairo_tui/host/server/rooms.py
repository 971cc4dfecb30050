"""Rooms and their races: members, who is ready, how much each has filled, and who has finished. Pure.

A room has no clock: methods that depend on the time are given the time, and the same calls always lead to the same
state. A refused call raises RoomError and changes nothing. During a race, other players see only what `view` returns:
the puzzle, numbers and names. They see no values that somebody has filled in, no logs and no positions of cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from binairo_tui.engine import Puzzle, Request, wording
from binairo_tui.game import Step
from binairo_tui.host.server.move_log import MoveLog

COUNTDOWN_MS = 5_000
"""Milliseconds from the moment when everybody is ready to the start."""
AWAY_MS = 120_000
"""Milliseconds that a race waits for a player who lost the connection."""
MAX_RACERS = 12
WINNER_TIMES = 3
"""A race ends at this many times the winner's time, but not before `LEAST_RACE_MS` or after `LONGEST_RACE_MS`."""
LEAST_RACE_MS = 60_000
"""The earliest end of a race that not everybody has finished, in ms after its start."""
LONGEST_RACE_MS = 7_200_000
"""The latest end of a race, in ms after its start."""


class RoomError(Exception):
    """A player cannot do this now. The message is a sentence."""


class Phase(Enum):
    """The state of a room. The values are sent to the players."""

    MAKING = "making"
    OPEN = "open"
    """Players may enter and leave, and report that they are ready."""
    COUNTDOWN = "countdown"
    RUNNING = "running"
    OVER = "over"
    """Everybody has finished or left, or the time was up. The next race needs a new puzzle."""


@dataclass
class Member:
    """A player in a room or in its race.

    `is_ready` means ready for the next race. `log` is None before the race. `finished_ms` counts from the start, and is
    None before the racer has finished. `place` counts from 1, and is 0 without a place. `away_since`, in ms since 1970,
    is None while the player is connected.
    """

    id: str
    name: str
    is_ready: bool = False
    log: MoveLog | None = None
    finished_ms: int | None = None
    place: int = 0
    away_since: int | None = None
    has_given_up: bool = False


@dataclass(eq=False)
class RaceRoom:
    """A room. `started_ms` is when the race starts or has started; it and `now` are in ms since 1970.

    `race` is the number of the race in the database or, in Storm, the time at which it began; it is 0 while no race
    runs. `problem` is a sentence that says why the race is not saved or why there is no puzzle; it is '' if there is no
    problem. Without a puzzle, players can only leave.
    """

    name: str
    title: str
    phase: Phase = Phase.MAKING
    members: dict[str, Member] = field(default_factory=dict)
    puzzle: Puzzle | None = None
    started_ms: int = 0
    race: int = 0
    countdown_ms: int = COUNTDOWN_MS
    racers: dict[str, Member] = field(default_factory=dict)
    """The players of the current race or, between races, of the last one, including those who have left the room."""
    problem: str = ""
    request: Request | None = None
    """The kind of puzzle that is played here."""

    @property
    def waits(self) -> bool:
        """Whether somebody here waits for others to race against."""
        return self.phase not in (Phase.COUNTDOWN, Phase.RUNNING) and 0 < len(self.members) < MAX_RACERS

    # Members.

    def enter(self, player: str, name: str) -> None:
        """Add a player; if the player is in the room but was away, record the return."""
        member = self.members.get(player)
        if member is not None:
            member.away_since = None
            return
        if self.phase in (Phase.COUNTDOWN, Phase.RUNNING):
            raise RoomError("The race is under way: wait until it is over, or open another room.")
        if len(self.members) >= MAX_RACERS:
            raise RoomError(f"The room is full: {wording.plural(MAX_RACERS, 'player')}.")
        self.members[player] = Member(player, name)

    def leave(self, player: str, now: int) -> None:
        member = self._member(player)
        del self.members[player]
        if self.phase is Phase.COUNTDOWN:
            self.postpone(f"{member.name} has left, so the race does not begin.")
        if self.phase is Phase.RUNNING and not member.place:
            member.has_given_up = True
            self._find_last()
        self.advance(now)

    def lose(self, player: str, now: int) -> None:
        """A racer stays in a running race, and may come back. Any other player leaves the room."""
        member = self._member(player)
        if self.phase is Phase.RUNNING:
            member.away_since = now
            member.is_ready = False
            self.advance(now)
        else:
            self.leave(player, now)

    def remove_absent(self) -> None:
        self.members = {player: member for player, member in self.members.items() if member.away_since is None}

    # The race.

    def set_puzzle(self, puzzle: Puzzle) -> None:
        self.puzzle, self.phase, self.problem = puzzle, Phase.OPEN, ""

    def postpone(self, problem: str) -> None:
        """Cancel the countdown because of `problem`, a sentence."""
        self.phase, self.problem = Phase.OPEN, problem
        self._unready()

    def be_ready(self, player: str, now: int) -> None:
        """The countdown begins once all, and at least two, are ready. Racers who have finished may be ready early."""
        member = self._member(player)
        is_racing = self.phase is Phase.RUNNING and member.finished_ms is None
        if is_racing or self.phase is Phase.COUNTDOWN:
            raise RoomError("The race is under way.")
        member.is_ready = True
        self.advance(now)

    def be_unready(self, player: str, now: int) -> None:  # noqa: ARG002
        if self.phase is not Phase.COUNTDOWN:  # a countdown cannot be stopped
            self._member(player).is_ready = False

    def advance(self, now: int) -> None:
        """Begin the countdown, start the race or end the race, if this is due at the time `now`."""
        members = self.members.values()
        if self.phase is Phase.OVER and any(member.is_ready for member in members):
            self.phase, self.puzzle = Phase.MAKING, None  # a rematch needs a new puzzle
            self.members = {it.id: replace(it, log=None, finished_ms=None, place=0) for it in members}
            members = self.members.values()
        if self.phase is Phase.OPEN and len(members) > 1 and all(member.is_ready for member in members):
            self.phase, self.started_ms, self.problem = Phase.COUNTDOWN, now + self.countdown_ms, ""
        if self.phase is Phase.COUNTDOWN and now >= self.started_ms and self.puzzle is not None:
            self.phase = Phase.RUNNING
            self._unready()
            self._deal(self.puzzle)
            self.racers = dict(self.members)
        is_late = now - self.started_ms >= self._limit_ms()
        if self.phase is Phase.RUNNING and (is_late or not any(self._is_awaited(member, now) for member in members)):
            self.phase = Phase.OVER

    def change(self, player: str, now: int, kept: int, steps: Sequence[Step], head: int) -> None:
        """Change the log (see `MoveLog.change`). If it is solved now, the host's clock says when. Raises LogError."""
        self.advance(now)
        member = self._member(player)
        if self.phase is not Phase.RUNNING or member.log is None:
            raise RoomError("The race is not running.")
        if member.finished_ms is not None:
            raise RoomError("You have finished this race.")
        member.log.change(kept, steps, head)
        member.away_since = None
        if member.log.is_solved:
            member.finished_ms = max(now - self.started_ms, 1)
            member.place = member.place or 1 + max([it.place for it in self.racers.values()])
        self.advance(now)

    def fill(self, player: str, now: int, number: int, history: str) -> None:  # noqa: ARG002
        raise RoomError("This is a race for one puzzle.")

    def part_of(self, player: str, now: int) -> dict[str, object]:
        """Return the puzzle, the player's own log, and the time in ms so far. Raises RoomError before the race."""
        member = self._member(player)
        if self.puzzle is None or member.log is None:
            raise RoomError("The race has not begun.")
        return {
            "puzzle": str(self.puzzle),
            "title": f"Race in {self.name}",
            "history": member.log.history,
            "elapsed_ms": member.finished_ms or max(now - self.started_ms, 0),
        }

    # The view of other players.

    def view(self, now: int) -> dict[str, object]:
        return {
            "name": self.name,
            "title": self.title,
            "state": self.phase.value,
            "race": self.race,
            "starts_in_ms": self.started_ms - now if self.phase in (Phase.COUNTDOWN, Phase.RUNNING) else 0,
            "width": self.puzzle.width if self.puzzle else 0,
            "height": self.puzzle.height if self.puzzle else 0,
            "to_fill": self.puzzle.geometry.cell_count - self.puzzle.given_count if self.puzzle else 0,
            "puzzle": str(self.puzzle) if self.phase is Phase.RUNNING else "",
            "problem": self.problem,
            "racers": [
                {
                    "name": member.name,
                    "is_here": member.away_since is None,
                    "is_ready": member.is_ready,
                    "filled": self._filled(member),
                }
                for member in self.members.values()
            ],
            "results": self._results(),
        }

    def _filled(self, member: Member) -> int:
        return member.log.filled if member.log else 0

    def _results(self) -> list[list[object]]:
        """Return the results that are known, best first: name, place, time in ms or 0, whether the racer gave up."""
        known = sorted(self._known(), key=lambda member: (not member.place, member.place, member.has_given_up))
        return [[it.name, it.place, it.finished_ms or 0, it.has_given_up] for it in known]

    def _known(self) -> list[Member]:
        """Return the racers whose results are final; once the race is over, these are all racers."""
        return [it for it in self.racers.values() if it.place or it.has_given_up or self.phase is not Phase.RUNNING]

    def _deal(self, puzzle: Puzzle) -> None:
        for member in self.members.values():
            member.log = MoveLog(puzzle, allows_help=False)

    def _member(self, player: str) -> Member:
        if player not in self.members:
            raise RoomError("You are not in this room.")
        return self.members[player]

    def _limit_ms(self) -> int:
        """Return how long the race may last: this depends on the winner's time, even if the winner has left."""
        winner_ms = next((it.finished_ms for it in self.racers.values() if it.place == 1), None) or LONGEST_RACE_MS
        return min(max(WINNER_TIMES * winner_ms, LEAST_RACE_MS), LONGEST_RACE_MS)

    def _is_awaited(self, member: Member, now: int) -> bool:
        """Return True if the race must wait for a player: for one who has not finished, unless away for too long."""
        is_gone = member.away_since is not None and now - member.away_since >= AWAY_MS
        return member.log is not None and member.finished_ms is None and not is_gone

    def _unready(self) -> None:
        for member in self.members.values():
            member.is_ready = False

    def _find_last(self) -> None:
        """If only one racer has not given up, give that racer the first place."""
        left = [member for member in self.racers.values() if not member.has_given_up]
        if len(left) == 1:
            left[0].place = 1
