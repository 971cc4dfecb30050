"""What all actions of the play screen stand on: a command is given to the session, and what came of it is shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual.containers import Container
from textual.message import Message
from textual.screen import Screen

from binairo_tui.game import Aid, GameSession
from binairo_tui.player.helping import apply_help
from binairo_tui.player.phrases import game_title, plain
from binairo_tui.store import SaveState
from binairo_tui.tui.advice import NO_ADVICE, Advice
from binairo_tui.tui.appearance import board_look, shows
from binairo_tui.tui.board_view import BoardView
from binairo_tui.tui.commands import Moment, keymap_of
from binairo_tui.tui.layout import zooms
from binairo_tui.tui.report import Paragraph, Report, panel_paragraphs
from binairo_tui.tui.symbols import symbols_of
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.panel import TextPanel
from binairo_tui.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from binairo_tui.engine.hints import Hint
    from binairo_tui.game import Change
    from binairo_tui.library import Entry
    from binairo_tui.player.progress import Progress
    from binairo_tui.store import SavedGame, SaveStatus
    from binairo_tui.tui.appearance import BoardLook
    from binairo_tui.tui.layout import Zoom
    from binairo_tui.tui.messages import Navigator, SaveStatusChanged, SettingsChanged

T = TypeVar("T")

AUTOSAVE_TICKS = 15
"""Seconds between saves of cursor and clock alone."""
LOOKING = (
    "This game goes on in another session: here it can only be looked at. Leave and open it again to take it over."
)
PATIENCE = 0.3
"""Seconds after which a question that takes long is said to be thought about."""


class PlayBase(Screen[None]):
    """One game: everything but the actions. `next_entry` is asked once it is solved for the puzzle to go on with."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (8, "-short"), (16, "-tall")]  # noqa: RUF012

    class Answered(Message):
        """A question was answered in a thread; `take` is to be called with the answer, if it is still wanted.

        `asked` tells questions apart; None is wanted in any case.
        """

        def __init__(self, asked: object, take: Callable[[], None]) -> None:
            super().__init__()
            self.asked = asked
            self.take = take

    def __init__(
        self,
        game: SavedGame,
        session: GameSession,
        progress: Progress,
        navigator: Navigator,
        *,
        next_entry: Callable[[], Entry | None],
        status: SaveStatus,
        is_looking: bool = False,
    ) -> None:
        super().__init__()
        self.is_looking = is_looking
        self.session = session
        self.game = game
        self.store = progress
        self.navigator = navigator
        self.next_entry = next_entry
        self.is_paused = False
        self._ticks = 0
        self.message = ""
        self.advice = NO_ADVICE
        self.hint: Hint | None = None
        self.stage = 0
        self._topic = ""
        self._asked: object = None
        self.zoom: Zoom | None = None
        self._status = status
        self._kept = session.snapshot()
        apply_help(session, navigator.settings)
        self.board = BoardView(session.puzzle, self.look(), session.cursor)
        self.title_bar = TitleBar()
        self.panel = TextPanel(id="panel")
        self._footer = KeyFooter(Moment.PLAYING)

    def compose(self) -> ComposeResult:
        """Title, board beside panel, keys."""
        yield self.title_bar
        with Container(id="middle"):
            yield self.board
            yield self.panel
        yield self._footer

    # Coming and going.

    def on_mount(self) -> None:
        """Start ticking and listening."""
        self.set_interval(1.0, self.tick)
        self.app.app_suspend_signal.subscribe(self, lambda _: self.rest())
        self.app.app_resume_signal.subscribe(self, lambda _: self.go_on())
        self.title_bar.show_status(self._status)
        self._claim()
        self._take_zoom()
        self._live_by_settings()

    def on_screen_resume(self) -> None:
        """In front again, or for the first time."""
        self.go_on()
        self.board.place_terminal_cursor()

    def on_screen_suspend(self) -> None:
        """Another screen is in front."""
        self._topic = ""
        self.rest()

    def on_unmount(self) -> None:
        """Left for good: other sessions may have the game now."""
        self.session.clock.pause()
        snapshot = self.session.snapshot()
        if not self.is_looking and (snapshot.steps or self.game.rev):
            self.store.leave(self.game, snapshot)

    def on_board_view_relaid(self) -> None:
        """What the board has no room for, the panel says, beginning where the board does."""
        if self.has_class("-wide"):
            self.panel.begin_at(self.board.scene.layout.top)
        self.show_panel()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """The player has chosen something else, here or elsewhere."""
        if message.name == "zoom":
            self._take_zoom()
        self._live_by_settings()

    def _take_zoom(self) -> None:
        """Draw cells as large as the settings say, if there is such a size for this puzzle."""
        name = self.navigator.settings.zoom
        self.zoom = next((zoom for zoom in zooms(self.session.puzzle) if zoom.name == name), None)

    def _live_by_settings(self) -> None:
        apply_help(self.session, self.navigator.settings)
        game, puzzle = self.game, self.session.puzzle
        title = game_title(puzzle.width, puzzle.height, game.title, game.band)
        self.title_bar.show_title(f"{title} · strict" if self.session.is_strict else title)
        self.lay_out()
        self.show_all()

    def lay_out(self) -> None:
        """Lay the board out as the player wants it."""
        self.board.lay_out(zoom=self.zoom, counters=shows(self.session, Aid.LINES))

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """The writer reports."""
        if self.store.is_lost(self.game) and not self.is_looking:
            self.is_looking = True
            self._claim()
        if not message.status.is_refusal:
            self._status = message.status
            self.title_bar.show_status(message.status)
        self.show_panel()

    def _claim(self) -> None:
        """Have a saved game to oneself, unless it is only looked at because it goes on elsewhere."""
        if self.is_looking:
            self.session.clock.pause()
            self.title_bar.show_looking()
            self.message = LOOKING
        elif self.game.rev:
            self.store.save(self.game, self._kept)

    def note(self, sentence: str) -> None:
        """Say one sentence in the panel until the next command."""
        self.message = sentence
        self.show_panel()

    def rest(self) -> None:
        """Stop the clock and save where the player is."""
        self.session.clock.pause()
        self.keep()

    def go_on(self) -> None:
        """Let the clock run, if there is anything to play."""
        if not self.is_paused and not self.is_looking and not self.session.is_solved:
            self.session.clock.resume()

    def tick(self) -> None:
        """A second has gone by."""
        self._show_time()
        self._ticks += 1
        if self._ticks % AUTOSAVE_TICKS == 0:
            self.keep()

    def keep(self) -> None:
        """Save, if there is anything new and the game was ever begun."""
        snapshot = self.session.snapshot()
        if not self.is_looking and snapshot != self._kept and (snapshot.steps or self.game.rev):
            self._kept = snapshot
            self.store.save(self.game, snapshot)

    # Commands: what the classes of actions that stand on this one give their keys to.

    def do(self, command: Callable[[], Change], *, reopens: bool = False) -> None:
        """Give the session a command and show what came of it. A solved grid stays unless the command reopens it."""
        if self.is_paused:
            return
        self.forget_advice()
        if self.is_looking:
            self.note(LOOKING)
            return
        if self.session.is_solved and not reopens:
            self.message = ""
            self.show_all()
            return
        change = command()
        self.message = change.message
        if change.solved:
            self.finish()
        else:
            self.go_on()
            self.keep()
        self.show_all()
        self.lay_out()

    def finish(self) -> None:
        """Stop the clock and save; what else there is to do then, the actions for solved puzzles do."""
        self.session.clock.pause()
        self.message = ""
        self.keep()

    # Asking.

    def ask(self, topic: str, ask: Callable[[], Callable[[], T]], take: Callable[[T], None]) -> None:
        """Have a question answered in a thread, and the answer taken unless another command comes first."""
        refusal = self.session.aid_refusal()
        if refusal:
            self.do(lambda: refusal)
            return
        if topic == self._topic:
            return
        self._topic = topic
        question = ask()
        asked = self._asked = object()

        def answer() -> None:
            self.post_message(self.Answered(asked, partial(take, question())))

        self.run_worker(answer, group="question", thread=True, exclusive=True)
        self.set_timer(PATIENCE, partial(self._be_patient, asked))

    def on_play_base_answered(self, answered: Answered) -> None:
        """Take an answer that is still wanted."""
        if answered.asked is None:
            answered.take()
        elif self._topic and answered.asked is self._asked:
            self._topic = ""
            answered.take()

    def _be_patient(self, asked: object) -> None:
        if self._topic and asked is self._asked:
            self.message = "Thinking..."
            self.show_panel()

    def advise(self, advice: Advice) -> None:
        """Say and show something until the next command."""
        self._topic = ""
        self.advice = advice
        self.message = advice.text
        self.show_all()

    def forget_advice(self) -> None:
        """The player goes on: what was asked or said about the grid no longer matters."""
        self._topic, self.hint = "", None
        self.advice = NO_ADVICE

    # What is seen.

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
        self._footer.show(self.moment())
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
        if report.shows_column or report.shows_signs:
            self.show_panel()

    def report(self) -> Report:
        """What the panel has to know."""
        layout = self.board.scene.layout
        return Report(
            message=self.message,
            solved=self.solved_paragraphs(),
            is_paused=self.is_paused,
            trouble=plain(self._trouble(), 200),
            shows_column=not layout.frame.column_counters,
            shows_signs=not layout.has_room_for_signs and bool(self.session.puzzle.signs),
            is_brief=self.panel.is_brief,
            drop_key=keymap_of(self.app).key_of("play.drop-branch"),
            symbols=symbols_of(self.navigator.settings.symbols),
        )

    def solved_paragraphs(self) -> tuple[Paragraph, ...]:
        """What is said once the puzzle is solved."""
        return ()

    def _trouble(self) -> str:
        if self._status.state is not SaveState.FAILED or self.is_looking:
            return ""
        return self.store.problem or f"Not saved: {self._status.reason}."

    def moment(self) -> Moment:
        """What the footer speaks about."""
        if self.session.is_solved:
            return Moment.SOLVED
        if self.is_paused:
            return Moment.PAUSED
        if self.session.branches:
            return Moment.BRANCHING
        return Moment.STRICT if self.session.is_strict else Moment.PLAYING
