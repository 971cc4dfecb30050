"""Every kind of terminal: values can be seen and told apart, and no character is sent that the terminal lacks."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import pytest

from tests.terminal.pty_terminal import PtyTerminal

Start = Callable[..., PtyTerminal]

PUZZLE = "6x6;0" + "." * 34 + "1"
"""Givens in the first and the last cell."""
TERMS = ("xterm-256color", "xterm", "linux", "screen-256color", "tmux-256color", "vt100")
LOCALES = ("C.UTF-8", "C")
NO_COLORS = ("", "1")
SIZES = ((80, 24), (40, 14), (100, 30))
EMPTY = "·."
KNOWN = set("·×…›│─✓▸━╭╮╰╯├┤") | set("▗▄▖▐▌▝▀▘▁▔")
"""What may be shown besides ASCII where UTF-8 is spoken."""


class Kind(NamedTuple):
    """A terminal."""

    term: str
    locale: str
    no_color: str
    size: tuple[int, int]

    def __str__(self) -> str:
        columns, lines = self.size
        return f"{self.term}, {self.locale}, {'no colour, ' if self.no_color else ''}{columns}x{lines}"


KINDS = [Kind(*kind) for kind in product(TERMS, LOCALES, NO_COLORS, SIZES)]


def is_common(kind: Kind) -> bool:
    """Whether a kind is tested each time: each terminal is, and every two of the other properties together."""
    half, size = divmod(TERMS.index(kind.term), len(SIZES))
    return kind[1:] == (LOCALES[half], NO_COLORS[(half + size) % 2], SIZES[size])


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[] if is_common(kind) else pytest.mark.long) for kind in KINDS], ids=str
)
def test_one_can_play(kind: Kind, start: Start) -> None:
    columns, lines = kind.size
    colour = {"NO_COLOR": kind.no_color} if kind.no_color else {}
    terminal = start("play", PUZZLE, TERM=kind.term, LANG=kind.locale, columns=columns, lines=lines, **colour)
    at = Places(terminal)
    for key in ("right", "1", "right", "1", "right", "1", "down", "0", "left", "0"):
        at.press(key)
    places = {"given": (5, 5), "own": (1, 3), "violated": (0, 1)}
    looks = {name: at.look(*place) for name, place in places.items()}
    assert len(set(looks.values())) == len(looks), looks
    shown = {sign for sign in "".join(terminal.lines()) if not sign.isascii()}
    assert shown <= (set() if kind.locale == "C" else KNOWN)
    assert kind.locale != "C" or terminal.raw.isascii()


def test_the_terminals_cursor_is_on_its_cell_after_every_key(start: Start) -> None:
    at = Places(start("play", PUZZLE))
    for key, row, column in (
        ("l", 0, 1),
        ("j", 1, 1),
        ("h", 1, 0),
        ("1", 1, 0),
        ("x", 1, 0),
        ("0", 1, 0),
        ("u", 1, 0),
        ("r", 1, 0),
        ("k", 0, 0),
        ("left", 0, 0),
        ("up", 0, 0),
        ("$", 0, 5),
        ("^", 0, 0),
        ("n", 0, 1),
        ("i", 0, 1),
        ("p", 0, 1),
        ("p", 0, 1),
    ):
        at.press(key, row, column)


class Places:
    """Where the cells of the board are on a screen, found out by moving the cursor; a key is followed to its end."""

    def __init__(self, terminal: PtyTerminal) -> None:
        self._terminal = terminal
        terminal.press("left")
        terminal.wait_for(lambda: self._under_cursor() == "0")
        self._x, self._y, _ = terminal.cursor()
        self._row = self._column = 0
        self._width = self._distance("right", 0)
        self._height = self._distance("down", 1)
        terminal.press("up", "left")
        self._wait("0")

    def _distance(self, key: str, axis: int) -> int:
        """How far a key moves the cursor along x (0) or y (1)."""
        before = self._terminal.cursor()
        self._terminal.press(key)
        self._terminal.wait_for(lambda: self._terminal.cursor()[axis] > before[axis] and self._under_cursor() in EMPTY)
        return self._terminal.cursor()[axis] - before[axis]

    def press(self, key: str, row: int = -1, column: int = -1) -> None:
        """Press a key; wait until the cursor is where it belongs (by an arrow, or at `row` and `column`)."""
        moves = {"right": (0, 1), "left": (0, -1), "down": (1, 0), "up": (-1, 0)}
        rows, columns = moves.get(key, (0, 0))
        self._row, self._column = (row, column) if row >= 0 else (self._row + rows, self._column + columns)
        self._terminal.press(key)
        self._wait(key if key in "01" else "")

    def look(self, row: int, column: int) -> tuple[object, ...]:
        """How a cell looks apart from its value and its colours."""
        x, y = self._at(row, column)
        around = self._terminal.look(x - 1, y)[0] + self._terminal.look(x + 1, y)[0]
        return (around, *self._terminal.look(x, y)[1:])

    def _wait(self, sign: str) -> None:
        place = self._at(self._row, self._column)
        self._terminal.wait_for(
            lambda: self._terminal.cursor() == (*place, True) and (not sign or self._under_cursor() == sign)
        )

    def _at(self, row: int, column: int) -> tuple[int, int]:
        return self._x + column * self._width, self._y + row * self._height

    def _under_cursor(self) -> str:
        x, y, _ = self._terminal.cursor()
        return self._terminal.look(x, y)[0]
