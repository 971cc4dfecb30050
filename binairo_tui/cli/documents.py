"""Chooses the formats of pictures and documents that verbs write, and refuses impossible output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn

import click

from binairo_tui import engine, pictures
from binairo_tui.cli.options import Command
from binairo_tui.cli.output import fail, printable
from binairo_tui.files import installation

DOCUMENTS = ("html", "pdf")
_FILES = {"pdf": "a PDF", "png": "a PNG", "html": "a page"}
"""Maps formats that a terminal cannot show to their names in messages."""
_LIBRARIES = {"fpdf": "fpdf2", "PIL": "Pillow"}
"""Maps optional modules to the libraries that contain them."""


def format_option(formats: Sequence[str]) -> Callable[[Command], Command]:
    return click.option(
        "--format",
        "chosen",
        type=click.Choice(formats),
        help=f"Default: from the ending of FILE, otherwise {formats[0]}.",
    )


def choose_format(chosen: str | None, output: Path | None, formats: Sequence[str]) -> str:
    """Return the format to write: `chosen` or, if it is None, the format that the file's name ends in.

    If `text` is the first of `formats`, it is also the format of names that end in `.txt` or have no ending. If there
    is neither a chosen format nor a file, return the first of `formats`. Raises click.UsageError if the file's name
    does not tell the format, or if a terminal would get output that only other programs can show.
    """
    form = chosen or (formats[0] if output is None else _format_of(output, formats))
    if form in _FILES and output is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(f"{_FILES[form]} cannot be shown in a terminal: give --output FILE")
    return form


def _format_of(output: Path, formats: Sequence[str]) -> str:
    ending = output.suffix.removeprefix(".").lower()
    if ending in formats:
        return ending
    if formats[0] == "text" and ending in ("", "txt"):
        return "text"
    endings = ", ".join([f".{'txt' if name == 'text' else name}" for name in formats])
    name = printable(output.name)
    raise click.UsageError(
        f"{name}: cannot tell the format from this name: give --format, or a name ending in {endings}"
    )


def fail_without_library(error: ImportError, what: str) -> NoReturn:
    """Print which library `what` (such as `a PNG`) needs, and how to install it; then end the command."""
    module = (error.name or "").partition(".")[0]
    library = _LIBRARIES.get(module, module)
    fail(f"{what} needs {library}: {installation.install_command(library.lower())}")


def document_bytes(
    pages: Sequence[pictures.drawing.Drawing], title: str, form: str, puzzles: Iterable[engine.Puzzle] = ()
) -> bytes:
    """If a library or font is missing, end the command. HTML has `puzzles` in a form that programs can read."""
    if form == "html":
        return pictures.svg.html_text(pages, title, puzzles).encode()
    try:
        return pictures.pdf.pdf_bytes(pages, title)
    except ImportError as error:
        fail_without_library(error, "a PDF" if error.name == "fpdf" else "a PDF in this script")
    except pictures.fonts.NoFontError as error:
        fail(f"{error}, or write HTML: browsers have fonts of their own")
