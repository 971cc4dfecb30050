"""`binairo help`: explains a verb, or prints the JSON Schema of its output."""

from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from binairo_tui.cli import options, output


def _complete_verb(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    return ctx.find_root().command.shell_complete(ctx.find_root(), incomplete)


@click.command("help", cls=options.Verb, needs={"--schema": "VERB"})
@click.argument("verb", nargs=-1, metavar="[VERB...]", shell_complete=_complete_verb)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the verb's --json output.")
@click.pass_context
def command(ctx: click.Context, verb: Sequence[str], *, schema: bool) -> None:
    """Explain a verb, as "binairo VERB --help" does.

    With --schema, print the JSON Schema (draft 2020-12) of the objects that
    "binairo VERB --json" prints.

    For example:
      binairo help
      binairo help solve
      binairo help dataset make
      binairo help solve --schema
    """
    found = ctx.find_root()
    for name in verb:
        if not isinstance(found.command, options.Verbs):
            raise click.UsageError(f"{found.command_path} has no verbs")
        command = found.command.resolve_command(found, [name])[1]
        found = click.Context(command, info_name=name, parent=found)  # type: ignore[arg-type]  # None is refused
    if not schema:
        output.print_data(found.get_help())
        return
    from binairo_tui.cli.schemas import schema_text

    if not isinstance(found.command, options.Verb) or not found.command.prints:
        raise click.UsageError(f"{found.command_path} prints no JSON")
    output.print_data(schema_text(found.command, found.command_path))
