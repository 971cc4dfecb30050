"""A board drawn with Textual's line API as its guide shows it: values, a cursor, undo; no rules, nothing saved."""

import sys
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

PLAIN, FILLED, CURSOR = Style(), Style(bold=True), Style(reverse=True)


class StockBoard(Widget, can_focus=True):
    """A square board of empty cells that refreshes the lines that change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(0, -1)", ""),
        ("right", "move(0, 1)", ""),
        ("up", "move(-1, 0)", ""),
        ("down", "move(1, 0)", ""),
        ("0", "place('0')", ""),
        ("1", "place('1')", ""),
        ("u", "undo", ""),
    ]

    def __init__(self, size: int) -> None:
        super().__init__()
        self.count = size
        self.row = self.column = 0
        self.cells = ["."] * (size * size)
        self.past: list[tuple[int, str]] = []

    def render_line(self, y: int) -> Strip:
        if y >= self.count:
            return Strip.blank(self.size.width)
        values = self.cells[y * self.count : (y + 1) * self.count]
        styles = [FILLED if value != "." else PLAIN for value in values]
        if y == self.row:
            styles[self.column] = CURSOR
        segments = [Segment(f" {value} ", style) for value, style in zip(values, styles, strict=True)]
        return Strip(segments).adjust_cell_length(self.size.width)

    def action_move(self, rows: int, columns: int) -> None:
        self._refresh_row()
        self.row, self.column = (self.row + rows) % self.count, (self.column + columns) % self.count
        self._refresh_row()

    def action_place(self, value: str) -> None:
        cell = self.row * self.count + self.column
        self.past.append((cell, self.cells[cell]))
        self.cells[cell] = value
        self._refresh_row()

    def action_undo(self) -> None:
        if self.past:
            cell, value = self.past.pop()
            self.cells[cell] = value
            self._refresh_row()

    def _refresh_row(self) -> None:
        self.refresh(Region(0, self.row, self.size.width, 1))


class StockApp(App[None]):
    """The board and nothing else."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        yield StockBoard(int(sys.argv[1]))

    def on_mount(self) -> None:
        self.query_one(StockBoard).focus()


if __name__ == "__main__":
    StockApp().run()
