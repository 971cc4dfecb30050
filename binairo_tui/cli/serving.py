"""A server on the standard streams: reads requests in one thread and answers them, in order, in another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from queue import Queue
from threading import Event, Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.cli.found import Found, ReadOptions
from binairo_tui.cli.output import Status
from binairo_tui.engine.cancellation import CancelledError
from binairo_tui.files.json_lines import (
    MAX_LINE,
    Fields,
    RequestError,
    field_of,
    format_line,
    identity_of,
    method_of,
    parse_line,
)

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.request import Request

MAX_WAITING = 1000
"""Limit on the number of waiting requests."""


class _Job(NamedTuple):
    """A request that is waiting or being answered."""

    id: object
    method: str
    fields: Fields
    cancelled: Event


def serve() -> None:
    """Answer the requests on standard input until it ends."""
    server = _Server()
    worker = Thread(target=server.work, daemon=True)
    worker.start()
    while sys.stdin is not None and (raw := sys.stdin.buffer.readline(MAX_LINE + 1)):
        if raw.strip():
            server.take(raw)
        while len(raw) > MAX_LINE and not raw.endswith(b"\n"):  # the rest of a line that is too long
            raw = sys.stdin.buffer.readline(MAX_LINE + 1)
    server.end()
    worker.join()


class _Server:
    """Holds the waiting requests. The reading thread calls `take`; the answering thread runs `work`."""

    def __init__(self) -> None:
        self._waiting: Queue[_Job | None] = Queue()
        self._jobs: dict[object, _Job] = {}
        self._lock = Lock()

    def take(self, raw: bytes) -> None:
        """Parse one request; answer it at once if it is invalid or a cancel, otherwise queue it."""
        identity: object = None
        try:
            fields = parse_line(raw)
            identity = identity_of(fields)
            method = method_of(fields, (*_METHODS, "cancel"))
            if method == "cancel":
                self._say({"id": identity, "result": {"cancelled": self._cancel(fields.get("target"))}})
            else:
                self._add(_Job(identity, method, fields, Event()))
        except RequestError as error:
            self._say({"id": identity, "error": error.fields})

    def end(self) -> None:
        """Let `work` return when all requests are answered."""
        self._waiting.put(None)

    def work(self) -> None:
        """Answer the requests in order."""
        while (job := self._waiting.get()) is not None:
            try:
                answer: dict[str, object] = {"id": job.id, "result": self._answer(job)}
            except RequestError as error:
                answer = {"id": job.id, "error": error.fields}
            with self._lock:
                if self._jobs.get(job.id) is job:
                    del self._jobs[job.id]
            self._say(answer)

    def _add(self, job: _Job) -> None:
        with self._lock:
            if self._waiting.qsize() >= MAX_WAITING:
                raise RequestError("busy", f"{MAX_WAITING} requests are already waiting")
            if job.id is not None:
                if job.id in self._jobs:
                    raise RequestError("request", "a request with this 'id' has not been answered yet")
                self._jobs[job.id] = job
            self._waiting.put(job)

    def _cancel(self, target: object) -> bool:
        """Cancel a request; return True if it was waiting or being answered."""
        with self._lock:
            job = self._jobs.get(target) if isinstance(target, str | int) else None
        if job:
            job.cancelled.set()
        return job is not None

    def _answer(self, job: _Job) -> dict[str, object]:
        is_cancelled = job.cancelled.is_set
        try:
            result = {} if is_cancelled() else _METHODS[job.method](job.fields, is_cancelled)
        except CancelledError:
            result = {}
        if is_cancelled():
            raise RequestError("cancelled", "the request was cancelled")
        return result

    def _say(self, answer: Mapping[str, object]) -> None:
        with self._lock:
            try:
                sys.stdout.write(format_line(answer) + "\n")
                sys.stdout.flush()
            except OSError:  # nothing reads the answers any more; the other thread may be blocked on input
                os._exit(Status.READER_GONE)


def _puzzle(fields: Fields) -> Puzzle:
    from binairo_tui.cli.text_input import read_text
    from binairo_tui.formats import FORMATS

    text, name = field_of(fields, "puzzle", str), field_of(fields, "from", str)
    if text is None:
        raise RequestError("request", "'puzzle' is missing")
    if name is not None and name not in [entry.name for entry in FORMATS]:
        raise RequestError("request", f"'from' is not one of {', '.join([entry.name for entry in FORMATS])}")
    first = next(read_text(text, 1, ReadOptions(name, field_of(fields, "unique_lines", bool))))
    if isinstance(first, Found):
        return first.puzzle
    place = {"line": first.line, "column": first.column} if first.line and first.column else {}
    raise RequestError("puzzle", first.error, place)


def _solve(fields: Fields, is_cancelled: Callable[[], bool]) -> dict[str, object]:
    from binairo_tui.cli.verbs.solve import solve_fields

    puzzle = _puzzle(fields)
    return {"puzzle": str(puzzle), **solve_fields(puzzle, is_cancelled=is_cancelled)}


def _check(fields: Fields, is_cancelled: Callable[[], bool]) -> dict[str, object]:
    from binairo_tui.cli.verbs.check import check_fields

    puzzle = _puzzle(fields)
    return {"puzzle": str(puzzle), **check_fields(puzzle, is_cancelled=is_cancelled)}


def _hint(fields: Fields, is_cancelled: Callable[[], bool]) -> dict[str, object]:  # noqa: ARG001  (it ends soon)
    from binairo_tui.cli.verbs.hint import hint_fields
    from binairo_tui.engine.hints import find_hint

    puzzle = _puzzle(fields)
    return {"puzzle": str(puzzle), **hint_fields(puzzle, find_hint(puzzle, puzzle.givens))}


def _grade(fields: Fields, is_cancelled: Callable[[], bool]) -> dict[str, object]:
    from binairo_tui.cli.verbs.grade import grade_fields

    puzzle = _puzzle(fields)
    return {"puzzle": str(puzzle), **grade_fields(puzzle, is_cancelled=is_cancelled)}


def _explain(fields: Fields, is_cancelled: Callable[[], bool]) -> dict[str, object]:
    from binairo_tui.cli.explaining import explain, explanation_fields

    puzzle = _puzzle(fields)
    return {"puzzle": str(puzzle), **explanation_fields(explain(puzzle, is_cancelled=is_cancelled))}


def _generate(fields: Fields, is_cancelled: Callable[[], bool]) -> dict[str, object]:
    from secrets import randbits

    from binairo_tui.engine.generation import GenerationError, generate
    from binairo_tui.engine.grading import grade

    request = _request(fields)
    seed = field_of(fields, "seed", int)
    if seed is not None and seed < 0:
        raise RequestError("request", "'seed' is negative")
    seed = randbits(32) if seed is None else seed
    start = perf_counter()
    try:
        puzzle = generate(request, seed=seed, is_cancelled=is_cancelled)
    except GenerationError as error:
        raise RequestError("generation", str(error)) from None
    found = grade(puzzle, is_cancelled=is_cancelled)
    milliseconds = round((perf_counter() - start) * 1000, 3)
    return {
        "puzzle": str(puzzle),
        "band": found.band.title,
        "score": found.score,
        "seed": seed,
        "ms": milliseconds,
        "recipe": request.recipe,
    }


def _request(fields: Fields) -> Request:
    from binairo_tui.engine.bands import Band
    from binairo_tui.engine.puzzle import parse_size, size_fault
    from binairo_tui.engine.request import Request, Symmetry

    size = parse_size(field_of(fields, "size", str, "10x10"))
    fault = size_fault(*size) if size else "expected a size such as 8x10"
    if size is None or fault:
        raise RequestError("request", f"'size': {fault}")
    try:
        band = Band[field_of(fields, "band", str, "medium").upper()]
        symmetry = Symmetry(field_of(fields, "symmetry", str, "none"))
    except (KeyError, ValueError):
        raise RequestError("request", "unknown 'band' or 'symmetry' (see 'binairo generate --help')") from None
    rules = field_of(fields, "rules", str, "unique")
    if rules not in ("unique", "any"):
        raise RequestError("request", "'rules' is not one of unique, any")
    return Request(
        *size,
        band=band,
        unique_lines=rules == "unique",
        has_signs=field_of(fields, "signs", bool, default=False),
        symmetry=symmetry,
        extra_givens=field_of(fields, "roomy", bool, default=False),
    )


_METHODS: dict[str, Callable[[Fields, Callable[[], bool]], dict[str, object]]] = {
    "solve": _solve,
    "check": _check,
    "hint": _hint,
    "grade": _grade,
    "generate": _generate,
    "explain": _explain,
}
