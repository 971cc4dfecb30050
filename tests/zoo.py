"""The program in real terminals on a screen that nobody sees; its pictures are judged by rules that hold for any board.

`python -m tests.zoo DIRECTORY [NAME ...]` plays in each terminal that this machine has, keeps a picture of each, and
prints what is wrong. It needs Xvfb, xdotool and `import`, of Debian's packages xvfb, xdotool and imagemagick.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import parse_puzzle
from binairo_tui.tui.view.arrangement import arrange
from tests.terminal.pty_terminal import home_environ

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, LINES = 80, 24
PUZZLE = parse_puzzle("6x6;01....10....0....1............1....0")
KEYS = ("Down", "Down", "Down", "1", "Right", "0", "End", "Up")
"""Two values of the player's own in the fourth row; the cursor leaves them."""
OWN = {18: "1", 19: "0"}
CURSOR = 17
PATIENCE = 60.0
NEEDED = ("Xvfb", "xdotool", "import")
_XTERM = f"xterm -u8 -geometry {COLUMNS}x{LINES}+0+0 -fs 12"
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
    "tmux": Terminal(f"{_XTERM} {_BLACK} -fa DejaVuSansMono -e tmux -f /dev/null new-session", ("xterm", "tmux")),
    "xterm Liberation": Terminal(f"{_XTERM} {_BLACK} -fa LiberationMono -e", ("xterm",)),
    "xterm bitmap": Terminal(f"xterm -u8 -geometry {COLUMNS}x{LINES}+0+0 {_WHITE} -fn 9x15 -e", ("xterm",)),
    "urxvt": Terminal(
        f"urxvt -geometry {COLUMNS}x{LINES}+0+0 {_BLACK} -fn xft:DejaVuSansMono:size=12 +sb -e", ("urxvt",)
    ),
    "st": Terminal(f"st -g {COLUMNS}x{LINES}+0+0 -f DejaVuSansMono:size=12 -e", ("st",)),
    "mlterm": Terminal(f"mlterm -g {COLUMNS}x{LINES} --sbmod=none -e", ("mlterm",)),
    "alacritty": Terminal(
        f"alacritty -o window.dimensions.columns={COLUMNS} -o window.dimensions.lines={LINES} -e",
        ("alacritty",),
        {"LIBGL_ALWAYS_SOFTWARE": "1"},
    ),
    "PuTTY": Terminal(f"pterm -geometry {COLUMNS}x{LINES}+0+0 -e", ("pterm",)),
}
SHORT = ("xterm light", "xterm dark", "screen", "tmux")
"""The terminals of the tests."""


def missing(name: str) -> list[str]:
    """Return the programs for a terminal that this machine lacks."""
    return [it for it in (*NEEDED, *TERMINALS[name].needs) if shutil.which(it) is None]


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


def visit(name: str, picture: Path, display: str) -> list[str]:
    """Play in a terminal, keep a picture of it, and return what is wrong with it."""
    terminal = TERMINALS[name]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        # What says a name has been played before: nothing is opened but the game.
        for directory in (Path(home, "data"), Path(home, "data", "binairo-tui")):
            directory.mkdir(mode=0o700)
        # A tmux of its own: another test would end one that it shares.
        environ = home_environ(home, DISPLAY=display, TMUX_TMPDIR=home, **terminal.variables)
        environ.pop("TERM")
        words = [*shlex.split(terminal.command), sys.executable, "-m", "binairo_tui", "play", str(PUZZLE)]
        with subprocess.Popen(
            words, env=environ, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as run:
            try:
                return _play(picture, environ)
            finally:
                run.terminate()
                with suppress(FileNotFoundError):
                    subprocess.run(["tmux", "kill-server"], env=environ, capture_output=True, check=False)


def _play(picture: Path, environ: Mapping[str, str]) -> list[str]:
    end = time.monotonic() + PATIENCE
    faults = ["nothing was drawn"]
    has_typed = False
    while faults and time.monotonic() < end:
        time.sleep(0.5)
        shot = _shot(picture, environ)
        if shot is None:
            continue
        if has_typed:
            faults = judge(shot, {**_givens(), **OWN})
        elif not (faults := judge(shot, _givens(), cursor=0)):
            faults = ["the keys did nothing"]
            subprocess.run(["xdotool", "key", "--delay", "80", *KEYS], env={**os.environ, **environ}, check=True)
            has_typed = True
    return faults


def _shot(path: Path, environ: Mapping[str, str]) -> Image | None:
    """Take a picture of what is on the screen; None if there is nothing yet."""
    from PIL import Image

    subprocess.run(["import", "-window", "root", path], env={**os.environ, **environ}, check=False, capture_output=True)
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "."],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    if not found or not path.is_file():
        return None
    geometry = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", found[-1]],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    at = dict(line.split("=") for line in geometry.split() if "=" in line)
    if not {"X", "Y", "WIDTH", "HEIGHT"} <= {*at}:
        return None
    x, y, width, height = [int(at[it]) for it in ("X", "Y", "WIDTH", "HEIGHT")]
    with Image.open(path) as whole:
        return whole.convert("RGB").crop((x, y, x + width, y + height))


