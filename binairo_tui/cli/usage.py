"""Errors of usage that several verbs report."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.output import printable

if TYPE_CHECKING:
    from pathlib import Path


def choose_format(chosen: str | None, output: Path | None, formats: tuple[str, ...], default: str) -> str:
    """Return the chosen format; if None, the format of the file's ending; without a file, the default.

    Raises click.UsageError if the file's name does not end in one of the formats.
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
    raise click.UsageError(
        f"{name}: cannot tell the format from this name: give --format, or a name ending in {endings}"
    )


def refuse_terminal(what: str, output: Path | None) -> None:
    """Raise click.UsageError if binary data would be written to a terminal."""
    if output is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(f"{what} cannot be shown in a terminal: give --output FILE")


_LIBRARIES = {"fpdf": "fpdf2", "PIL": "Pillow"}
"""Maps optional modules to the libraries that contain them."""


def missing_library(error: ImportError, what: str) -> click.UsageError:
    """Return the error to raise if an optional library is not installed."""
    module = (error.name or "").partition(".")[0]
    library = _LIBRARIES.get(module, module)
    return click.UsageError(f"{what} needs {library}: pip install {library.lower()}")
