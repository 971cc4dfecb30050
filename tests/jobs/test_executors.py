import sys

import pytest

from binairo_tui.engine import Puzzle
from binairo_tui.engine.counting import count_job
from binairo_tui.jobs import running
from binairo_tui.jobs.executors import SchedulerError, cluster_executor
from binairo_tui.jobs.running import count_units, total


def test_without_distributed_a_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SchedulerError, match="pip install"), cluster_executor("tcp://127.0.0.1:1"):
        pass


@pytest.mark.filterwarnings("default")
def test_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed, the extra 'cluster', is not installed")
    monkeypatch.setattr(running, "ALONE_SECONDS", 0.0)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp"
    ) as cluster:
        counts = count_units(count_job(Puzzle(8, 8, 0)), lambda: cluster_executor(cluster.scheduler_address))
    assert total(counts) == 4111116


@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    dask = pytest.importorskip("dask", reason="distributed, the extra 'cluster', is not installed")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "100ms"}),
        pytest.raises(SchedulerError, match=r"no scheduler answers at tcp://127\.0\.0\.1:1"),
        cluster_executor("tcp://127.0.0.1:1"),
    ):
        pass
