"""Base of the screens that show a board beside a panel: layout, cursor, zoom and symbols."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.events import Paste
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from binairo_tui import game
from binairo_tui.engine import EMPTY, Cell, Puzzle
from binairo_tui.game import Aid, GameSession
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator, SettingsChanged
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import is_slow
from binairo_tui.tui.view import appearance, layout, spans
from binairo_tui.tui.widgets import bars, board_view, panel

Session = TypeVar("Session", bound="GameSession | game.editing.EditSession")
"""The type of what is played or edited on a screen."""


class BoardScreen(BaseScreen[None], Generic[Session]):
    """A heading, a board beside a panel, and a footer with the keys.

    Textual calls a handler such as `on_mount` in every class that defines it, so subclasses must not define a handler
    that this class defines. Instead, they override `begin`, `resume`, `show_all` and the other plain methods.
    Subclasses set `_session`.
    """

    _session: Session
    message = ""
    """The sentence that the panel shows about the last command."""

    def __init__(self, context: FooterContext, navigator: Navigator, heading: Widget | None = None) -> None:
        self._blank: Strip | None = None
        super().__init__()
        self.navigator = navigator
        self.board = board_view.BoardView(self.puzzle, self.look(), self.cursor)
        self.panel = panel.TextPanel(lambda: self.symbols, id="panel")
        self.footer = bars.KeyFooter(context)
        self.zoom: layout.Zoom | None = None
        """The cell size that the player has chosen; None for the largest that fits."""
        self._heading = heading or bars.Heading()

    def compose(self) -> ComposeResult:
        yield self._heading
        yield board_view.BoardAndPanel(self.board, self.panel)
        yield self.footer

    def on_mount(self) -> None:
        self.apply_zoom()
        self.begin()

    def on_screen_resume(self) -> None:
        self.resume()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.paste(event.text)

    def paste(self, text: str) -> None:  # noqa: ARG002 - for subclasses
        self.note(f"{self.key_of('app.back')} leaves the board; then paste the puzzle again to import it.")

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return one blank line for all lines; Textual would style and filter each of them for every frame."""
        if self._blank is None or self._blank.cell_length != crop.width:
            background = self.background_colors[1]
            self._blank = Strip.blank(crop.width, Style(background=background).rich_style)
            for line_filter in self.get_line_filters():
                self._blank = self._blank.apply_filter(line_filter, background)
        return [self._blank] * crop.height

    def notify_style_update(self) -> None:
        self._blank = None
        super().notify_style_update()

    def cursor_place(self) -> Offset | None:
        return self.board.cursor_place or self.panel.text_place

    def begin(self) -> None:
        self.show_all()

    def resume(self) -> None:
        """React when the screen comes to the front, including the first time."""

    def show_heading(self, title: str, *facts: str) -> None:
        self.query_one(bars.Heading).show(title, *facts)

    def show_panel(self, paragraphs: Iterable[spans.Paragraph], title: str) -> None:
        """Show paragraphs in the panel and, where there is room, a legend of the symbols, which digits do not need."""
        legend = appearance.legend(self.symbols)
        self.panel.show([*paragraphs, *([spans.Paragraph(legend, spans.ASIDE)] if legend else ())], title)

    def close_part(self) -> bool:
        return self.panel.rewind()

    def note(self, sentence: str) -> None:
        self.message = sentence
        self.show_all()

    # The cursor.

    @property
    def session(self) -> Session:
        return self._session

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def cursor(self) -> Cell:
        return self.session.cursor

    def go_to(self, cell: Cell) -> None:
        self.session.cursor = cell
        self.board.move_cursor(cell)

    def go_on(self, way: int, is_wanted: Callable[[Cell], bool], otherwise: str) -> None:
        """Go to the next (`way` 1) or previous (-1) wanted cell, wrapping around; without one, show `otherwise`."""
        count = self.puzzle.geometry.cell_count
        around = ((self.cursor + way * distance) % count for distance in range(1, count + 1))
        cell = next(filter(is_wanted, around), None)
        if cell is None:
            self.note(otherwise)
        else:
            self.go_to(cell)

    def action_move(self, rows: int, columns: int) -> None:
        board = self.puzzle.geometry
        row, column = divmod(self.cursor, board.width)
        row, column = row + rows, column + columns
        if self.navigator.settings.wrap:
            row, column = row % board.height, column % board.width
        self.go_to(min(max(row, 0), board.height - 1) * board.width + min(max(column, 0), board.width - 1))

    def action_line_end(self, line: str, end: int) -> None:
        board = self.puzzle.geometry
        self.go_to(board.line_cells[board.lines_of(self.cursor)[line == "column"]][end])

    def on_board_view_clicked(self, message: board_view.BoardView.Clicked) -> None:
        message.stop()
        if message.cell != self.cursor:
            self.go_to(message.cell)
        else:
            self.action_cell("cycle")

    def action_game(self, command: str, *arguments: Any) -> None:
        """Call the method `command` of the game or the editing session. The base class does nothing."""

    def action_cell(self, command: str, *arguments: Any) -> None:
        self.action_game(command, self.cursor, *arguments)

    # Display.

    def look(self) -> appearance.BoardLook:
        """Return what the board shows, at least in the first frame; the base class shows the givens."""
        return appearance.grid_look(appearance.GridContents(self.puzzle, self.puzzle.givens), symbols=self.symbols)

    @property
    def has_counters(self) -> bool:
        return True

    def show_all(self) -> None:
        raise NotImplementedError

    def lay_out(self) -> None:
        self.board.sweeps = self.navigator.settings.sweep and not is_slow(self)
        self.board.lay_out(zoom=self.zoom, counters=self.has_counters)

    def apply_zoom(self) -> None:
        """Use the size of cells that the settings name or, if the board does not have it, the nearest one."""
        self.zoom = layout.zoom_named(self.navigator.settings.zoom)
        self.lay_out()

    def action_zoom(self, way: int) -> None:
        zoom = self.board.next_zoom(way)
        if zoom is None:
            self.note(f"Cells cannot be {'larger' if way > 0 else 'smaller'}.")
            return
        self.zoom = None if zoom == self.board.fitting_zoom else zoom
        self.lay_out()

    @property
    def symbols(self) -> appearance.Symbols:
        return appearance.symbols_of(self.navigator.settings.symbols)

    def follow_cursor(self) -> None:
        if self.board.scene.cursor != self.cursor:
            self.board.move_cursor(self.cursor)

    def on_board_view_relaid(self) -> None:
        """Update the panel, which also shows what does not fit on the board."""
        self.show_all()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        if message.name == "zoom":
            self.apply_zoom()
        self.apply_settings()

    def apply_settings(self) -> None:
        self.show_all()

    def action_more(self) -> None:
        self.panel.turn()


class GameScreen(BoardScreen[GameSession]):
    @property
    def has_counters(self) -> bool:
        return appearance.shows(self.session, Aid.LINES)

    def action_cell(self, command: str, *arguments: Any) -> None:
        """Give a command about the cursor's cell. After a value, go to the next empty cell if the settings say so."""
        session, cell = self.session, self.cursor
        super().action_cell(command, *arguments)
        advances = command == "place" and arguments[0] != EMPTY and self.navigator.settings.play_advance
        if advances and self.session is session and not self.puzzle.is_given(cell):
            text = self.puzzle.geometry.text(session.position)
            if text[cell] == arguments[0] and EMPTY in text:
                self.action_next_empty(1)

    def action_next_empty(self, way: int) -> None:
        """Go to the next empty cell (`way` 1) or the previous one (-1), in reading order, wrapping around."""
        text = self.puzzle.geometry.text(self.session.position)
        self.go_on(way, lambda cell: text[cell] == EMPTY, "Every cell is filled.")
