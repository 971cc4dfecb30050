import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.counting import runner
from binairo_tui.counting.count import count_job
from binairo_tui.counting.runner import count_units, total
from binairo_tui.engine import Puzzle
from binairo_tui.processes.executors import SchedulerError, cluster_executor, in_order, local_executor
from tests.conftest import needs_workers


def begin_and_wait(path: Path, _filling: bytes) -> None:
    """A task that shows that it has begun, and does not end."""
    path.touch()
    time.sleep(3600)


@needs_workers
def test_an_error_ends_processes_while_tasks_fill_the_pipe(tmp_path: Path) -> None:
    def fail() -> None:
        with local_executor(1) as executor:
            assert executor is not None
            for _ in range(3):
                executor.submit(begin_and_wait, tmp_path / "begun", bytes(1_000_000))
            while not (tmp_path / "begun").exists():
                time.sleep(0.01)
            raise KeyError

    with pytest.raises(KeyError):
        fail()


@needs_workers
def test_results_that_are_half_sent_keep_nobody_waiting() -> None:
    results = in_order(bytes, [(20_000_000,)] * 8, 2)
    next(results)
    results.close()  # type: ignore[attr-defined] # a generator


INTERRUPTED = """
import signal, threading, time
from binairo_tui.processes.executors import local_executor

class Interrupted(threading.Condition):
    def __enter__(self):
        is_taken = super().__enter__()
        if threading.current_thread() is threading.main_thread():
            signal.raise_signal(signal.SIGINT)
        return is_taken

with local_executor(1) as executor:
    future = executor.submit(time.sleep, 3600)
    future._condition.__class__ = Interrupted
    future.result()
"""


@needs_workers
def test_ctrl_c_leaves_no_lock_taken() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (-signal.SIGINT, "KeyboardInterrupt")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two Dask workers on this machine, and short tasks."""
    distributed = pytest.importorskip("distributed", reason="distributed, the extra 'cluster', is not installed")
    monkeypatch.setattr(runner, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(runner, "TASK_SECONDS", 0.01)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp"
    ) as local:
        yield local


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(("size", "count"), [((8, 8), 4111116), ((6, 10), 392208)])
def test_on_a_cluster(cluster: Any, size: tuple[int, int], count: int) -> None:
    counts = count_units(count_job(Puzzle(*size, 0)), lambda: cluster_executor(cluster.scheduler_address))
    assert total(counts) == count


@pytest.mark.filterwarnings("default")
def test_losing_a_worker_changes_nothing(cluster: Any) -> None:
    with pytest.importorskip("distributed").Client(cluster.scheduler_address) as client:
        pids = list(client.run(os.getpid).values())
    progress: list[int] = []

    def kill_one(done: int, _total: int, _seconds_left: float) -> None:
        progress.append(done)
        if len(progress) == 3:
            os.kill(pids[0], signal.SIGKILL)

    job = count_job(Puzzle(8, 8, 0))
    counts = count_units(job, lambda: cluster_executor(cluster.scheduler_address), on_progress=kill_one)
    assert total(counts) == 4111116
    assert len(progress) > 4


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("address", ["", "host", "tcp://host", "tcp://host:x", "a b:1", "host:8786/x"])
def test_an_invalid_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(SchedulerError, match="is not the address"), cluster_executor(address):
        pass


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    dask = pytest.importorskip("dask", reason="distributed, the extra 'cluster', is not installed")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "100ms"}),
        pytest.raises(SchedulerError, match=r"there is no answer from a scheduler at tcp://127\.0\.0\.1:1"),
        cluster_executor("tcp://127.0.0.1:1"),
    ):
        pass
