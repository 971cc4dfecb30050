"""Opens the app or plain mode on a puzzle: the work of `binairo`, `binairo play` and `binairo edit`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from binairo_tui import files, library, player
from binairo_tui.cli.output import CommandEnded, fail

if TYPE_CHECKING:
    from binairo_tui.cli.found import Found, ReadOptions
    from binairo_tui.settings import SettingValue

DAILY = "daily"
TYPED = "typed"
"""The title of a puzzle that was given as an argument and has no title of its own."""
_COMPLETION = "_BINAIRO_COMPLETE"
"""The environment variable with which shells ask click for completions."""


def open_without_parser(arguments: Sequence[str]) -> int | None:
    """Open the app for `play PUZZLE`, `play` or nothing without click, whose import takes 10 ms; else None."""
    if (arguments and (arguments[0] != "play" or len(arguments) > 2)) or os.environ.get(_COMPLETION):
        return None
    puzzle = arguments[1] if len(arguments) > 1 else None
    if puzzle and puzzle.startswith("-"):
        return None
    files.streams.prepare_streams()
    try:
        return open_app(puzzle)
    except CommandEnded as end:
        return end.code


def open_app(
    argument: str | None,
    choices: Mapping[str, SettingValue] = MappingProxyType({}),
    options: ReadOptions | None = None,
    *,
    plain: bool = False,
    edits: bool = False,
) -> int:
    """Open the app on the first puzzle in an argument or, without one, on its home screen; return the exit status.

    `choices` override the settings. With `plain`, play line by line without the app. With `edits`, edit the puzzle.
    """
    run: Callable[..., int]
    if plain:
        from binairo_tui.plain.start import run
    else:
        from binairo_tui.tui.start import run as run_app

        run = partial(run_app, choices=choices, edits=edits)
    if argument is None:
        return run()
    if is_daily(argument) and not edits:
        return run(daily=True)
    first = first_puzzle(argument, options)
    if argument == "-":
        _read_from_terminal()
    return run(_incoming(first, edits=edits))


def is_daily(argument: str) -> bool:
    """Return whether an argument stands for today's daily puzzle, and not for a file or a collection of this name."""
    return argument == DAILY and not (
        files.paths.is_there(argument) or argument in library.own.own_names(files.paths.own_collections_dir())
    )


def first_puzzle(argument: str, options: ReadOptions | None = None) -> Found:
    """Return the first puzzle in an argument. If there is none, print the reason and raise CommandEnded."""
    from binairo_tui.cli.found import Rejected
    from binairo_tui.cli.puzzle_input import read_puzzles

    first = next(read_puzzles([argument], options))
    if isinstance(first, Rejected):
        fail(first.message)
    return first


def _incoming(found: Found, *, edits: bool) -> player.catalog.IncomingPuzzle:
    """In the editor, which always shows the number of solutions, the remarks about the puzzle leave it out."""
    if found.imported is None:
        return player.catalog.IncomingPuzzle(found.puzzle, found.title, band=found.band)

    from binairo_tui import formats

    imported = found.imported
    source = TYPED if found.source == "argument" else Path(found.title).name
    progress = player.resume.progress_of(imported.puzzle, imported.history, imported.head)
    said = formats.remarks(imported, counts_solutions=not edits)
    return player.catalog.IncomingPuzzle(found.puzzle, imported.title or source, progress, said, found.band)


def _read_from_terminal() -> None:
    """Connect standard input to the terminal again, once a puzzle has been read from standard input."""
    with suppress(OSError):  # if there is no terminal, the app reports the error
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
