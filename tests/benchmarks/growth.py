"""How the time for a puzzle grows with its size.

`python -m tests.benchmarks.growth --picture docs/growth.svg` makes puzzles without redundant givens, has each solver
find the solutions and prove that there is only one, and prints a table for docs/engine.md: milliseconds of CPU time,
median and longest. The last column has the time that the engine in C takes to find that no given is redundant. A solver
that takes too long for the puzzles of one size gets no larger ones.
"""

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from binairo_tui.engine import Band, Puzzle, Request, core, generate, parse_puzzle, solutions, superfluous_givens
from binairo_tui.engine.request import LATEST_RECIPE
from binairo_tui.pictures.drawing import Anchor, Drawing, Ink, Label, Stroke
from binairo_tui.pictures.svg import svg_text
from tests.benchmarks.machine import this_machine
from tests.benchmarks.measure import WrongAnswerError, timed
from tests.benchmarks.peers import Peer, all_peers
from tests.oracle import Board

SIZES = (10, 14, 18, 20, 24, 28, 30, 32, 36, 40)
PEERS = ("clingo", "cadical153", "glucose4")
REDUNDANT = "redundant givens in C"
Times = dict[str, dict[int, list[float]]]
"""Milliseconds by solver and size."""


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.growth", description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="sides of the boards, with commas between")
    parser.add_argument("--puzzles", type=int, default=5, help="of each size: the seeds 1, 2, ...")
    parser.add_argument("--lines-may-repeat", action="store_true", help="puzzles without the rule of unique lines")
    parser.add_argument("--patience", type=float, default=15, metavar="S", help="for all puzzles of a size")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="also draw the medians here, as SVG")
    options = parser.parse_args()
    print(f"{this_machine()}\n")
    sizes = [int(size) for size in options.sizes.split(",")]
    times = measured(sizes, options.puzzles, options.patience, unique_lines=not options.lines_may_repeat)
    print(*table(times, sizes), sep="\n")
    if options.picture:
        options.picture.write_text(svg_text(picture(times)), encoding="utf-8")


def measured(sizes: Sequence[int], puzzles: int, patience: float, *, unique_lines: bool) -> Times:
    """Return the times of all solvers."""
    peers = [peer for peer in all_peers() if peer.name in PEERS and peer.is_available()]
    solvers: dict[str, Callable[[str], object]] = {"binairo-tui C": _solve, "binairo-tui Python": _solve_in_python}
    solvers |= {peer.name: _by_peer(peer) for peer in peers} | {REDUNDANT: _find_redundant}
    times: Times = {name: {} for name in solvers}
    for size in sizes:
        request = Request(size, size, Band.EXTREME, unique_lines=unique_lines, recipe=LATEST_RECIPE)
        texts = [str(generate(request, seed=seed)) for seed in range(1, puzzles + 1)]
        for name, solve in solvers.items():
            if all(sum(found) < 1000 * patience for found in times[name].values()):
                times[name][size] = [timed(_checked, solve, text)[1] / 1e6 for text in texts]
    return times


def _checked(solve: Callable[[str], object], text: str) -> None:
    if not solve(text):
        raise WrongAnswerError(text)


def _solve(text: str) -> bool:
    return len(list(solutions(parse_puzzle(text), 2))) == 1


def _solve_in_python(text: str) -> bool:
    native, core.native = core.native, None
    try:
        return _solve(text)
    finally:
        core.native = native


def _by_peer(peer: Peer) -> Callable[[str], bool]:
    return lambda text: len(peer.solve(_board(parse_puzzle(text)))) == 1


def _board(puzzle: Puzzle) -> Board:
    return Board(puzzle.width, puzzle.height, puzzle.geometry.text(puzzle.givens), (), puzzle.unique_lines)


def _find_redundant(text: str) -> bool:
    return not superfluous_givens(parse_puzzle(text))


def table(times: Times, sizes: Sequence[int]) -> list[str]:
    """Return the lines of a Markdown table: the median and the longest time, in milliseconds."""
    rows = [["size", *times], ["---"] * (len(times) + 1)]
    rows += [[f"{size}x{size}", *[_cell(found.get(size)) for found in times.values()]] for size in sizes]
    return [f"| {' | '.join(row)} |" for row in rows]


def _cell(found: list[float] | None) -> str:
    return f"{_number(median(found))}, {_number(max(found))}" if found else "not run"


def _number(ms: float) -> str:
    return f"{ms:.2g}" if ms < 10 else f"{ms:,.0f}"


LEFT, TOP, WIDTH, HEIGHT, LABEL_HEIGHT, LEAST, DECADES = 64, 24, 380, 240, 13, 0.01, 6


def picture(times: Times) -> Drawing:
    """Return a chart of the medians: sizes from left to right, times upwards on a logarithmic scale."""
    from math import log10

    sizes = sorted({size for found in times.values() for size in found})

    def at(size: int, ms: float) -> tuple[float, float]:
        x = LEFT + WIDTH * (size - sizes[0]) / max(sizes[-1] - sizes[0], 1)
        return x, TOP + HEIGHT * (1 - log10(max(ms, LEAST) / LEAST) / DECADES)

    shapes: list[Stroke | Label] = []
    for decade in range(DECADES + 1):
        ms = LEAST * 10**decade
        y = at(sizes[0], ms)[1]
        shapes.append(Stroke(LEFT, y, LEFT + WIDTH, y, 0.5, Ink.LIGHT))
        text = f"{ms:g} ms" if ms < 1000 else f"{ms / 1000:g} s"
        shapes.append(Label(LEFT - 8, y + 4, text, 10, anchor=Anchor.END))
    shapes += [
        Label(at(size, 1)[0], TOP + HEIGHT + 16, f"{size}x{size}", 10, anchor=Anchor.MIDDLE)
        for size in sizes
        if size % 10 == 0
    ]
    last = float(-LABEL_HEIGHT)
    curves = {name: [at(size, median(found[size])) for size in sorted(found)] for name, found in times.items()}
    del curves[REDUNDANT]
    for name, points in sorted(curves.items(), key=lambda curve: curve[1][-1][1]):
        is_own = name.startswith("binairo")
        for start, end in pairwise(points):
            shapes.append(Stroke(*start, *end, 2 if is_own else 1, Ink.BLACK if is_own else Ink.DARK))
        last = max(points[-1][1] + 4, last + LABEL_HEIGHT)
        shapes.append(Label(LEFT + WIDTH + 6, last, name, 10, anchor=Anchor.START))
    return Drawing(LEFT + WIDTH + 130, TOP + HEIGHT + 28, tuple(shapes))


if __name__ == "__main__":
    main()
