"""Where units run: in the processes of this machine, or on a cluster. Both are `concurrent.futures` executors."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from threading import Thread
from typing import Any

_ADDRESS = re.compile(r"(?:[a-z]+://)?[^\s/]+:[0-9]{1,5}")


class SchedulerError(Exception):
    """A cluster that cannot be used; the message says why."""


@contextmanager
def local_executor(workers: int) -> Iterator[Executor]:
    """So many processes of this machine. If the block ends with an exception, they are ended in the middle of work."""
    others = set(multiprocessing.active_children())
    # A fresh interpreter is the only way to start that is safe everywhere, whatever threads this process has.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        executor.shutdown()


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """The workers of the Dask scheduler at this address, such as `tcp://host:8786`; each needs this package.

    Raises SchedulerError if that is no address, `distributed` is not installed or nobody answers there.
    """
    if not _ADDRESS.fullmatch(address):  # distributed would leave threads behind that complain a minute later
        raise SchedulerError(f"{address!r} is no address of a scheduler such as tcp://host:8786")
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise SchedulerError(
            "a scheduler needs the package 'distributed': pip install 'binairo-tui[cluster]'"
        ) from None
    try:
        client = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SchedulerError(f"no scheduler answers at {address}: {error}") from None
    with client:
        executor: Executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)  # by now all is done, or nobody waits for it any more


def _end_with_parent() -> None:
    """Make this worker process end when its parent is gone, even killed, and leave Ctrl+C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(1)

        Thread(target=wait, daemon=True).start()
