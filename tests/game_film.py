"""The film of README: a scripted game in a real terminal, as an animated GIF.

`python -m tests.documents --pictures` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from binairo_tui.engine.search import solutions
from tests.contact_sheets import Look, make_home
from tests.shipped import find_entry
from tests.terminal.pty_terminal import PtyTerminal
from tests.terminal.terminal_picture import Painter, save_film

if TYPE_CHECKING:
    from PIL.Image import Image

COLLECTION, NUMBER = "8x8", 3
SIZE = 100, 30
SCRIPT = (
    ((), 1500),
    (("right",), 250),
    (("0",), 1800),  # a third 0 in a row: three red tiles
    (("u",), 900),
    (("i",), 1600),
    (("i",), 1800),
    (("i",), 2200),
    (("i",), 1500),
    (("n",), 300),
    (("b",), 1200),
    (("0",), 1800),
    (("B",), 2600),
)
"""Keys, and the milliseconds that the screen stays after them: moves, a violation, a hint, and a branch."""
QUIET = 0.25
SWEEP = 0.03
"""Seconds without output that separate the steps in which a solved board lights up."""
LAST = 4000


def make_film(path: Path) -> None:
    """Play the game and save its film."""
    frames = list(film())
    save_film(path, [picture for picture, _ in frames], [duration for _, duration in frames])


def film() -> Iterator[tuple[Image, int]]:
    """Yield the pictures of the game with the milliseconds that each stays."""
    painter = Painter(8)
    columns, lines = SIZE
    with TemporaryDirectory() as home:
        environ = make_home(Path(home), None, Look("show_clock = false"))
        entry = f"{COLLECTION}:{NUMBER}"
        with closing(
            PtyTerminal.python("-m", "binairo_tui", "play", entry, environ=environ, columns=columns, lines=lines)
        ) as terminal:
            terminal.wait_for("undo")
            for keys, duration in SCRIPT:
                terminal.press(*keys)
                terminal.settle(QUIET)
                yield painter.picture(terminal.screen), duration
            for index, key in enumerate(remaining_keys(terminal)):
                terminal.press(key)
                terminal.settle(SWEEP)
                if index % 4 == 3:
                    yield painter.picture(terminal.screen), 90
            for _ in range(12):
                terminal.settle(SWEEP)
                yield painter.picture(terminal.screen), 60
            terminal.wait_for("techniques it needs")
            terminal.settle(QUIET)
            yield painter.picture(terminal.screen), LAST


def remaining_keys(terminal: PtyTerminal) -> Iterator[str]:
    """Yield the keys that fill the rest: to the next blank cell, and its value in the solution, until it is solved."""
    puzzle = find_entry(COLLECTION, NUMBER).puzzle
    filled = puzzle.geometry.text(next(solutions(puzzle, 1)))
    yield from ("\x1b[H", "\x1b[5~")
    for cell, value in enumerate(filled):
        if "100%" in terminal.lines()[0]:
            return
        if cell and cell % puzzle.width == 0:
            yield "down"
            yield "\x1b[H"
        elif cell:
            yield "right"
        if not puzzle.is_given(cell):
            yield value
