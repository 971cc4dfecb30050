"""`binairo play`: opens the app, on a puzzle or at its home. The only verb that needs a terminal."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import click

from binairo_tui.cli.output import Status, warn
from binairo_tui.cli.verbs.common import (
    Verb,
    complete_puzzle,
    reading,
    reading_options,
    screen_choices,
    screen_options,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.player.arrival import Arrival


@click.command("play", cls=Verb)
@click.argument("puzzle", required=False, shell_complete=complete_puzzle)
@click.option("--plain", is_flag=True, help="Line by line, in words: for screen readers and plain terminals.")
@screen_options
@reading_options
@click.pass_context
def command(ctx: click.Context, puzzle: str | None, *, plain: bool) -> None:
    """Open the app, on a puzzle if one is given.

    A PUZZLE is what "binairo solve --help" says; of several the first one is
    played.

    For example:
      binairo play
      binairo play 8x8:3
      binairo play "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
      binairo play - < puzzle.txt
      binairo play "6x6:BBCFBHaAacaCd"
      binairo play unruly.sav
      binairo play --plain 8x8:3
    """
    open_app(puzzle, plain=plain or bool(ctx.find_root().params.get("plain")))


def open_app(argument: str | None, *, plain: bool = False, edits: bool = False) -> NoReturn:
    """Open the app on the first puzzle of an argument, or at its home, and end the command as the app ends.

    `plain` plays line by line instead, without the app; the app `edits` the puzzle instead of playing it.
    """
    run: Callable[..., int]
    if plain:
        from binairo_tui.plain.start import run
    else:
        from binairo_tui.tui.start import run as run_app

        run = partial(run_app, choices=screen_choices(), edits=edits)
    context = click.get_current_context()
    if argument is None:
        context.exit(run())

    from binairo_tui.cli.puzzle_input import Rejected
    from binairo_tui.cli.sources import read_puzzles

    first = next(read_puzzles([argument], reading()))
    if isinstance(first, Rejected):
        warn(first.message)
        context.exit(Status.BAD_INPUT)
    if argument == "-":
        _read_from_terminal()
    context.exit(run(_arrival(first)))


def _arrival(found: Found) -> Arrival:
    """The puzzle with what was played of it elsewhere, and what the player should know before playing."""
    from binairo_tui.player.arrival import Arrival

    if found.imported is None:
        return Arrival(found.puzzle, found.title)

    from pathlib import Path

    from binairo_tui.formats import remarks
    from binairo_tui.formats.resume import progress_of

    imported = found.imported
    progress = progress_of(imported.puzzle, imported.history, imported.head)
    return Arrival(found.puzzle, imported.title or Path(found.title).name, progress, remarks(imported))


def _read_from_terminal() -> None:
    """Let standard input be the terminal again, now that the puzzle has been read from it."""
    with suppress(OSError):  # without a terminal the app will say so
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
