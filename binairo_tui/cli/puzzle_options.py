"""The arguments and options of verbs that read puzzles."""

import click
from click.shell_completion import CompletionItem

from binairo_tui import formats, library
from binairo_tui.cli import options, output, puzzle_input
from binairo_tui.cli.found import ReadOptions

workers_option = click.option(
    "--workers",
    type=options.WholeNumber(1, 512),
    default=1,
    metavar="N",
    help="Number of processes, useful for many puzzles. Default: 1. The output stays in order.",
)
"""`--workers` for verbs that answer most puzzles faster than a process starts, so that the default is 1."""


class FormatName(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The type of options that name a format of puzzle texts, which is readable or, if `writes`, writable."""

    name = "format"

    def __init__(self, *, writes: bool = False) -> None:
        self._writes = writes

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = self._names()
        if value not in names:
            self.fail(f"{value!r} is not one of {', '.join(names)}.", param, ctx)
        return value

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]

    def _names(self) -> list[str]:
        exported = formats.EXPORTS if self._writes else ()
        return [*[entry.name for entry in formats.FORMATS if entry.writes or not self._writes], *exported]


class PuzzleText(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The type of puzzle arguments, whose text is read later."""

    name = "puzzle"

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str | None:  # noqa: ARG002
        """Return advice about reading puzzles from a pipe. Users who give no argument mostly want this."""
        return f"To read standard input, type: {ctx.command_path} -" if ctx else None

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete the names of collections or, after a colon, the numbers of their puzzles."""
        try:
            known = puzzle_input.all_collections()[0]
            name, colon, number = incomplete.partition(":")
            if colon:
                numbers = [str(entry.number) for it in known if it.name == name for entry in it.entries]
                found = [CompletionItem(f"{name}:{it}") for it in numbers if it.startswith(number)]
            else:
                found = [CompletionItem(it.name, help=it.title) for it in known if it.name.startswith(incomplete)]
        except library.LibraryError:
            found = []
        # Files come first: at their marker, bash drops the items before it, and tries files only if nothing else fits.
        return [CompletionItem(incomplete, type="file"), *found]


PUZZLE = PuzzleText()


def puzzle_arguments(command: options.Command) -> options.Command:
    """Add one or more puzzle arguments, as the parameter `puzzles`, and the `reading_options`."""
    argument = click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PUZZLE)
    return argument(reading_options(command))


def answering_options(command: options.Command) -> options.Command:
    return workers_option(options.json_option(command))


def reading_options(command: options.Command) -> options.Command:
    """Add `--from` and `--unique-lines`. They are not passed as parameters; `read_options` returns their values."""
    unique_lines = click.option(
        "--unique-lines/--no-unique-lines",
        default=None,
        expose_value=False,
        callback=_remember,
        help="Whether lines must be unique. Default: as the text says, or the rule that gives one solution.",
    )
    return click.option(
        "--from",
        "from_format",
        type=FormatName(),
        metavar="FORMAT",
        expose_value=False,
        callback=_remember,
        help="The format of the puzzles (see 'binairo convert --help'). Default: detected.",
    )(unique_lines(command))


def read_options() -> ReadOptions:
    meta = click.get_current_context().meta
    format_name, unique_lines = meta.get(f"{__name__}.from_format"), meta.get(f"{__name__}.unique_lines")
    return ReadOptions(format_name, unique_lines, on_skipped=output.print_warning)


def _remember(ctx: click.Context, param: click.Parameter, value: object) -> object:
    ctx.meta[f"{__name__}.{param.name}"] = value
    return value
