"""`binairo completion`: what a shell needs to complete verbs, options and names."""

from __future__ import annotations

import click

from binairo_tui.cli.output import Status, say, warn
from binairo_tui.cli.verbs.common import Verb

SHELLS = ("bash", "zsh", "fish")
"""What the verb takes."""


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
        warn(f"this version of click completes nothing in {shell}")
        context.exit(Status.BAD_INPUT)
    # The name of the variable is click's own choice for a program called binairo.
    say(found(context.find_root().command, {}, "binairo", "_BINAIRO_COMPLETE").source())
