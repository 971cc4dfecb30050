"""`binairo solve`: prints one solution and whether it is unique, or lists all solutions."""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypedDict

import click

from binairo_tui import engine, pictures
from binairo_tui.cli import analyses, answers, json_fields, options, output, puzzle_input, puzzle_options
from binairo_tui.cli.found import Found, Rejected

_GROUPS = ("without a solution", "unique", "with several solutions")
_VERDICTS = ("no solution", "the only solution", "one of several solutions")
_EXPLAINED = {
    "solved": "solved",
    "several": "with several solutions",
    "none": "without a solution",
    "stuck": "beyond all techniques",
}


class Listed(TypedDict):
    """The solutions in `all`, which are all solutions if `complete` is True, and otherwise the first of them."""

    count: int
    complete: bool
    all: list[json_fields.Grid]


@click.command(
    "solve",
    cls=options.Verb,
    prints=json_fields.answers(analyses.Solved, Listed, analyses.Explained),
    needs={"--html": "--explain"},
    excludes=[("--explain", "--all"), ("--explain", "--limit"), ("--html", "--json")],
)
@puzzle_options.puzzle_arguments
@click.option("--all", "list_all", is_flag=True, help="List all solutions.")
@click.option("--limit", type=options.POSITIVE, metavar="N", help="List at most N solutions of each puzzle.")
@click.option("--explain", "explains", is_flag=True, help="Print every step and its reason.")
@options.file_option("--html", text="With --explain: write a page for stepping through one puzzle in a browser.")
@puzzle_options.answering_options
def command(
    puzzles: tuple[str, ...],
    *,
    list_all: bool,
    limit: int | None,
    explains: bool,
    html: Path | None,
    as_json: bool,
    **answering: Any,
) -> output.Status:
    """Solve puzzles; say if there is one solution, several or none.

    The output is a comment line and the grid, one row per line. If a puzzle has
    more than one solution, one of them is shown. With --explain, every step is
    printed before the grid; each step uses the easiest technique that applies.

    A PUZZLE is a puzzle's text, a file, "-" for standard input, a collection
    (NAME), or puzzles of a collection (NAME:3 or NAME:3-8). Texts, files and
    input hold one puzzle per line, or one row per line and a blank line between
    puzzles. Text after a "#" is a comment. A file may also be a screenshot:
    PNG, JPEG, WebP or GIF. The text of a puzzle is one of
      "6x6;1...10.....0.0.1.....11.0.....1.0..."  size and cells, row by row
      "WxH;CELLS;signs=r1c2=r1c3,r4c1xr5c1"       with signs (Binairo+)
      "WxH;CELLS;lines=any"                       lines may repeat
      "WxH;CELLS;odd=either"                      odd lines: more 1s or more 0s
      "PUZZLE|CELLS"                              with filled-in values
      "1...10 .....0 .0.1.. ...11. 0..... 1.0..." rows
      "1...10.....0.0.1.....11.0.....1.0..."      a square grid
    or a format of another program: "binairo convert --help" lists them.

    Exit status: 0 if every puzzle has exactly one solution (with --all or
    --limit: at least one); 1 if a puzzle has none or several; 2 if a puzzle
    could not be read.

    For example:
      binairo solve "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
      binairo solve 8x8:3 puzzles.txt
      binairo solve --json - < puzzles.txt | jq -r .solution
      binairo solve --limit 5 "4x4;1..............."
      binairo solve --explain 8x8:3
      binairo solve --explain --html steps.html 14x14:2
    """
    if html is not None:
        return _write_page(puzzles, html)
    if list_all or limit is not None:
        return answers.print_each(
            puzzle_input.read_puzzles(puzzles, puzzle_options.read_options()),
            partial(_list, limit=limit, as_json=as_json),
            as_json=as_json,
            blank_between=True,
        )
    return answers.answer_each(
        _explain if explains else _solve, puzzles, as_json=as_json, blank_between=True, **answering
    )


def _solve(found: Found, *, as_json: bool) -> answers.Answer:
    fields = analyses.solve_fields(found.filled_puzzle)
    count, cells, width = fields["solutions"], fields["solution"] or "", found.puzzle.width
    status = output.Status.YES if count == 1 else output.Status.NO
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    verdict = f"{_VERDICTS[count]}: {found.mistakes_text}" if found.mistakes else _VERDICTS[count]
    obstacle = "" if count or found.mistakes else engine.position_check.obstacle_text(found.puzzle)
    text = "\n".join([f"# {found.title}: {verdict}", *([f"# {obstacle}"] if obstacle else []), *rows])
    return answers.make_answer(found, status, _GROUPS[count], fields if as_json else text, names_mistakes=True)


def _explain(found: Found, *, as_json: bool) -> answers.Answer:
    explanation = analyses.explain(found.filled_puzzle)
    rows = found.puzzle.geometry.rows(explanation.position)
    if found.puzzle.signs and not found.puzzle.geometry.is_full(explanation.position):
        rows = [pictures.text.board_text(found.puzzle, explanation.position, is_ascii=True)]  # else its signs are lost
    return answers.make_answer(
        found,
        _explained_status(explanation),
        _EXPLAINED[explanation.outcome],
        analyses.explanation_fields(explanation)
        if as_json
        else "\n".join([f"# {found.title}", *analyses.explanation_lines(explanation), *rows]),
    )


def _explained_status(explanation: analyses.Explanation) -> output.Status:
    return output.Status.YES if explanation.outcome in ("solved", "stuck") else output.Status.NO


def _write_page(puzzles: Sequence[str], path: Path) -> output.Status:
    """Write the page that explains a puzzle. If there are several puzzles, write nothing, and end the command."""
    items = list(islice(puzzle_input.read_puzzles(puzzles, puzzle_options.read_options()), 2))
    found = items[0]
    if isinstance(found, Rejected):
        output.fail(found.message)
    if len(items) > 1:
        output.fail("--html writes one puzzle, not several; nothing was written")
    explanation = analyses.explain(found.filled_puzzle)
    frames, title = analyses.explanation_frames(explanation), f"Binairo {found.title}"
    output.write_output(pictures.page.frames_page(title, found.puzzle, frames, explanation.text).encode(), path)
    return _explained_status(explanation)


def _list(found: Found, limit: int | None, *, as_json: bool) -> output.Status:
    positions, geometry = engine.solutions(found.filled_puzzle), found.puzzle.geometry
    count, texts = 0, []
    for count, position in enumerate(islice(positions, limit), 1):
        if as_json:
            texts.append(geometry.text(position))
        else:
            output.print_data("\n".join([f"# {found.title}: solution {count}", *geometry.rows(position), ""]))
    is_complete = next(positions, None) is None
    fields = {**found.place, "count": count, "complete": is_complete, "all": texts}
    more = "" if is_complete else ", and there are more"
    text = f"# {found.title}: {engine.wording.plural(count, 'solution')}{more}"
    output.print_result(fields, text, as_json=as_json)
    return output.Status.YES if count else output.Status.NO
