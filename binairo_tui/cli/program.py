"""The `binairo` command: its verbs, its own options, and the exit status."""

import shlex
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec

import click

from binairo_tui import __version__, processes
from binairo_tui.cli import opening, options, output
from binairo_tui.files.streams import prepare_streams

VERB_GROUPS = {
    "Play": ("play", "web", "stats", "collections"),
    "Understand puzzles": ("solve", "check", "hint", "grade", "count"),
    "Make puzzles": ("edit", "daily", "generate", "reduce"),
    "Pictures, paper, formats": ("show", "print", "convert"),
    "Data sets": ("dataset",),
    "Your games": ("games", "doctor"),
    "Play with others": ("host",),
    "This program": ("serve", "completion", "help"),
}
"""The headings in `binairo --help` and the verbs under them, in order."""
ELSEWHERE = {"host": "binairo_tui.host.cli.verb"}
"""The modules of verbs that have their own package. No other code imports these packages, so they may be missing."""
if find_spec("binairo_tui.host") is None:
    del VERB_GROUPS["Play with others"]
VERBS = tuple([verb for verbs in VERB_GROUPS.values() for verb in verbs])
"""All verbs. Each is the `command` in the module of its name in `verbs`, or in its module in `ELSEWHERE`."""

_MEANT = {
    **dict.fromkeys(("explain", "prove", "proof", "why"), ("solve --explain",)),
    **dict.fromkeys(("list", "enumerate", "solutions"), ("solve --all", "collections")),
    **dict.fromkeys(("new", "make", "create"), ("generate",)),
    **dict.fromkeys(("verify", "validate", "unique"), ("solve", "check")),
    **dict.fromkeys(("rate", "difficulty"), ("grade",)),
    **dict.fromkeys(("puzzles", "ls"), ("collections",)),
    **dict.fromkeys(("draw", "render"), ("show",)),
    **dict.fromkeys(("minimize", "minimise", "minimal"), ("reduce",)),
    **dict.fromkeys(("grids", "lines"), ("count",)),
    **dict.fromkeys(("book", "sheets", "pdf"), ("print",)),
    **dict.fromkeys(("settings", "config", "paths"), ("games where",)),
    **dict.fromkeys(("version", "about"), ("--version",)),
    **{verb: (f"games {verb}",) for verb in ("backup", "restore", "export", "import", "where")},
    **{verb: (f"dataset {verb}",) for verb in ("audit", "score")},
}


class Program(options.Verbs):
    meant = _MEANT

    def sections(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        return VERB_GROUPS

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before the verb. If an option belongs to the verb, the error says so."""
        verb = next((it for it in args if it in VERBS), "")
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            command = self.get_command(ctx, verb)
            if command and any(name in option.opts for option in command.params):
                ctx.fail(f"{name} follows the verb: {ctx.command_path} {verb} {name}")
            from difflib import get_close_matches

            similar = get_close_matches(name, error.possibilities or (), 3, 0.75)
            raise click.NoSuchOption(name, possibilities=similar, ctx=error.ctx) from None

    def advice(self, ctx: click.Context, name: str) -> str:
        is_puzzle = any(it in name for it in "0123456789;:./")
        return super().advice(ctx, name) or is_puzzle * f". To play a puzzle, type: binairo play {shlex.quote(name)}"


@click.group(
    cls=Program,
    modules={verb: ELSEWHERE.get(verb, f"binairo_tui.cli.verbs.{verb}") for verb in VERBS},
    invoke_without_command=True,
    subcommand_metavar="[VERB ...]",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=options.printing(lambda _: f"binairo {__version__}"),
    help="Show the version and exit.",
)
@click.option("--plain", is_flag=True, help="Play line by line, in words: for screen readers and plain terminals.")
@options.screen_options
@click.pass_context
def program(ctx: click.Context, *, plain: bool) -> None:
    """Binairo (Takuzu) in the terminal: fill the grid with 0 and 1.

    Without a verb, the app opens. Every verb except "play" and "edit" works
    without a terminal and in pipes.

    A PUZZLE is one of
      "4x4;0..1.1......0..0"  the text of a puzzle (see "binairo solve --help")
      puzzles.txt             a file of puzzles
      -                       standard input
      8x8, 8x8:3, 8x8:3-8     a collection, one puzzle of it, some of them
      8x8-BBNQK8NP            a code from a book

    Exit status: 0 yes or done; 1 no (unsolvable, not unique, broken);
    2 bad input or usage; 70 a bug in binairo; 130 interrupted. For several
    puzzles, it is the highest of their statuses. "binairo help VERB" explains
    a verb.
    """
    if ctx.invoked_subcommand is None:
        ctx.exit(opening.open_app(None, options.screen_choices(), plain=plain))
    opens_app = ctx.invoked_subcommand in ("play", "edit")
    if not opens_app:  # the app has its own handler
        # Exiting ends the worker processes and clears the progress line.
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    if (plain and ctx.invoked_subcommand != "play") or (options.screen_choices() and not opens_app):
        raise click.UsageError("--plain works only before `play`; --ascii and --mouse only before `play` or `edit`")


def run(arguments: Sequence[str]) -> int:
    prepare_streams()
    try:
        return int(program.main(list(arguments), prog_name="binairo", standalone_mode=False) or output.Status.YES)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "binairo"
        message = " ".join(error.format_message().split()).removesuffix(".")
        with suppress(output.CommandEnded):  # stderr cannot be written
            output.print_warning(f"{command}: {message} (see '{command} --help')")
        return error.exit_code
    except output.CommandEnded as end:
        return end.code
    except click.Abort:
        return output.Status.INTERRUPTED
    except processes.executors.BrokenExecutor:
        with suppress(output.CommandEnded):
            output.print_warning("a worker process ended unexpectedly, perhaps for lack of memory: try fewer --workers")
        return output.Status.BAD_INPUT
