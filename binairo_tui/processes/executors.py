"""Executors for long work: processes on this machine, or a Dask cluster."""

import errno
import multiprocessing
import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor as BrokenExecutor  # noqa: PLC0414 - raised if a process ends
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from itertools import starmap
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

from binairo_tui import files

_Result = TypeVar("_Result")
_QUEUED = 4
"""Limit on running and waiting jobs per process: enough to keep all processes busy while one puzzle takes long."""
_ADDRESS = re.compile(r"(?:[a-z]+://)?[^\s/]+:[0-9]{1,5}")


class SchedulerError(Exception):
    """The cluster cannot be used. The message says why."""


def find_shortage(workers: int) -> str:
    """Return a clause that says what is missing to start this number of processes; '' if nothing is missing.

    The function starts the threads, opens the files and makes the lock that the processes will need, and then releases
    them. Without this test, a `ProcessPoolExecutor` whose own thread cannot start another one would never return a
    result.
    """
    if not files.system.can_start_threads(2 * workers + 4):
        return files.bug_reports.SHORTAGES[errno.EAGAIN]
    if not files.system.can_open_files(2 * workers + 12):
        return files.bug_reports.SHORTAGES[errno.EMFILE]
    try:
        multiprocessing.get_context("spawn").Lock()
    except (ImportError, OSError) as error:
        return f"no semaphores can be made in /dev/shm ({(isinstance(error, OSError) and error.strerror) or error})"
    return ""


@contextmanager
def local_executor(workers: int, warn: Callable[[str], None] = lambda _: None) -> Iterator[Executor | None]:
    """Return a context manager that yields an executor with this number of processes.

    If the processes cannot be started, `warn` is called with the reason, and the manager yields None: this process must
    do the work. If the `with` block raises, the processes are terminated immediately.
    """
    shortage = find_shortage(workers)
    if shortage:
        warn(f"one process does all the work, because {shortage}")
        yield None
        return
    others = set(multiprocessing.active_children())
    # "spawn" is the only start method that is safe if this process has threads.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_exit_with_parent)

    def stop() -> None:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        # One of them may have sent half a result. The executor's thread would wait for the rest forever unless this
        # process closes its own end of the pipe, too.
        _close(executor, "_result_queue", "_writer")
        if sys.version_info < (3, 11, 5):
            # The tasks may fill a pipe that nobody reads any more. Later versions of Python close the pipe (gh-94777);
            # earlier versions would wait forever for the thread that writes to it.
            _close(executor, "_call_queue", "_reader")

    with _interruptible(stop):
        try:
            yield executor
        except BaseException:
            stop()
            # Wait for the executor's thread, too. Otherwise, Python would wake the thread at exit while the thread
            # closes its pipe.
            executor.shutdown(cancel_futures=True)
            raise
        finally:
            executor.shutdown()


@contextmanager
def _interruptible(stop: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl+C raise KeyboardInterrupt, but not in the code of `concurrent.futures`.

    An exception there could leave a lock taken, and the executor's thread would wait for the lock forever. So if Ctrl+C
    comes there, `stop` is called to end the processes. The calls in `concurrent.futures` then return or raise
    BrokenExecutor, and KeyboardInterrupt is raised at the end of the `with` block. Outside the main thread, or if
    SIGINT has another handler than Python's, nothing is changed.
    """
    interrupt = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or interrupt is not signal.default_int_handler:
        yield
        return
    is_interrupted = False

    def interrupt_later(number: int, frame: FrameType | None) -> None:
        nonlocal is_interrupted
        inner = frame
        while inner and not inner.f_globals.get("__name__", "").startswith("concurrent.futures"):
            inner = inner.f_back
        if inner is None:
            signal.default_int_handler(number, frame)
        is_interrupted = True
        stop()

    signal.signal(signal.SIGINT, interrupt_later)
    try:
        yield
    except BrokenExecutor:
        if not is_interrupted:
            raise
    finally:
        signal.signal(signal.SIGINT, interrupt)
    if is_interrupted:
        raise KeyboardInterrupt


def _close(executor: Executor, queue: str, end: str) -> None:
    """Close one end of the pipe of an executor's queue. `queue` and `end` are the names of their private attributes."""
    connection = getattr(getattr(executor, queue, None), end, None)
    if connection is not None:
        connection.close()


def in_order(
    function: Callable[..., _Result],
    jobs: Iterable[tuple[Any, ...]],
    workers: int,
    warn: Callable[[str], None] = lambda _: None,
) -> Iterator[_Result]:
    """Yield `function(*job)` for each of `jobs`, in order, computed by this number of worker processes.

    With one worker, or if `local_executor` yields None, this process does the work. At most `_QUEUED` jobs per process
    are submitted at a time.
    """
    waiting: deque[Future[_Result]] = deque()
    with local_executor(workers, warn) if workers > 1 else nullcontext() as executor:
        if executor is None:
            yield from starmap(function, jobs)
            return
        for job in jobs:
            waiting.append(executor.submit(function, *job))
            if len(waiting) == workers * _QUEUED:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Return a context manager that yields an executor on the Dask scheduler at `address`.

    `address` has the form `tcp://host:8786`. This package must be installed on the workers of the cluster.

    Raises SchedulerError if the address is invalid, `distributed` is not installed, or no scheduler answers.
    """
    if not _ADDRESS.fullmatch(address):  # distributed would report an invalid address only after a minute
        raise SchedulerError(f"{address!r} is not the address of a scheduler such as tcp://host:8786")
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        command = files.installation.install_command("distributed")
        raise SchedulerError(f"a scheduler needs the package 'distributed': {command}") from None
    try:
        client = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SchedulerError(f"there is no answer from a scheduler at {address}: {error}") from None
    with client:
        executor: Executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)  # all work is done, or its results are no longer needed


def _exit_with_parent() -> None:
    """Let this worker process exit when its parent ends or is killed, and ignore Ctrl+C, which the parent handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(1)

        Thread(target=wait, daemon=True).start()
