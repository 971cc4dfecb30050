"""`binairo show`: a picture of a puzzle, as text, SVG or PNG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.files import format_of, missing_library, output_option, refuse_terminal, write_bytes
from binairo_tui.cli.output import Status, say, say_json, warn
from binairo_tui.cli.verbs.common import Verb, answer_each, json_option, puzzle_arguments

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.engine import Position

FORMATS = ("text", "svg", "png")
"""What `--format` takes."""


@click.command("show", cls=Verb)
@puzzle_arguments
@click.option("--solution", is_flag=True, help="With the solution filled in.")
@click.option("--format", "chosen", type=click.Choice(FORMATS), help="If not given: as FILE ends, or text.")
@click.option("--ascii", "is_ascii", is_flag=True, help="Text without box drawing; if not given, the locale decides.")
@output_option
@json_option
def command(
    puzzles: tuple[str, ...],
    *,
    solution: bool,
    chosen: str | None,
    is_ascii: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Show puzzles as pictures.

    Givens stand on a plate; signs stand between their cells. A file and the
    formats svg and png hold one puzzle, text any number. PNG needs Pillow:
    pip install 'binairo-tui[print]'. A PUZZLE is what "binairo solve --help"
    says.

    Exit status: 0; with --solution 1 if there is none, or more than one; 2 if
    something could not be read or written.

    For example:
      binairo show 8x8-plus:1
      binairo show classics:1 --solution --output classic.svg
      binairo show 6x10:2 --format png > puzzle.png
    """
    if as_json and output is not None:
        raise click.UsageError("--json goes to the standard output, not to a file")
    form = format_of(chosen, output, FORMATS, "text")
    if form == "png":
        refuse_terminal("a PNG", output)
        if as_json:
            raise click.UsageError("--json holds text or svg, no png")
    picture = _Picture(form, is_ascii=is_ascii or _is_ascii(), solution=solution)
    is_text = form == "text" and output is None
    shown = 0

    def answer(found: Found) -> Status:
        nonlocal shown
        shown += 1
        if shown > 1 and not is_text and not as_json:
            if shown == 2:
                warn(f"{found.title}, and what comes after it, is left out: {form} and files hold one puzzle")
            return Status.BAD_INPUT
        data, status = picture.draw(found)
        if as_json:
            say_json({"puzzle": str(found.puzzle), "format": form, "text": data.decode()})
        elif is_text:
            say(data.decode().removesuffix("\n"))
        else:
            write_bytes(data, output)
        return status

    answer_each(puzzles, answer, blank_between=is_text and not as_json)


class _Picture:
    """Draws puzzles in one format."""

    def __init__(self, form: str, *, is_ascii: bool, solution: bool) -> None:
        self._form = form
        self._is_ascii = is_ascii
        self._solution = solution

    def draw(self, found: Found) -> tuple[bytes, Status]:
        """The file's contents. Without a solution to show, the puzzle alone."""
        position, status = self._position(found) if self._solution else (None, Status.YES)
        if self._form == "text":
            from binairo_tui.pictures.text import board_text

            return f"{board_text(found.puzzle, position, is_ascii=self._is_ascii)}\n".encode(), status
        from binairo_tui.pictures.board import draw_board

        drawing = draw_board(found.puzzle, position)
        if self._form == "svg":
            from binairo_tui.pictures.svg import svg_text

            return svg_text(drawing).encode(), status
        try:
            from binairo_tui.pictures.png import png_bytes
        except ImportError as error:
            raise missing_library(error, "a PNG") from None
        return png_bytes(drawing), status

    def _position(self, found: Found) -> tuple[Position | None, Status]:
        from binairo_tui.engine.search import solutions

        positions = list(solutions(found.puzzle, 2))
        if len(positions) != 1:
            warn(f"{found.title}: {'more than one solution; this is one' if positions else 'no solution'}")
        return next(iter(positions), None), Status.YES if len(positions) == 1 else Status.NO


def _is_ascii() -> bool:
    from binairo_tui.player.charset import is_utf8

    return not is_utf8(os.environ)
