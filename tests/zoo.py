"""The program in real terminals on a screen that nobody sees; its pictures are judged by rules that hold for any board.

`python -m tests.zoo DIRECTORY [NAME ...]` plays in each terminal that this machine has, keeps a picture of each and one
sheet of all, and prints what is wrong. It needs Xvfb, xdotool and `import`, of Debian's packages xvfb, xdotool and
imagemagick.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.tui.view.arrangement import arrange
from binairo_tui.tui.view.layout import WHOLE_ZOOMS, ZOOMS
from tests.terminal.pty_terminal import home_environ

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, LINES = 80, 24
PUZZLES = {
    "gaps": parse_puzzle("6x6;01....10....0....1............1....0"),
    "joined": parse_puzzle(
        "10x10;1..11...........0....0.1.0.11......0............0.1.1...11....11......0............1.....1.........1"
    ),
}
"""A board whose cells have gaps between them, and one whose cells are joined."""
KEYS = ("Home", "Down", "Down", "Down", "1", "Right", "0", "End", "Up")
"""Two values of the player's own in the fourth row; the cursor leaves them."""
PATIENCE = 60.0
PATH = f"{os.environ['PATH']}:/usr/sbin"
NEEDED = ("Xvfb", "xdotool", "import")
_XTERM = f"xterm -u8 -geometry {COLUMNS}x{LINES}+0+0 -fs 12"
_BITMAP = "-misc-fixed-medium-r-normal--15-140-75-75-c-90-iso10646-1"
_TERMINUS = "-*-terminus-medium-r-normal--16-*-*-*-c-80-iso10646-1"
_WHITE, _BLACK = "-bg white -fg black", "-bg black -fg white"


class Terminal(NamedTuple):
    """How a terminal is started: its words, before those of the program; the programs that it needs; more variables."""

    command: str
    needs: tuple[str, ...]
    variables: Mapping[str, str] = {}


TERMINALS = {
    "xterm light": Terminal(f"{_XTERM} {_WHITE} -fa DejaVuSansMono -e", ("xterm",)),
    "xterm dark": Terminal(f"{_XTERM} {_BLACK} -fa DejaVuSansMono -e", ("xterm",)),
    # As in a terminal with true colours, whose variable screen passes on; xterm removes it.
    "screen": Terminal(
        f"{_XTERM} {_BLACK} -fa DejaVuSansMono -tn xterm-256color -e env COLORTERM=truecolor screen -m",
        ("xterm", "screen"),
    ),
    "tmux": Terminal(
        f"{_XTERM} {_BLACK} -fa DejaVuSansMono -e tmux -f /dev/null start-server ';' set-option -g status off ';'"
        " new-session",
        ("xterm", "tmux"),
    ),
    "xterm Liberation": Terminal(f"{_XTERM} {_BLACK} -fa LiberationMono -e", ("xterm",)),
    "xterm bitmap": Terminal(f"xterm -u8 -geometry {COLUMNS}x{LINES}+0+0 {_WHITE} -fn {_BITMAP} -e", ("xterm",)),
    "urxvt": Terminal(
        f"urxvt -geometry {COLUMNS}x{LINES}+0+0 {_BLACK} -fn xft:DejaVuSansMono:size=12 +sb -e", ("urxvt",)
    ),
    "st": Terminal(f"st -g {COLUMNS}x{LINES}+0+0 -f DejaVuSansMono:size=12 -e", ("st",)),
    "xterm Terminus": Terminal(f"xterm -u8 -geometry {COLUMNS}x{LINES}+0+0 {_WHITE} -fn {_TERMINUS} -e", ("xterm",)),
    "mlterm": Terminal(f"mlterm -g {COLUMNS}x{LINES} --sbmod=none -e", ("mlterm",)),
    "alacritty": Terminal(
        f"alacritty -o window.dimensions.columns={COLUMNS} -o window.dimensions.lines={LINES} -e",
        ("alacritty",),
        {"LIBGL_ALWAYS_SOFTWARE": "1"},
    ),
    "kitty": Terminal(
        f"kitty --config NONE -o remember_window_size=no -o initial_window_width={COLUMNS}c"
        f" -o initial_window_height={LINES}c -o update_check_interval=0",
        ("kitty",),
        {"LIBGL_ALWAYS_SOFTWARE": "1"},
    ),
    "konsole": Terminal(
        "dbus-run-session konsole --nofork --hide-menubar --hide-tabbar -p ScrollBarPosition=2"
        f" -p TerminalColumns={COLUMNS} -p TerminalRows={LINES} -e",
        ("konsole", "dbus-run-session"),
    ),
    "VTE": Terminal(
        f"dbus-run-session xfce4-terminal --disable-server --geometry={COLUMNS}x{LINES}+0+0 --hide-menubar"
        " --hide-scrollbar -x",
        ("xfce4-terminal", "dbus-run-session"),
    ),
    "foot": Terminal("weston --backend=x11-backend.so --width=800 --height=456 --socket=zoo -c", ("weston", "foot")),
    "PuTTY": Terminal(f"pterm +sb -geometry {COLUMNS}x{LINES}+0+0 -e", ("pterm",)),
    "ssh": Terminal(f"{_XTERM} {_WHITE} -fa DejaVuSansMono -e ssh", ("xterm", "ssh", "sshd")),
    "mosh": Terminal(f"{_XTERM} {_BLACK} -tn xterm-256color -fa DejaVuSansMono -e mosh", ("xterm", "mosh", "sshd")),
}
KONSOLE = '<gui name="{0}" version="999"><ToolBar name="{1}" hidden="true"/></gui>'
"""Its parts without their tool bars: nothing but the terminal is shown."""
WESTON = """[core]
shell=kiosk-shell.so
idle-time=0
[autolaunch]
path={}
"""
"""Nothing but what it starts, which has no arguments; the size of its screen is that of the terminal in foot."""
FOOT = "#!/bin/sh\nexec foot -o font=DejaVuSansMono:size=12 -o pad=0x0 -o dpi-aware=no {}\n"
SHORT = ("xterm light", "xterm dark", "screen", "tmux")
"""The terminals of the tests."""


