"""The player process's end of the connection to the hub: sends requests, and passes on answers and news.

The link is one end of a socket pair (see `host.server.hub`). A thread reads it until the other end is closed.
"""

import itertools
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from binairo_tui.files import bug_reports
from binairo_tui.files.json_lines import Fields, RequestError, format_line, parse_line

VERSION = 1
ANSWER_SECONDS = 10.0
"""Timeout of a request in seconds. The host answers in milliseconds unless its disk is slow."""
GONE = "The host does not answer."


class HostError(Exception):
    """The host refuses a request or does not answer. The message is a sentence."""


class TakenOverError(HostError):
    """The host refuses a step in a race, because the player has gone on in another session."""


def parse_message(raw: bytes) -> dict[str, Any]:
    """Return the fields of a line from the hub, which is an answer or news. Raises RequestError."""
    return parse_line(raw, max_depth=8, max_objects=1000, any_number=True)


def wait_for(answer: Future[dict[str, Any]]) -> dict[str, Any]:
    """Wait for the `result` of an answer. Raises HostError."""
    try:
        return answer.result(ANSWER_SECONDS)
    except TimeoutError:
        raise HostError(GONE) from None


class HubLink:
    """The connection to the hub. `on_news` is called in another thread with each message that answers no request."""

    def __init__(self, link: socket.socket, on_news: Callable[[Fields], None]) -> None:
        self._link = link
        self._on_news = on_news
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[dict[str, Any]]] = {}
        threading.Thread(target=self._read, name="host", daemon=True).start()

    def ask(self, method: str, **fields: object) -> dict[str, Any]:
        """Send a request, wait for the answer, and return its `result`. Raises HostError."""
        return wait_for(self.ask_later(method, **fields))

    def ask_later(self, method: str, **fields: object) -> Future[dict[str, Any]]:
        """Send a request; return a future, which gets the `result` of the answer or raises HostError."""
        future: Future[dict[str, Any]] = Future()
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = future
            try:
                self._link.sendall(format_line({"id": number, "method": method, **fields}).encode() + b"\n")
            except OSError:
                del self._waiting[number]
                future.set_exception(HostError(GONE))
        return future

    def _read(self) -> None:
        with suppress(OSError):
            try:
                self._read_messages()
            except RequestError as error:  # an unreadable answer makes the link useless
                bug_reports.report(error, "while the host answered")
            self._link.shutdown(socket.SHUT_RDWR)  # so that later requests fail at once
        with self._lock:
            waiting = list(self._waiting)
        for number in waiting:
            self._settle({"id": number, "error": {"code": "gone", "message": GONE}})

    def _read_messages(self) -> None:
        with self._link.makefile("rb") as lines:
            for raw in lines:
                message = parse_message(raw)
                if "event" not in message:
                    self._settle(message)
                    continue
                try:
                    self._on_news(message)
                except Exception as error:  # the thread must go on, because it also reads the answers
                    bug_reports.report(error, "while news of the host arrived")

    def _settle(self, answer: Fields) -> None:
        with self._lock:
            future = self._waiting.pop(answer["id"], None)
        if future is None or not future.set_running_or_notify_cancel():
            return
        if "error" in answer:
            kind = TakenOverError if answer["error"]["code"] == "taken-over" else HostError
            future.set_exception(kind(str(answer["error"]["message"])))
        else:
            future.set_result(answer["result"])
