"""What verbs about puzzles share: their arguments and options, and the round over all puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from binairo_tui.cli.output import Status, say, warn

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from binairo_tui.cli.puzzle_input import Found, Reading
    from binairo_tui.engine import Position, Puzzle

Command = TypeVar("Command", bound="Callable[..., Any]")


class Verb(click.Command):
    """A command whose help is printed as its docstring is written; click would fill examples into paragraphs."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help between usage and options."""
        formatter.write_paragraph()
        for line in cleandoc(self.help or "").splitlines():
            formatter.write(f"  {line}".rstrip() + "\n")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, which says what it says as any other output is said."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option


def _show_help(ctx: click.Context, parameter: click.Parameter, is_asked: bool) -> None:  # noqa: ARG001
    if is_asked and not ctx.resilient_parsing:
        say(ctx.get_help())
        ctx.exit()


class FormatName(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The name of a format of puzzle text; with `writes` of one that can be written."""

    name = "format"

    def __init__(self, *, writes: bool = False) -> None:
        self._writes = writes

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse a name that there is not."""
        names = self._names()
        if value not in names:
            self.fail(f"{value!r} is none of {', '.join(names)}.", param, ctx)
        return value

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names that begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]

    def _names(self) -> list[str]:
        # Imported here because the help of all verbs should not load the formats.
        from binairo_tui.formats import FORMATS

        return [entry.name for entry in FORMATS if entry.writes or not self._writes]


def puzzle_arguments(command: Command) -> Command:
    """One or more puzzle arguments, as the parameter `puzzles`, and the options of `reading_options`."""
    argument = click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, shell_complete=complete_puzzle)
    return argument(reading_options(command))


def reading_options(command: Command) -> Command:
    """`--from` and `--unique-lines`, no parameters: `reading` tells what they say."""
    unique_lines = click.option(
        "--unique-lines/--no-unique-lines",
        default=None,
        expose_value=False,
        callback=_remember,
        help="May lines be alike? As written, else as gives one solution.",
    )
    return click.option(
        "--from",
        "from_format",
        type=FormatName(),
        metavar="FORMAT",
        expose_value=False,
        callback=_remember,
        help="The format of texts (see 'binairo convert --help'). Default: found out.",
    )(unique_lines(command))


def reading() -> Reading:
    """How the texts of this command's puzzle arguments are to be read."""
    from binairo_tui.cli.puzzle_input import Reading

    meta = click.get_current_context().meta
    return Reading(meta.get(f"{__name__}.from_format"), meta.get(f"{__name__}.unique_lines"))


def _remember(ctx: click.Context, param: click.Parameter, value: object) -> object:
    ctx.meta[f"{__name__}.{param.name}"] = value
    return value


_SCREEN = "binairo_tui.screen_choices"


def screen_options(command: Command) -> Command:
    """`--ascii` and `--mouse`, no parameters: `screen_choices` tells what they say, also before the verb."""

    def remember(ctx: click.Context, param: click.Parameter, value: bool | None) -> None:
        if value is not None:
            choice = {"mouse": value} if param.name == "mouse" else {"charset": "ascii" if value else "unicode"}
            ctx.meta.setdefault(_SCREEN, {}).update(choice)

    shared: dict[str, Any] = {"default": None, "expose_value": False, "callback": remember}
    mouse = click.option("--mouse/--no-mouse", help="Let the mouse play, too.", **shared)
    return click.option("--ascii/--unicode", help="Draw in ASCII, or in all of Unicode.", **shared)(mouse(command))


def screen_choices() -> dict[str, str | bool]:
    """Settings of the app that options stand for, by name; none for an option that was not given."""
    return dict(click.get_current_context().meta.get(_SCREEN, {}))


def complete_puzzle(
    ctx: click.Context,  # noqa: ARG001
    parameter: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """What a shell offers for a puzzle: collections; and files, which it finds itself."""
    from click.shell_completion import CompletionItem

    from binairo_tui.cli.collection_lookup import all_collections
    from binairo_tui.library import LibraryError

    try:
        known = all_collections()[0]
        found = [CompletionItem(it.name, help=it.title) for it in known if it.name.startswith(incomplete)]
    except LibraryError:
        found = []
    # Files first: at the word for them bash forgets what came before, and takes them only if nothing else fits.
    return [CompletionItem(incomplete, type="file"), *found]


HOW_MANY = click.IntRange(1, 1_000_000_000)
"""What an option takes that says how many of something are wanted."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, in input order.")
"""`--json`, as the parameter `as_json`."""


def answer_each(
    arguments: Iterable[str], answer: Callable[[Found], Status], *, blank_between: bool = False
) -> NoReturn:
    """Answer for every puzzle in turn, as `worst_answer` does, and end the command with the status."""
    click.get_current_context().exit(worst_answer(arguments, answer, blank_between=blank_between))


def worst_answer(
    arguments: Iterable[str],
    answer: Callable[[Found], Status],
    *,
    blank_between: bool = False,
    limit: int | None = None,
) -> Status:
    """Answer for every puzzle in turn, complain of what is none, and return the worst status met.

    `blank_between` puts a blank line between two answers. `limit` is the number of puzzles to answer for.
    """
    from binairo_tui.cli.puzzle_input import Rejected
    from binairo_tui.cli.sources import read_puzzles

    worst = Status.YES
    answered = decided = 0
    for item in read_puzzles(arguments, reading()):
        if isinstance(item, Rejected):
            warn(item.message)
            worst = Status.BAD_INPUT
            continue
        if blank_between and answered:
            say("")
        if not decided:
            warn_of_rules(item)
        decided += has_loose_rules(item)
        worst = max(worst, answer(item))
        answered += 1
        if answered == limit:
            break
    if decided > 1:
        warn(f"So it is with {decided - 1} more.")
    return worst


def has_loose_rules(found: Found) -> bool:
    """Whether a text did not say that lines may be alike, and it was taken so."""
    return bool(found.imported and found.imported.notes and not found.puzzle.unique_lines)


def warn_of_rules(found: Found) -> None:
    """Say it where a puzzle has loose rules."""
    if found.imported and has_loose_rules(found):
        warn(f"{found.title}: {found.imported.notes[0]}")


def grid_rows(puzzle: Puzzle, position: Position) -> str:
    """A position a row a line, as the program reads it back."""
    cells = puzzle.geometry.text(position)
    return "\n".join(cells[start : start + puzzle.width] for start in range(0, len(cells), puzzle.width))
