"""The figures of a run in short, as tables for the documents (Markdown)."""

from collections.abc import Iterator, Sequence

from tests.benchmarks.generation import Rate
from tests.benchmarks.measure import SOLVE
from tests.benchmarks.peers.unruly_peer import UnrulyGenerator
from tests.benchmarks.report import Row

PER_SOLUTION = "enumerate, mean"
_STATISTICS = ("median", "95th percentile", "longest")
_KINDS = {"web": "two web sites", "unruly": "Unruly's generator", "hard": "no redundant given"}


def solving_table(rows: Sequence[Row], engines: Sequence[str]) -> Iterator[str]:
    """A line for each set: the time of our engines, and how many times as long each of the others takes.

    For sets of hard puzzles, which differ much, lines for the 95th percentile and the longest time follow.
    """
    found = {(row.set, row.solver): row for row in rows if row.measure in (SOLVE, PER_SOLUTION)}
    solvers = list(dict.fromkeys(solver for _, solver in found))
    yield from _head(["puzzles", *solvers])
    for name in dict.fromkeys(row.set for row in rows):
        for i in range(3 if name.startswith("hard") else 1):
            cells = [_cell(found.get((name, solver)), i, len(engines)) for solver in solvers]
            yield _line([_title(name) if not i else _STATISTICS[i], *cells])


def generating_table(rates: Sequence[Rate]) -> Iterator[str]:
    """A line for each size and band: puzzles in a second of CPU, and how many times as many as the peer makes."""
    found = {(rate.size, rate.band, rate.solver): rate for rate in rates}
    solvers = list(dict.fromkeys(rate.solver for rate in rates))
    yield from _head(["size", "difficulty", *solvers])
    for size, band in dict.fromkeys((rate.size, rate.band) for rate in rates):
        peer = found.get((size, band, UnrulyGenerator.name))
        cells = [_rate(found.get((size, band, solver)), peer) for solver in solvers]
        yield _line([f"{size}x{size}", band, *cells])


def _head(titles: Sequence[str]) -> list[str]:
    return [_line(titles), "|" + "---|" * len(titles)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _title(name: str) -> str:
    kind, _, size = name.partition("_")
    return f"{size}x{size}, {_KINDS[kind]}" if kind in _KINDS else f"{name}, a solution"


def _cell(row: Row | None, statistic: int, engine_count: int) -> str:
    """A time for an engine; for a peer, the ratios to the times of the engines."""
    if row is None:
        return "not run"
    if len(row.ratios) < engine_count:
        return _time((row.median, row.p95, row.max)[statistic])
    return ", ".join("" if ratios is None else _times(ratios[statistic]) for ratios in row.ratios)


def _time(microseconds: float) -> str:
    if microseconds < 10:
        return f"{microseconds:.1f} µs"
    return f"{microseconds:.0f} µs" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}x" if ratio >= 10 else f"{ratio:.2g}x"


def _rate(rate: Rate | None, peer: Rate | None) -> str:
    if rate is None:
        return "has none"
    text = f"{'' if rate.count else 'under '}{rate.per_second:,.{0 if rate.per_second >= 10 else 1}f}"
    if peer is None or rate is peer or not rate.count:
        return text
    return f"{text} ({'' if peer.count else 'over '}{_times(rate.per_second / peer.per_second)})"
