"""Board widget: draws scenes, and refreshes only the areas in which two scenes differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.terminal.filters import AsciiFilter
from binairo_tui.tui.view.appearance import POINTS_NOWHERE, Pointer
from binairo_tui.tui.view.layout import Zoom, fit
from binairo_tui.tui.view.painting import changed_areas, paint_line
from binairo_tui.tui.view.tiles import BLOCKS, EDGES, HALF, ROLES, Role, Scene

if TYPE_CHECKING:
    from textual import events

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.tui.view.appearance import BoardLook
    from binairo_tui.tui.view.layout import BoardLayout


_ASCII_EDGES = str.maketrans(dict(zip(BLOCKS[1:], "++-+||++-+|+-++", strict=True)))


_REVERSE = Style(reverse=True)


class BoardView(Widget):
    """A puzzle's board, as large as it fits, with the terminal's cursor on the cursor's cell.

    It shows what `show` and `move_cursor` are given, and handles no keys.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{role}" for role in ROLES}
    DEFAULT_CSS = """
    BoardView {
        & > .board--ground { color: $faint; }
        & > .board--empty { color: $faint; background: $empty; }
        & > .board--empty-alt { color: $faint; background: $empty-alt; }
        & > .board--empty-dim { color: $faint; background: $empty-dim; }
        & > .board--zero { color: $zero-own-ink; background: $zero-own; }
        & > .board--one { color: $one-own-ink; background: $one-own; }
        & > .board--zero-given { color: $zero-ink; background: $zero-given; }
        & > .board--one-given { color: $one-ink; background: $one-given; }
        & > .board--zero-branch { color: $zero-own-ink; background: $zero-branch; }
        & > .board--one-branch { color: $one-own-ink; background: $one-branch; }
        & > .board--zero-dim { color: $zero-own-ink; background: $zero-dim; }
        & > .board--one-dim { color: $one-own-ink; background: $one-dim; }
        & > .board--wrong { color: $wrong-ink; background: $wrong; }
        & > .board--wrong-given { color: $wrong-given-ink; background: $wrong-given; }
        & > .board--given { text-style: bold; }
        & > .board--branch { text-style: italic; }
        & > .board--underlined { text-style: underline; }
        & > .board--noted { text-style: bold; }
        & > .board--mark { text-style: bold; }
        & > .board--asked { text-style: bold; }
        & > .board--reason { text-style: bold underline; }
        & > .board--because { color: $foreground; text-style: bold; }
        & > .board--target { color: $mark; text-style: bold; }
        & > .board--cursor { color: $accent; }
        & > .board--held { color: $accent; background: $background; text-style: bold reverse; }
        & > .board--sign { color: $foreground; text-style: bold; }
        & > .board--broken { color: $wrong-ink; background: $wrong; }
        & > .board--number { color: $faint; }
        & > .board--here { color: $foreground; text-style: bold; }
        & > .board--pointed { color: $accent; text-style: bold underline; }
        & > .board--counter { color: $muted; }
        & > .board--counter-zero { color: $zero; }
        & > .board--counter-one { color: $one; }
        & > .board--label-zero { color: $zero; text-style: bold; }
        & > .board--label-one { color: $one; text-style: bold; }
        & > .board--violated { color: $error; text-style: bold; }
        & > .board--done { color: $success; }
        & > .board--position { color: $muted; }
    }
    """

    class Relaid(Message):
        """The layout of the board has changed."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, puzzle: Puzzle, look: BoardLook, cursor: Cell) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._styles_by_role: dict[Role, Style] = {}
        self._is_ascii = False
        self._fitted: tuple[int, int] = (0, 0)
        self._chosen_zoom: Zoom | None = None
        self._counters = True
        self._pointer = POINTS_NOWHERE
        self.scene = Scene(fit(puzzle, 0, 0), look, cursor)

    def show(self, look: BoardLook, pointer: Pointer = POINTS_NOWHERE) -> None:
        """Show another look; if the pointer is another one, scroll to what it points at."""
        layout = self.scene.layout
        points_elsewhere = pointer != self._pointer
        if points_elsewhere:
            self._pointer = pointer
            layout = self._showing_pointer(layout)
        self._go_to(self.scene._replace(look=look, layout=layout))
        if points_elsewhere:
            self.place_terminal_cursor()

    def _showing_pointer(self, layout: BoardLayout) -> BoardLayout:
        """Return the layout scrolled to what is pointed at, to the most important cell last."""
        for line in reversed(self._pointer.lines):
            layout = layout.showing_line(line)
        for cell in (*reversed(self._pointer.because), *reversed(self._pointer.targets)):
            layout = layout.showing(cell)
        return layout

    def show_puzzle(self, puzzle: Puzzle, look: BoardLook, cursor: Cell) -> None:
        """Show another puzzle, which may have another size."""
        self._puzzle = puzzle
        self._pointer = POINTS_NOWHERE
        self._go_to(self.scene._replace(layout=self._layout(*self.size, cursor), look=look, cursor=cursor))
        self.place_terminal_cursor()

    @property
    def zoom(self) -> Zoom:
        """The size of the cells."""
        return self.scene.layout.zoom

    @property
    def fitting_zoom(self) -> Zoom:
        """The largest size of cells that fits."""
        return fit(self._puzzle, *self.size, counters=self._counters).zoom

    def lay_out(self, *, zoom: Zoom | None, counters: bool) -> None:
        """Draw the cells in a size, or with None in the largest that fits, with or without counters."""
        if (zoom, counters) != (self._chosen_zoom, self._counters):
            self._chosen_zoom, self._counters = zoom, counters
            self._fit(*self.size)

    def move_cursor(self, cell: Cell) -> None:
        """Put the cursor on a cell, scrolled into view."""
        self._go_to(self.scene._replace(cursor=cell, layout=self.scene.layout.showing(cell)))
        self.place_terminal_cursor()

    def place_terminal_cursor(self) -> None:
        """Put the terminal's cursor, which screen readers follow, on the cursor's cell with the next frame.

        If that cell is not in view, it goes to the first cell in view that is pointed at.
        """
        layout, pointer = self.scene.layout, self._pointer
        lines = [cell for line in pointer.lines for cell in layout.line_cells(line)]
        for cell in (self.scene.cursor, *pointer.targets, *pointer.because, *lines):
            area = layout.cell_area(cell)
            if area is not None:
                x, y = layout.zoom.glyph
                put_cursor(self, self.region.offset + Offset(area.x + x, area.y + y))
                return

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the board as it fits: the first frame is drawn before the widget hears of its size."""
        if self._fitted != self.size:
            self._fit(*self.size)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        segments = [self._segment(text, role) for text, role in paint_line(self.scene, y, width)]
        return Strip(segments, width)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(*event.size)

    def on_click(self, event: events.Click) -> None:
        cell = self.scene.layout.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Clicked(cell))

    def on_mouse_scroll_up(self) -> None:
        self._scroll(-1, 0)

    def on_mouse_scroll_down(self) -> None:
        self._scroll(1, 0)

    def on_mouse_scroll_left(self) -> None:
        self._scroll(0, -1)

    def on_mouse_scroll_right(self) -> None:
        self._scroll(0, 1)

    def _scroll(self, down: int, right: int) -> None:
        """Scroll by half a view, which redraws less often than line by line; the cursor stays."""
        layout = self.scene.layout
        rows, columns = down * max(layout.view_rows // 2, 1), right * max(layout.view_columns // 2, 1)
        self._go_to(self.scene._replace(layout=layout.scrolled_by(rows, columns)))
        self.place_terminal_cursor()

    def _fit(self, width: int, height: int) -> None:
        """Use the best layout for a size, with the cursor or what is pointed at in view."""
        self._fitted = width, height
        layout = self._showing_pointer(self._layout(width, height, self.scene.cursor))
        if layout != self.scene.layout:
            self._go_to(self.scene._replace(layout=layout))
            self.post_message(self.Relaid())
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """Move the terminal's cursor to the cell; refresh the cell, because it moves only with a frame."""
        before = self.app.cursor_position
        self.place_terminal_cursor()
        area = self.scene.layout.cell_area(self.scene.cursor)
        if self.app.cursor_position != before and area is not None:
            self.refresh(Region(*area))

    def _layout(self, width: int, height: int, cursor: Cell) -> BoardLayout:
        """Return the best layout for a size, scrolled as it is now if nothing else changes, with a cell in view."""
        now = self.scene.layout
        layout = fit(self._puzzle, width, height, zoom=self._chosen_zoom, counters=self._counters)
        if replace(layout, first_column=now.first_column, first_row=now.first_row) == now:
            layout = now
        return layout.showing(cursor)

    def _segment(self, text: str, role: Role) -> Segment:
        style = self._style(role)
        if role[-1] == HALF and (self._is_ascii or style.color is None):
            text = " " * len(text)
        elif self._is_ascii and role[-1] in EDGES:
            text = text.translate(_ASCII_EDGES)
        return Segment(text, style)

    def _style(self, role: Role) -> Style:
        style = self._styles_by_role.get(role)
        if style is None:
            style = self._styles_by_role[role] = self._made_style(role)
        return style

    def _made_style(self, role: Role) -> Style:
        """Return the style of a role: its words' styles added up.

        Block elements have two colours: that of the edge or of the tile, and that of the tile or of the screen.
        """
        ground = self.get_component_rich_style("board--ground")
        style = ground
        for word in role:
            if word == HALF:
                colour = style.color if style.reverse else style.bgcolor
                is_seen = style.reverse or (colour != ground.bgcolor and not self.app.no_color)
                return Style(color=colour if is_seen else None, bgcolor=ground.bgcolor)
            if word in EDGES:
                edge = self.get_component_rich_style(f"board--{word}", partial=True)
                return Style(color=edge.color, bgcolor=style.bgcolor)
            style += self.get_component_rich_style(f"board--{word}", partial=True)
            if word == "given" and self.app.no_color and self.zoom.has_gaps:
                style += _REVERSE
        return style

    def notify_style_update(self) -> None:
        """Drop the styles, which a new theme or charset changes."""
        self._styles_by_role.clear()
        self._is_ascii = any(isinstance(it, AsciiFilter) for it in self.app.get_line_filters())
        super().notify_style_update()

    def _go_to(self, scene: Scene) -> None:
        before, self.scene = self.scene, scene
        if before.layout.zoom != scene.layout.zoom:
            self._styles_by_role.clear()
        areas = changed_areas(before, scene)
        if areas is None:
            self.refresh()
        elif areas:
            self.refresh(*[Region(*area) for area in areas])
