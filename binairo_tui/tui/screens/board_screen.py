"""What screens with a board beside a panel share: their places, moving the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container

from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.layout import ZOOMS_WITH_SIGNS, least_size, next_zoom
from binairo_tui.tui.view.moving import line_end, neighbour
from binairo_tui.tui.view.symbols import next_name, symbols_of
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.heading import Heading
from binairo_tui.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.tui.keymap import FooterContext
    from binairo_tui.tui.messages import Navigator, SettingsChanged
    from binairo_tui.tui.view.symbols import Symbols
    from binairo_tui.tui.widgets.board_view import BoardView


class BoardScreen(BaseScreen[None]):
    """A heading, a board, a panel, the keys."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (8, "-short"), (16, "-tall")]  # noqa: RUF012

    def __init__(self, board: BoardView, context: FooterContext, navigator: Navigator) -> None:
        super().__init__()
        self.board = board
        self._heading = Heading()
        self.panel = TextPanel(id="panel")
        self.navigator = navigator
        self._footer_context = context

    def compose(self) -> ComposeResult:
        """Heading, board beside panel, keys."""
        yield self._heading
        with Container(id="middle"):
            yield self.board
            yield self.panel
        yield KeyFooter(self._footer_context)

    def on_mount(self) -> None:
        """Draw the cells as large as the settings say."""
        self._take_zoom()

    def on_resize(self) -> None:
        """The panel leaves a board the room that it needs."""
        self.panel.share(self.app.size, least_size(self.puzzle))

    def on_screen_resume(self) -> None:
        """In front again, or for the first time."""
        self.board.place_terminal_cursor()

    def show_heading(self, title: str, *facts: str) -> None:
        """What stands left and right in the first line; the first facts first, if there is not room for all."""
        self._heading.show(title, [fact for fact in facts if fact])

    # Moving the cursor: see the properties that each screen has.

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the board."""
        raise NotImplementedError

    @property
    def cursor(self) -> Cell:
        """The cell of the cursor."""
        raise NotImplementedError

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell."""
        raise NotImplementedError

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor; from one edge to the opposite one, if the settings say so."""
        self.go_to(neighbour(self.puzzle.geometry, self.cursor, rows, columns, wrap=self.navigator.settings.wrap))

    def action_line_end(self, line: str, end: int) -> None:
        """Go to the first cell (`end` 0) or the last (-1) of the cursor's `row` or `column`."""
        self.go_to(line_end(self.puzzle.geometry, self.cursor, line, end))

    async def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        """Go to the cell that the mouse was clicked on; change it, where that can be, if it is the cursor's already."""
        message.stop()
        if message.cell != self.cursor:
            self.go_to(message.cell)
        else:
            await self.run_action("cycle")

    # How the board is drawn.

    def show_all(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    @property
    def symbols(self) -> Symbols:
        """How 0 and 1 are drawn."""
        return symbols_of(self.navigator.settings.symbols)

    def action_symbols(self) -> None:
        """Draw 0 and 1 in another way."""
        self.navigator.change_setting("symbols", next_name(self.navigator.settings.symbols))

    def action_zoom(self, way: int) -> None:
        """Draw cells larger (`way` 1) or smaller (-1); what finds no room then scrolls."""
        zoom = next_zoom(self.puzzle, self.board.zoom, way)
        if zoom is not None:
            self.board.lay_out(zoom=zoom, counters=True)

    def on_board_view_relaid(self) -> None:
        """The panel begins where the board does."""
        if self.has_class("-wide"):
            self.panel.begin_at(self.board.scene.layout.top)
        self.show_all()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """The player has chosen something else, here or elsewhere."""
        if message.name == "zoom":
            self._take_zoom()
        self.show_all()

    def _take_zoom(self) -> None:
        zoom = next((it for it in ZOOMS_WITH_SIGNS if it.name == self.navigator.settings.zoom), None)
        self.board.lay_out(zoom=zoom, counters=True)

    def action_more(self) -> None:
        """Show the next page of what the panel says."""
        self.panel.turn()