def missing(name: str) -> list[str]:
    """Return the programs for a terminal that this machine lacks."""
    return [it for it in (*NEEDED, *TERMINALS[name].needs) if shutil.which(it, path=PATH) is None]


@contextmanager
def screen() -> Iterator[str]:
    """Start a screen that nobody sees; yield its name, such as `:91`."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1200x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL) as server:
        os.close(writes)
        try:
            yield f":{os.read(reads, 20).decode().strip()}"
        finally:
            os.close(reads)
            server.kill()


@contextmanager
def server(home: str) -> Iterator[list[str]]:
    """Start an SSH server on a port of its own; yield the words that log in as this user, without the host."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{home}/{name}"], check=True)
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    command = [
        shutil.which("sshd", path=PATH) or "sshd",
        "-D",
        "-f",
        "/dev/null",
        "-p",
        str(port),
        "-h",
        f"{home}/host",
    ]
    settings = {"ListenAddress": "127.0.0.1", "AuthorizedKeysFile": f"{home}/user.pub", "StrictModes": "no"}
    with subprocess.Popen([*command, *_ssh_options(settings)], stderr=subprocess.DEVNULL) as daemon:
        known = {"StrictHostKeyChecking": "no", "UserKnownHostsFile": "/dev/null", "LogLevel": "ERROR"}
        try:
            yield ["ssh", "-F", "/dev/null", "-p", str(port), "-i", f"{home}/user", *_ssh_options(known)]
        finally:
            daemon.terminate()


def _ssh_options(settings: Mapping[str, str]) -> list[str]:
    return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]


