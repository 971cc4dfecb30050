"""Contact sheets: `python -m tests.contact_sheets DIRECTORY` draws every screen of the program as a player sees it.

There is a sheet, one PNG, for every look and size; `--look light --size 80x24` chooses one, and `--single` saves each
picture in a file of its own. The program runs in a pseudo-terminal, with a year of solved puzzles and some begun ones.
One start serves all sizes: the terminal is resized for every picture.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.game import SessionSnapshot
from binairo_tui.player.progress import Progress
from tests.screenshots import play_evenings, solving_step
from tests.shipped import find_entry
from tests.terminal.pty_terminal import PtyTerminal, home_environ
from tests.terminal.terminal_picture import Painter, contact_sheet

if TYPE_CHECKING:
    from PIL.Image import Image

SOLVES = 500
QUIET = 0.35
"""Seconds without output after which a screen is taken to be complete."""
BRACKETED = "\x1b[200~{}\x1b[201~"
"""How a terminal sends what is pasted."""
SIZES = ("80x24", "100x30", "120x40", "160x50", "60x20", "40x15")

WAITS = {"practice": " due "}
"""Texts to wait for, by picture: reading a year of games, which tells what is due, takes longer than `QUIET`."""


class Look(NamedTuple):
    """What determines how the program looks: a line of its settings, and environment variables."""

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
    environ: Mapping[str, str] = {}


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
            ("first steps", ("home", "enter")),
            ("example", ("q", "down", "down", "enter")),
            ("storm", ("q", "q", "O")),
            ("saved games", ("q", ":", *"continue a game", "enter")),
        ),
    ),
    Visit((), (("practice", ("P",)), ("a drill", ("enter",)))),
    Visit(
        (),
        (
            ("statistics", ("S",)),
            ("all solves", ("v",)),
            ("settings", ("q", "q", ",")),
            ("help", ("q", "?")),
            ("palette", ("q", ":")),
            ("import", ("backspace", "I")),
            ("imported", (BRACKETED.format("1.0.\n....\n..1.\n0..."),)),
        ),
    ),
    Visit((), (("editor", ("E", "right", "1", "1")), ("a prompt", ("b",)))),
    Visit(
        ("play", "8x8:1"),
        (
            ("8x8", ("right",)),
            ("broken rules", ("1",)),
            ("hint", ("u", "i", "i", "i")),
            ("a question", ("E",)),
            ("branch", ("n", "u", "down", "b", "1", "right", "0")),
            ("paused", ("p",)),
            ("solved", ("p", "B", "F", "y")),
            ("share", ("Y",)),
            ("share, a format", ("right", "right")),
            ("replay", ("q", "P", "right", "right")),
        ),
    ),
    Visit(("play", "8x8-plus:1"), (("8x8 with signs", ("right", "right")), ("a broken sign", ("down", "left", "0")))),
    Visit(("play", "14x14:1"), (("14x14", ()), ("14x14, hint", ("i", "i", "i")))),
    Visit(("play", "20x20:1"), (("20x20", ("right", "down", "0")), ("solutions", ("E", "y", "S")))),
    Visit(("play", LARGE), (("30x30, scrolled", ("\x1b[6~",)),)),
    Visit((), (("a dialog", ()),), {"XDG_DATA_HOME": "/dev/null"}),
)


def main() -> None:
    """Draw the sheets that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.contact_sheets", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--look", action="append", choices=[*LOOKS], help="may be repeated; otherwise all")
    parser.add_argument("--size", action="append", metavar="80x24", help="may be repeated; otherwise all")
    parser.add_argument("--single", action="store_true", help="save each picture in a file of its own")
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        database = Path(name) / "progress.db"
        play_evenings(database, SOLVES, datetime.now(UTC))
        begin_games(database)
        for look in arguments.look or LOOKS:
            sheets: dict[str, dict[str, Image]] = {size: {} for size in arguments.size or SIZES}
            for size, title, picture in photographs(database, LOOKS[look], [*sheets]):
                sheets[size][title] = picture
                if arguments.single:
                    picture.save(arguments.directory / f"{look}-{size}-{title.replace(' ', '-')}.png")
            for size, pictures in sheets.items():
                path = arguments.directory / f"{look}-{size}.png"
                contact_sheet(pictures, columns=4).save(path)
                print(path, flush=True)


def begin_games(database: Path) -> None:
    """Save two games that were begun and left."""
    progress = Progress(database)
    for collection, number, share in (("14x14", 3, 0.4), ("8x8-plus", 2, 0.7)):
        entry = find_entry(collection, number)
        whole = solving_step(entry.puzzle, 90_000)
        step = whole._replace(moves=whole.moves[: round(share * len(whole.moves))])
        game, _ = progress.open_new(entry.puzzle, entry.title, band=entry.band, collection=collection, number=number)
        progress.leave(game, SessionSnapshot(0, 95_000, 1, (step,)))
    progress.close(60.0)


def photographs(database: Path, look: Look, sizes: Sequence[str]) -> Iterator[tuple[str, str, Image]]:
    """Yield the pictures of a look, each with its size and its name."""
    lattice = {size: (int(size.partition("x")[0]), int(size.partition("x")[2])) for size in sizes}
    painters = {size: Painter(8 if columns <= 80 else 6) for size, (columns, _) in lattice.items()}
    for visit in VISITS:
        with TemporaryDirectory() as home:
            environ = make_home(Path(home), database, look) | dict(visit.environ)
            columns, lines = lattice[sizes[0]]
            terminal = PtyTerminal.python(
                "-m", "binairo_tui", *visit.arguments, environ=environ, columns=columns, lines=lines
            )
            with closing(terminal):
                terminal.wait_for(lambda: bool(terminal.text().strip()))  # noqa: B023 - called at once
                for name, keys in visit.pictures:
                    for key in keys:
                        terminal.press(key)
                        terminal.settle(QUIET / 3)
                    if name in WAITS:
                        terminal.wait_for(WAITS[name])
                    for size in sizes:
                        terminal.resize(*lattice[size])
                        terminal.settle(QUIET)
                        yield size, name, painters[size].picture(terminal.screen)


def make_home(home: Path, database: Path | None, look: Look) -> dict[str, str]:
    """Make a home with the settings of a look and, if any, a copy of a database; return its environment."""
    home.chmod(0o700)
    data, config = home / "data" / "binairo-tui", home / "config" / "binairo-tui"
    for directory in (data.parent, data, config.parent, config):
        directory.mkdir(mode=0o700)
    if database:
        shutil.copy(database, data / database.name)
    (config / "config.toml").write_text(f"{look.setting}\n", encoding="utf-8")
    return home_environ(home, **look.environ)


if __name__ == "__main__":
    main()
