"""`binairo completion`: prints the script that lets a shell complete verbs, options and names."""

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
    collections. For the current shell only, use
    eval "$(binairo completion bash)"; to keep it, put the script where the
    shell looks for completions.

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
    # click uses a variable with this name for a program called binairo.
    print_data(found(context.find_root().command, {}, "binairo", "_BINAIRO_COMPLETE").source())