@contextmanager
def run_in(name: str, program: Sequence[str], display: str) -> Iterator[dict[str, str]]:
    """Run a program in a terminal, in a home where it is not new; yield the variables of its environment."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        # What says a name has been played before: nothing is opened but the game.
        for directory in (Path(home, "data"), Path(home, "data", "binairo-tui")):
            directory.mkdir(mode=0o700)
        # A tmux and a screen of its own: another test would end one that it shares.
        own = dict.fromkeys(("TMUX_TMPDIR", "SCREENDIR", "XDG_RUNTIME_DIR"), home)
        environ = home_environ(home, DISPLAY=display, **own, **TERMINALS[name].variables)
        environ.pop("TERM")
        environ["SHELL"] = "/bin/sh"
        parts = Path(home, "data", "kxmlgui5", "konsole")
        parts.mkdir(parents=True)
        for part, bar in (("konsole", "mainToolBar"), ("session", "sessionToolbar")):
            (parts / f"{part}ui.rc").write_text(KONSOLE.format(part, bar))
        with (
            _command(name, program, environ, home) as words,
            subprocess.Popen(words, env=environ, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run,
        ):
            try:
                yield environ
            finally:
                run.terminate()
                for ending in (["tmux", "kill-server"], ["screen", "-X", "quit"]):  # these outlive their terminals
                    with suppress(FileNotFoundError):
                        subprocess.run(ending, env=environ, capture_output=True, check=False)


@contextmanager
def _command(name: str, program: Sequence[str], environ: Mapping[str, str], home: str) -> Iterator[list[str]]:
    """Yield the words that run a program in a terminal."""
    before = shlex.split(TERMINALS[name].command)
    if name == "foot":
        configuration, script = Path(home, "weston.ini"), Path(home, "foot")
        configuration.write_text(WESTON.format(script))
        script.write_text(FOOT.format(shlex.join(program)))
        script.chmod(0o700)
        yield [*before, str(configuration)]
        return
    if name not in ("ssh", "mosh"):
        yield [*before, *program]
        return
    kept = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PYTHONPATH", "LANG")
    program = ["env", *[f"{it}={environ[it]}" for it in kept], *program]
    with server(home) as login:
        if name == "ssh":
            yield [*before[:-1], *login, "-t", "127.0.0.1", shlex.join(program)]
        else:
            yield [*before, f"--ssh={shlex.join(login)}", "127.0.0.1", "--", *program]


def playing(puzzle: Puzzle) -> list[str]:
    """Return the words that play a puzzle."""
    return [sys.executable, "-m", "binairo_tui", "play", str(puzzle)]


def visit(name: str, board: str, picture: Path, display: str) -> list[str]:
    """Play one of `PUZZLES` in a terminal, keep a picture of it, and return what is wrong with it."""
    puzzle = PUZZLES[board]
    with run_in(name, playing(puzzle), display) as environ:
        return _play(puzzle, picture, environ, has_seams=TERMINALS[name].command.startswith(("xterm", "st ")))


def _play(puzzle: Puzzle, picture: Path, environ: Mapping[str, str], *, has_seams: bool) -> list[str]:
    end = time.monotonic() + PATIENCE
    givens = _givens(puzzle)
    blank = next(cell for cell in range(100) if cell not in givens)
    fourth = 3 * puzzle.width
    faults = ["nothing was drawn"]
    has_typed = False
    while faults and time.monotonic() < end:
        time.sleep(0.5)
        shot = _shot(picture, environ)
        if shot is None:
            continue
        if has_typed:
            own = {fourth: "1", fourth + 1: "0"}
            faults = judge(puzzle, shot, {**givens, **own}, cursor=fourth - 1, has_seams=has_seams)
        elif not (faults := judge(puzzle, shot, givens, cursor=blank, has_seams=has_seams)):
            faults = ["the keys did nothing"]
            _type(environ)
            has_typed = True
    return faults


class Window(NamedTuple):
    """A window on the screen, in pixels."""

    number: str
    x: int
    y: int
    width: int
    height: int


def _xdotool(environ: Mapping[str, str], *words: str) -> str:
    return subprocess.run(
        ["xdotool", *words], env={**os.environ, **environ}, capture_output=True, text=True, check=False
    ).stdout


def _window(environ: Mapping[str, str]) -> Window | None:
    """Return the largest window that has a class; None if there is none yet."""
    windows = []
    for number in _xdotool(environ, "search", "--onlyvisible", "--class", ".").split():
        lines = _xdotool(environ, "getwindowgeometry", "--shell", number).split()
        at = dict(line.split("=") for line in lines if "=" in line)
        if {"X", "Y", "WIDTH", "HEIGHT"} <= {*at}:
            windows.append(Window(number, *[int(at[it]) for it in ("X", "Y", "WIDTH", "HEIGHT")]))
    return max(windows, key=lambda it: it.width * it.height, default=None)


def _shot(path: Path, environ: Mapping[str, str]) -> Image | None:
    """Take a picture of the terminal's window; None if there is none yet."""
    from PIL import Image

    subprocess.run(["import", "-window", "root", path], env={**os.environ, **environ}, check=False, capture_output=True)
    window = _window(environ)
    if window is None or not path.is_file():
        return None
    _, x, y, width, height = window
    with Image.open(path) as whole:
        shot = whole.convert("RGB").crop((x, y, x + width, y + height))
    shot.save(path)
    return shot


def _type(environ: Mapping[str, str]) -> None:
    """Type the keys into the terminal; nobody manages windows here, so that it gets the focus with the pointer."""
    window = _window(environ)
    if window is not None:
        _xdotool(environ, "mousemove", str(window.x + 9), str(window.y + 9))
        _xdotool(environ, "windowfocus", window.number)
        _xdotool(environ, "key", "--delay", "80", *KEYS)


