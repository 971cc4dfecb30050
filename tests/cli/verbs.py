"""All verbs of the command line, including verbs of two words, such as `dataset make`."""

from collections.abc import Iterator

import click

from binairo_tui.cli.program import program


def root() -> click.Context:
    return click.Context(program, info_name="binairo", **program.context_settings)


def below(parent: click.Context) -> Iterator[click.Context]:
    """Yield a context for each verb of a command, in order, and for the verbs of each after it."""
    assert isinstance(parent.command, click.Group)
    for name in parent.command.list_commands(parent):
        command = parent.command.get_command(parent, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=parent)
        yield context
        if isinstance(command, click.Group):
            yield from below(context)


def name(context: click.Context) -> str:
    """Return the words after `binairo`, such as `dataset make`."""
    return context.command_path.partition(" ")[2]


ALL_VERBS = {name(it): it for it in below(root())}
"""Maps the words of each verb to its context."""
