"""The board widget, which redraws only areas that have changed, and a container for the board and its panel."""

from time import monotonic

from textual import events
from textual.containers import Container
from textual.geometry import NULL_OFFSET, NULL_SPACING, Offset, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from binairo_tui.engine import Cell, Puzzle
from binairo_tui.tui.view import appearance, arrangement, painting, tiles
from binairo_tui.tui.view.layout import Area, BoardLayout, Zoom, Zooms, next_zoom, zoom_named
from binairo_tui.tui.widgets.drawing import LaidOutWidget, LineWidget, zooms_of

SWEEP_SECONDS = 0.27
SWEEP_STEPS = 6


class BoardView(LaidOutWidget, LineWidget):
    """A puzzle's board, as large as fits, with the terminal's cursor on the cursor's cell.

    It shows what is passed to `show` and `move_cursor`, and handles no keys.
    """

    class Relaid(Message):
        """Posted when a new size, zoom or setting has changed the layout of the board, but not after scrolling."""

    class Clicked(Message):
        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, puzzle: Puzzle, look: appearance.BoardLook, cursor: Cell) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._room: tuple[int, int] = (0, 0)
        self._places: tuple[Area, ...] = ()
        self._chosen_zoom: Zoom | None = None
        self._counters = True
        self._pointer = appearance.POINTS_NOWHERE
        self._follows_pointer = False  # keeps what is pointed at in view, until the cursor moves
        self.scene = tiles.Scene(arrangement.fit(puzzle, 0, 0), look, cursor)
        self.sweeps = False
        """Whether the board lights up in a sweep when its puzzle is solved."""
        self._solved_look: appearance.BoardLook | None = None
        self._sweep: Timer | None = None

    def show(self, look: appearance.BoardLook, pointer: appearance.Pointer = appearance.POINTS_NOWHERE) -> None:
        """Show a new look. If the pointer has changed, scroll to the lines and cells that it marks."""
        if self._sweep is not None and look == self._solved_look:
            return
        self._end_sweep()
        if self.sweeps and look.is_solved and not self.scene.look.is_solved:
            look = self._begin_sweep(look)
        layout = self.scene.layout
        if pointer != self._pointer:
            self._pointer = pointer
            self._follows_pointer = True
            layout = self._showing_pointer(layout)
        self._go_to(self.scene._replace(look=look, layout=layout))

    def _begin_sweep(self, look: appearance.BoardLook) -> appearance.BoardLook:
        """Begin to light up a solved board step by step; return the first look to show."""
        columns, end = self.scene.layout.columns, monotonic() + SWEEP_SECONDS

        def light_up() -> None:
            share = 1 - (end - monotonic()) / SWEEP_SECONDS
            if share >= 1:
                self._end_sweep()
            self._go_to(self.scene._replace(look=look.lit(columns, share) if share < 1 else look))

        self._solved_look = look
        self._sweep = self.set_interval(SWEEP_SECONDS / SWEEP_STEPS, light_up)
        return look.lit(columns, 0)

    def _end_sweep(self) -> None:
        if self._sweep is not None:
            self._sweep.stop()
            self._sweep = None

    def _showing_pointer(self, layout: BoardLayout) -> BoardLayout:
        """Return the layout scrolled to what the pointer marks: above all to `targets`, and to cells before lines."""
        for line in reversed(self._pointer.lines):
            layout = layout.showing_line(line)
        for cell in (*reversed(self._pointer.because), *reversed(self._pointer.targets)):
            layout = layout.showing(cell)
        return layout

    def show_puzzle(self, puzzle: Puzzle, look: appearance.BoardLook, cursor: Cell) -> None:
        """Show a puzzle of any size in place of the current one; nothing is marked by a pointer."""
        is_another = puzzle != self._puzzle
        self._puzzle = puzzle
        self._pointer = appearance.POINTS_NOWHERE
        self._go_to(self.scene._replace(layout=self._layout(*self.size, cursor), look=look, cursor=cursor))
        if is_another:
            self._claim_room()

    @property
    def zoom(self) -> Zoom:
        return self.scene.layout.zoom

    @property
    def fitting_zoom(self) -> Zoom:
        """The size in which the cells are drawn if the player chooses none: the largest that fits."""
        return arrangement.arrange(self._puzzle, *self._room, counters=self._counters, zooms=self._zooms).layout.zoom

    def next_zoom(self, way: int) -> Zoom | None:
        """Return the next larger (`way` 1) or smaller (-1) size of cells; None if there is none."""
        return next_zoom(self.zoom, way, self._zooms)

    @property
    def _zooms(self) -> Zooms:
        return zooms_of(self.app)

    @property
    def _wanted_zoom(self) -> Zoom | None:
        """The chosen size of cells, or the most similar one that the terminal can show; None if none was chosen."""
        chosen, zooms = self._chosen_zoom, self._zooms
        return chosen if chosen is None or chosen in zooms else zoom_named(chosen.name, zooms)

    def lay_out(self, *, zoom: Zoom | None, counters: bool) -> None:
        """Draw the cells in the size `zoom` (None for the largest that fits), with or without counters."""
        if (zoom, counters) != (self._chosen_zoom, self._counters):
            self._chosen_zoom, self._counters = zoom, counters
            self._claim_room()

    def arranged(self, width: int, height: int) -> arrangement.Arrangement:
        """Return the places of this board and its panel on `width` columns and `height` lines, and remember them."""
        self._room = width, height
        found = arrangement.arrange(
            self._puzzle, width, height, zoom=self._wanted_zoom, counters=self._counters, zooms=self._zooms
        )
        self._places = found.board, found.panel
        return found

    def _claim_room(self) -> None:
        """Lay out the board and its panel again, if the board now needs another place."""
        before = self._places
        board = self.arranged(*self._room).board
        if self._places != before:
            self.refresh(layout=True)
        self._fit(board.width, board.height)

    def move_cursor(self, cell: Cell) -> None:
        self._follows_pointer = False
        self._go_to(self.scene._replace(cursor=cell, layout=self.scene.layout.showing(cell)))

    @property
    def cursor_place(self) -> Offset | None:
        """The place of the cursor's cell or, if out of view, of the first marked one in view; None on a picture."""
        if self.scene.is_picture:
            return None
        layout, pointer = self.scene.layout, self._pointer
        lines = [cell for line in pointer.lines for cell in self._puzzle.geometry.line_cells[line]]
        for cell in (self.scene.cursor, *pointer.targets, *pointer.because, *lines):
            area = layout.cell_area(cell)
            if area is not None:
                x, y = layout.zoom.glyph
                return self.region.offset + Offset(area.x + x, area.y + y)
        return None

    def render_line(self, y: int) -> Strip:
        return self.render_part(y, 0, self._laid_out_for.width)

    def render_part(self, y: int, start: int, end: int) -> Strip:
        segment, has_gaps = self.role_styles.segment, self.zoom.has_gaps
        spans = painting.paint_line(self.scene, y, self._laid_out_for.width, (start, end))
        return Strip([segment(text, role, reverses_givens=has_gaps) for text, role in spans], end - start)

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
        """Scroll by half a view, which redraws less often than scrolling by lines. The cursor does not move."""
        layout = self.scene.layout
        rows, columns = down * max(layout.view_rows // 2, 1), right * max(layout.view_columns // 2, 1)
        self._go_to(self.scene._replace(layout=layout.scrolled_by(rows, columns)))

    def _lay_out(self) -> None:
        self._fit(*self.size)

    def _fit(self, width: int, height: int) -> None:
        """Use the best layout for a size, with the cursor in view or, until it moves, what a pointer marks."""
        self._laid_out_for = Size(width, height)
        layout = self._layout(width, height, self.scene.cursor)
        if self._follows_pointer:
            layout = self._showing_pointer(layout)
        if layout != self.scene.layout:
            self._go_to(self.scene._replace(layout=layout))
            self.post_message(self.Relaid())

    def _layout(self, width: int, height: int, cursor: Cell) -> BoardLayout:
        """Return the best layout for a size, with the cell `cursor` in view.

        If only the scrolling would change, the current layout is kept, and scrolled only if the cell is out of view.
        """
        now = self.scene.layout
        layout = arrangement.fit(
            self._puzzle, width, height, zoom=self._wanted_zoom, counters=self._counters, zooms=self._zooms
        )
        if layout._replace(first_column=now.first_column, first_row=now.first_row) == now:
            layout = now
        return layout.showing(cursor)

    def _go_to(self, scene: tiles.Scene) -> None:
        before, self.scene = self.scene, scene
        areas = painting.changed_areas(before, scene)
        if areas is None:
            self.refresh()
        elif areas:
            self.refresh(*[Region(*area) for area in areas])


class BoardAndPanel(Container):
    """A board with its panel beside or below it, as `BoardView.arranged` says."""

    def __init__(self, board: BoardView, panel: Widget) -> None:
        super().__init__(board, panel)
        # Textual draws and cuts all lines of a visible container, although the board and the panel are in front of it.
        self.visible = False
        board.visible = panel.visible = True
        self._places = _AsTheBoardSays(board)

    @property
    def layout(self) -> Layout:
        return self._places


class _AsTheBoardSays(Layout):
    name = "board-and-panel"

    def __init__(self, board: BoardView) -> None:
        self._board = board

    def arrange(
        self,
        parent: Widget,  # noqa: ARG002 - Textual's interface
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002
    ) -> ArrangeResult:
        found = self._board.arranged(*size)
        return [
            WidgetPlacement(Region(*area), NULL_OFFSET, NULL_SPACING, widget)
            for widget, area in zip(children, (found.board, found.panel), strict=True)
        ]
