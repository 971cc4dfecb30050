import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from binairo_tui.counting import runner
from binairo_tui.counting.checkpoint import UnitCount, open_checkpoint
from binairo_tui.counting.count import CountJob, Unit, count_job
from binairo_tui.counting.runner import count_task, count_units, total
from binairo_tui.engine import Puzzle
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.processes.executors import local_executor
from tests.conftest import needs_workers

P = ParamSpec("P")
T = TypeVar("T")

JOB = count_job(Puzzle(8, 8, 0))
TOTAL = 4111116


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the executor after the first unit, as in a long job."""
    monkeypatch.setattr(runner, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(runner, "TASK_SECONDS", 0.002)


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


class Refusing(Executor):
    """Runs some tasks, then fails, like a machine that breaks down."""

    def __init__(self, good: int) -> None:
        self.good = good

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        if self.good:
            self.good -= 1
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(MemoryError())
        return future


@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize("executor", [None, nullcontext, threads])
def test_without_and_on_an_executor(executor: Callable[[], AbstractContextManager[Executor]] | None) -> None:
    counts = count_units(JOB, executor)
    assert counts.keys() == set(JOB.units())
    assert total(counts) == TOTAL


@pytest.mark.usefixtures("no_patience")
@needs_workers
def test_on_processes() -> None:
    others = set(multiprocessing.active_children())
    assert total(count_units(JOB, lambda: local_executor(2))) == TOTAL
    assert set(multiprocessing.active_children()) == others


def test_a_short_job_starts_no_executor() -> None:
    def executor() -> Executor:
        raise AssertionError

    assert total(count_units(count_job(Puzzle(6, 6, 0)), executor)) == 4140


def test_progress_counts_up_to_the_end() -> None:
    seen: list[tuple[int, int, float]] = []
    count_units(JOB, on_progress=lambda *progress: seen.append(progress))
    assert [progress[:2] for progress in seen] == [(done, 164) for done in range(1, 165)]
    assert seen[0][2] > 0
    assert seen[-1][2] == 0


@pytest.mark.parametrize("calls", [0, 20])
def test_a_cancelled_count_raises(calls: int) -> None:
    with pytest.raises(CancelledError):
        count_units(JOB, is_cancelled=after_calls(calls))


@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize("good", [0, 1, 5])
def test_units_counted_before_a_failure_are_not_counted_again(
    tmp_path: Path, good: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"

    @contextmanager
    def breaking() -> Iterator[Executor]:
        yield Refusing(good)

    with open_checkpoint(path) as checkpoint, pytest.raises(MemoryError):
        count_units(JOB, breaking, checkpoint=checkpoint)
    with open_checkpoint(path) as checkpoint:
        done = checkpoint.done(JOB)
    assert done

    counted: list[Unit] = []

    def counting(job: CountJob, units: list[Unit], *is_cancelled: Callable[[], bool]) -> list[UnitCount]:
        counted.extend(units)
        return count_task(job, units, *is_cancelled)

    monkeypatch.setattr(runner, "count_task", counting)
    seen: list[int] = []
    with open_checkpoint(path) as checkpoint:
        assert (
            total(count_units(JOB, threads, checkpoint=checkpoint, on_progress=lambda done, *_: seen.append(done)))
            == TOTAL
        )
    assert sorted([*counted, *done]) == sorted(JOB.units())
    assert seen[-1] == 164
    with open_checkpoint(path) as checkpoint:
        assert total(count_units(JOB, breaking, checkpoint=checkpoint)) == TOTAL


def stuck(path: str) -> None:
    """Report through a named pipe that this process is working, then hold the pipe open forever."""
    with Path(path).open("w") as pipe:
        pipe.write("working\n")
        pipe.flush()
        multiprocessing.Event().wait()


STUCK_PARENT = """
import sys
from binairo_tui.processes.executors import local_executor
from tests.counting.test_runner import stuck
if __name__ == "__main__":
    with local_executor(1) as executor:
        executor.submit(stuck, sys.argv[1]).result()
"""


@needs_workers
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    script = tmp_path / "script.py"
    script.write_text(STUCK_PARENT)
    os.mkfifo(pipe)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, str(script), str(pipe)], env=environment) as parent, pipe.open() as reader:
        assert reader.readline() == "working\n"
        parent.kill()
        assert reader.read() == ""  # the pipe is closed when the worker has ended


@needs_workers
def test_workers_end_when_their_parent_gives_up(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    others = set(multiprocessing.active_children())

    def give_up() -> None:
        with local_executor(1) as executor:
            assert executor is not None
            executor.submit(stuck, str(pipe))
            with pipe.open() as reader:
                assert reader.readline() == "working\n"
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    for child in set(multiprocessing.active_children()) - others:
        child.join()
