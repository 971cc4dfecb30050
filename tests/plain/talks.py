"""A player at two streams: what is typed, and what is said to it."""

import io
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from binairo_tui.engine import Puzzle, cell_name, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.library import collections
from binairo_tui.plain.asking import Console
from binairo_tui.plain.start import PlainApp
from binairo_tui.player.catalog import Catalog, IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
WIDE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")


def console(*lines: str, is_ascii: bool = False) -> tuple[Console, io.StringIO]:
    """Return a console whose input is these lines, and the stream to which it writes."""
    reader, writer = os.pipe()
    os.write(writer, "".join([f"{line}\n" for line in lines]).encode())
    os.close(writer)
    sink = io.StringIO()
    return Console(reader, sink, is_ascii=is_ascii), sink


def talk(
    path: Path,
    *lines: str,
    puzzle: Puzzle | None = None,
    title: str = "",
    look: Callable[[Progress], None] | None = None,
    settings: Settings | None = None,
    own: Path | None = None,
    saves: bool = True,
) -> list[str]:
    """Return what is said when these lines are typed, without the greeting. `look` gets the progress afterwards."""
    at, sink = console(*lines)
    progress = Progress(path, now=lambda: NOON)
    try:
        catalog = Catalog(collections(), own)
        PlainApp(at, progress, catalog, settings or Settings()).run(IncomingPuzzle(puzzle, title) if puzzle else None)
    finally:
        assert progress.close(30) is saves
    if look:
        again = Progress(path, now=lambda: NOON)
        look(again)
        again.close(30)
    said = re.sub(r"Solved in \d+ seconds?", "Solved in 0 seconds", sink.getvalue())  # the clock runs
    return re.sub(r"^0:\d\d, ", "0:00, ", said, flags=re.MULTILINE).splitlines()[1:]


def solving_lines(puzzle: Puzzle) -> list[str]:
    """What to type to solve a puzzle."""
    (solution,) = solutions(puzzle, 2)
    geometry = puzzle.geometry
    free = [cell for cell in range(geometry.cell_count) if not puzzle.is_given(cell)]
    return [f"{cell_name(cell, puzzle.width)} {geometry.value(solution, cell)}" for cell in free]
