"""What is timed, and how.

Every measurement is a generator of samples. Times are CPU times, which other programs on the machine disturb little.
Meanwhile, the garbage collector is off. A wrong answer raises WrongAnswerError, because the speed of a wrong program
does not matter.
"""

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple, TypeVar

from binairo_tui.engine import ONE, ZERO, Cell, Position, Puzzle, Value, core, parse_puzzle
from binairo_tui.engine.cancellation import CancelledError
from binairo_tui.engine.conflict_search import SearchStats
from binairo_tui.engine.geometry import CODES
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.search import count_solutions, solutions
from binairo_tui.game import GameSession
from tests.benchmarks.peers.peer import CountingPeer, Peer
from tests.benchmarks.sets import WARM_UP_BOARD, Case

T = TypeVar("T")

SOLVE = "solve"
AGAIN = "same again"
ENUMERATE = "enumerate"
LIST = "list"
SESSION_MOVE = "move, session"
ENGINE_MOVE = "move, engine"
PROBE = "probe"
WARM_UP = "warm-up"

WARMING_SECONDS = 2.0
"""Line memos are as full then as other puzzles can make them; on the hardest sets all others would take minutes."""
_AGAIN_REPEATS = 5
_AGAIN_NS = 50_000_000


class Sample(NamedTuple):
    """One time: of `measure`, on the puzzle `id`, in nanoseconds, with the nodes of the search if they are known.

    A puzzle that was given up has a sample that is not finished; its time is the least that it takes.
    """

    measure: str
    id: str
    ns: int
    nodes: int | None = None
    is_finished: bool = True


class WrongAnswerError(AssertionError):
    """A solver's answer is not the known one."""


def timed(work: Callable[..., T], *arguments: object) -> tuple[T, int]:
    """What `work(*arguments)` returns, and its CPU time in nanoseconds."""
    gc.collect(0)
    gc.disable()
    try:
        started = time.process_time_ns()
        result = work(*arguments)
        return result, time.process_time_ns() - started
    finally:
        gc.enable()


def best_of(runs: Iterable[Iterable[Sample]]) -> list[Sample]:
    """Of the same samples taken in several runs, each with the shortest time."""
    best: dict[tuple[str, str], Sample] = {}
    for sample in (sample for run in runs for sample in run):
        key = sample.measure, sample.id
        if key not in best or sample.ns < best[key].ns:
            best[key] = sample
    return list(best.values())


# The engine.


def engine_names() -> list[str]:
    """The engines that can be measured here, the fastest first."""
    return ["C", "Python"] if core.native is not None else ["Python"]


def in_engine(name: str, work: Callable[..., Iterable[Sample]], *arguments: object) -> Iterator[Sample]:
    """What `work(*arguments)` samples on this engine. Use it only in a process of its own: there is no way back."""
    if name == "Python":
        core.native = None
    if core.core_name() != name:
        raise RuntimeError(f"the engine is in {core.core_name()}")
    yield from work(*arguments)


