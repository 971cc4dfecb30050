"""`binairo show`: draws puzzles as text, SVG or PNG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, TypedDict

import click

from binairo_tui import engine, files, pictures
from binairo_tui.cli import documents, json_fields, options, puzzle_input, puzzle_options
from binairo_tui.cli.answers import find_solution, print_each
from binairo_tui.cli.found import Found
from binairo_tui.cli.output import Status, fail, print_data, print_json, write_output

FORMATS = ("text", "svg", "png")
"""The choices of `--format`."""


class Shown(TypedDict):
    """A picture of a puzzle."""

    format: Literal["text", "svg"]
    text: str


@click.command("show", cls=options.Verb, prints=json_fields.answers(Shown))
@puzzle_options.puzzle_arguments
@click.option("--solution", is_flag=True, help="Fill in the solution.")
@documents.format_option(FORMATS)
@click.option(
    "--ascii", "is_ascii", is_flag=True, help="Text without box-drawing characters. Default: depends on the locale."
)
@options.output_option
@options.json_option
def command(
    puzzles: tuple[str, ...],
    *,
    solution: bool,
    chosen: str | None,
    is_ascii: bool,
    output: Path | None,
    as_json: bool,
) -> Status:
    """Show puzzles as pictures.

    Givens are shaded; signs are drawn between their cells. A file, and the
    formats svg and png, can hold one puzzle; text output can hold any number.
    PNG needs Pillow: pip install pillow. "binairo solve --help" explains what a
    PUZZLE can be.

    Exit status: 0; with --solution, 1 if there is no solution or more than
    one; 2 if something could not be read or written.

    For example:
      binairo show 8x8-plus:1
      binairo show classics:1 --solution --output classic.svg
      binairo show 6x10:2 --format png > puzzle.png
    """
    form = _format(chosen, output, as_json=as_json)
    is_ascii = is_ascii or not files.terminal_text.is_utf8(os.environ)
    printer = _Printer(form, output, as_json=as_json, is_ascii=is_ascii, solution=solution)
    items = puzzle_input.read_puzzles(puzzles, puzzle_options.read_options())
    status = print_each(items, printer.show, as_json=as_json, blank_between=printer.is_text)
    printer.write()
    return status


def _format(chosen: str | None, output: Path | None, *, as_json: bool) -> str:
    """Return the format to draw in. Raises click.UsageError if the options contradict one another."""
    if as_json and output is not None:
        raise click.UsageError("--json prints to standard output: it cannot be combined with --output")
    form = documents.choose_format(chosen, output, FORMATS)
    if form == "png":
        documents.refuse_terminal("a PNG", output)
        if as_json:
            raise click.UsageError("--json can hold text or svg, but not png")
    return form


class _Printer:
    """Draws puzzles in one format, and prints or writes them. A file or a picture format can hold only one puzzle."""

    def __init__(self, form: str, output: Path | None, *, as_json: bool, is_ascii: bool, solution: bool) -> None:
        self.is_text = form == "text" and output is None
        self._form = form
        self._output = output
        self._as_json = as_json
        self._is_ascii = is_ascii
        self._solution = solution
        self._drawn: bytes | None = None

    def show(self, found: Found) -> Status:
        """Print a puzzle, or store its picture for `write`. A second picture is an error that ends the command."""
        if self._drawn is not None:
            fail(f"{found.title}: {self._form} and files hold one puzzle; nothing was written")
        position, status = None, Status.YES
        if self._solution:
            position, status = find_solution(found, several="more than one solution; this is one of them")
        data = self._draw(found.puzzle, position)
        if self._as_json:
            print_json({**found.place, "format": self._form, "text": data.decode()})
        elif self.is_text:
            print_data(data.decode().removesuffix("\n"))
        else:
            self._drawn = data
        return status

    def write(self) -> None:
        """Write the stored picture, if there is one."""
        if self._drawn is not None:
            write_output(self._drawn, self._output)

    def _draw(self, puzzle: engine.Puzzle, position: engine.Position | None) -> bytes:
        """Return the picture of a position, or of the givens if it is None, as the contents of a file."""
        if self._form == "text":
            return f"{pictures.text.board_text(puzzle, position, is_ascii=self._is_ascii)}\n".encode()
        drawing = pictures.draw_board(puzzle, position)
        if self._form == "svg":
            return pictures.svg_text(drawing).encode()
        try:
            return pictures.png.png_bytes(drawing)
        except ImportError as error:
            raise documents.missing_library(error, "a PNG") from None
