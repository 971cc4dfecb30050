"""Which measurements a set asks for, and the rows they give, one by one."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tests.benchmarks.isolation import Outcome, Work, run_isolated
from tests.benchmarks.measure import (
    SOLVE,
    WARM_UP,
    WARMING_SECONDS,
    Sample,
    best_of,
    engine_names,
    enumerate_all,
    enumerate_with_peer,
    in_engine,
    list_all,
    play,
    probe,
    solve_fresh,
    solve_with_peer,
)
from tests.benchmarks.peers import CountingPeer, Peer
from tests.benchmarks.report import Row, row_of
from tests.benchmarks.sets import EMPTY_6X6, EMPTY_8X8, ENUMERATED_SET, MOVE_SETS, PROBE_SETS, Case

_ROUNDS = 3
_MEAN = "enumerate, mean"
_PATIENCE = 0.2
"""The share of a solver's time that one puzzle may take before it is given up."""
_LEAST_PATIENCE = WARMING_SECONDS + 1.0
"""Seconds, enough to start a solver."""


@dataclass(frozen=True)
class Limits:
    """How much is measured: seconds for each solver on a set, puzzles of a set, puzzles that are played or probed."""

    seconds: float = 20.0
    puzzles: int | None = None
    played: int = 10


QUICK = Limits(seconds=5.0, puzzles=40, played=3)


def rows(set_name: str, cases: Sequence[Case], peers: Sequence[Peer], limits: Limits) -> Iterator[Row]:
    """Everything that is measured on a set, each row as soon as it is known."""
    if set_name == ENUMERATED_SET:
        yield from _enumerate_rows(set_name, cases, peers, limits)
        yield from _enumerate_rows("all 6x6", [EMPTY_6X6], peers, limits)
        yield from _enumerate_rows("all 8x8", [EMPTY_8X8], peers, limits)
        return
    yield from _solve_rows(set_name, cases, peers, limits)
    some = cases[: limits.played]
    works = [work for work, sets in ((play, MOVE_SETS), (probe, PROBE_SETS)) if set_name in sets]
    for work in works:
        ours: list[list[Sample]] = []
        for engine in engine_names():
            samples = run_isolated(in_engine, engine, work, some, seconds=limits.seconds).samples
            yield from _rows_of(set_name, our_name(engine), samples, ours)
            ours.append(samples)


def our_name(engine: str) -> str:
    """What an engine is called among the solvers."""
    return f"binairo-tui {engine}"


def _rows_of(
    set_name: str, solver: str, samples: Sequence[Sample], references: Sequence[Sequence[Sample]]
) -> Iterator[Row]:
    """A row for every measure, in the order of their first samples."""
    for measure in dict.fromkeys(sample.measure for sample in samples):
        if measure != WARM_UP:
            beside = [_of(reference, measure) for reference in references]
            yield row_of(set_name, solver, _of(samples, measure), beside)


def _of(samples: Sequence[Sample], measure: str) -> list[Sample]:
    return [sample for sample in samples if sample.measure == measure]


# Solving.


def _solve_rows(set_name: str, cases: Sequence[Case], peers: Sequence[Peer], limits: Limits) -> Iterator[Row]:
    ours: list[list[Sample]] = []
    for engine in engine_names():
        samples = _best_round(partial(_engine_solves, engine, cases, limits.seconds), limits.seconds)
        yield from _rows_of(set_name, our_name(engine), samples, ours)
        ours.append(samples)
    for peer in peers:
        solve = partial(_solves, partial(solve_with_peer, peer), cases, limits.seconds)
        theirs = _best_round(solve, limits.seconds)
        yield from _rows_of(set_name, peer.name, theirs, ours)


def _best_round(measure: Callable[[], list[Sample]], seconds: float) -> list[Sample]:
    """The best of up to three rounds; another one starts only if it will end in time, too.

    A round is new processes, so a puzzle is as fresh to the engine in every one of them.
    """
    started = time.monotonic()
    runs = [measure()]
    while len(runs) < _ROUNDS and (time.monotonic() - started) * (len(runs) + 1) / len(runs) <= seconds:
        runs.append(measure())
    return best_of(runs)


def _engine_solves(engine: str, cases: Sequence[Case], seconds: float) -> list[Sample]:
    """Each half of a set solved fresh after the other half. `seconds` do not include the warming."""
    halves = cases[::2], cases[1::2]
    return [
        sample
        for others, measured in (halves, halves[::-1])
        for sample in _solves(partial(in_engine, engine, solve_fresh, others), measured, seconds / 2 + WARMING_SECONDS)
    ]


def _solves(work: Work, cases: Sequence[Case], seconds: float) -> list[Sample]:
    """As many puzzles as the time allows. One that takes too long is given up, and the next begun in a new process."""
    deadline = time.monotonic() + seconds
    patience = max(_LEAST_PATIENCE, seconds * _PATIENCE)
    samples: list[Sample] = []
    rest = cases
    while rest and (left := deadline - time.monotonic()) > 0:
        outcome = run_isolated(work, rest, seconds=left, patience=patience)
        found = _with_unfinished(outcome, rest)
        samples += found
        rest = rest[len(_of(found, SOLVE)) :]
    return samples


def _with_unfinished(outcome: Outcome, cases: Sequence[Case]) -> list[Sample]:
    """The samples, and one for the puzzle that was given up: without it a solver that gets stuck would look fast.

    If it had not yet taken longer than all others, only the time for the whole set was over, which says nothing.
    """
    samples = outcome.samples
    solves = _of(samples, SOLVE)
    ns = outcome.unfinished_ns
    if not samples or ns is None or len(solves) == len(cases) or ns <= max((sample.ns for sample in solves), default=0):
        return samples
    return [*samples, Sample(SOLVE, cases[len(solves)].id, ns, is_finished=False)]


# Enumerating.


def _enumerate_rows(set_name: str, cases: Sequence[Case], peers: Sequence[Peer], limits: Limits) -> Iterator[Row]:
    counts = {case.id: case.solution_count for case in cases}
    ours: list[list[Sample]] = []
    for engine in engine_names():
        samples = run_isolated(in_engine, engine, enumerate_all, cases, seconds=limits.seconds).samples
        beside = [_with_mean(others, counts, samples) for others in ours]
        yield from _rows_of(set_name, our_name(engine), _with_mean(samples, counts, samples), beside)
        ours.append(samples)
    listed: list[list[Sample]] = []
    for engine in engine_names():
        samples = run_isolated(in_engine, engine, list_all, cases, seconds=limits.seconds).samples
        yield from _rows_of(set_name, our_name(engine), samples, listed)
        listed.append(samples)
    for peer in peers:
        if isinstance(peer, CountingPeer):
            theirs = run_isolated(enumerate_with_peer, peer, cases, seconds=limits.seconds).samples
            beside = [_with_mean(others, counts, theirs) for others in ours]
            yield from _rows_of(set_name, peer.name, _with_mean(theirs, counts, ours[0]), beside)


def _with_mean(samples: list[Sample], counts: Mapping[str, int], others: Sequence[Sample]) -> list[Sample]:
    """With one more for the mean over all solutions of the puzzles that the others have, too.

    The median is over puzzles: where one has few solutions, the start of the search weighs most.
    """
    ids = {sample.id for sample in others} & counts.keys()
    common = [sample for sample in samples if sample.id in ids]
    if not common:
        return samples
    total = sum(sample.ns * counts[sample.id] for sample in common)
    return [*samples, Sample(_MEAN, "all", total // sum(counts[sample.id] for sample in common))]
