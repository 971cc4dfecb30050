"""Pictures and pages that verbs write: how their format is chosen, and errors such as binary data for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from binairo_tui import pictures
from binairo_tui.cli.options import Command
from binairo_tui.cli.output import printable

DOCUMENTS = ("html", "pdf")
"""The formats of documents."""
# Written out because importing them from `pictures` would slow `binairo --help`; a test compares the two.
PAPERS = ("a4", "letter")
"""The choices of `--paper`."""
_LIBRARIES = {"fpdf": "fpdf2", "PIL": "Pillow"}
"""Maps optional modules to the libraries that contain them."""

paper_option = click.option(
    "--paper", type=click.Choice(PAPERS, case_sensitive=False), default="a4", help="The paper size. Default: a4."
)
"""`--paper`, as the parameter `paper`."""


def format_option(formats: Sequence[str]) -> Callable[[Command], Command]:
    """Return `--format`, as the parameter `chosen`; the first format is the default."""
    return click.option(
        "--format",
        "chosen",
        type=click.Choice(formats),
        help=f"Default: from the ending of FILE, otherwise {formats[0]}.",
    )


def choose_format(chosen: str | None, output: Path | None, formats: Sequence[str]) -> str:
    """Return the chosen format; if None, the format of the file's ending; without a file, the first format.

    Raises click.UsageError if the file's name does not end in one of the formats.
    """
    if chosen or output is None:
        return chosen or formats[0]
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


def refuse_terminal(what: str, output: Path | None) -> None:
    """Raise click.UsageError if binary data would be written to a terminal."""
    if output is None and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(f"{what} cannot be shown in a terminal: give --output FILE")


def missing_library(error: ImportError, what: str) -> click.UsageError:
    """Return the error to raise if an optional library is not installed."""
    module = (error.name or "").partition(".")[0]
    library = _LIBRARIES.get(module, module)
    return click.UsageError(f"{what} needs {library}: pip install {library.lower()}")


def choose_document(chosen: str | None, output: Path | None) -> str:
    """Return the format of a document, as `choose_format` does.

    Raises click.UsageError, also if a PDF would be written to a terminal.
    """
    form = choose_format(chosen, output, DOCUMENTS)
    if form == "pdf":
        refuse_terminal("a PDF", output)
    return form


def document_bytes(pages: Sequence[pictures.drawing.Drawing], title: str, form: str) -> bytes:
    """Return the contents of a file with these pages; `form` is one of `DOCUMENTS`."""
    if form == "html":
        return pictures.svg.html_text(pages, title).encode()
    try:
        return pictures.pdf.pdf_bytes(pages, title)
    except ImportError as error:
        raise missing_library(error, "a PDF") from None
