"""`binairo completion`: prints the script by which a shell completes verbs, options and names."""

from __future__ import annotations

import click

from binairo_tui.cli.options import Verb
from binairo_tui.cli.output import fail, print_data

SHELLS = ("bash", "zsh", "fish")
"""The choices of the argument."""


@click.command("completion", cls=Verb)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print a script that lets a shell complete what you type.

    It completes verbs, options, their choices, files and the names of
    collections. For now, eval "$(binairo completion bash)" does; for ever,
    put the script where the shell looks for it.

    For example:
      binairo completion bash > ~/.local/share/bash-completion/completions/binairo
      binairo completion zsh > ~/.zfunc/_binairo
      binairo completion fish > ~/.config/fish/completions/binairo.fish
    """
    from click.shell_completion import get_completion_class

    context = click.get_current_context()
    found = get_completion_class(shell)
    if found is None:
        fail(f"this version of click completes nothing in {shell}")
    # The name of the variable is click's own choice for a program called binairo.
    print_data(found(context.find_root().command, {}, "binairo", "_BINAIRO_COMPLETE").source())
