"""Where a verb's picture or sheet goes: to a file, or to the standard output unless that is a terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from binairo_tui.cli.output import Status, clean, say_bytes, warn

output_option = click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to FILE instead of the standard output.",
)
"""`--output`, as the parameter `output`."""


def format_of(chosen: str | None, output: Path | None, formats: tuple[str, ...], default: str) -> str:
    """The format asked for, or else the one that the file's name ends in, or else the default.

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
    raise click.UsageError(f"{clean(output.name)}: which format? Give --format, or a name ending in {endings}")


def write_bytes(data: bytes, output: Path | None) -> None:
    """Write a whole file. What prevents it is said on stderr, and ends the command with status 2."""
    if output is None:
        say_bytes(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        warn(f"{output}: {error.strerror}")
        raise click.exceptions.Exit(Status.BAD_INPUT) from None


def refuse_terminal(what: str, output: Path | None) -> None:
    """Raise click.UsageError rather than write bytes to a terminal."""
    if output is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(f"{what} is nothing for a terminal: give --output FILE")


def missing_library(error: ImportError, what: str) -> click.UsageError:
    """What to say where a library of an extra is not installed."""
    return click.UsageError(f"{what} needs {error.name}: pip install 'binairo-tui[print]'")
