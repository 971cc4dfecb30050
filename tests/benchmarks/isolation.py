"""Runs a measurement in a separate process, which starts with empty memos and can be stopped at any moment."""

import os
import signal
import time
import traceback
from collections.abc import Callable, Iterable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import NamedTuple

from tests.benchmarks.measure import Sample

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.benchmarks.measure"])

Work = Callable[..., Iterable[Sample]]


class Outcome(NamedTuple):
    """What a measurement gave.

    `unfinished_ns` is None if it came to its end; else the time that it had been waiting for its next sample.
    """

    samples: list[Sample]
    unfinished_ns: int | None


def run_isolated(work: Work, *arguments: object, seconds: float, patience: float | None = None) -> Outcome:
    """The samples of `work(*arguments)`, both of which can be pickled, as far as it comes in `seconds`.

    It is given up earlier if the next sample takes longer than `patience`, in seconds.

    Raises RuntimeError, with the traceback, for an exception in the process.
    """
    receiver, sender = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_send_samples, args=(sender, work, arguments), daemon=True)
    process.start()
    sender.close()
    try:
        return _receive(receiver, seconds, seconds if patience is None else patience)
    finally:
        _end(process)


def _receive(receiver: Connection, seconds: float, patience: float) -> Outcome:
    samples: list[Sample] = []
    last = time.monotonic()
    deadline = last + seconds
    while receiver.poll(max(0.0, min(patience, deadline - time.monotonic()))):
        message = receiver.recv()
        match message:
            case None:
                return Outcome(samples, None)
            case str():
                raise RuntimeError(message)
        samples.append(message)
        last = time.monotonic()
    return Outcome(samples, int((time.monotonic() - last) * 1e9))


def _send_samples(sender: Connection, work: Work, arguments: tuple[object, ...]) -> None:
    """In the process: samples, then None; or the text of an exception."""
    os.setsid()  # so that a solver started from here ends together with this process
    try:
        for sample in work(*arguments):
            sender.send(sample)
    except Exception:
        sender.send(traceback.format_exc())
    else:
        sender.send(None)


def _end(process: ForkServerProcess) -> None:
    if process.is_alive() and process.pid is not None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:  # it has just ended, or has no group of its own yet
            process.kill()
    process.join()
