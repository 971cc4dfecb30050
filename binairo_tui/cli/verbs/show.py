"""`binairo show`: draws puzzles as text, SVG or PNG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, TypedDict

import click

from binairo_tui import engine, files, pictures, player, settings
from binairo_tui.cli import answers, documents, json_fields, options, output, puzzle_input, puzzle_options
from binairo_tui.cli.found import Found

FORMATS = ("text", "svg", "png")


class _Shown(TypedDict):
    format: Literal["text", "svg", "link"]
    text: str


@click.command(
    "show",
    cls=options.Verb,
    prints=json_fields.answers(_Shown),
    excludes=[("--json", "--output"), ("--link", "--format")],
)
@puzzle_options.puzzle_arguments
@click.option("--solution", is_flag=True, help="Fill in the solution.")
@documents.format_option(FORMATS)
@click.option(
    "--ascii", "is_ascii", is_flag=True, help="Text without box-drawing characters. Default: depends on the locale."
)
@click.option("--link", metavar="ADDRESS", help="Print a link that opens the puzzle on the page at this address.")
@options.output_option
@options.json_option
def command(
    puzzles: tuple[str, ...],
    *,
    solution: bool,
    chosen: str | None,
    is_ascii: bool,
    link: str | None,
    path: Path | None,
    as_json: bool,
) -> output.Status:
    """Show puzzles as pictures.

    Givens are shaded; signs are drawn between their cells. Printed text can
    show several puzzles, a file or a picture only one. PNG needs Pillow;
    without it, the command that installs it is printed. A link leads to a page
    that was made with "binairo web --build". "binairo solve --help" explains
    what a PUZZLE can be.

    Exit status: 0; with --solution, 1 if there is no solution or more than
    one; 2 if something could not be read or written.

    For example:
      binairo show 8x8-plus:1
      binairo show classics:1 --solution --output classic.svg
      binairo show 6x10:2 --format png > puzzle.png
    """
    if link is not None and (not link or settings.fields.PAGE_ADDRESS.problem(link)):
        wanted = "must be an address such as https://example.org/binairo/, without #"
        raise click.BadParameter(wanted, param_hint="'--link'")
    form = "link" if link else documents.choose_format(chosen, path, FORMATS)
    if form == "png" and as_json:
        raise click.UsageError("--json can hold text or svg, but not png")
    is_text = form in ("text", "link") and path is None
    is_ascii = is_ascii or not files.terminal_text.is_utf8(os.environ) or (is_text and not output.can_print("┼×"))
    drawn: list[bytes] = []

    def show(found: Found) -> output.Status:
        if drawn:
            output.fail(f"{found.title}: a file or picture shows one puzzle, not several; nothing was written")
        position, status = found.position, output.Status.YES
        if solution:
            solved, status = answers.find_solution(found, several="more than one solution; this is one of them")
            position = position if solved is None else solved
        if link:
            data = f"{player.result_card.link_to(link, found.puzzle, position)}\n".encode()
        else:
            data = _draw(found.puzzle, position, form, is_ascii=is_ascii)
        if as_json:
            output.print_json({**found.place, "format": form, "text": data.decode()})
        elif is_text:
            output.print_data(data.decode().removesuffix("\n"))
        else:
            drawn.append(data)
        return status

    items = puzzle_input.read_puzzles(puzzles, puzzle_options.read_options())
    status = answers.print_each(items, show, as_json=as_json, blank_between=is_text and not link)
    for data in drawn:
        output.write_output(data, path)
    return status


def _draw(puzzle: engine.Puzzle, position: engine.Position, form: str, *, is_ascii: bool) -> bytes:
    if form == "text":
        return f"{pictures.text.board_text(puzzle, position, is_ascii=is_ascii)}\n".encode()
    drawing = pictures.draw_board(puzzle, position)
    if form == "svg":
        return pictures.svg_text(drawing).encode()
    try:
        return pictures.png.png_bytes(drawing)
    except ImportError as error:
        documents.fail_without_library(error, "a PNG")
