"""Rooms with any order of joins, leaves, drops, finishes and forged logs, and mutants that the test must notice."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as HypothesisPhase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import GameSession
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.host.server.move_log import LogError, MoveLog
from binairo_tui.host.server.rooms import (
    COUNTDOWN_MS,
    LEAST_RACE_MS,
    LONGEST_RACE_MS,
    Member,
    Phase,
    RaceRoom,
    RoomError,
)

PUZZLES = [parse_puzzle(text) for text in ("4x4;0..1.1......0..0", "4x6;0..............1....0..1")]
SOLVED = [next(iter(solutions(puzzle))) for puzzle in PUZZLES]
PLAYERS = ("p1", "p2", "p3")
VIEW = MappingProxyType(
    {
        **dict.fromkeys(("name", "title", "state", "problem", "puzzle"), str),
        **dict.fromkeys(("race", "starts_in_ms", "width", "height", "to_fill"), int),
    }
)
RACER = MappingProxyType({"name": str, "is_here": bool, "is_ready": bool, "filled": int})
RESULT = [str, int, int, bool]

players = st.sampled_from(PLAYERS)


class Rooms(RuleBasedStateMachine):
    """A room, and what is known about it from outside: the moves that it accepted, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.room = RaceRoom("oak", "4x4 Easy")
        self.now = 1_000_000
        self.index = 0
        self.sessions: dict[str, GameSession] = {}
        self.sent: dict[str, int] = {}
        self.places: list[str] = []
        self.solved_at: dict[str, int] = {}
        self.gave_up: list[str] = []
        """Who has left the race without a result, first to last."""

    def do(self, call: Any, *arguments: Any) -> bool:
        """Make a call; return False if it was refused, and check that nothing changed then."""
        before = repr(self.room.view(self.now))
        try:
            call(*arguments)
        except (RoomError, LogError):
            if call != self.room.change:  # which first lets time pass
                assert repr(self.room.view(self.now)) == before
            return False
        finally:
            self.notice_start()
        return True

    def notice_start(self) -> None:
        if self.room.phase is not Phase.RUNNING:
            if self.room.phase in (Phase.MAKING, Phase.OPEN):
                self.sessions, self.places, self.solved_at = {}, [], {}
            return
        if not self.sessions:
            puzzle = self.room.puzzle
            assert puzzle is not None
            self.sessions = {player: GameSession(puzzle) for player in self.room.members}
            self.sent = dict.fromkeys(self.sessions, 0)
            self.places, self.solved_at, self.gave_up = [], {}, []

    @rule(player=players)
    def enter(self, player: str) -> None:
        self.do(self.room.enter, player, f"name-{player}")

    @rule(player=players)
    def leave(self, player: str) -> None:
        is_racing = self.room.phase is Phase.RUNNING and player not in self.solved_at
        if self.do(self.room.leave, player, self.now):
            self.sessions.pop(player, None)
            if is_racing:
                self.gave_up.append(player)

    @rule(player=players)
    def lose(self, player: str) -> None:
        self.do(self.room.lose, player, self.now)

    @rule(player=players)
    def be_ready(self, player: str) -> None:
        self.do(self.room.be_ready, player, self.now)

    @rule(player=players)
    def be_unready(self, player: str) -> None:
        self.do(self.room.be_unready, player, self.now)

    @rule()
    def everybody_is_ready(self) -> None:
        for player in PLAYERS[:2]:
            self.enter(player)
        for player in list(self.room.members):
            self.be_ready(player)
        self.make_puzzle()
        self.now += COUNTDOWN_MS
        self.do(self.room.advance, self.now)

    @rule(ms=st.integers(0, 200_000) | st.integers(0, LONGEST_RACE_MS))
    def wait(self, ms: int) -> None:
        self.now += ms
        self.do(self.room.advance, self.now)

    @precondition(lambda self: self.room.phase is Phase.MAKING)
    @rule()
    def make_puzzle(self) -> None:
        self.index = (self.index + 1) % len(PUZZLES)
        if self.room.phase is Phase.MAKING:
            self.do(self.room.set_puzzle, PUZZLES[self.index])
            self.do(self.room.advance, self.now)

    @precondition(lambda self: bool(self.sessions))
    @rule(player=players, cell=st.integers(0, 11), command=st.sampled_from("01.mbkdu"))
    def move(self, player: str, cell: int, command: str) -> None:
        session = self.sessions.get(player)
        if session is None or session.puzzle.is_given(cell):
            return
        {
            "m": lambda: session.toggle_mark(cell),
            "b": session.open_branch,
            "k": session.keep_branch,
            "d": session.drop_branch,
            "u": session.undo,
        }.get(command, lambda: session.place(cell, command))()  # type: ignore[arg-type]
        self.send(player)

    @precondition(lambda self: bool(self.sessions))
    @rule(player=players)
    def solve(self, player: str) -> None:
        session = self.sessions.get(player)
        if session is None:
            return
        puzzle = session.puzzle
        solution = SOLVED[PUZZLES.index(puzzle)]
        for cell in range(puzzle.geometry.cell_count):
            if not puzzle.is_given(cell) and not session.is_solved:
                session.place(cell, puzzle.geometry.value(solution, cell))
        self.send(player)

    def send(self, player: str) -> None:
        """Send all steps again, as a client may; the host must decide by the log alone."""
        session = self.sessions[player]
        was_finished = player in self.solved_at
        is_taken = self.do(self.room.change, player, self.now, 0, session.steps, session.head)
        assert not (is_taken and was_finished)
        if is_taken and session.is_solved:
            self.places.append(player)
            self.solved_at[player] = self.now

    @precondition(lambda self: bool(self.sessions))
    @rule(
        player=players, kind=st.sampled_from([StepKind.HINT, StepKind.PROPAGATE, StepKind.PLACE]), at=st.integers(-9, 9)
    )
    def forge(self, player: str, kind: StepKind, at: int) -> None:
        """Claim help, or a value on a given: both are refused."""
        if player not in self.room.members or self.room.puzzle is None:
            return
        puzzle = self.room.puzzle
        given = next(cell for cell in range(12) if puzzle.is_given(cell))
        empty = next(cell for cell in range(12) if not puzzle.is_given(cell))
        cell = given if kind is StepKind.PLACE else empty
        steps = [Step(kind, (Move(cell, ".", "1"),), at)]
        assert not self.do(self.room.change, player, self.now, 0, steps, 1)

    @invariant()
    def there_is_one_winner_and_the_order_is_that_of_arrival(self) -> None:
        finished = [member for member in self.room.members.values() if member.place]
        assert len({member.place for member in finished}) == len(finished)
        for member in finished:
            if member.id in self.places:
                assert member.place == 1 + self.places.index(member.id)

    @precondition(lambda self: bool(self.sessions or self.solved_at or self.gave_up))
    @invariant()
    def every_result_says_how_the_race_ended_for_the_racer(self) -> None:
        view: Any = self.room.view(self.now)
        if self.room.phase not in (Phase.RUNNING, Phase.OVER):
            return
        results = {name.removeprefix("name-"): rest for name, *rest in view["results"]}
        assert len(results) == len(view["results"])
        if self.room.phase is Phase.OVER:
            assert results.keys() == self.room.racers.keys()
        for player, (place, elapsed_ms, has_given_up) in results.items():
            assert bool(elapsed_ms) == (player in self.solved_at)
            assert not (place and has_given_up)
            if has_given_up:
                assert player in self.gave_up
            if place and not elapsed_ms:  # the only one left
                assert place == 1
                assert set(self.gave_up) | {player} == self.room.racers.keys()

    @invariant()
    def times_are_those_of_the_host(self) -> None:
        for member in self.room.members.values():
            if member.id in self.solved_at and member.finished_ms is not None:
                assert member.finished_ms == max(self.solved_at[member.id] - self.room.started_ms, 1)

    @invariant()
    def a_view_has_numbers_and_names_and_no_value(self) -> None:
        view = self.room.view(self.now)
        racers: Any = view.pop("racers")
        results: Any = view.pop("results")
        assert all([type(value) for value in result] == RESULT for result in results)
        assert {name: type(value) for name, value in view.items()} == VIEW
        for racer, member in zip(racers, self.room.members.values(), strict=True):
            assert {name: type(value) for name, value in racer.items()} == RACER
            assert racer["name"] == member.name

    @invariant()
    def no_race_is_longer_than_its_limit(self) -> None:
        self.room.advance(self.now)
        if self.room.phase is Phase.RUNNING:
            elapsed = self.now - self.room.started_ms
            assert elapsed < LONGEST_RACE_MS
            if self.solved_at:
                winner_ms = min(self.solved_at.values()) - self.room.started_ms
                assert elapsed < max(3 * winner_ms, LEAST_RACE_MS)

    @invariant()
    def every_result_can_be_replayed(self) -> None:
        for member in self.room.members.values():
            if member.log is not None:
                again = MoveLog(member.log.puzzle, member.log.history)
                assert (again.position, again.filled) == (member.log.position, member.log.filled)
                assert again.is_solved == (member.finished_ms is not None)


