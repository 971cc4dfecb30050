"""`binairo solve`: prints one solution and whether it is unique, or lists all solutions."""

from __future__ import annotations

from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import POSITIVE, Verb, json_option, puzzle_arguments
from binairo_tui.cli.output import Status, print_data, print_json
from binairo_tui.cli.puzzle_input import for_each_puzzle

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found

_VERDICTS = ("no solution", "the only solution", "a solution, not the only one")


@click.command("solve", cls=Verb)
@puzzle_arguments
@click.option("--all", "list_all", is_flag=True, help="List all solutions.")
@click.option("--limit", type=POSITIVE, metavar="N", help="List solutions, at most N of each puzzle.")
@json_option
def command(puzzles: tuple[str, ...], list_all: bool, limit: int | None, as_json: bool) -> None:
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
        for_each_puzzle(puzzles, partial(_list_json if as_json else _list, limit=limit), blank_between=not as_json)
    for_each_puzzle(puzzles, partial(_solve, as_json=as_json), blank_between=not as_json)


def _solve(found: Found, *, as_json: bool) -> Status:
    from binairo_tui.engine.search import solutions

    puzzle = found.puzzle
    start = perf_counter()
    positions = list(solutions(puzzle, 2))
    milliseconds = (perf_counter() - start) * 1000
    if as_json:
        solution = puzzle.geometry.text(positions[0]) if positions else None
        fields = {"puzzle": str(puzzle), "solutions": len(positions), "solution": solution}
        print_json({**fields, "ms": round(milliseconds, 3)})
    else:
        print_data(f"# {found.title}: {_VERDICTS[len(positions)]}")
        if positions:
            print_data("\n".join(puzzle.geometry.rows(positions[0])))
    return Status.YES if len(positions) == 1 else Status.NO


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
    print_json({"puzzle": str(puzzle), "count": len(texts), "complete": is_complete, "all": texts})
    return Status.YES if texts else Status.NO
