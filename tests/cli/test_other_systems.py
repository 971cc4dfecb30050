"""The command where Python lacks the modules of POSIX systems, as on Windows."""

import json
from pathlib import Path

from binairo_tui.cli.program import VERBS
from tests.cli.runs import CLASSIC, process

HIDDEN = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")
SCRIPT = """
import asyncio, json, multiprocessing, subprocess, sys  # these use some of the modules, but not on other systems
sys.modules |= dict.fromkeys(json.loads(sys.argv[1]))  # so that they cannot be imported
from binairo_tui.cli.program import run
statuses = [int(run(command.split())) for command in json.loads(sys.argv[2])]
print(statuses, file=sys.stderr)
"""
RUNS = {
    f"play --plain {CLASSIC}": 0,
    "stats": 0,
    f"replay {CLASSIC}": 1,
    "collections": 0,
    f"solve {CLASSIC}": 0,
    f"check {CLASSIC}": 0,
    f"hint {CLASSIC}": 0,
    f"grade {CLASSIC}": 0,
    "daily --size 6": 0,
    "generate --size 6 --seed 1": 0,
    f"reduce {CLASSIC}": 0,
    "dataset --count 1 --size 4 --band easy": 0,
    f"score {CLASSIC} none": 1,
    f"audit {CLASSIC}": 0,
    f"show {CLASSIC}": 0,
    f"print {CLASSIC} --output page.pdf": 0,
    "book --help": 0,
    f"convert {CLASSIC}": 0,
    "count 4x4 --checkpoint checkpoint.txt": 2,
    "count 4x4": 0,
    "grids 2x2 --list": 0,
    "lines 4": 0,
    "backup": 0,
    "restore": 0,
    "export": 0,
    "import export.json": 2,
    "doctor": 0,
    "where": 0,
    "completion bash": 0,
    "serve": 0,
    "help solve": 0,
    "play": 2,
    "edit": 2,
    "host": 2,
    "web": 2,
}
"""Commands and their exit statuses; those that end with 2 say why."""


def test_every_verb_runs_or_says_what_is_missing(tmp_path: Path) -> None:
    assert {command.split()[0] for command in RUNS} == set(VERBS)
    commands = json.dumps(
        [
            command.replace(" checkpoint.txt", f" {tmp_path}/cp").replace("page.pdf", f"{tmp_path}/p.pdf")
            for command in RUNS
        ]
    )
    outcome = process(json.dumps(HIDDEN), commands, python=("-c", SCRIPT), stdin=b"r1c2 1\nquit\n")
    assert outcome.status == 0, outcome.err
    assert json.loads(outcome.err.splitlines()[-1]) == [*RUNS.values()], outcome.err
    assert "Traceback" not in outcome.err
    assert '"6x6;1...10.....0.0.1.....11.0.....1.0..."' in outcome.out, "the game was not saved"
