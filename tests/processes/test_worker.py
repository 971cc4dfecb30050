"""The background worker: the same answers as this process, and a quick end."""

import asyncio
import json
import os
import subprocess
import sys
from datetime import date

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.bands import Band
from binairo_tui.engine.generation import generate
from binairo_tui.engine.grading import grade
from binairo_tui.engine.request import Request, daily_request
from binairo_tui.processes.requests import request_fields
from binairo_tui.processes.worker import NICENESS, Assessment, WorkerError, assess_in_worker, generate_in_worker

ENDLESS = Request(40, 40, Band.EXTREME)
"""Takes longer to generate than any test waits before it ends the process."""


async def test_a_worker_generates_the_same_puzzle_as_this_process() -> None:
    request, seed = daily_request(date(2024, 2, 29), 6, 8)
    attempts: list[int] = []
    made = await generate_in_worker(request, seed, attempts.append)
    assert made.puzzle == generate(request, seed=seed)
    found = grade(made.puzzle)
    assert (made.band, made.score) == (found.band.title, found.score) == ("Hard", found.score)
    assert attempts == list(range(1, len(attempts) + 1)) != []


async def test_an_impossible_request_raises_worker_error() -> None:
    with pytest.raises(WorkerError, match="no 2x6 grid with unique lines exists"):
        await generate_in_worker(Request(2, 6), 1, lambda _: None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4x4;0..1.1......0..0", Assessment(1, "Easy", 100, "complete line")),
        ("4x4;................", Assessment(2)),
        ("4x4;000.............", Assessment(0)),
    ],
)
async def test_an_assessment_counts_solutions_and_grades(text: str, expected: Assessment) -> None:
    assert await assess_in_worker(parse_puzzle(text)) == expected


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """The processes that a test starts."""
    found: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def remember(*arguments: str, **options: object) -> asyncio.subprocess.Process:
        found.append(await start(*arguments, **options))  # type: ignore[arg-type]
        return found[-1]

    monkeypatch.setattr("asyncio.create_subprocess_exec", remember)
    return found


async def test_cancellation_kills_the_process(processes: list[asyncio.subprocess.Process]) -> None:
    begun = asyncio.Event()
    work = asyncio.create_task(generate_in_worker(ENDLESS, 1, lambda _: begun.set()))
    await asyncio.wait_for(begun.wait(), 30)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert processes[0].returncode == -9


def test_the_end_of_the_event_loop_waits_for_the_process(processes: list[asyncio.subprocess.Process]) -> None:
    """When an event loop ends, all tasks are cancelled at once, including those that other tasks wait for."""

    async def leave() -> None:
        begun = asyncio.Event()
        work = asyncio.create_task(generate_in_worker(ENDLESS, 1, lambda _: begun.set()))
        await asyncio.wait_for(begun.wait(), 30)
        work.cancel()
        await asyncio.sleep(0)  # the process is killed, and the task waits for its end

    asyncio.run(leave())
    assert processes[0].returncode == -9


async def test_cancellation_after_the_answer_still_waits_for_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[asyncio.subprocess.Process] = []
    wait = asyncio.subprocess.Process.wait

    async def cancel_and_wait(process: asyncio.subprocess.Process) -> int:
        processes.append(process)
        work.cancel()
        return await wait(process)

    monkeypatch.setattr("asyncio.subprocess.Process.wait", cancel_and_wait)
    work = asyncio.create_task(assess_in_worker(parse_puzzle("4x4;0..1.1......0..0")))
    with pytest.raises(asyncio.CancelledError):
        await work
    assert processes[0].returncode is not None


def test_the_worker_ends_with_its_parent() -> None:
    task = {"method": "generate", "seed": 1, **request_fields(ENDLESS)}
    command = [sys.executable, "-m", "binairo_tui.processes.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(task).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"progress": 1}
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(own + NICENESS, 19)
        process.stdin.close()  # as the system does when the parent is killed
        assert process.wait(30) == 1
