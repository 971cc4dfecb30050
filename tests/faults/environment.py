"""The environment matrix: every verb, plain mode and the app in homes that are wrong in one way.

    python -m tests.faults.environment [--short]

One rule judges every run: no traceback, at most one sentence on stderr that names a path and a remedy when the files
of the player are at fault, and a truthful exit status. Run as root, the program loses the capabilities that make modes
meaningless; run as another user, the cells that give files away are skipped.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.terminal.pty_terminal import PtyTerminal

ROOT = Path(__file__).resolve().parents[2]
IS_ROOT = os.geteuid() == 0
NOBODY = 65534
PUZZLE = "6x6;1...10.....0.0.1.....11.0.....1.0..."
MOVES = b"r1c2 0\nr1c3 1\nquit\n"

VERBS: Mapping[str, Sequence[str]] = {
    "stats": ("stats",),
    "export": ("export",),
    "export to a file": ("export", "--output", "games.json"),
    "import": ("import", "export.json"),
    "backup": ("backup",),
    "restore": ("restore",),
    "restore 1": ("restore", "1"),
    "doctor": ("doctor",),
    "doctor --fix": ("doctor", "--fix"),
    "where": ("where",),
    "collections": ("collections",),
    "daily": ("daily", "--size", "6"),
    "solve": ("solve", PUZZLE),
    "plain": ("play", "--plain", PUZZLE),
    "app": ("play", PUZZLE),
}
"""The verbs that meet the files of the player, and two that need none of them."""
DIALOGS = {"Games cannot be saved": "Play without saving", "Your saved games were repaired": "Continue"}
"""The dialogs with which the app may begin: the heading, and the reply that leads on."""


class Case(NamedTuple):
    """A way in which the environment is wrong. `spoil` is called with the home; `changes` are made to the variables."""

    name: str
    spoil: Callable[[Path], object]
    changes: Mapping[str, str | None] = {}
    umask: int = 0o022
    needs_root: bool = False
    stdout: str = ""


class Outcome(NamedTuple):
    """The outcome of one cell."""

    case: str
    verb: str
    status: int
    error: str
    output: str
    home: str
    has_data: bool

    @property
    def faults(self) -> list[str]:
        """What the rule finds wrong."""
        faults = []
        text = self.error + self.output
        if "Traceback" in text or "Exception ignored" in text or "None:" in text:
            faults.append("traceback")
        if len(self.error.splitlines()) > 2:
            faults.append("more than two lines on stderr")
        if self.status not in (0, 1, 2):
            faults.append(f"status {self.status}")
        if self.status == 0 and "cannot" in self.error and "cannot read the collection" not in self.error:
            faults.append("status 0 with an error")
        if self.status == 2 and not self.error and "2>" not in self.case:
            faults.append("status 2 without a word")
        return faults

    @property
    def sentences(self) -> list[str]:
        """What was said, with the names that differ between runs taken out."""
        lines = self.error.splitlines()
        if self.verb == "plain":
            lines += [line for line in self.output.splitlines() if "saved" in line.lower() or "only you" in line]
        if self.verb.startswith("doctor"):
            lines += [line for line in self.output.splitlines() if line.startswith("WRONG") or "fix" in line.lower()]
        return [re.sub(r"[0-9]{8}T[0-9.]+Z?(-[0-9a-f]+)?", "TIME", line.replace(self.home, "HOME")) for line in lines]


def _data(home: Path) -> Path:
    return home / ".local" / "share" / "binairo-tui"


def _places(home: Path) -> dict[str, Path]:
    data = _data(home)
    return {
        "home": home,
        ".local": data.parent.parent,
        "share": data.parent,
        "data directory": data,
        "progress.db": data / "progress.db",
        "backups": data / "backups",
        "sessions": data / "sessions",
        "collections": data / "collections",
        "session.lock": data / "session.lock",
        "config": home / ".config",
        "config.toml": home / ".config" / "binairo-tui" / "config.toml",
    }


def _set_mode(name: str, mode: int, home: Path) -> None:
    _places(home)[name].chmod(mode)


def _replace(name: str, kind: str, home: Path) -> None:
    path = _places(home)[name]
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    if kind == "file":
        path.write_text("something else")
    elif kind == "empty file":
        path.write_bytes(b"")
    elif kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to itself":
        path.symlink_to(path.name)
    elif kind == "dangling link":
        path.symlink_to("nowhere")


def _give_away(name: str, mode: int | None, home: Path) -> None:
    path = _places(home)[name]
    if mode is not None:
        path.chmod(mode)
    os.chown(path, NOBODY, NOBODY)


def cases() -> Iterator[Case]:
    """Yield all cases."""
    yield Case("all well", lambda home: None)
    names = _places(Path())
    for name in names:
        if name != "home":
            for kind in ("file", "empty file", "directory", "pipe", "link to itself", "dangling link", "nothing"):
                yield Case(f"{name} is {kind}", partial(_replace, name, kind))
        for mode in (0o000, 0o400, 0o500, 0o700, 0o775, 0o777):
            yield Case(f"{name} has mode {mode:03o}", partial(_set_mode, name, mode))

        yield Case(f"{name} is another user's", partial(_give_away, name, None), needs_root=True)
        yield Case(f"{name} is another user's and closed", partial(_give_away, name, 0o700), needs_root=True)
    for umask in (0o000, 0o002, 0o077, 0o777):
        for made in (False, True):
            yield Case(
                f"umask {umask:03o}, {'data' if made else 'nothing'} there",
                (lambda home: None) if made else lambda home: shutil.rmtree(home / ".local"),
                umask=umask,
            )
    for name, value in (
        *(
            ("XDG_DATA_HOME", it)
            for it in ("", "relative", "/", "/dev/null", "/proc/nowhere", "/nonexistent/é ü", None)
        ),
        *(("XDG_CONFIG_HOME", it) for it in ("", "relative", "/dev/null", None)),
        *(("HOME", it) for it in ("", None, "/nonexistent", "relative", "/dev/null")),
        *(("TERM", it) for it in ("dumb", "", None, "nonsense")),
        *(("LANG", it) for it in ("C", "", None, "de_DE.ISO-8859-1", "nonsense")),
        ("PYTHONUNBUFFERED", "1"),
    ):
        yield Case(f"{name}={value}", lambda home: None, {name: value})
    for stdout in (">/dev/full", "2>/dev/full", ">/dev/full 2>&1", ">&-", "2>&-", "<&-"):
        yield Case(f"streams {stdout}", lambda home: None, stdout=stdout)


def make_home(template: Path) -> None:
    """Make a home with a game, a result, a backup, a collection and settings."""
    environ = {"HOME": str(template), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    python = [sys.executable, "-m", "binairo_tui"]
    subprocess.run([*python, "play", "--plain", PUZZLE], input=MOVES, env=environ, capture_output=True, check=True)
    subprocess.run([*python, "backup"], env=environ, capture_output=True, check=True)
    export = subprocess.run([*python, "export"], env=environ, capture_output=True, check=True).stdout
    (template / "export.json").write_bytes(export)
    data = _data(template)
    for name in ("collections", "sessions"):
        (data / name).mkdir(mode=0o700, exist_ok=True)
    (data / "collections" / "mine.txt").write_text(f"{PUZZLE}\n")
    config = template / ".config" / "binairo-tui"
    config.mkdir(parents=True, mode=0o700)
    (config / "config.toml").write_text('theme = "light"\n')


def run(case: Case, verb: str, template: Path, directory: Path) -> Outcome:
    """Run one cell in a copy of the template."""
    home = Path(tempfile.mkdtemp(dir=directory))
    home.rmdir()
    shutil.copytree(template, home, symlinks=True)
    home.chmod(0o700)
    arguments = list(VERBS[verb])
    arguments = [str(template / it) if it == "export.json" else it for it in arguments]
    work = directory / f"{home.name}-work"
    work.mkdir()
    case.spoil(home)
    environ = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONPATH": str(ROOT),
    }
    for name, value in case.changes.items():
        environ.pop(name, None)
        if value is not None:
            environ[name] = value
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown"] if IS_ROOT else []
    if verb == "app":
        return _run_app(case, [*drop, sys.executable, "-m", "binairo_tui", *arguments], environ, home, work)
    script = f'umask {case.umask:03o}; exec "$@" {case.stdout}'
    command = [*drop, "/bin/sh", "-c", script, "sh", sys.executable, "-m", "binairo_tui", *arguments]
    try:
        done = subprocess.run(command, input=MOVES, capture_output=True, env=environ, cwd=work, timeout=60, check=False)
        status, output, error = (
            done.returncode,
            done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"),
        )
    except subprocess.TimeoutExpired:
        status, output, error = -1, "", "it hangs"
    has_data = os.path.lexists(_data(home))
    _remove(home)
    return Outcome(case.name, verb, status, error, output, str(home), has_data)


def _run_app(case: Case, command: list[str], environ: Mapping[str, str], home: Path, work: Path) -> Outcome:
    """Open the app on a puzzle, past a dialog about the saved games, make a move and quit."""
    script = f'cd {shlex.quote(str(work))}; umask {case.umask:03o}; exec "$@"'
    terminal = PtyTerminal(["/bin/sh", "-c", script, "sh", *command], environ)
    with closing(terminal):
        error = ""
        try:
            terminal.wait_for(lambda: any(it in terminal.text() for it in ("place", *DIALOGS.values())))
            error = _dialog_text(terminal.text())
            if error:
                terminal.press("enter")
                terminal.wait_for("place")
            terminal.press("right", "0", "\x11")
            status = terminal.wait_for_exit()
        except (AssertionError, OSError):
            status = terminal.status if terminal.status is not None else -1
        text = terminal.raw.decode(errors="replace")
        told = re.findall(r"binairo: [^\r\n]*", text)
        if "Traceback" in text:
            told.append("Traceback")
    _remove(home)
    return Outcome(case.name, "app", status, "\n".join(filter(None, [error, *told])), "", str(home), has_data=True)


def _dialog_text(screen: str) -> str:
    """Return what a dialog about the saved games says; '' if there is none."""
    text = " ".join(screen.split())
    for heading, reply in DIALOGS.items():
        if heading in text and reply in text:
            return text.partition(heading)[2].partition(reply)[0].partition("If the problem is solved")[0].strip(" >›")
    return ""


def _remove(home: Path) -> None:
    for root, directories, _ in os.walk(home):
        for name in directories:
            path = Path(root, name)
            if not path.is_symlink():
                path.chmod(0o700)
    if not stat.S_IMODE(home.stat().st_mode) & 0o100:
        home.chmod(0o700)
    shutil.rmtree(home, ignore_errors=True)


def matrix(directory: Path, *, step: int = 1) -> list[Outcome]:
    """Run every `step`-th cell; return the outcomes."""
    template = directory / "template"
    template.mkdir()
    make_home(template)
    cells = [
        (case, verb)
        for case in cases()
        if IS_ROOT or not case.needs_root
        for verb in VERBS
        if not (case.stdout and verb == "app")
    ]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda cell: run(cell[0], cell[1], template, directory), cells[::step]))


def main() -> int:
    """Run the matrix; print every distinct sentence, and the faults."""
    with tempfile.TemporaryDirectory() as name:
        outcomes = matrix(Path(name), step=29 if "--short" in sys.argv else 1)
    said: dict[str, list[str]] = {}
    for outcome in outcomes:
        for sentence in outcome.sentences:
            said.setdefault(sentence, []).append(f"{outcome.verb} ({outcome.status}): {outcome.case}")
    for sentence, where in sorted(said.items()):
        print(f"{len(where):5} {sentence}    [{where[0]}]")
    faulty = [outcome for outcome in outcomes if outcome.faults]
    for outcome in faulty:
        print(f"FAULT {outcome.verb}: {outcome.case}: {', '.join(outcome.faults)}: {outcome.error[-300:]!r}")
    print(
        f"{len(outcomes)} cells, {len(said)} sentences, {len(faulty)} faults",
        dict(Counter(it.status for it in outcomes)),
    )
    return bool(faulty)


if __name__ == "__main__":
    sys.exit(main())