def solve_fresh(others: Sequence[Case], measured: Sequence[Case]) -> Iterator[Sample]:
    """Text to proof: of puzzles the process has never seen, after it has solved others; and of each once more.

    The others are solved for WARMING_SECONDS at most. The second time is the best of a few.
    """
    warm = time.monotonic() + WARMING_SECONDS
    with suppress(CancelledError):
        for case in others:
            count_solutions(parse_puzzle(case.text), 2, is_cancelled=lambda: time.monotonic() > warm)
    yield Sample(WARM_UP, "", 0)
    for case in measured:
        (puzzle, found, stats), ns = timed(_solve, case.text)
        _check("the engine", case, [puzzle.geometry.text(position) for position in found])
        yield Sample(SOLVE, case.id, ns, stats.nodes)
        repeats = min(_AGAIN_REPEATS, 1 + _AGAIN_NS // ns)
        yield Sample(AGAIN, case.id, min(timed(_solve, case.text)[1] for _ in range(repeats)), stats.nodes)


def _solve(text: str) -> tuple[Puzzle, list[Position], SearchStats]:
    puzzle, stats = parse_puzzle(text), SearchStats()
    return puzzle, list(solutions(puzzle, 2, stats=stats)), stats


def enumerate_all(cases: Sequence[Case]) -> Iterator[Sample]:
    """Time per solution of counting them all."""
    return _per_solution("the engine", _count, cases)


def list_all(cases: Sequence[Case]) -> Iterator[Sample]:
    """Time per solution of listing them all: each is made as a position."""
    return _per_solution("the engine", _list, cases, LIST)


def _count(case: Case) -> int:
    return count_solutions(parse_puzzle(case.text))


def _list(case: Case) -> int:
    return sum(1 for _ in solutions(parse_puzzle(case.text)))


def play(cases: Sequence[Case]) -> Iterator[Sample]:
    """Games played to the end, in any order of cells: each move as the session makes it, and on the bare engine."""
    for case in cases:
        puzzle = parse_puzzle(case.text)
        session = GameSession(puzzle)
        cells = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
        Random(case.id).shuffle(cells)
        for cell in cells:
            value = _value(case, cell)
            fixpoint, engine_ns = timed(_place_and_propagate, puzzle, session.position, cell, value)
            if fixpoint is None:
                raise WrongAnswerError(f"{case.id}: no solution after a right move")
            _, session_ns = timed(_place_and_undo, session, cell, value)
            session.redo()
            yield Sample(ENGINE_MOVE, f"{case.id}/{cell}", engine_ns)
            yield Sample(SESSION_MOVE, f"{case.id}/{cell}", session_ns)
        if not session.is_solved:
            raise WrongAnswerError(f"{case.id}: played, but not solved")


def _place_and_propagate(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> Position | None:
    """A move on the engine; to undo it is to take `position` again."""
    return propagate(puzzle, puzzle.geometry.place(position, cell, value))


def _place_and_undo(session: GameSession, cell: Cell, value: Value) -> None:
    session.place(cell, value)
    session.undo()


def probe(cases: Sequence[Case]) -> Iterator[Sample]:
    """Each value in each cell that is empty at the fixpoint, propagated from there. Solved puzzles have none."""
    values = (ZERO, ONE)
    for case in cases:
        puzzle = parse_puzzle(case.text)
        rules, fixpoint = propagator(puzzle), propagate(puzzle)
        if fixpoint is None:
            raise WrongAnswerError(f"{case.id}: no solution")
        for cell in range(puzzle.geometry.cell_count):
            if puzzle.geometry.value(fixpoint, cell) in values:
                continue
            for value in values:
                after, ns = timed(rules.assume, fixpoint, cell, CODES[value])
                if after is None and value == _value(case, cell):
                    raise WrongAnswerError(f"{case.id}: no solution after a right probe")
                yield Sample(PROBE, f"{case.id}/{cell}={value}", ns)


def _value(case: Case, cell: Cell) -> Value:
    if case.solution is None:
        raise ValueError(f"{case.id} has no single solution")
    return ONE if case.solution[cell] == "1" else ZERO


# The peers.


def solve_with_peer(peer: Peer, measured: Sequence[Case]) -> Iterator[Sample]:
    """Board to proof. The model is built anew for every puzzle; imports are done before, while warming up."""
    yield _warm_up(peer)
    for case in measured:
        found, ns = peer.timed_solve(case.board)
        _check(peer.name, case, found)
        yield Sample(SOLVE, case.id, ns)


def enumerate_with_peer(peer: CountingPeer, cases: Sequence[Case]) -> Iterator[Sample]:
    """What `enumerate_all` measures, by a peer."""
    yield _warm_up(peer)
    yield from _per_solution(peer.name, lambda case: peer.count(case.board), cases)


def _warm_up(peer: Peer) -> Sample:
    return Sample(WARM_UP, "", peer.timed_solve(WARM_UP_BOARD)[1])


# Both.


def _per_solution(
    name: str, count: Callable[[Case], int], cases: Sequence[Case], measure: str = ENUMERATE
) -> Iterator[Sample]:
    for case in cases:
        found, ns = timed(count, case)
        if found != case.solution_count:
            raise WrongAnswerError(f"{name} counts {found} solutions of {case.id}, there are {case.solution_count}")
        yield Sample(measure, case.id, ns // found)


def _check(name: str, case: Case, found: list[str]) -> None:
    if found != case.answer:
        raise WrongAnswerError(f"{name} finds {found or 'no solution'} for {case.id}: {case.text}")