def _givens(puzzle: Puzzle) -> dict[int, str]:
    text = puzzle.geometry.text(puzzle.givens)
    return {cell: value for cell, value in enumerate(text) if value != "."}


def judge(puzzle: Puzzle, shot: Image, values: Mapping[int, str], *, cursor: int, has_seams: bool) -> list[str]:
    """Return what is wrong with a picture of the board with these values.

    The board is read back from the colours of its cells: a kind of cell has one colour, different kinds have colours
    that look different, and no tile has a line through it. Nothing is drawn outside the board and its panel.
    """
    from tests.tui.test_themes import difference

    area, panel, layout = arrange(puzzle, COLUMNS, LINES - 2, zooms=WHOLE_ZOOMS if has_seams else ZOOMS)
    layout = layout._replace(left=0, top=0)  # within the area of the board, which is in the middle already
    is_shared = layout.zoom.is_joined and not layout.zoom.is_whole
    givens = _givens(puzzle)
    kinds: dict[str, set[str]] = {}
    faults: list[str] = []
    for cell in range(puzzle.geometry.cell_count):
        place = layout.cell_area(cell)
        if place is None or cell == cursor:
            continue
        row, column = divmod(cell, puzzle.width)
        parity = (row + column) % 2
        shade = f" {parity}" if layout.zoom.is_joined else ""
        given = "given " if cell in givens else "own "
        kind = f"{given}{values[cell]}{shade}" if cell in values else f"empty {parity}"
        colours = _column(shot, area.x + place.x, area.y + place.y + 1 - is_shared / 2, place.height)
        if len(colours) > 1:
            faults.append(f"a line through r{row + 1}c{column + 1}: {colours}")
        kinds.setdefault(kind, set()).update(colours)
    outside = {
        colour
        for x, y in product(range(1, COLUMNS - 1), range(LINES - 2))
        if not any(box.x <= x < box.x + box.width and box.y <= y < box.y + box.height for box in (area, panel))
        for colour in _column(shot, x - 0.1, y + 1, 1)
    }
    if len(outside) > 1:
        faults.append(f"drawn outside the board: {outside}")
    faults += [f"{kind} has {len(found)} colours: {found}" for kind, found in kinds.items() if len(found) > 1]
    least = {(one, other): 2.0 if one[:5] == other[:5] else 7.0 for one, other in combinations(kinds, 2)}
    for (one, other), wanted in least.items():
        pairs = [difference(a, b, None) for a in kinds[one] for b in kinds[other]]
        if min(pairs) < wanted:
            faults.append(f"{one} looks like {other}")
    return faults


def _column(shot: Image, x: float, y: float, height: int) -> set[str]:
    """Return the colours, such as `#2e70b0`, of a column of pixels at the left in a tile, without its edges."""
    width, line = shot.width / COLUMNS, shot.height / LINES
    at = round((x + 0.6) * width)
    pixels = [shot.getpixel((at, it)) for it in range(round((y + 0.3) * line), round((y + height - 0.3) * line))]
    return {"#{:02x}{:02x}{:02x}".format(*pixel) for pixel in pixels if isinstance(pixel, tuple)}


def sheet(pictures: Sequence[Path], path: Path) -> None:
    """Draw pictures, each with its name, onto one sheet."""
    words = [word for it in pictures for word in ("-label", it.stem, str(it))]
    subprocess.run(["montage", *words, "-tile", "4x", "-geometry", "600x+6+6", str(path)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge the program in real terminals.")
    parser.add_argument("directory", type=Path, help="where the pictures are kept")
    parser.add_argument("name", nargs="*", help=f"terminals, of {', '.join(TERMINALS)}; without names, all of them")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    status, pictures = 0, []
    for name in options.name or TERMINALS:
        lacking = missing(name)
        if lacking:
            print(f"{name}: not here: {', '.join(lacking)}")
            continue
        # mosh does not let the program ask for the terminal's name: half blocks then have the seams of xterm.
        for board in PUZZLES if name != "mosh" else ("gaps",):
            pictures.append(options.directory / f"{name.replace(' ', '-')}-{board}.png")
            with screen() as display:
                faults = visit(name, board, pictures[-1], display)
            status = status or bool(faults)
            print(f"{name}, {board}: {'; '.join(faults) or 'good'}", flush=True)
    sheet([it for it in pictures if it.is_file()], options.directory / "sheet.png")
    sys.exit(status)


if __name__ == "__main__":
    main()
