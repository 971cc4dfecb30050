"""Runs the lines of a world one after another, each deed as an ordinary user."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.faults.harness import ROOT
from tests.faults.worlds.lines import FUNCTIONS, ORDINARY_USER, PREPARE, PUZZLE, Kind, Line
from tests.terminal.pty_terminal import PtyTerminal

IS_ROOT = os.geteuid() == 0
MACHINE = Path(__file__).with_name("machine")
CPU_SECONDS = 5
"""The CPU time that one run of the program may take; a signal ends it then."""
PATIENCE = 60.0
"""Timeout of a deed in seconds."""
MOST_BYTES = 1_000_000
"""The most output of the app that is kept."""
QUIT = b"\x11"
QUIET = 0.1
"""Seconds without output after which the next key is pressed."""


class UnseenTerminal(PtyTerminal):
    """A terminal without an emulator, which would take minutes for the largest screens. Only the end is kept."""

    def show(self, data: bytes) -> None:
        """Forget what came long ago."""
        if len(self.raw) > MOST_BYTES:
            self.raw = self.raw[-MOST_BYTES // 2 :]


Games = Mapping[str, int]
"""The number of steps of each game."""


class Kept(NamedTuple):
    """The games that are kept: in any file, in `progress.db` (None if it cannot be read), and in the best backup."""

    anywhere: Games
    database: Games | None
    best_backup: Games


class Deed(NamedTuple):
    """One run of the program: its line, how it ended, what it said, and the games that were kept before and after.

    `status` is negative after a signal, and None if the program did not end. `is_restored` says whether the terminal is
    as it was. What an app said is its `error`.
    """

    line: Line
    status: int | None
    output: str
    error: str
    is_restored: bool
    before: Kept
    after: Kept
    home: str


class Program(NamedTuple):
    """A checkout of the program, and the Python that an ordinary user can run it with."""

    root: Path
    python: str
    packages: str

    @property
    def setup(self) -> str:
        """The beginning of every script: an empty home, and the program as a command."""
        drop = "setpriv --reuid=$PLAYER --regid=$PLAYER --clear-groups env" if IS_ROOT else ""
        path = f"{MACHINE}:{self.root}:{self.packages}"
        return f"""\
