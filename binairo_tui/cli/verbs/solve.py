"""`binairo solve`: prints one solution and whether it is unique, or lists all solutions."""

from __future__ import annotations

from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.answers import Answer, answer_each, json_answer, print_each
from binairo_tui.cli.options import POSITIVE, Verb, few_workers_option, json_option, puzzle_arguments
from binairo_tui.cli.output import Status, print_data, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.engine import Position, Puzzle

_GROUPS = ("without a solution", "unique", "with several solutions")
_VERDICTS = ("no solution", "the only solution", "a solution, not the only one")


@click.command("solve", cls=Verb)
@puzzle_arguments
@click.option("--all", "list_all", is_flag=True, help="List all solutions.")
@click.option("--limit", type=POSITIVE, metavar="N", help="List solutions, at most N of each puzzle.")
@few_workers_option
@json_option
def command(puzzles: tuple[str, ...], *, list_all: bool, limit: int | None, workers: int, as_json: bool) -> None:
    """Solve puzzles; say if the solution is the only one.

    Prints a comment line and the grid, a row a line. Where a puzzle has more
    than one solution, one of them is shown.

    A PUZZLE is a puzzle's text, a file, "-" for the standard input, a
    collection NAME or puzzles of it, NAME:3 or NAME:3-8. Texts, files and input
    hold one puzzle a line, or grids of a row a line with blank lines between;
    what follows a "#" is a comment. The text of a puzzle is one of
      "6x6;1...10.....0.0.1.....11.0.....1.0..."  size and cells, row by row
      "WxH;CELLS;signs=r1c2=r1c3,r4c1xr5c1"       with signs (Binairo+)
      "WxH;CELLS;lines=any"                       equal lines are allowed
      "1...10 .....0 .0.1.. ...11. 0..... 1.0..." rows
      "1...10.....0.0.1.....11.0.....1.0..."      a square grid
    or one of many other programs: "binairo convert --help" lists them.

    Exit status: 0 if each puzzle has exactly one solution (with --all and
    --limit: at least one); 1 if one has none, or several; 2 if one could not
    be read.

    For example:
      binairo solve "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
      binairo solve 8x8:3 puzzles.txt
      binairo solve --json - < puzzles.txt | jq -r .solution
      binairo solve --limit 5 "4x4;1..............."
    """
    if list_all or limit is not None:
        list_solutions = partial(_list_json if as_json else _list, limit=limit)
        status = print_each(puzzles, list_solutions, as_json=as_json, blank_between=True)
        click.get_current_context().exit(status)
    answer_each(puzzles, partial(_solve, as_json=as_json), as_json=as_json, workers=workers, blank_between=True)


def _solve(found: Found, *, as_json: bool) -> Answer:
    from binairo_tui.engine.search import solutions

    puzzle = found.puzzle
    start = perf_counter()
    positions = list(solutions(puzzle, 2))
    status = Status.YES if len(positions) == 1 else Status.NO
    verdict = _GROUPS[len(positions)]
    if as_json:
        return json_answer(found, _fields(puzzle, positions, start), status, verdict)
    rows = puzzle.geometry.rows(positions[0]) if positions else ()
    return Answer(status, "\n".join([f"# {found.title}: {_VERDICTS[len(positions)]}", *rows]), verdict)


def solve_fields(puzzle: Puzzle) -> dict[str, object]:
    """Return a solution and the number of solutions: 0, 1, or 2 for two and more."""
    from binairo_tui.engine.search import solutions

    start = perf_counter()
    return _fields(puzzle, list(solutions(puzzle, 2)), start)


def _fields(puzzle: Puzzle, positions: Sequence[Position], start: float) -> dict[str, object]:
    milliseconds = round((perf_counter() - start) * 1000, 3)
    solution = puzzle.geometry.text(positions[0]) if positions else None
    return {"solutions": len(positions), "solution": solution, "ms": milliseconds}


def _list(found: Found, limit: int | None) -> Status:
    """Print every solution as soon as it is found."""
    from binairo_tui.engine.search import solutions
    from binairo_tui.engine.wording import plural

    positions = solutions(found.puzzle)
    count = 0
    for position in islice(positions, limit):
        count += 1
        rows = "\n".join(found.puzzle.geometry.rows(position))
        print_data(f"# {found.title}: solution {count}\n{rows}\n")
    more = "" if next(positions, None) is None else ", and there are more"
    print_data(f"# {found.title}: {plural(count, 'solution')}{more}")
    return Status.YES if count else Status.NO


def _list_json(found: Found, limit: int | None) -> Status:
    from binairo_tui.engine.search import solutions

    puzzle = found.puzzle
    positions = solutions(puzzle)
    texts = [puzzle.geometry.text(position) for position in islice(positions, limit)]
    is_complete = next(positions, None) is None
    print_json({**found.place, "count": len(texts), "complete": is_complete, "all": texts})
    return Status.YES if texts else Status.NO
