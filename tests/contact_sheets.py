"""Contact sheets: `python -m tests.contact_sheets DIRECTORY` draws every screen of the program as a player sees it.

There is a sheet, one PNG, for every look and size; `--look light --size 80x24` chooses one. The program runs in a
pseudo-terminal, with a year of solved puzzles.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.screenshots import play_evenings
from tests.terminal.pty_terminal import PtyTerminal
from tests.terminal.terminal_picture import Painter, contact_sheet

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = Path(__file__).resolve().parents[1]
SOLVES = 500
QUIET = 0.35
"""Seconds without output after which a screen is taken to be complete."""
SIZES = ("80x24", "100x30", "120x40", "160x50", "60x20", "40x15")


class Look(NamedTuple):
    """What settles how the program looks: a line of its settings, and variables of the environment."""

    setting: str = ""
    environ: Mapping[str, str] = {"COLORTERM": "truecolor"}


LOOKS = {
    **{name: Look(f'theme = "{name}"') for name in ("dark", "light", "high-contrast", "colour-blind", "greyscale")},
    "256-colours": Look(environ={}),
    "16-colours": Look(environ={"TERM": "xterm"}),
    "no-colours": Look(environ={"NO_COLOR": "1"}),
    "ascii": Look('charset = "ascii"'),
}


class Visit(NamedTuple):
    """A start of the program with some arguments: pictures by name, each after some keys."""

    arguments: tuple[str, ...]
    pictures: tuple[tuple[str, tuple[str, ...]], ...]


_ROW = "1..0......" * 4
LARGE = "30x30;" + "".join(_ROW[3 * row % 10 :][:30] for row in range(30))
VISITS = (
    Visit(
        (),
        (
            ("home", ()),
            ("daily", ("D",)),
            ("new puzzle", ("q", "N")),
            ("collections", ("q", "C")),
            ("a collection", ("down", "enter")),
            ("tutorial", ("q", "q", "T")),
            ("first steps", ("enter",)),
            ("statistics", ("q", "q", "S")),
            ("settings", ("q", ",")),
            ("help", ("q", "?")),
            ("palette", ("q", ":")),
            ("import", ("\x1b", "I")),
            ("editor", ("\x1b", "E", "right", "1", "1")),
        ),
    ),
    Visit(
        ("play", "8x8:1"),
        (
            ("8x8", ("right",)),
            ("broken rules", ("1",)),
            ("hint", ("u", "i", "i", "i")),
            ("branch", ("u", "down", "b", "1", "right", "0")),
            ("discs", ("o",)),
            ("solved", ("o", "o", "o", "B", "F", "y")),
            ("share", ("Y",)),
            ("replay", ("q", "P", "right", "right")),
        ),
    ),
    Visit(("play", "8x8-plus:1"), (("8x8 with signs", ("right", "right")), ("a broken sign", ("down", "left", "0")))),
    Visit(("play", "14x14:1"), (("14x14", ()), ("14x14, hint", ("i", "i", "i")))),
    Visit(("play", "20x20:1"), (("20x20", ("right", "down", "0")), ("solutions", ("S", "y")))),
    Visit(("play", LARGE), (("30x30, scrolled", ("\x1b[6~",)),)),
)


def main() -> None:
    """Draw the sheets that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.contact_sheets", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--look", action="append", choices=[*LOOKS], help="may be repeated; otherwise all")
    parser.add_argument("--size", action="append", metavar="80x24", help="may be repeated; otherwise all")
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        database = Path(name) / "progress.db"
        play_evenings(database, SOLVES, datetime.now(UTC))
        for look in arguments.look or LOOKS:
            for size in arguments.size or SIZES:
                columns, lines = (int(part) for part in size.split("x"))
                pictures = dict(photographs(database, LOOKS[look], columns, lines))
                path = arguments.directory / f"{look}-{size}.png"
                contact_sheet(pictures, columns=4).save(path)
                print(path, flush=True)


def photographs(database: Path, look: Look, columns: int, lines: int) -> Iterator[tuple[str, Image]]:
    """Yield the pictures of a sheet with their names."""
    painter = Painter(8 if columns <= 80 else 6)
    for visit in VISITS:
        with TemporaryDirectory() as home:
            environ = make_home(Path(home), database, look)
            terminal = PtyTerminal.python(
                "-m", "binairo_tui", *visit.arguments, environ=environ, columns=columns, lines=lines
            )
            with closing(terminal):
                terminal.wait_for(lambda: bool(terminal.text().strip()))  # noqa: B023 - called at once
                for name, keys in visit.pictures:
                    for key in keys:
                        terminal.press(key)
                        terminal.settle(QUIET / 3)
                    terminal.settle(QUIET)
                    yield name, painter.picture(terminal.screen)


def make_home(home: Path, database: Path | None, look: Look) -> dict[str, str]:
    """Make a home with the settings of a look and, if any, a copy of a database; return its environment."""
    home.chmod(0o700)
    data, config = home / "data" / "binairo-tui", home / "config" / "binairo-tui"
    for directory in (data.parent, data, config.parent, config):
        directory.mkdir(mode=0o700)
    if database:
        shutil.copy(database, data / database.name)
    (config / "config.toml").write_text(f"{look.setting}\n", encoding="utf-8")
    return {
        "HOME": str(home),
        "XDG_DATA_HOME": str(data.parent),
        "XDG_CONFIG_HOME": str(config.parent),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        **look.environ,
    }


if __name__ == "__main__":
    main()
