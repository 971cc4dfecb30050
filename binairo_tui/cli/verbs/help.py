"""`binairo help`: explains a verb, or prints the JSON Schema of its output."""

import click
from click.shell_completion import CompletionItem

from binairo_tui.cli import options, output


def _complete_verb(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    return ctx.find_root().command.shell_complete(ctx.find_root(), incomplete)


@click.command("help", cls=options.Verb)
@click.argument("verb", required=False, shell_complete=_complete_verb)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the verb's --json output.")
@click.pass_context
def command(ctx: click.Context, verb: str | None, *, schema: bool) -> None:
    """Explain a verb, as "binairo VERB --help" does.

    With --schema, print the JSON Schema (draft 2020-12) that describes every
    object that "binairo VERB --json" prints to standard output.

    For example:
      binairo help
      binairo help solve
      binairo help solve --schema
    """
    program = ctx.find_root()
    if verb is None:
        if schema:
            raise click.UsageError("--schema needs a VERB")
        output.print_data(program.get_help())
        return
    group = program.command
    _, found, _ = group.resolve_command(program, [verb])  # type: ignore[attr-defined]
    if not schema:
        output.print_data(found.get_help(click.Context(found, info_name=verb, parent=program)))
        return
    from binairo_tui.cli.schemas import schema_text

    if not found.prints:
        raise click.UsageError(f"{verb} prints no JSON")
    output.print_data(schema_text(found))
