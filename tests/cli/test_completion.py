"""Shell completion, from click in this process and in a real bash."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from binairo_tui.cli.program import VERBS, program
from binairo_tui.cli.verbs.completion import SHELLS
from binairo_tui.library import collections
from tests.cli.runs import binairo, process


def offered(*words: str) -> set[str]:
    """Return the completions of the last word."""
    completion = ShellComplete(program, {}, "binairo", "_BINAIRO_COMPLETE")
    return {it.value for it in completion.get_completions(list(words[:-1]), words[-1]) if it.type == "plain"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["so"], {"solve"}),
        (["s"], {verb for verb in VERBS if verb.startswith("s")}),
        (["solve", "--a"], {"--all"}),
        (["solve", "class"], {"classics"}),
        (["solve", "6x6:1", "class"], {"classics"}),
        (["play", "class"], {"classics"}),
        (["collections", "class"], {"classics"}),
        (["count", "class"], {"classics"}),
        (["solve", "classics:"], {"classics:1"}),
        (["play", "8x8:1"], {"8x8:1", "8x8:10", "8x8:19"}),
        (["play", "nowhere:1"], set()),
        (["show", "--format", ""], {"text", "svg", "png"}),
        (["print", "--per-page", ""], {"1", "2", "4", "6"}),
        (["print", "--paper", "l"], {"letter"}),
        (["generate", "--band", "e"], {"easy", "expert", "extreme"}),
        (["convert", "--to", "unr"], {"unruly"}),
        (["stats", "--style", "h"], {"helped"}),
        (["completion", ""], set(SHELLS)),
        (["help", "ge"], {"generate"}),
        (["--pl"], {"--plain"}),
    ],
)
def test_words_are_completed(words: list[str], expected: set[str]) -> None:
    assert offered(*words) >= expected
    assert all(found.startswith(words[-1]) for found in offered(*words))


def test_every_collection_is_offered() -> None:
    assert offered("solve", "") == {collection.name for collection in collections()}


def test_files_are_left_to_the_shell() -> None:
    completion = ShellComplete(program, {}, "binairo", "_BINAIRO_COMPLETE")
    first, *_ = completion.get_completions(["solve"], "clas")
    assert (first.type, first.value) == ("file", "clas")


@pytest.mark.parametrize("shell", SHELLS)
def test_there_is_a_script_for_every_shell(shell: str) -> None:
    outcome = binairo("completion", shell)
    assert (outcome.status, outcome.err) == (0, "")
    assert f"_BINAIRO_COMPLETE={shell}_complete" in outcome.out


def test_an_unknown_shell_is_refused_in_one_line() -> None:
    outcome = process("completion", "tcsh")
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)


@pytest.fixture
def environment() -> dict[str, str]:
    """An environment with both names of the program on the path."""
    Path("bin").mkdir()
    for name in ("binairo", "binairo-tui"):
        command = Path("bin", name)
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m binairo_tui "$@"\n')
        command.chmod(0o755)
    return os.environ | {"PATH": f"{Path('bin').absolute()}:{os.environ['PATH']}", "TERM": "dumb"}


CASES = [
    ("binairo gra", ["grade"]),
    ("binairo solve class", ["classics"]),
    ("binairo play 8x8:6", ["8x8:6", "8x8:60"]),
    ("binairo show --format s", ["svg"]),
    ("binairo-tui gra", ["grade"]),
]


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@pytest.mark.parametrize(("typed", "expected"), [*CASES, ("binairo solve puzzl", [])])
def test_a_real_bash_completes(environment: dict[str, str], typed: str, expected: list[str]) -> None:
    words = typed.replace(":", " : ").split()  # as bash breaks them
    function = "_binairo_completion_colons"
    script = (
        f'eval "$(binairo completion bash)"; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1};'
        f' {function} {words[0]} 2>/dev/null; printf "%s\\n" "${{COMPREPLY[@]}}"; complete -p {words[0]}'
    )
    done = run_shell(["bash", "--norc", "-c", script], environment)
    *found, registered = done.splitlines()
    assert [word for word in found if word] == [word.rpartition(":")[2] for word in expected]
    assert registered.endswith(f"-F {function} {words[0]}")


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_a_real_fish_completes(environment: dict[str, str], typed: str, expected: list[str]) -> None:
    script = f'binairo completion fish | source; complete --do-complete "{typed}"'
    found = [
        line.partition("\t")[0] for line in run_shell(["fish", "--no-config", "-c", script], environment).splitlines()
    ]
    assert found == expected


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_shows_whole_descriptions(environment: dict[str, str]) -> None:
    script = 'binairo completion fish | source; complete --do-complete "binairo help ge"'
    shown = run_shell(["fish", "--no-config", "-c", script], environment)
    assert shown == "generate\tMake new puzzles, each with exactly one solution.\n"


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_a_real_zsh_completes(environment: dict[str, str], typed: str, expected: list[str]) -> None:
    words = typed.split()
    # What zsh would offer is caught where the script hands it over.
    script = (
        f"compdef() {{ (( $@[(Ie){words[0]}] )) && function=$1 }};"
        'compadd() { print -l -- "${completions[@]}" }; eval "$(binairo completion zsh)";'
        '_describe() { print -l -- "${completions_with_descriptions[@]%%:*}" }; _path_files() { : };'
        f" words=({typed}); CURRENT={len(words)}; $function"
    )
    assert run_shell(["zsh", "-f", "-c", script], environment).split() == expected


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_finds_the_script_for_both_names(environment: dict[str, str]) -> None:
    script = (
        "binairo completion zsh > _binairo; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D;"
        "print $_comps[binairo] $_comps[binairo-tui]"
    )
    assert run_shell(["zsh", "-f", "-c", script], environment) == "_binairo _binairo\n"


def run_shell(command: list[str], environment: dict[str, str]) -> str:
    """Return what a shell prints."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout
