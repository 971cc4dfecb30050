"""Long work beside the screen: in a niced process of its own, which can be ended at any moment.

A thread would share the interpreter with the keys, and one that is deep in a search hears of no cancellation. The
process reads its task as one line of JSON and writes lines of JSON: any number of news, then the answer.

    {"task": "generate", ...}  ->  {"news": 1} {"news": 2} {"answer": {...}}   or   {"fault": "no such puzzle"}
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
"""Bytes; no task and no answer comes near."""


class AsideError(Exception):
    """The work led to nothing; the text says why, as a clause."""


class Made(NamedTuple):
    """A generated puzzle with its band and score."""

    puzzle: Puzzle
    band: str
    score: int


class Analysis(NamedTuple):
    """What is known of a puzzle: its solutions (0, 1, or 2 for more) and, if it has one, its grade.

    `band` and `hardest` are empty and `score` is 0 without a grade; `hardest` is the name of a technique.
    """

    solutions: int
    band: str = ""
    score: int = 0
    hardest: str = ""


async def generate_aside(request: Request, seed: int, on_attempt: Callable[[int], None]) -> Made:
    """`engine.generation.generate` and the grade of what it gave.

    `on_attempt` is told the number of each attempt. Raises AsideError if there is no such puzzle. Cancelling ends the
    process at once.
    """
    from binairo_tui.engine import parse_puzzle

    task = {
        "task": "generate",
        "seed": seed,
        "width": request.width,
        "height": request.height,
        "band": request.band.name if request.band else "",
        "unique_lines": request.unique_lines,
        "has_signs": request.has_signs,
        "symmetry": request.symmetry.value,
        "extra_givens": request.extra_givens,
    }
    answer = await _ask(task, on_attempt)
    return Made(parse_puzzle(str(answer["puzzle"])), str(answer["band"]), int(answer["score"]))


async def analyse_aside(puzzle: Puzzle, on_count: Callable[[int], None]) -> Analysis:
    """How many solutions a puzzle has and, if it is one, how hard it is.

    `on_count` is told the number of solutions before the grading begins. Raises AsideError. Cancelling ends the
    process at once.
    """
    answer = await _ask({"task": "analyse", "puzzle": str(puzzle)}, on_count)
    return Analysis(**answer)


async def _ask(task: Mapping[str, object], on_news: Callable[[int], None]) -> dict[str, Any]:
    """Have a task done by a process of its own, which ends with it or with us."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=MAX_LINE,
        start_new_session=True,  # keys that the terminal turns into signals are not for it
    )
    stdin, stdout = cast("asyncio.StreamWriter", process.stdin), cast("asyncio.StreamReader", process.stdout)
    try:
        # The pipe stays open: its end tells the process that nobody waits any more.
        stdin.write(json.dumps(task).encode() + b"\n")
        while text := await stdout.readline():
            message = json.loads(text)
            if "news" in message:
                on_news(message["news"])
            elif "fault" in message:
                raise AsideError(message["fault"])
            else:
                return cast("dict[str, Any]", message["answer"])
        raise AsideError("the process that worked on it has ended")
    finally:
        if process.returncode is None:
            process.kill()
        stdin.close()
        await process.wait()


def main() -> None:
    """Do the one task that stands in the first line of the standard input."""
    os.nice(NICENESS)
    task = json.loads(sys.stdin.buffer.readline(MAX_LINE))
    threading.Thread(target=_end_with_the_asker, daemon=True).start()
    try:
        _say({"answer": _generate(task) if task["task"] == "generate" else _analyse(task)})
    except ValueError as error:  # that of generation or grading
        _say({"fault": str(error)})


def _end_with_the_asker() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def _say(message: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _generate(task: Mapping[str, Any]) -> dict[str, object]:
    from binairo_tui.engine.bands import Band
    from binairo_tui.engine.generation import generate_graded
    from binairo_tui.engine.request import Request, Symmetry

    request = Request(
        task["width"],
        task["height"],
        Band[task["band"]] if task["band"] else None,
        task["unique_lines"],
        task["has_signs"],
        Symmetry(task["symmetry"]),
        task["extra_givens"],
    )
    puzzle, found = generate_graded(request, seed=task["seed"], on_attempt=lambda number: _say({"news": number}))
    return {"puzzle": str(puzzle), "band": found.band.title, "score": found.score}


def _analyse(task: Mapping[str, Any]) -> dict[str, object]:
    from binairo_tui.engine import parse_puzzle
    from binairo_tui.engine.grading import grade
    from binairo_tui.engine.search import count_solutions

    puzzle = parse_puzzle(task["puzzle"])
    count = count_solutions(puzzle, 2)
    _say({"news": count})
    if count != 1:
        return {"solutions": count}
    found = grade(puzzle)
    return {"solutions": 1, "band": found.band.title, "score": found.score, "hardest": found.hardest}


if __name__ == "__main__":
    main()
