"""Makes rows from samples, and text from rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tests.benchmarks.measure import Sample

Ratios = tuple[float, float, float]


@dataclass(frozen=True)
class Row:
    """One measure of one solver on one set. Times are in microseconds.

    `count` puzzles (moves, probes) were measured. `unfinished` of them were given up: their times, and so the maximum,
    are lower bounds. `nodes` is the sum over the searches, `unguessed` the share that needed none; None where there is
    no search. `ratios` are how many times the median and the maximum of the engine these are, on the puzzles that both
    were measured on.
    """

    measure: str
    set: str
    solver: str
    count: int
    unfinished: int
    median: float
    p90: float
    p95: float
    max: float
    nodes: int | None
    unguessed: float | None
    ratios: tuple[Ratios | None, ...]


def row_of(set_name: str, solver: str, samples: Sequence[Sample], references: Sequence[Sequence[Sample]] = ()) -> Row:
    """The row for samples of one measure, at least one; with ratios to the samples of our engines."""
    nodes = [sample.nodes for sample in samples if sample.nodes is not None]
    return Row(
        samples[0].measure,
        set_name,
        solver,
        len(samples),
        sum(1 for sample in samples if not sample.is_finished),
        *_times(samples),
        nodes=sum(nodes) if nodes else None,
        unguessed=nodes.count(0) / len(samples) if nodes else None,
        ratios=tuple([_ratios(samples, reference) for reference in references]),
    )


def _ratios(samples: Sequence[Sample], reference: Sequence[Sample]) -> Ratios | None:
    """Median, 95th percentile and maximum to the same on the puzzles in both; None if there is none."""
    ids = {sample.id for sample in samples} & {sample.id for sample in reference}
    if not ids:
        return None
    ours, theirs = [_times([sample for sample in group if sample.id in ids]) for group in (reference, samples)]
    return theirs[0] / ours[0], theirs[2] / ours[2], theirs[3] / ours[3]


HEADER = (
    f"{'set':<10} {'measure':<16} {'solver':<18} {'count':>6} {'median':>11} {'p95':>11} {'max':>12} {'nodes':>7}"
    "   (µs)  times as long as our engines: median, p95, max"
)


def row_text(row: Row) -> str:
    """A row of the table under HEADER."""
    cut = ">" if row.unfinished else ""
    cells = [
        f"{row.set:<10} {row.measure:<16} {row.solver:<18} {row.count:>6}",
        *(f"{time:>11,.1f}" for time in (row.median, row.p95)),
        f"{cut + format(row.max, ',.1f'):>12}",
        f"{'' if row.nodes is None else row.nodes:>7}",
    ]
    for ratios in row.ratios:
        numbers = ("-", "-", "-") if ratios is None else tuple(f"{ratio:.3g}" for ratio in ratios)
        cells.append("  " + " ".join(f"{number:>6}" for number in (*numbers[:2], cut + numbers[2])))
    return " ".join(cells).rstrip()


def _times(samples: Sequence[Sample]) -> tuple[float, float, float, float]:
    """Median, 90th and 95th percentile (nearest rank) and maximum, in microseconds."""
    ordered = sorted(sample.ns for sample in samples)
    ranks = [ordered[-(-len(ordered) * percent // 100) - 1] for percent in (90, 95)]
    return median(ordered) / 1000, ranks[0] / 1000, ranks[1] / 1000, ordered[-1] / 1000
