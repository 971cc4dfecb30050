"""Shell completion, from click in this process and in a real bash."""

import os
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
        (["show", "--format", ""], {"text", "svg", "png"}),
        (["print", "--per-page", ""], {"1", "2", "4", "6"}),
        (["print", "--paper", "l"], {"letter"}),
        (["generate", "--band", "e"], {"easy", "expert", "extreme"}),
        (["convert", "--to", "unr"], {"unruly"}),
        (["stats", "--style", "h"], {"helped"}),
        (["completion", ""], set(SHELLS)),
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


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["binairo", "gra"], ["grade"]),
        (["binairo", "solve", "class"], ["classics"]),
        (["binairo", "show", "--format", "s"], ["svg"]),
        (["binairo", "solve", "puzzl"], []),  # left to the shell, which knows files
    ],
)
def test_a_real_bash_completes(words: list[str], expected: list[str]) -> None:
    command = Path("bin/binairo")
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m binairo_tui "$@"\n')
    command.chmod(0o755)
    script = (
        f'eval "$(binairo completion bash)"; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1};'
        ' _binairo_completion binairo 2>/dev/null; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=os.environ | {"PATH": f"{command.parent.absolute()}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.split() == expected
