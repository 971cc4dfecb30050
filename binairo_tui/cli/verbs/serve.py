"""`binairo serve`: answers JSON requests, one per line, for editors, bots and web pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from secrets import randbits
from typing import Annotated, NotRequired, TypedDict

import click

from binairo_tui import __version__, counting, engine, formats, processes
from binairo_tui.cli import analyses, found, json_fields, options, output, schemas, server_requests
from binairo_tui.cli.counting import Counted, count_fields
from binairo_tui.files.json_lines import Fields, RequestError

PROTOCOL = 1
"""The version of the protocol. It rises when clients for an earlier version may fail, so new fields do not raise it."""


class HelloResult(TypedDict):
    """The result of `hello`: the version of the program and of the protocol, and how to make requests."""

    program: str
    version: str
    protocol: json_fields.Number
    methods: Annotated[dict[str, dict[str, object]], ("description", "The JSON Schema of the requests to each method.")]


class CancelResult(TypedDict):
    """The result of `cancel`: whether the request to be cancelled was waiting or was being answered."""

    cancelled: bool


def _results() -> engine.json_form.Fields:
    """Return the schema of the results of all methods. For a count of grids, the subject is the empty board."""
    hint, grade = analyses.hint_schema(), analyses.grade_schema()
    found = (analyses.Solved, analyses.Checked, analyses.Judged, hint, grade, analyses.Explained, Counted)
    others = (json_fields.Generated, CancelResult, HelloResult)
    return schemas.any_schema([*[(json_fields.Subject, kind) for kind in found], *others])


class Answered(TypedDict):
    id: str | json_fields.Integer | None
    result: Annotated[object, *_results().items()]


class Error(TypedDict):
    """`field` is an invalid field. `line` and `column` are the place of an error in the JSON or in a puzzle."""

    code: Annotated[
        str, ("enum", ("parse", "request", "puzzle", "generation", "count", "busy", "cancelled", "memory", "internal"))
    ]
    message: str
    field: NotRequired[str]
    line: NotRequired[json_fields.Number]
    column: NotRequired[json_fields.Number]


class Refused(TypedDict):
    id: str | json_fields.Integer | None
    error: Error


@click.command("serve", cls=options.Verb, prints=(Answered, Refused))
def command() -> output.Status:
    """Answer requests, each one line of JSON, until the input ends.

    Requests are read from standard input, and answers are written to standard
    output. A request has an "id" of your choice, a "method" and its fields; the
    answer has the same "id" and either a "result" or an "error". An error has
    "code" and "message". If a field is invalid, "field" is its name. If a
    puzzle cannot be read, "line" and "column" say where. Requests:
      {"id": 1, "method": "hello"}
      {"id": 2, "method": "solve", "puzzle": "4x4;0..1.1......0..0"}
      {"id": 3, "method": "generate", "size": "8x8", "band": "hard"}
      {"id": 4, "method": "cancel", "target": 3}

    Methods: hello tells the version of the program and of the protocol, and
    the fields of all methods as JSON Schemas. solve, check, hint, grade and
    explain take a "puzzle", a text in any format, and optionally "position"
    (the values on the grid), "from" and "unique_lines". check also takes a
    "move" to judge. count takes a "puzzle" or a "size", and "all_rules". The
    results have the fields of "binairo VERB --json". generate takes "size",
    "band", "rules", "signs", "symmetry", "roomy", "seed" and "recipe", all
    optional. cancel cancels the request whose "id" is its "target": at once if
    that request is waiting, within a second if it has begun.

    Requests are answered in order. Only a cancel request and the request
    that it cancels do not wait their turn. If 1000 requests are waiting, a
    further one is refused at once. "binairo help serve --schema" has the
    details.

    Exit status: 0 if every request was answered; 1 if the program failed
    unexpectedly while it answered one (code "internal"); 2 if the input cannot
    be read or the output cannot be written.

    For example:
      binairo serve
      binairo serve < requests.jsonl > answers.jsonl
    """
    if sys.stdin is None or sys.stdout is None:
        output.fail("standard input or output is closed")
    try:
        is_sound = processes.line_server.serve(_METHODS, check=server_requests.check_request)
    except OSError as error:
        output.fail(f"stdin: {error.strerror}")
    return output.Status.YES if is_sound else output.Status.NO


def _hello(job: processes.Job) -> Fields:  # noqa: ARG001
    methods = server_requests.request_schemas()
    return {"program": "binairo", "version": __version__, "protocol": PROTOCOL, "methods": methods}


def _analyse(analysis: Callable[[found.Found, Callable[[], bool]], Mapping[str, object]], job: processes.Job) -> Fields:
    """Return the fields of an answer: the subject of the request, and the fields that `analysis` returns for it."""
    asked = _asked(job.fields)
    return {**_subject(asked, job), **analysis(asked, job.is_cancelled)}


def _subject(asked: found.Found, job: processes.Job) -> json_fields.Subject:
    wrong = engine.wrong_cells(asked.puzzle, asked.position, is_cancelled=job.is_cancelled)
    return found.subject_fields(asked.puzzle, asked.position, wrong)


def _check(job: processes.Job) -> Fields:
    move = job.fields.get("move")
    if move is None:
        return _analyse(lambda it, stop: analyses.check_fields(it.puzzle, it.position, is_cancelled=stop), job)
    try:
        return _analyse(lambda it, stop: analyses.judged_fields(it.puzzle, it.position, move, is_cancelled=stop), job)
    except ValueError as error:
        raise RequestError("request", f"'move': {error}", {"field": "move"}) from None


def _generate(job: processes.Job) -> Fields:
    request, seed = processes.requests.public_request_of(job.fields), job.fields.get("seed")
    seed = randbits(32) if seed is None else seed
    try:
        return processes.requests.generate(request, seed, is_cancelled=job.is_cancelled).fields
    except engine.GenerationError as error:
        raise RequestError("generation", str(error)) from None


def _count(job: processes.Job) -> Fields:
    size, unique_lines = job.fields.get("size"), job.fields.get("unique_lines")
    if (size is None) is (job.fields.get("puzzle") is None):
        raise RequestError("request", "either 'puzzle' or 'size' is needed", {"field": "puzzle"})
    if size is None:
        asked = _asked(job.fields)
        puzzle, subject = asked.filled_puzzle, _subject(asked, job)
    elif job.fields.get("position") is not None:
        raise RequestError("request", "'position' needs a 'puzzle'", {"field": "position"})
    else:
        puzzle = engine.Puzzle(*processes.requests.size_of(size), unique_lines=unique_lines is not False)
        subject = {"puzzle": str(puzzle)}
    count = partial(counting.runner.count_units, is_cancelled=job.is_cancelled)
    all_rules = bool(job.fields.get("all_rules"))
    try:
        counted = count_fields(puzzle, count, all_rules=all_rules, is_cancelled=job.is_cancelled)
    except counting.count.TooManyGridsError as error:
        raise RequestError("count", str(error)) from None
    sizes = {} if size is None else {"size": f"{puzzle.width}x{puzzle.height}"}
    return {**subject, **sizes, **counted}


def _asked(fields: Fields) -> found.Found:
    """Return the puzzle of a request, with its position. Its text or the field `position` states the position."""
    from binairo_tui.cli.text_input import read_text

    name = fields.get("from")
    names = [entry.name for entry in formats.FORMATS]
    if name is not None and name not in names:
        raise RequestError("request", f"'from' is not one of {', '.join(names)}", {"field": "from"})
    first = next(read_text(fields["puzzle"], 1, found.ReadOptions(name, fields.get("unique_lines"))))
    if isinstance(first, found.Found):
        return _with_position(first, fields.get("position"))
    place = {"line": first.line, "column": first.column} if first.line and first.column else {}
    raise RequestError("puzzle", first.error, place)


def _with_position(asked: found.Found, text: str | None) -> found.Found:
    if text is None or asked.imported is None:
        return asked
    try:
        position = engine.parse_position(asked.puzzle, text)
    except engine.PuzzleFormatError as error:
        raise RequestError("request", f"'position': {error}", {"field": "position"}) from None
    return asked._replace(imported=replace(asked.imported, history=(asked.puzzle.givens, position), head=1))


_METHODS: dict[str, processes.line_server.Handler] = {
    "hello": _hello,
    "solve": partial(_analyse, lambda it, stop: analyses.solve_fields(it.filled_puzzle, is_cancelled=stop)),
    "check": _check,
    "hint": partial(
        _analyse,
        lambda it, stop: analyses.hint_fields(it.puzzle, engine.find_hint(it.puzzle, it.position, is_cancelled=stop)),
    ),
    "grade": partial(_analyse, lambda it, stop: analyses.grade_fields(it.puzzle, is_cancelled=stop)),
    "count": _count,
    "generate": _generate,
    "explain": partial(
        _analyse,
        lambda it, stop: analyses.explanation_fields(analyses.explain(it.filled_puzzle, is_cancelled=stop)),
    ),
}
"""Maps each method to its handler, in the order in which an error lists the methods."""
