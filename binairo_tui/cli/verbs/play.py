"""`binairo play`: opens the app on a puzzle or on its home screen."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import click

from binairo_tui.cli.options import Verb, complete_puzzle, read_options, reading_options, screen_choices, screen_options
from binairo_tui.cli.output import fail

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.player.catalog import IncomingPuzzle


DAILY = "daily"
"""The argument that stands for today's daily puzzle."""


@click.command("play", cls=Verb)
@click.argument("puzzle", required=False, shell_complete=complete_puzzle)
@click.option("--plain", is_flag=True, help="Play line by line, in words: for screen readers and plain terminals.")
@screen_options
@reading_options
@click.pass_context
def command(ctx: click.Context, puzzle: str | None, *, plain: bool) -> None:
    """Open the app, on a puzzle if one is given.

    "binairo solve --help" explains what a PUZZLE can be; if there are
    several, the first is played. "daily" is today's daily puzzle.

    Exit status: 0; 2 if the terminal cannot be used or moves were lost.

    For example:
      binairo play
      binairo play 8x8:3
      binairo play daily
      binairo play "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
      binairo play - < puzzle.txt
      binairo play "6x6:BBCFBHaAacaCd"
      binairo play unruly.sav
      binairo play --plain 8x8:3
    """
    open_app(puzzle, plain=plain or bool(ctx.find_root().params.get("plain")))


def open_app(argument: str | None, *, plain: bool = False, edits: bool = False) -> NoReturn:
    """Open the app on the first puzzle in an argument, or on the home screen, and exit with the app's status.

    With `plain`, play line by line without the app. With `edits`, edit the puzzle instead of playing it.
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
    if argument == DAILY and not edits and not _is_own_collection(argument):
        context.exit(run(daily=True))

    from binairo_tui.cli.puzzle_input import Rejected, read_puzzles

    first = next(read_puzzles([argument], read_options()))
    if isinstance(first, Rejected):
        fail(first.message)
    if argument == "-":
        _read_from_terminal()
    context.exit(run(_incoming(first)))


def _is_own_collection(name: str) -> bool:
    """Return True if the player has a collection or a file with this name."""
    from binairo_tui.files.paths import own_collections_dir
    from binairo_tui.library.own import own_names

    return os.path.lexists(name) or name in own_names(own_collections_dir())


def _incoming(found: Found) -> IncomingPuzzle:
    """Return the puzzle, its progress in another program, and remarks about how it was read."""
    from binairo_tui.player.catalog import IncomingPuzzle

    if found.imported is None:
        return IncomingPuzzle(found.puzzle, found.title)

    from pathlib import Path

    from binairo_tui.formats import remarks
    from binairo_tui.formats.resume import progress_of

    imported = found.imported
    progress = progress_of(imported.puzzle, imported.history, imported.head)
    return IncomingPuzzle(found.puzzle, imported.title or Path(found.title).name, progress, remarks(imported))


def _read_from_terminal() -> None:
    """Make the terminal standard input again after the puzzle has been read from standard input."""
    with suppress(OSError):  # if there is no terminal, the app reports the error
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
