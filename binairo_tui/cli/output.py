"""Output of the command: data, warnings, files and exit statuses. Everything it prints goes through here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn

import click

from binairo_tui.files.streams import discard

if TYPE_CHECKING:
    from pathlib import Path

MAX_QUOTED = 60
"""Characters of an unusable argument that a message quotes."""


class Status(IntEnum):
    """The exit status. The status of several puzzles is the highest of theirs."""

    YES = 0
    """Yes, or done."""
    NO = 1
    """Unsolvable, not unique, broken."""
    BAD_INPUT = 2
    """A puzzle, argument or file cannot be used, or the output cannot be written."""
    INTERRUPTED = 130
    """Ctrl+C."""
    READER_GONE = 141
    """The reader of the output has closed it: 128 + SIGPIPE, as for any program that a closed pipe ends."""


_hide: Callable[[], None] | None = None


def hide_before_output(hide: Callable[[], None] | None) -> None:
    """Have this function called once before the next output, to clear a line that is not part of it."""
    global _hide  # noqa: PLW0603  (one terminal, one progress line)
    _hide = hide


def print_data(text: str) -> None:
    """Print one piece of data on stdout, with a line end, and flush."""
    if _hide and sys.stdout is not None and sys.stdout.isatty():
        _hide()
    with _write_errors():
        # Not `click.echo`, which takes ten times as long as the write.
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def print_bytes(data: bytes) -> None:
    """Write bytes to stdout as they are, and flush."""
    with _write_errors():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def json_text(fields: Mapping[str, object]) -> str:
    """Return a JSON object on one line. It is ASCII, so foreign text in it cannot steer a terminal."""
    import json

    return json.dumps(fields)


def print_json(fields: Mapping[str, object]) -> None:
    """Print one JSON object on one line, and flush."""
    print_data(json_text(fields))


def print_warning(message: str) -> None:
    """Print one line on stderr, with `printable`."""
    if _hide:
        _hide()
    try:
        click.echo(printable(message), err=True)
    except OSError:
        discard(sys.stderr)
        raise click.exceptions.Exit(Status.BAD_INPUT) from None


def print_notice(notice: str) -> None:
    """Print a notice about the file of games as a warning; nothing if it is empty."""
    if notice:
        print_warning(notice)


def fail(message: str, status: Status = Status.BAD_INPUT) -> NoReturn:
    """Print a warning and end the command with this status."""
    print_warning(message)
    raise click.exceptions.Exit(status)


def printable(text: str) -> str:
    r"""Return foreign text as one line that is safe to print: unprintable characters become escapes.

    >>> print(printable("a\x1b[2J\u202eb"))
    a\x1b[2J\u202eb
    """
    # "Not printable" are exactly the Unicode categories Cc, Cf, Cs, Co, Cn, Zl, Zp, and Zs but for the space.
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def quote_argument(argument: str) -> str:
    """Return an unusable argument as messages quote it: escaped, and at most `MAX_QUOTED` characters of it."""
    return printable(argument if len(argument) <= MAX_QUOTED else argument[: MAX_QUOTED - 1] + "…") or "''"


def choose_format(chosen: str | None, output: Path | None, formats: tuple[str, ...], default: str) -> str:
    """Return the chosen format, else the one that the file's name ends in, else the default.

    Raises click.UsageError if the file's name ends in none of them.
    """
    if chosen or output is None:
        return chosen or default
    ending = output.suffix.removeprefix(".").lower()
    if ending in formats:
        return ending
    if default == "text" and ending in ("", "txt"):
        return default
    endings = ", ".join([f".{'txt' if name == 'text' else name}" for name in formats])
    name = printable(output.name)
    raise click.UsageError(f"{name}: which format? Give --format, or a name ending in {endings}")


def write_output(data: bytes, output: Path | None) -> None:
    """Write a whole file, or to stdout without one. If that fails, say why and end the command."""
    if output is None:
        print_bytes(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        fail(f"{output}: {error.strerror}")


def refuse_terminal(what: str, output: Path | None) -> None:
    """Raise click.UsageError if bytes would be written to a terminal."""
    if output is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(f"{what} is nothing for a terminal: give --output FILE")


def missing_library(error: ImportError, what: str) -> click.UsageError:
    """Return the error to raise if the library of an extra is not installed."""
    return click.UsageError(f"{what} needs {error.name}: pip install 'binairo-tui[print]'")


@contextmanager
def _write_errors() -> Iterator[None]:
    """Say why the output cannot be written, and end the command; silently if its reader has closed it."""
    if sys.stdout is None:
        fail("cannot write the output: it is closed")
    try:
        yield
    except BrokenPipeError:
        discard(sys.stdout)
        raise click.exceptions.Exit(Status.READER_GONE) from None
    except OSError as error:
        discard(sys.stdout)
        fail(f"cannot write the output: {error.strerror}")
