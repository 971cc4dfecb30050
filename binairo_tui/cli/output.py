"""Output of the command: data, warnings, files and exit statuses. All output goes through this module.

The module does not import click, because that would make the start of a game take a tenth longer.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import NoReturn

from binairo_tui.files.streams import discard
from binairo_tui.files.terminal_text import printable as printable  # noqa: PLC0414 - part of this module

MAX_QUOTED = 60
"""Limit on the characters of an invalid argument that a message quotes."""


class Status(IntEnum):
    """The exit status. The status for several puzzles is the highest of their statuses."""

    YES = 0
    NO = 1
    """No: a puzzle is unsolvable, not unique or broken."""
    BAD_INPUT = 2
    """A puzzle, argument or file cannot be used, or the output cannot be written."""
    INTERRUPTED = 130
    READER_GONE = 141
    """The reader of the output has closed it: 128 + SIGPIPE, as for any program ended by a closed pipe."""


class CommandEnded(SystemExit):
    """Ends the command with the exit status `code`. The reason has already been printed."""

    code: int


_hide: Callable[[], None] | None = None


def hide_before_output(hide: Callable[[], None] | None) -> None:
    """Before the next output, call `hide`, which clears the progress line; None cancels this."""
    global _hide  # noqa: PLW0603  (one terminal, one progress line)
    _hide = hide


def clear_progress() -> None:
    if _hide:
        _hide()


def can_print(text: str) -> bool:
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def print_data(text: str) -> None:
    """Print `text` to stdout, followed by a line end, and flush."""
    if sys.stdout is not None and sys.stdout.isatty():
        clear_progress()
    with _write_errors():
        # Not `click.echo`, which takes ten times as long as the write itself.
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def print_bytes(data: bytes) -> None:
    with _write_errors():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def print_json(fields: Mapping[str, object]) -> None:
    from binairo_tui.files.json_lines import format_line

    print_data(format_line(fields))


def print_result(fields: Mapping[str, object], text: str, *, as_json: bool) -> None:
    if as_json:
        print_json(fields)
    else:
        print_data(text)


def print_warning(message: str) -> None:
    """Print one line to stderr, made safe by `printable`. End the command if stderr cannot be written."""
    clear_progress()
    try:
        if sys.stderr is not None:
            print(printable(message), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)
        raise CommandEnded(Status.BAD_INPUT) from None


def print_notice(notice: str) -> None:
    if notice:
        print_warning(notice)


def fail(message: str, status: Status = Status.BAD_INPUT) -> NoReturn:
    """Print a message to stderr and end the command with this status."""
    print_warning(message)
    raise CommandEnded(status)


def quote_argument(argument: str) -> str:
    """Return an invalid argument as it is quoted in a message: escaped, and cut to `MAX_QUOTED` characters."""
    return printable(argument if len(argument) <= MAX_QUOTED else argument[: MAX_QUOTED - 1] + "…") or "''"


def write_output(data: bytes, output: Path | None) -> None:
    """Write data to a file, or to stdout if `output` is None. If that fails, print the reason and end the command."""
    if output is None:
        print_bytes(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        fail(f"{output}: {error.strerror}")


@contextmanager
def _write_errors() -> Iterator[None]:
    """Print why the output cannot be written, unless its reader has closed it, and end the command."""
    if sys.stdout is None:
        fail("cannot write the output: it is closed")
    try:
        yield
    except BrokenPipeError:
        discard(sys.stdout)
        raise CommandEnded(Status.READER_GONE) from None
    except OSError as error:
        discard(sys.stdout)
        fail(f"cannot write the output: {error.strerror}")
