"""Runs long work in a low-priority subprocess that can be killed at any time.

A thread would slow the screen, and could not be stopped during a deep search, which does not check for cancellation.
The process is a server of JSON lines that answers one request. Before the answer, it may write progress lines.

    {"method": "generate", "seed": 1, ...}  ->  {"progress": 1} {"progress": 2} {"id": null, "result": {...}}
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from threading import Event
from typing import Any, NamedTuple, cast

from binairo_tui import engine
from binairo_tui.engine import Puzzle, Request
from binairo_tui.files import system
from binairo_tui.files.json_lines import MAX_LINE, RequestError, required_field
from binairo_tui.processes import line_server, requests

NICENESS = 10


class WorkerError(Exception):
    """The work failed. The message is a clause that says why."""


class Assessment(NamedTuple):
    """The number of solutions of a puzzle and, if there is one solution, the grade. The number 2 means two or more.

    Without a grade, `band` and `hardest` are empty and `score` is 0. `hardest` is the name of a technique.
    """

    solutions: int
    band: str = ""
    score: int = 0
    hardest: str = ""


def assess(puzzle: Puzzle) -> Assessment:
    count = engine.count_solutions(puzzle, 2)
    if count != 1:
        return Assessment(count)
    found = engine.grade(puzzle)
    return Assessment(1, found.band.title, found.score, found.hardest)


async def generate_in_worker(request: Request, seed: int, on_attempt: Callable[[int], None]) -> requests.Generated:
    """Generate and grade a puzzle in a new process.

    `on_attempt` is called with the number of each attempt. Cancellation kills the process. Raises WorkerError if there
    is no such puzzle or the process fails. Raises OSError if no process can be started.
    """
    return requests.Generated.of(await _run("generate", on_attempt, seed=seed, **requests.request_fields(request)))


async def generate_in_thread(request: Request, seed: int, on_attempt: Callable[[int], None]) -> requests.Generated:
    """Do the work of `generate_in_worker` in a thread, where a system cannot start processes. Raises WorkerError.

    `on_attempt` is called in this thread. After a cancellation, the thread soon ends.
    """
    is_over = Event()
    try:
        return await asyncio.to_thread(
            requests.generate, request, seed, is_cancelled=is_over.is_set, on_attempt=on_attempt
        )
    except engine.GenerationError as error:
        raise WorkerError(str(error)) from None
    finally:
        is_over.set()


async def assess_in_worker(puzzle: Puzzle) -> Assessment:
    """Cancellation kills the process. Raises WorkerError if the work fails."""
    return Assessment(**await _run("assess", puzzle=str(puzzle)))


async def _run(method: str, on_progress: Callable[[int], None] = lambda _: None, **fields: object) -> dict[str, Any]:
    """Send a request to a new process, return the fields of the result, and kill the process.

    The process also ends if this program ends. `on_progress` is called with the number in each line of progress. Raises
    WorkerError if the work fails.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # no modules from the current directory
        "-m",
        __name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=MAX_LINE,
        start_new_session=True,  # so that Ctrl+C and similar keys do not send it signals
    )
    stdin, stdout = cast("asyncio.StreamWriter", process.stdin), cast("asyncio.StreamReader", process.stdout)
    try:
        # The pipe must stay open: the process exits when it is closed.
        stdin.write(json.dumps({"method": method, **fields}).encode() + b"\n")
        while text := await stdout.readline():
            message = json.loads(text)
            if "progress" in message:
                on_progress(message["progress"])
            elif "error" in message:
                raise WorkerError(message["error"]["message"])
            else:
                return cast("dict[str, Any]", message["result"])
        raise WorkerError("the worker process has ended")
    finally:
        if process.returncode is None:
            process.kill()
        stdin.close()
        await _wait_for_end(process)


async def _wait_for_end(process: asyncio.subprocess.Process) -> None:
    """Wait until a killed process has ended, even if the waiting task is cancelled.

    Without the wait, the transport of the process would stay open. A separate task would not help, because all tasks
    are cancelled when an event loop ends.
    """
    cancelled: asyncio.CancelledError | None = None
    while process.returncode is None:
        try:
            await process.wait()
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


def main() -> None:
    system.be_nice(NICENESS)
    line_server.serve({"generate": _generate, "assess": _assess}, on_end=lambda: os._exit(1))


def _generate(job: line_server.Job) -> dict[str, object]:
    request, seed = requests.request_of(job.fields), required_field(job.fields, "seed", int)
    try:
        return requests.generate(request, seed, on_attempt=lambda number: job.tell({"progress": number})).fields
    except ValueError as error:
        raise RequestError("generation", str(error)) from None


def _assess(job: line_server.Job) -> dict[str, object]:
    return assess(requests.puzzle_of(job.fields))._asdict()


if __name__ == "__main__":
    main()
