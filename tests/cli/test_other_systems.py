"""The command where Python lacks what only POSIX systems have, as on Windows."""

import json
from pathlib import Path

from binairo_tui.cli.program import VERB_GROUPS, VERBS
from tests.cli.runs import CLASSIC, process

MISSING = {
    "os": (
        *(
            "O_NOFOLLOW",
            "O_CLOEXEC",
            "O_NONBLOCK",
            "O_NOCTTY",
            "O_DIRECTORY",
            "ST_RDONLY",
            "statvfs",
            "fchmod",
            "geteuid",
        ),
        *("nice", "pread", "sched_getaffinity"),
    ),
    "select": ("poll", "select"),
    "signal": ("SIGHUP", "SIGPIPE"),
}
HIDDEN = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")
HIDE = f"""
import asyncio, json, multiprocessing, os, select, shutil, signal, subprocess, sys, tempfile
# These use some of the names below, but not on other systems.
sys.modules |= dict.fromkeys({HIDDEN})  # so that they cannot be imported
for module, names in {MISSING}.items():
    for name in names:
        delattr(sys.modules[module], name)
"""
SCRIPT = f"""{HIDE}
from binairo_tui.cli.program import run
statuses = [int(run(command.split())) for command in json.loads(sys.argv[1])]
print(statuses, file=sys.stderr)
"""
RUNS = {
    f"play --plain {CLASSIC}": 0,
    "stats": 0,
    "collections": 0,
    f"solve {CLASSIC}": 0,
    f"check {CLASSIC}": 0,
    f"hint {CLASSIC}": 0,
    f"grade {CLASSIC}": 0,
    "solve 6x6 --workers 2": 0,
    "daily --size 6": 0,
    "generate --size 6 --seed 1": 0,
    f"reduce {CLASSIC}": 0,
    "dataset make --count 1 --size 4 --band easy": 0,
    f"dataset score {CLASSIC} none": 1,
    f"dataset audit {CLASSIC}": 0,
    f"show {CLASSIC}": 0,
    f"print {CLASSIC} --output page.pdf": 0,
    "print --book --help": 0,
    f"convert {CLASSIC}": 0,
    "count 4x4 --checkpoint checkpoint.txt": 2,
    "count 4x4": 0,
    "count 2x2 --list": 0,
    "count 4 --lines": 0,
    "games backup": 0,
    "games restore": 0,
    "games export --output games.db": 0,
    "games import games.db": 0,
    "games import missing.db": 2,
    "doctor": 0,
    "games where": 0,
    "completion bash": 0,
    "serve": 0,
    "help solve": 0,
    "play": 2,
    "edit": 2,
    "web": 2,
    **dict.fromkeys(VERB_GROUPS.get("Play with others", ()), 2),
}
"""Commands and their exit statuses; those that end with 2 say why."""


def test_every_verb_runs_or_says_what_is_missing(tmp_path: Path) -> None:
    assert {command.split()[0] for command in RUNS} == set(VERBS)
    commands = json.dumps(
        [
            command.replace(" checkpoint.txt", f" {tmp_path}/cp")
            .replace("page.pdf", f"{tmp_path}/p.pdf")
            .replace("games.db", f"{tmp_path}/games.db")
            for command in RUNS
        ]
    )
    outcome = process(commands, python=("-c", SCRIPT), stdin=b"r1c2 1\nquit\n")
    assert outcome.status == 0, outcome.err
    assert json.loads(outcome.err.splitlines()[-1]) == [*RUNS.values()], outcome.err
    assert "Traceback" not in outcome.err
    assert "no file can be locked here" in outcome.err
    assert '"6x6;1...10.....0.0.1.....11.0.....1.0..."' in outcome.out, "the game was not saved"


APP = f"""{HIDE}
os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"  # instead of the driver for Windows
from pathlib import Path
from binairo_tui.player.catalog import Catalog, IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.app import BinairoApp, StartOptions
from binairo_tui.tui.terminal import shutdown

async def play():
    progress = Progress(Path(sys.argv[1]))
    app = BinairoApp(progress, Catalog(()), StartOptions(IncomingPuzzle(parse_puzzle({CLASSIC!r}), "classic")))
    with shutdown.ending(asyncio.get_running_loop(), app.exit):
        async with app.run_test() as pilot:
            await pilot.press("1", "u", "0", "Y", "q")
            print(app.screen.session.steps[0].moves[0])
    assert progress.close(30)

asyncio.run(play())
"""


def test_the_app_plays_with_another_driver(tmp_path: Path) -> None:
    outcome = process(str(tmp_path / "progress" / "progress.db"), python=("-c", APP))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == "Move(cell=1, old='.', new='0')\n"