def _givens() -> dict[int, str]:
    text = str(PUZZLE).partition(";")[2]
    return {cell: value for cell, value in enumerate(text[:36]) if value != "."}


def judge(shot: Image, values: Mapping[int, str], *, cursor: int = CURSOR) -> list[str]:
    """Return what is wrong with a picture of the board with these values.

    The board is read back from the colours of its cells: a kind of cell has one colour, different kinds have colours
    that look different, and no tile has a line through it.
    """
    from tests.tui.test_themes import difference

    layout = arrange(PUZZLE, COLUMNS, LINES - 2).layout
    area = arrange(PUZZLE, COLUMNS, LINES - 2).board
    kinds: dict[str, set[str]] = {}
    faults: list[str] = []
    for cell in range(36):
        place = layout.cell_area(cell)
        if place is None or cell == cursor:
            continue
        row, column = divmod(cell, 6)
        given = "given " if cell in _givens() else "own "
        kind = given + values[cell] if cell in values else f"empty {(row + column) % 2}"
        colours = _column(shot, area.x + place.x, area.y + place.y + 1, place.height)
        if len(colours) > 1:
            faults.append(f"a line through r{row + 1}c{column + 1}: {colours}")
        kinds.setdefault(kind, set()).update(colours)
    faults += [f"{kind} has {len(found)} colours: {found}" for kind, found in kinds.items() if len(found) > 1]
    least = {(one, other): 2.0 if one[:5] == other[:5] == "empty" else 7.0 for one, other in combinations(kinds, 2)}
    for (one, other), wanted in least.items():
        pairs = [difference(a, b, None) for a in kinds[one] for b in kinds[other]]
        if min(pairs) < wanted:
            faults.append(f"{one} looks like {other}")
    return faults


def _column(shot: Image, x: int, y: int, height: int) -> set[str]:
    """Return the colours, such as `#2e70b0`, of a column of pixels at the left in a tile, without its edges."""
    width, line = shot.width / COLUMNS, shot.height / LINES
    at = round((x + 0.6) * width)
    pixels = [shot.getpixel((at, it)) for it in range(round((y + 0.3) * line), round((y + height - 0.3) * line))]
    return {"#{:02x}{:02x}{:02x}".format(*pixel) for pixel in pixels if isinstance(pixel, tuple)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge the program in real terminals.")
    parser.add_argument("directory", type=Path, help="where the pictures are kept")
    parser.add_argument("name", nargs="*", help=f"terminals, of {', '.join(TERMINALS)}; without names, all of them")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    status = 0
    for name in options.name or TERMINALS:
        lacking = missing(name)
        if lacking:
            print(f"{name}: not here: {', '.join(lacking)}")
            continue
        with screen() as display:
            faults = visit(name, options.directory / f"{name.replace(' ', '-')}.png", display)
        status = status or bool(faults)
        print(f"{name}: {'; '.join(faults) or 'good'}", flush=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
