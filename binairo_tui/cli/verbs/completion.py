"""`binairo completion`: prints the script that lets a shell complete verbs, options and names."""

import click

from binairo_tui.cli import options, output

SHELLS = ("bash", "zsh", "fish")
_BASH_COLONS = """
# Bash splits words at colons, so that "8x8:3" becomes three words: join them, and return what follows the last colon.
_binairo_completion_colons() {
    local -a words=()
    local word prefix
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ ${#words[@]} -gt 0 && ( $word == :* || ${words[${#words[@]}-1]} == *: ) ]]; then
            words[${#words[@]}-1]+=$word
        else
            words+=("$word")
        fi
    done
    local -a COMP_WORDS=("${words[@]}")
    local COMP_CWORD=$((${#words[@]} - 1))
    _binairo_completion "$1"
    word=${COMP_WORDS[COMP_CWORD]}
    if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
        prefix=${word%"${word##*:}"}
        COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
    fi
}

complete -o nosort -F _binairo_completion_colons binairo binairo-tui
"""
_CHANGES = {
    "compdef binairo": "compdef binairo binairo-tui",
    "_completion binairo": "_completion binairo binairo-tui",
    "--command binairo": "--command binairo --command binairo-tui",
    'string split ","': 'string split --max 1 ","',  # else descriptions end at their first comma
}
"""Maps texts in click's scripts to their replacements."""


@click.command("completion", cls=options.Verb)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print a script that lets a shell complete what you type.

    It completes verbs, options, their choices, files, collections and the
    numbers of their puzzles. To use the script in the current shell only, type
    eval "$(binairo completion bash)"; to use it always, put it where the shell
    looks for completions. For the command binairo-tui, bash and fish need a
    copy of the script under that name.

    For example:
      binairo completion bash > ~/.local/share/bash-completion/completions/binairo
      binairo completion zsh > ~/.zfunc/_binairo
      binairo completion fish > ~/.config/fish/completions/binairo.fish
    """
    from click.shell_completion import get_completion_class

    context = click.get_current_context()
    found = get_completion_class(shell)
    if found is None:
        output.fail(f"the installed version of click cannot complete in {shell}")
    # click uses a variable with this name for a program called binairo.
    script = found(context.find_root().command, {}, "binairo", "_BINAIRO_COMPLETE").source()
    for old, new in _CHANGES.items():
        script = script.replace(old, new)
    output.print_data(script + _BASH_COLONS if shell == "bash" else script)
