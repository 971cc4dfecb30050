"""What verbs about puzzles share: their arguments and options, and the round over all puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import cleandoc
from typing import TYPE_CHECKING, NoReturn

import click

from binairo_tui.cli.output import Status, say, warn

if TYPE_CHECKING:
    from binairo_tui.cli.sources import Found
    from binairo_tui.engine import Position, Puzzle


class Verb(click.Command):
    """A command whose help is printed as its docstring is written; click would fill examples into paragraphs."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help between usage and options."""
        formatter.write_paragraph()
        for line in cleandoc(self.help or "").splitlines():
            formatter.write(f"  {line}".rstrip() + "\n")


puzzle_arguments = click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True)
"""One or more puzzle arguments, as the parameter `puzzles`."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, in input order.")
"""`--json`, as the parameter `as_json`."""


def answer_each(
    arguments: Iterable[str], answer: Callable[[Found], Status], *, blank_between: bool = False
) -> NoReturn:
    """Answer for every puzzle in turn, complain of what is none, and end the command with the worst status met.

    `blank_between` puts a blank line between two answers.
    """
    from binairo_tui.cli.sources import Rejected, read_puzzles

    worst = Status.YES
    is_first = True
    for item in read_puzzles(arguments):
        if isinstance(item, Rejected):
            warn(item.message)
            worst = Status.BAD_INPUT
            continue
        if blank_between and not is_first:
            say("")
        is_first = False
        worst = max(worst, answer(item))
    click.get_current_context().exit(worst)


def grid_rows(puzzle: Puzzle, position: Position) -> str:
    """A position a row a line, as the program reads it back."""
    cells = puzzle.geometry.text(position)
    return "\n".join(cells[start : start + puzzle.width] for start in range(0, len(cells), puzzle.width))
