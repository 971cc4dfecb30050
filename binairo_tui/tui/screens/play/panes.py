"""What is seen of a game: title, board, panel, keys. Whatever happens, `show_all` shows it as it is then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container

from binairo_tui.game import Aid, GameSession
from binairo_tui.player.helping import apply_help
from binairo_tui.player.text import game_title, plain
from binairo_tui.store import SaveState
from binairo_tui.tui.keymap import FooterContext, keymap_of
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.appearance import board_look, shows
from binairo_tui.tui.view.hint_text import NO_ADVICE, stages_shown
from binairo_tui.tui.view.layout import least_size, zooms
from binairo_tui.tui.view.play_text import Paragraph, Report, panel_paragraphs
from binairo_tui.tui.view.symbols import symbols_of
from binairo_tui.tui.widgets.board_view import BoardView
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.panel import TextPanel
from binairo_tui.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from binairo_tui.engine.hints import Hint
    from binairo_tui.player.progress import Progress
    from binairo_tui.store import SavedGame, SaveStatus
    from binairo_tui.tui.messages import Navigator, NextAction, SettingsChanged
    from binairo_tui.tui.view.appearance import BoardLook, CounterLook
    from binairo_tui.tui.view.layout import Zoom


class PlayPanes(BaseScreen[None]):
    """The parts of the play screen. `find_onward` is asked once it is solved for where to go."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (8, "-short"), (16, "-tall")]  # noqa: RUF012

    def __init__(
        self,
        game: SavedGame,
        session: GameSession,
        progress: Progress,
        navigator: Navigator,
        *,
        find_onward: Callable[[], NextAction],
        status: SaveStatus,
        is_looking: bool = False,
    ) -> None:
        super().__init__()
        self.is_looking = is_looking
        self.session = session
        self.game = game
        self.store = progress
        self.navigator = navigator
        self.find_onward = find_onward
        self.onward: NextAction | None = None
        self.is_paused = False
        self.message = ""
        self.advice = NO_ADVICE
        self.hint: Hint | None = None
        self.stage = 0
        self.zoom: Zoom | None = None
        self.status = status
        self.kept = session.snapshot()
        apply_help(session, navigator.settings)
        self.board = BoardView(session.puzzle, self.look(), session.cursor)
        self.title_bar = TitleBar()
        self.panel = TextPanel(id="panel")
        self._footer = KeyFooter(FooterContext.PLAYING)

    def compose(self) -> ComposeResult:
        """Title, board beside panel, keys."""
        yield self.title_bar
        with Container(id="middle"):
            yield self.board
            yield self.panel
        yield self._footer

    def on_resize(self) -> None:
        """The panel leaves a board the room that it needs."""
        self.panel.share(self.app.size, least_size(self.session.puzzle))

    def take_zoom(self) -> None:
        """Draw cells as large as the settings say, if there is such a size for this puzzle."""
        name = self.navigator.settings.zoom
        self.zoom = next((zoom for zoom in zooms(self.session.puzzle) if zoom.name == name), None)

    def live_by_settings(self) -> None:
        """Show what the settings say now."""
        apply_help(self.session, self.navigator.settings)
        game, puzzle = self.game, self.session.puzzle
        title = game_title(puzzle.width, puzzle.height, game.title, game.band)
        self.title_bar.show_title(f"{title} · strict" if self.session.is_strict else title)
        self.lay_out()
        self.show_all()

    def lay_out(self) -> None:
        """Lay the board out as the player wants it."""
        self.board.lay_out(zoom=self.zoom, counters=shows(self.session, Aid.LINES))

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """The player has chosen something else, here or elsewhere."""
        if message.name == "zoom":
            self.take_zoom()
        self.live_by_settings()

    def on_board_view_relaid(self) -> None:
        """What the board has no room for, the panel says, beginning where the board does."""
        if self.has_class("-wide"):
            self.panel.begin_at(self.board.scene.layout.top)
        self.show_panel()

    def note(self, sentence: str) -> None:
        """Say one sentence in the panel until the next command."""
        self.message = sentence
        self.show_panel()

    @property
    def shown_session(self) -> GameSession:
        """The session that is seen: the one being played."""
        return self.session

    def look(self) -> BoardLook:
        """What the board looks like now."""
        symbols = symbols_of(self.navigator.settings.symbols)
        return board_look(self.shown_session, is_hidden=self.is_paused, pointer=self.advice.pointer, symbols=symbols)

    def show_all(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        self.board.show(self.look(), self.advice.pointer)
        self.title_bar.show_share(self.shown_session.filled_share)
        self._show_time()
        self._footer.show(self.footer_context())
        self.show_panel()

    def _show_time(self) -> None:
        self.title_bar.show_time(self.session.clock.elapsed_ms if self.navigator.settings.show_clock else None)

    def show_panel(self) -> None:
        """Say what there is to say now."""
        self.panel.show(self.paragraphs())

    def paragraphs(self) -> list[Paragraph]:
        """What the panel says."""
        return panel_paragraphs(self.session, self.report())

    def show_panel_of_cursor(self) -> None:
        """Say what depends on where the cursor is."""
        report = self.report()
        if report.column or report.shows_signs:
            self.show_panel()

    def report(self) -> Report:
        """What the panel has to know."""
        layout = self.board.scene.layout
        return Report(
            message=self.message,
            solved=self.solved_paragraphs(),
            is_paused=self.is_paused,
            trouble=plain(self._trouble(), 200),
            column=() if layout.frame.column_counters else self._column(),
            shows_signs=not layout.has_room_for_signs and bool(self.session.puzzle.signs),
            is_brief=self.panel.is_brief,
            drop_key=keymap_of(self.app).key_of("play.drop-branch"),
            symbols=symbols_of(self.navigator.settings.symbols),
        )

    def _column(self) -> tuple[CounterLook, ...]:
        """The counters of the cursor's column."""
        puzzle = self.session.puzzle
        line = puzzle.height + self.session.cursor % puzzle.width
        return self.board.scene.look.counters[2 * line : 2 * line + 2]

    def solved_paragraphs(self) -> tuple[Paragraph, ...]:
        """What is said once the puzzle is solved."""
        return ()

    def _trouble(self) -> str:
        if self.status.state is not SaveState.FAILED or self.is_looking:
            return ""
        return self.store.problem or f"Not saved: {self.status.reason}."

    def footer_context(self) -> FooterContext:
        """What the footer speaks about."""
        if self.session.is_solved:
            return self.onward.context if self.onward else FooterContext.SOLVED_LAST
        if self.is_paused:
            return FooterContext.PAUSED
        if self.hint is not None:
            return FooterContext.HINTING if self.stage + 1 < stages_shown(self.hint) else FooterContext.HINTED
        if self.session.branches:
            return FooterContext.BRANCHING
        return FooterContext.STRICT if self.session.is_strict else FooterContext.PLAYING
