"""A server on the standard streams: reads requests in one thread, and answers them in order in another thread.

Requests and answers are JSON lines (`files.json_lines`). `{"method": "cancel", "target": 2}` cancels request 2. The
cancellation is answered at once. If request 2 is still waiting, its own answer follows at once.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Condition, Event, Thread, Timer
from typing import NamedTuple

from binairo_tui.engine import CancelledError
from binairo_tui.files import bug_reports, json_lines, streams

MAX_WAITING = 1000
GRACE_SECONDS = 0.4
"""A cancelled request is answered after this many seconds even if its work has not stopped yet."""

Handler = Callable[["Job"], json_lines.Fields]
"""Returns the result of a request. Raises RequestError or CancelledError."""


class Job(NamedTuple):
    """A request that is waiting or being answered.

    `tell` writes a line to the client, such as progress, before the answer. For a line of input that is not a valid
    request, `fault` is the error in the answer.
    """

    call: json_lines.Call
    fault: json_lines.RequestError | None
    cancelled: Event
    tell: Callable[[json_lines.Fields], None]

    @property
    def fields(self) -> json_lines.Fields:
        return self.call.fields

    def is_cancelled(self) -> bool:
        return self.cancelled.is_set()


def serve(
    methods: Mapping[str, Handler],
    *,
    check: Callable[[json_lines.Fields], None] = lambda _: None,
    on_end: Callable[[], None] = lambda: None,
) -> bool:
    """Answer the requests on standard input until it ends. Then call `on_end`, and answer the waiting requests.

    `methods` maps names to handlers. `check` raises RequestError if the fields of a request are invalid. Returns False
    if a request failed with an unexpected exception. Raises OSError if the input cannot be read.
    """
    server = LineServer(methods, check)
    Thread(target=server.work, daemon=True).start()
    try:
        while raw := sys.stdin.buffer.readline(json_lines.MAX_LINE + 1):
            if raw.strip():
                server.take(raw)
            while len(raw) > json_lines.MAX_LINE and not raw.endswith(b"\n"):  # the rest of a line that is too long
                raw = sys.stdin.buffer.readline(json_lines.MAX_LINE + 1)
    except OSError:
        server.finish()
        raise
    on_end()
    server.finish()
    return server.is_sound


class LineServer:
    """Holds the waiting requests. The reading thread calls `take`; the answering thread runs `work`.

    `is_sound` becomes False if a request fails with an unexpected exception.
    """

    def __init__(self, methods: Mapping[str, Handler], check: Callable[[json_lines.Fields], None]) -> None:
        self.is_sound = True
        self._methods: dict[str, Handler] = {**methods, "cancel": self._cancel}
        self._check = check
        self._waiting: deque[Job] = deque()
        self._jobs: dict[object, Job] = {}
        self._current: Job | None = None
        self._changed = Condition()
        """Guards the three fields above and the output. It is notified when a request arrives or has been answered."""

    def take(self, raw: bytes) -> None:
        """Parse `raw`, a line of input. Answer a cancellation at once. Queue any other request, even an invalid one."""
        call, fault = json_lines.Call(), None
        try:
            call = json_lines.parse_call(raw, any_number=True)
        except Exception as error:  # whatever a line holds, the next one is served
            call, fault = json_lines.Call(json_lines.find_id(raw)), self._error_of(error)
        job = Job(call, fault, Event(), self._tell)
        try:
            if call.fields.get("method") == "cancel":
                self._tell(call.answer(self._result(job)))
                self._stop(job.fields.get("target"))  # only now, so that the answers have a fixed order
            else:
                self._add(job)
        except Exception as error:  # whatever a request does, the next one is served
            self._tell(call.refuse(self._error_of(error)))

    def finish(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._current)

    def work(self) -> None:
        """If a cancelled request takes too long to stop, another thread takes over, and this returns once it stops."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                job = self._current = self._waiting.popleft()
            try:
                answer = json_lines.format_line(job.call.answer(self._result(job)))
            except Exception as error:  # whatever a request does, the next one is served
                answer = json_lines.format_line(job.call.refuse(self._error_of(error)))
            if not self._end(job, answer):
                return

    def _result(self, job: Job) -> json_lines.Fields:
        result: json_lines.Fields = {}
        with suppress(CancelledError):
            if not job.is_cancelled():
                if job.fault:
                    raise job.fault
                handle = job.call.find(self._methods)
                self._check(job.fields)
                result = handle(job)
        if job.is_cancelled():
            raise _cancelled()
        return result

    def _add(self, job: Job) -> None:
        with self._changed:
            if len(self._waiting) >= MAX_WAITING:
                raise json_lines.RequestError("busy", f"{MAX_WAITING} requests are already waiting")
            if job.call.id is not None:
                if job.call.id in self._jobs:
                    fault = json_lines.RequestError("request", "a request with this 'id' has not been answered yet")
                    job = job._replace(fault=fault)
                else:
                    self._jobs[job.call.id] = job
            self._waiting.append(job)
            self._changed.notify_all()

    def _cancel(self, job: Job) -> json_lines.Fields:
        with self._changed:
            return {"cancelled": job.fields.get("target") in self._jobs}

    def _stop(self, target: object) -> None:
        with self._changed:
            found = self._jobs.get(target)
            if found is None:
                return
            found.cancelled.set()
            if found is not self._current:
                self._waiting.remove(found)
                self._write(found, _refusal(found))
                return
        timer = Timer(GRACE_SECONDS, self._leave, [found])
        timer.daemon = True
        timer.start()

    def _leave(self, job: Job) -> None:
        """If a cancelled request is still being worked on, answer it, and let a new thread handle the others."""
        if self._end(job, _refusal(job)):
            Thread(target=self.work, daemon=True).start()

    def _end(self, job: Job, answer: str) -> bool:
        with self._changed:
            if self._current is not job:
                return False
            self._write(job, answer)
            self._current = None
            return True

    def _write(self, job: Job, answer: str) -> None:
        """Write the answer to `job`; its id can then be used for a new request. The caller must hold the lock."""
        if self._jobs.get(job.call.id) is job:
            del self._jobs[job.call.id]
        self._say(answer)
        self._changed.notify_all()

    def _error_of(self, error: Exception) -> json_lines.RequestError:
        if isinstance(error, json_lines.RequestError):
            return error
        if isinstance(error, MemoryError):
            return json_lines.RequestError("memory", "there is not enough memory for this request")
        self.is_sound = False
        return json_lines.RequestError("internal", bug_reports.report(error, "while a request was answered"))

    def _tell(self, message: json_lines.Fields) -> None:
        self._say(json_lines.format_line(message))

    def _say(self, line: str) -> None:
        with self._changed:
            try:
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
            except OSError as error:  # nobody can read the answers; the other thread may be blocked on input
                if isinstance(error, BrokenPipeError):
                    os._exit(streams.READER_GONE)
                streams.print_error(f"cannot write the output: {error.strerror}")
                os._exit(streams.NOT_WRITTEN)


def _cancelled() -> json_lines.RequestError:
    return json_lines.RequestError("cancelled", "the request was cancelled")


def _refusal(job: Job) -> str:
    return json_lines.format_line(job.call.refuse(_cancelled()))
