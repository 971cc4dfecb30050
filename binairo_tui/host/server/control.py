"""The control socket of a running host, over which the operator's commands reach it.

The socket is in the host's directory, and only the user who runs the host may connect to it. Requests and answers are
lines of JSON (`files.json_lines`), one request for each connection.
"""

import asyncio
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from binairo_tui import files
from binairo_tui.files.json_lines import Call, Fields, RequestError, format_line, parse_call, parse_line

NAME = "control"
ANSWER_SECONDS = 5.0
LONGEST_ADDRESS = 107
"""The length of the longest address of a socket, in bytes."""
MAX_OBJECTS = 200_000
"""Limit on the JSON objects in an answer. The status of the host has an object for each session."""

Method = Callable[[Fields], Mapping[str, object]]
"""A function that answers one method: it takes the fields of a request, and returns the result."""


class ControlError(Exception):
    """The host was not reached, or refused the request. The message is a clause."""


class NotRunningError(ControlError):
    """No host is running with this directory."""


async def listen(directory: Path, methods: Mapping[str, Method]) -> asyncio.Server:
    """Answer requests to the host that has locked `directory`, until the returned server is closed. Raises OSError."""
    (directory / NAME).unlink(missing_ok=True)  # a host that was killed leaves it behind
    listener = socket.socket(socket.AF_UNIX)
    with _address(directory) as address:
        listener.bind(address)
    (directory / NAME).chmod(0o600)  # before anybody can connect
    return await asyncio.start_unix_server(partial(_answer, methods), sock=listener)


async def _answer(methods: Mapping[str, Method], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, ValueError, TimeoutError):  # ValueError: the line is too long
        raw = await asyncio.wait_for(reader.readline(), ANSWER_SECONDS)
        call = Call()
        try:
            call = parse_call(raw)
            answer = call.answer(call.find(methods)(call.fields))
        except RequestError as error:
            answer = call.refuse(error)
        writer.write(format_line(answer).encode() + b"\n")
        await writer.drain()
    writer.close()


def ask(directory: Path, method: str, **fields: object) -> Fields:
    """Return the answer of the host that is running with `directory`. Raises ControlError."""
    try:
        with _address(directory) as address, socket.socket(socket.AF_UNIX) as client:
            client.settimeout(ANSWER_SECONDS)
            client.connect(address)
            client.sendall(format_line({"id": 1, "method": method, **fields}).encode() + b"\n")
            with client.makefile("rb") as lines:
                answer = parse_line(lines.readline(), max_objects=MAX_OBJECTS)
    except (FileNotFoundError, ConnectionRefusedError):
        raise NotRunningError(f"no host is running with {directory}") from None
    except (TimeoutError, ConnectionError, RequestError):
        raise ControlError(f"the host that uses {directory} does not answer") from None
    except OSError as error:
        raise ControlError(files.paths.explain(directory / NAME, error)) from None
    if "error" in answer:
        raise ControlError(answer["error"]["message"])
    result: Fields = answer["result"]
    return result


@contextmanager
def _address(directory: Path) -> Iterator[str]:
    """Yield an address of the socket that is short enough; it leads through `/proc` if the path is too long."""
    address = str(directory / NAME)
    if len(os.fsencode(address)) <= LONGEST_ADDRESS:
        yield address
        return
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{NAME}"
    finally:
        os.close(descriptor)