EXAMPLES = settings(max_examples=30, stateful_step_count=40, suppress_health_check=list(HealthCheck), derandomize=True)
Rooms.TestCase.settings = EXAMPLES
TestRooms = Rooms.TestCase


@contextmanager
def mutated(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Break one promise of rooms."""
    change, view = RaceRoom.change, RaceRoom.view

    def two_winners(self: RaceRoom, player: str, now: int, *rest: Any) -> None:
        change(self, player, now, *rest)
        for member in self.members.values():
            member.place = min(member.place, 1)

    def leaving_winner(self: RaceRoom, player: str, now: int, *rest: Any) -> None:
        self.racers = dict(self.members)
        change(self, player, now, *rest)

    def forged_time(self: RaceRoom, player: str, now: int, *rest: Any) -> None:
        change(self, player, now, *rest)
        member: Member | None = self.members.get(player)
        if member is not None and member.finished_ms is not None and member.log is not None:
            member.finished_ms = member.log.elapsed_ms

    def leaked(self: RaceRoom, now: int) -> dict[str, Any]:
        found: dict[str, Any] = view(self, now)
        for racer, member in zip(found["racers"], self.members.values(), strict=True):
            racer["filled"] = member.log.history if member.log else 0
        return found

    method = "view" if name == "leaked" else "change"
    with monkeypatch.context() as patch:
        patch.setattr(RaceRoom, method, locals()[name])
        yield


@pytest.mark.long
@pytest.mark.parametrize("name", ["two_winners", "leaving_winner", "forged_time", "leaked"])
def test_a_mutant_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not shrunk, because the mutant only has to be noticed.
    quick = settings(EXAMPLES, max_examples=1000, phases=[HypothesisPhase.generate], report_multiple_bugs=False)
    with mutated(name, monkeypatch), pytest.raises(AssertionError):
        run_state_machine_as_test(Rooms, settings=quick)
