"""What the command says, and how: data, talk, exit statuses. Every print of the command line goes through here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum

import click

SHOWN = 60
"""Characters of an unusable argument that a message quotes."""


class Status(IntEnum):
    """The exit status; of several the highest counts."""

    YES = 0
    """Yes, or done."""
    NO = 1
    """Unsolvable, not unique, broken."""
    BAD_INPUT = 2
    """A puzzle, an argument or a file that cannot be used, or output that cannot be written."""
    INTERRUPTED = 130
    """Ctrl+C."""
    READER_GONE = 141
    """Nobody reads the output any more (128 + SIGPIPE, as of any program that a closed pipe ends)."""


def say(text: str) -> None:
    """Print one piece of data, with a line end, and flush."""
    with _complaining():
        click.echo(text)


def say_bytes(data: bytes) -> None:
    """Write data that is no text, or a text as it is, and flush."""
    with _complaining():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def say_json(fields: Mapping[str, object]) -> None:
    """Print one JSON object on one line and flush. ASCII only: whatever it quotes is harmless to a terminal."""
    import json

    say(json.dumps(fields))


def warn(message: str) -> None:
    """Print one line of talk on stderr; foreign text in it is cleaned."""
    try:
        click.echo(clean(message), err=True)
    except OSError:
        raise click.exceptions.Exit(Status.BAD_INPUT) from None


def clean(text: str) -> str:
    r"""Foreign text made fit for one line of a terminal: what is no visible character or space is written as an escape.

    >>> print(clean("a\x1b[2J\u202eb"))
    a\x1b[2J\u202eb
    """
    # "Not printable" are exactly the Unicode categories Cc, Cf, Cs, Co, Cn, Zl, Zp, and Zs but for the space.
    return "".join([char if char.isprintable() else ascii(char)[1:-1] for char in text])


def shortened(argument: str) -> str:
    """An unusable argument as a message quotes it: cleaned, at most `SHOWN` characters of it."""
    return clean(argument if len(argument) <= SHOWN else argument[: SHOWN - 1] + "…") or "''"


@contextmanager
def _complaining() -> Iterator[None]:
    """Say on stderr what keeps the output from being written, and end the command; quietly if nobody reads it."""
    if sys.stdout is None:
        warn("cannot write the output: it is closed")
        raise click.exceptions.Exit(Status.BAD_INPUT)
    try:
        yield
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(Status.READER_GONE) from None
    except OSError as error:
        _discard_output()
        warn(f"cannot write the output: {error.strerror}")
        raise click.exceptions.Exit(Status.BAD_INPUT) from None


def _discard_output() -> None:
    """Let what is still buffered vanish: Python would complain of it once more on exit."""
    with suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)
