"""`binairo serve`: answers JSON requests, one per line, for editors, bots and web pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from secrets import randbits
from typing import NotRequired, TypedDict

import click

from binairo_tui import engine, formats, processes
from binairo_tui.cli import analyses, explaining, found, json_fields, options
from binairo_tui.files.json_lines import Fields, RequestError, field_of


class _Subject(TypedDict):
    puzzle: json_fields.Notation


class SolveResult(_Subject, analyses.Solved):
    """The result of `solve`."""


class CheckResult(_Subject, analyses.Checked):
    """The result of `check`."""


class HintResult(_Subject, analyses.Hinted):
    """The result of `hint`."""


class GradeResult(_Subject, analyses.Graded):
    """The result of `grade`."""


class ExplainResult(_Subject, explaining.Explained):
    """The result of `explain`."""


class CancelResult(TypedDict):
    """The result of `cancel`: whether the request was waiting or being answered."""

    cancelled: bool


class Answered(TypedDict):
    """The answer to a request."""

    id: str | int | None
    result: SolveResult | CheckResult | HintResult | GradeResult | ExplainResult | json_fields.Generated | CancelResult


class Error(TypedDict):
    """Why a request cannot be answered, and the place of an error in a puzzle."""

    code: str
    message: str
    line: NotRequired[json_fields.Number]
    column: NotRequired[json_fields.Number]


class Refused(TypedDict):
    """The answer to a request that cannot be answered."""

    id: str | int | None
    error: Error


@click.command("serve", cls=options.Verb, prints=(Answered, Refused))
@click.option("--stdio", is_flag=True, help="Use standard input and output; this is the default.")
def command(*, stdio: bool) -> None:  # noqa: ARG001  (the only mode)
    """Answer requests, each one line of JSON, until the input ends.

    Requests are read from standard input, and answers are written to standard
    output. A request has an "id" of your choice, a "method" and its fields; the
    answer has the same "id" and either a "result" or an "error" with "code",
    "message" and, for a puzzle that cannot be read, "line" and "column":
      {"id": 1, "method": "solve", "puzzle": "4x4;0..1.1......0..0"}
      {"id": 2, "method": "generate", "size": "8x8", "band": "hard"}
      {"id": 3, "method": "cancel", "target": 2}

    Methods: solve, check, hint, grade and explain take a "puzzle", a text in
    any format, and optionally "from" and "unique_lines"; their results have
    the fields of "binairo VERB --json". generate takes "size", "band",
    "rules", "signs", "symmetry", "roomy" and "seed", all optional. cancel
    cancels a request that is waiting or being answered. Requests are answered
    in order, except that a cancel is answered at once. "binairo help serve
    --schema" has the details.

    Exit status: 0 at the end of the input.

    For example:
      binairo serve
      binairo serve < requests.jsonl > answers.jsonl
    """
    processes.line_server.serve(_METHODS)


def _analyse(
    analysis: Callable[[engine.Puzzle, Callable[[], bool]], Mapping[str, object]], job: processes.Job
) -> Fields:
    """Answer with the puzzle of a request and the fields that `analysis` finds out about it."""
    puzzle = _puzzle(job.fields)
    return {"puzzle": str(puzzle), **analysis(puzzle, job.is_cancelled)}


def _generate(job: processes.Job) -> Fields:
    request, seed = processes.requests.public_request_of(job.fields), field_of(job.fields, "seed", int)
    if seed is not None and seed < 0:
        raise RequestError("request", "'seed' is negative")
    seed = randbits(32) if seed is None else seed
    try:
        return processes.requests.generate(request, seed, is_cancelled=job.is_cancelled).fields
    except engine.GenerationError as error:
        raise RequestError("generation", str(error)) from None


def _puzzle(fields: Fields) -> engine.Puzzle:
    from binairo_tui.cli.text_input import read_text

    text, name = field_of(fields, "puzzle", str), field_of(fields, "from", str)
    if text is None:
        raise RequestError("request", "'puzzle' is missing")
    names = [entry.name for entry in formats.FORMATS]
    if name is not None and name not in names:
        raise RequestError("request", f"'from' is not one of {', '.join(names)}")
    first = next(read_text(text, 1, found.ReadOptions(name, field_of(fields, "unique_lines", bool))))
    if isinstance(first, found.Found):
        return first.puzzle
    place = {"line": first.line, "column": first.column} if first.line and first.column else {}
    raise RequestError("puzzle", first.error, place)


_METHODS: dict[str, processes.line_server.Handler] = {
    "solve": partial(_analyse, lambda puzzle, is_cancelled: analyses.solve_fields(puzzle, is_cancelled=is_cancelled)),
    "check": partial(_analyse, lambda puzzle, is_cancelled: analyses.check_fields(puzzle, is_cancelled=is_cancelled)),
    "hint": partial(_analyse, lambda puzzle, _: analyses.hint_fields(puzzle, engine.find_hint(puzzle, puzzle.givens))),
    "grade": partial(_analyse, lambda puzzle, is_cancelled: analyses.grade_fields(puzzle, is_cancelled=is_cancelled)),
    "generate": _generate,
    "explain": partial(
        _analyse,
        lambda puzzle, is_cancelled: explaining.explanation_fields(
            explaining.explain(puzzle, is_cancelled=is_cancelled)
        ),
    ),
}
"""The methods in the order in which an error lists them."""
