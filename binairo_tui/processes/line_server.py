"""A server on the standard streams: reads requests in one thread and answers them, in order, in another.

Requests and answers are JSON lines (`files.json_lines`). `{"method": "cancel", "target": 2}` cancels request 2.
"""

import os
import sys
from collections.abc import Callable, Mapping
from queue import Queue
from threading import Event, Lock, Thread
from typing import NamedTuple

from binairo_tui.engine import CancelledError
from binairo_tui.files import json_lines, streams

MAX_WAITING = 1000
"""Limit on the number of waiting requests."""

Handler = Callable[["Job"], json_lines.Fields]
"""Returns the result of a request. Raises RequestError or CancelledError."""


class Job(NamedTuple):
    """A request that is waiting or being answered. `tell` writes a line before the answer."""

    call: json_lines.Call
    handle: Handler
    cancelled: Event
    tell: Callable[[json_lines.Fields], None]

    @property
    def fields(self) -> json_lines.Fields:
        """The fields of the request."""
        return self.call.fields

    def is_cancelled(self) -> bool:
        """Return True if the request was cancelled."""
        return self.cancelled.is_set()


def serve(methods: Mapping[str, Handler], *, on_end: Callable[[], None] = lambda: None) -> None:
    """Answer the requests on standard input until it ends. Then call `on_end`, and answer the waiting requests."""
    server = LineServer(methods)
    worker = Thread(target=server.work, daemon=True)
    worker.start()
    while sys.stdin is not None and (raw := sys.stdin.buffer.readline(json_lines.MAX_LINE + 1)):
        if raw.strip():
            server.take(raw)
        while len(raw) > json_lines.MAX_LINE and not raw.endswith(b"\n"):  # the rest of a line that is too long
            raw = sys.stdin.buffer.readline(json_lines.MAX_LINE + 1)
    on_end()
    server.end()
    worker.join()


class LineServer:
    """Holds the waiting requests. The reading thread calls `take`; the answering thread runs `work`."""

    def __init__(self, methods: Mapping[str, Handler]) -> None:
        self._methods: dict[str, Handler] = {**methods, "cancel": self._cancel}
        self._waiting: Queue[Job | None] = Queue()
        self._jobs: dict[object, Job] = {}
        self._lock = Lock()

    def take(self, raw: bytes) -> None:
        """Parse one request; answer it at once if it is invalid or a cancel, otherwise queue it."""
        call = json_lines.Call()
        try:
            call = json_lines.parse_call(raw)
            job = Job(call, call.find(self._methods), Event(), self._say)
            if job.handle == self._cancel:
                self._say(call.answer(self._cancel(job)))
            else:
                self._add(job)
        except json_lines.RequestError as error:
            self._say(call.refuse(error))

    def end(self) -> None:
        """Let `work` return when all requests are answered."""
        self._waiting.put(None)

    def work(self) -> None:
        """Answer the requests in order."""
        while (job := self._waiting.get()) is not None:
            try:
                answer = job.call.answer(_result(job))
            except json_lines.RequestError as error:
                answer = job.call.refuse(error)
            with self._lock:
                if self._jobs.get(job.call.id) is job:
                    del self._jobs[job.call.id]
            self._say(answer)

    def _add(self, job: Job) -> None:
        with self._lock:
            if self._waiting.qsize() >= MAX_WAITING:
                raise json_lines.RequestError("busy", f"{MAX_WAITING} requests are already waiting")
            if job.call.id is not None:
                if job.call.id in self._jobs:
                    raise json_lines.RequestError("request", "a request with this 'id' has not been answered yet")
                self._jobs[job.call.id] = job
            self._waiting.put(job)

    def _cancel(self, job: Job) -> json_lines.Fields:
        """Cancel the request that `job` names, and return whether it was waiting or being answered."""
        target = job.fields.get("target")
        with self._lock:
            found = self._jobs.get(target) if isinstance(target, str | int) else None
        if found:
            found.cancelled.set()
        return {"cancelled": found is not None}

    def _say(self, message: json_lines.Fields) -> None:
        with self._lock:
            try:
                sys.stdout.write(json_lines.format_line(message) + "\n")
                sys.stdout.flush()
            except OSError:  # nothing reads the answers any more; the other thread may be blocked on input
                os._exit(streams.READER_GONE)


def _result(job: Job) -> json_lines.Fields:
    try:
        result = {} if job.is_cancelled() else job.handle(job)
    except CancelledError:
        result = {}
    if job.is_cancelled():
        raise json_lines.RequestError("cancelled", "the request was cancelled")
    return result
