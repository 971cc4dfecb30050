"""Runs long work in a low-priority subprocess that can be killed at any time.

A thread would compete with the screen for the interpreter, and a deep search does not check for cancellation. The
process reads its task as one line of JSON and writes lines of JSON: any number of progress messages, then the answer.

    {"task": "generate", ...}  ->  {"progress": 1} {"progress": 2} {"answer": {...}}   or   {"error": "no such puzzle"}
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.request import Request

NICENESS = 10
MAX_LINE = 1 << 20
"""Limit on the length of a message in bytes; real messages are far shorter."""


class WorkerError(Exception):
    """The work failed. The message is a clause that says why."""


class GradedPuzzle(NamedTuple):
    """A generated puzzle with its band and score."""

    puzzle: Puzzle
    band: str
    score: int


class Assessment(NamedTuple):
    """The number of solutions of a puzzle (0, 1, or 2 for two or more) and, if it is 1, the grade.

    Without a grade, `band` and `hardest` are empty and `score` is 0. `hardest` is the name of a technique.
    """

    solutions: int
    band: str = ""
    score: int = 0
    hardest: str = ""


async def generate_in_worker(request: Request, seed: int, on_attempt: Callable[[int], None]) -> GradedPuzzle:
    """Generate and grade a puzzle with `engine.generation.generate_graded`.

    `on_attempt` is called with the number of each attempt. Cancellation kills the process. Raises WorkerError if there
    is no such puzzle.
    """
    from binairo_tui.engine import parse_puzzle
    from binairo_tui.processes.requests import request_fields

    task = {"task": "generate", "seed": seed, "request": request_fields(request)}
    answer = await _run(task, on_attempt)
    return GradedPuzzle(parse_puzzle(str(answer["puzzle"])), str(answer["band"]), int(answer["score"]))


async def assess_in_worker(puzzle: Puzzle) -> Assessment:
    """Count the solutions of a puzzle and, if there is only one, grade it.

    Cancellation kills the process. Raises WorkerError.
    """
    return Assessment(**await _run({"task": "assess", "puzzle": str(puzzle)}))


async def _run(task: Mapping[str, object], on_progress: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Run a task in a new process and return its answer. The process exits when the task or this program ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
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
        stdin.write(json.dumps(task).encode() + b"\n")
        while text := await stdout.readline():
            message = json.loads(text)
            if "progress" in message:
                on_progress(message["progress"])
            elif "error" in message:
                raise WorkerError(message["error"])
            else:
                return cast("dict[str, Any]", message["answer"])
        raise WorkerError("the worker process has ended")
    finally:
        if process.returncode is None:
            process.kill()
        stdin.close()
        await _wait_for_end(process)


async def _wait_for_end(process: asyncio.subprocess.Process) -> None:
    """Wait until a killed process has ended, however often this is cancelled: else its transport would stay open.

    A task that waits would not do, because the end of an event loop cancels all tasks.
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
    """Run the task in the first line of standard input."""
    os.nice(NICENESS)
    task = json.loads(sys.stdin.buffer.readline(MAX_LINE))
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    try:
        _send({"answer": _generate(task) if task["task"] == "generate" else _assess(task)})
    except ValueError as error:  # raised by generation or grading
        _send({"error": str(error)})


def _exit_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def _send(message: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _generate(task: Mapping[str, Any]) -> dict[str, object]:
    from binairo_tui.engine.generation import generate_graded
    from binairo_tui.processes.requests import request_of

    request = request_of(task["request"])
    puzzle, found = generate_graded(request, seed=task["seed"], on_attempt=lambda number: _send({"progress": number}))
    return {"puzzle": str(puzzle), "band": found.band.title, "score": found.score}


def _assess(task: Mapping[str, Any]) -> dict[str, object]:
    from binairo_tui.engine import parse_puzzle
    from binairo_tui.engine.grading import grade
    from binairo_tui.engine.search import count_solutions

    puzzle = parse_puzzle(task["puzzle"])
    count = count_solutions(puzzle, 2)
    if count != 1:
        return {"solutions": count}
    found = grade(puzzle)
    return {"solutions": 1, "band": found.band.title, "score": found.score, "hardest": found.hardest}


if __name__ == "__main__":
    main()
