"""How many puzzles of each size and band are generated in a second of CPU, by both engines and by `sgt-unruly`."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from binairo_tui.engine import Band, count_solutions, generate, grade
from binairo_tui.engine.request import Request
from tests.benchmarks.isolation import run_isolated
from tests.benchmarks.measure import Sample, WrongAnswerError, in_engine
from tests.benchmarks.peers.unruly_peer import UnrulyGenerator
from tests.benchmarks.runs import our_name

SIZES = (6, 8, 10, 14, 20, 30)
GENERATE = "generate"
_CHECKED = 3
"""Puzzles of each size and band of which the solution and the band are checked, outside the measured time."""


@dataclass(frozen=True)
class Rate:
    """Puzzles that a solver made in so many nanoseconds of CPU; 0 if the first was not ready in time."""

    size: int
    band: str
    solver: str
    count: int
    ns: int

    @property
    def per_second(self) -> float:
        """Puzzles in a second of CPU; if there are none, the most that it can be."""
        return max(self.count, 1) * 1e9 / self.ns


def rates(engines: Sequence[str], peer: UnrulyGenerator | None, seconds: float) -> Iterator[list[Rate]]:
    """The rates for each size and band, each solver with at most so many seconds."""
    for size in SIZES:
        for band in Band:
            found = [_our_rate(engine, size, band, seconds) for engine in engines]
            if peer is not None and peer.makes(band):
                found.append(Rate(size, band.title, peer.name, *peer.generate(size, band, seconds)))
            yield found


def header(solvers: Sequence[str]) -> str:
    """The line above the table."""
    return f"{'generate':<10} {'band':<10}" + "".join(f"{solver:>18}" for solver in solvers) + "   (puzzles a second)"


def rates_text(found: Sequence[Rate], solvers: Sequence[str]) -> str:
    """A row of the table: each solver's rate, and the engines' as a multiple of the peer's."""
    by_solver = {rate.solver: rate for rate in found}
    peer = next((rate for rate in found if rate.solver == UnrulyGenerator.name), None)
    cells = []
    for solver in solvers:
        rate = by_solver.get(solver)
        text = "" if rate is None else f"{'' if rate.count else '<'}{rate.per_second:,.1f}"
        if rate is not None and peer is not None and rate is not peer:
            text += f" ({rate.per_second / peer.per_second:.2g}x)"
        cells.append(f"{text:>18}")
    return f"{f'{found[0].size}x{found[0].size}':<10} {found[0].band:<10}" + "".join(cells)


def _our_rate(engine: str, size: int, band: Band, seconds: float) -> Rate:
    outcome = run_isolated(in_engine, engine, make, size, band, seconds, seconds=2 * seconds + 1)
    total = sum(sample.ns for sample in outcome.samples)
    if outcome.samples:
        return Rate(size, band.title, our_name(engine), len(outcome.samples), total)
    return Rate(size, band.title, our_name(engine), 0, outcome.unfinished_ns or int(seconds * 1e9))


def make(size: int, band: Band, seconds: float) -> Iterator[Sample]:
    """Puzzles of the seeds from 0 for so many seconds; the first few are checked."""
    ends, seed = time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        began = time.process_time_ns()
        puzzle = generate(Request(size, size, band, recipe=2), seed=seed)
        ns = time.process_time_ns() - began
        if seed < _CHECKED and (count_solutions(puzzle, 2) != 1 or grade(puzzle).band is not band):
            raise WrongAnswerError(f"seed {seed}: {puzzle} is no {band.title} puzzle")
        yield Sample(GENERATE, str(seed), ns)
        seed += 1