mkdir -m 777 "$W/work"; mkdir -m 700 "$H"; {f'chown {ORDINARY_USER} "$H"' if IS_ROOT else ":"}
cat > "$W/binairo" <<'END'
#!/bin/sh
PYTHONPATH={shlex.quote(path)}; export PYTHONPATH; PLAYER=${{PLAYER:-{ORDINARY_USER}}}
ulimit -S -t {CPU_SECONDS}; exec {drop} {shlex.quote(self.python)} -m binairo_tui "$@"
END
chmod 755 "$W" "$W/binairo"
"""


VARIABLES = f"""\
H=$W/home; DATA=$H/.local/share/binairo-tui; CONFIG=$H/.config/binairo-tui; P='{PUZZLE}'
export PATH=$W:$PATH HOME=$H TERM=xterm-256color LANG=C.UTF-8; unset XDG_DATA_HOME XDG_CONFIG_HOME PYTHONHOME
"""
ENTER = 'cd "$W/work"'
ENVIRON = {"PATH": os.environ["PATH"]}


@cache
def find_program(root: Path = ROOT) -> Program:
    """Return the program in a checkout, with the first Python that an ordinary user can run it with.

    Raises RuntimeError if there is none: the one that runs the tests may be in a home that is closed to others. Root
    needs programs that make it an ordinary user, and mount small disks.
    """
    for needed in ("setpriv", "unshare", "mount") if IS_ROOT else ():
        if shutil.which(needed) is None:
            raise RuntimeError(f"{needed} is not installed")
    own = [Path(it) for it in sys.path if it.endswith("-packages")]
    packages = [*root.glob(".venv/lib/python*/site-packages"), *own][0]
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/local/bin/{version}", f"/usr/bin/{version}"):
        program = Program(root, python, str(packages))
        with tempfile.TemporaryDirectory() as name:
            text = "\n".join([f"W={name}", VARIABLES, program.setup, ENTER, "binairo daily --size 6"])
            if not subprocess.run(["/bin/sh", "-c", text], capture_output=True, check=False).returncode:
                return program
    raise RuntimeError("no Python that an ordinary user could run")


def script(lines: Sequence[Line], program: Program) -> str:
    """Return a shell script that shows what happens in a world."""
    used = [body for name, body in FUNCTIONS.items() if any(name == line.text for line in lines)]
    return "\n".join(["W=$(mktemp -d)", VARIABLES, program.setup, ENTER, *used, *[line.in_script for line in lines]])


@cache
def _template(program: Program) -> tempfile.TemporaryDirectory[str]:
    """Return a directory that lasts as long as this process, with a home with games, a backup and a collection."""
    template = tempfile.TemporaryDirectory(prefix="world", dir="/tmp")
    place = Path(template.name)
    place.chmod(0o755)
    _shell(place, [], f"{program.setup}{FUNCTIONS[PREPARE]}\n{PREPARE}")
    return template


@contextmanager
def _place() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="world", dir="/tmp"))
    place.chmod(0o755)
    try:
        yield place
    finally:
        if IS_ROOT:
            subprocess.run(["umount", "-q", place / "home"], check=False)
        else:
            subprocess.run(["chmod", "-R", "u+rwX", place], check=False, capture_output=True)
        shutil.rmtree(place, ignore_errors=True)


def run(lines: Sequence[Line], program: Program) -> Iterator[Deed]:
    """Carry out the lines; yield every deed when it is done."""
    with _place() as place:
        states: list[str] = []
        _shell(place, [], program.setup)
        for line in lines:
            if line.needs_root and not IS_ROOT:
                continue
            match line.kind:
                case Kind.STATE:
                    states.append(line.command)
                case Kind.DISK if line.text == PREPARE:
                    subprocess.run(["cp", "-a", f"{_template(program).name}/home/.", place / "home"], check=True)
                case Kind.DISK:
                    _shell(place, [it for it in states if "PLAYER" in it], line.command)
                case Kind.DEED:
                    yield _do(line, states, place)
                case Kind.APP:
                    yield _play(line, states, place)


def _text(states: Sequence[str], command: str, place: Path) -> str:
    return "\n".join([f"W={place}", VARIABLES, f"{ENTER} 2>/dev/null", *states, command])


def _shell(place: Path, states: Sequence[str], command: str) -> None:
    """Run a command that changes files; whether it succeeds does not matter."""
    text = _text(states, command, place)
    subprocess.run(["/bin/sh", "-c", text], capture_output=True, check=False, env=ENVIRON, cwd=place)


def _do(line: Line, states: Sequence[str], place: Path) -> Deed:
    before = kept(place)
    command = ["/bin/sh", "-c", _text(states, line.command, place)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=ENVIRON, cwd=place, start_new_session=True
    ) as shell:
        status: int | None = None
        try:
            output, error = shell.communicate(timeout=PATIENCE)
            status = shell.returncode
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, signal.SIGKILL)
            output, error = shell.communicate()
    if status is not None and status > 128:  # as a shell reports a signal
        status = 128 - status
    texts = output.decode(errors="replace"), error.decode(errors="replace")
    return Deed(line, status, *texts, True, before, kept(place), f"{place}/home")


def _play(line: Line, states: Sequence[str], place: Path) -> Deed:
    """Run the app, press keys, and quit."""
    before = kept(place)
    terminal = UnseenTerminal(["/bin/sh", "-c", _text(states, line.command, place)], ENVIRON)
    modes = terminal.modes()
    status: int | None = None
    with closing(terminal):
        end = time.monotonic() + PATIENCE
        with suppress(OSError):
            while b"\x1b[?1049h" not in terminal.raw and not terminal.ends_within(0.1) and time.monotonic() < end:
                pass
            for part in line.parts:
                terminal.settle(QUIET)
                terminal.send(part.encode(errors="replace"))
            terminal.settle(QUIET)
            if "kill" in line.text:
                terminal.ends_within(5.0)
            terminal.send(QUIT)
            while not terminal.ends_within(1.0) and time.monotonic() < end:
                terminal.send(QUIT)  # a screen that waits for any key may have taken the first
            terminal.settle(0.0)
        if terminal.ends_within(0.1):
            status = terminal.reap()
        is_restored = terminal.modes() == modes
    text = terminal.raw.decode(errors="replace")
    return Deed(line, status, "", text, is_restored, before, kept(place), f"{place}/home")


def kept(place: Path) -> Kept:
    """Return the games in the files of a player."""
    data = place / "home" / ".local" / "share" / "binairo-tui"
    database = _games(data / "progress.db")
    backups = [_games(path) or {} for path in data.glob("backups/*.db")]
    damaged = [_games(path) or {} for path in data.glob("damaged/**/*")]
    anywhere: dict[str, int] = {}
    for games in (database or {}, *backups, *damaged):
        anywhere |= {game: max(steps, anywhere.get(game, 0)) for game, steps in games.items()}
    return Kept(anywhere, database, max(backups, key=len, default={}))


def _games(path: Path) -> Games | None:
    address = f"{path.as_uri()}?mode=ro&immutable=1"
    with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(address, uri=True)) as connection:
        return dict(connection.execute("SELECT id, length FROM game"))
    return None
