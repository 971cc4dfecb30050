"""What all actions of the play screen stand on: a command is given to the session, and what came of it is shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual.containers import Container
from textual.message import Message
from textual.screen import Screen

from binairo_tui.game import GameSession
from binairo_tui.store import SaveState
from binairo_tui.tui.advice import NO_ADVICE, Advice
from binairo_tui.tui.appearance import board_look
from binairo_tui.tui.board_view import BoardView
from binairo_tui.tui.commands import Moment
from binairo_tui.tui.phrases import game_title, plain
from binairo_tui.tui.report import Report, panel_paragraphs, solved_sentences
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.panel import TextPanel
from binairo_tui.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from binairo_tui.engine.hints import Hint
    from binairo_tui.game import Change
    from binairo_tui.library import Entry
    from binairo_tui.store import SavedGame, SaveStatus
    from binairo_tui.tui.messages import Navigator, SaveStatusChanged
    from binairo_tui.tui.progress import Progress

T = TypeVar("T")

AUTOSAVE_TICKS = 15
"""Seconds between saves of cursor and clock alone."""
PATIENCE = 0.3
"""Seconds after which a question that takes long is said to be thought about."""


class PlayBase(Screen[None]):
    """One game: everything but the actions. `next_entry` is asked once it is solved for the puzzle to go on with."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (8, "-short"), (16, "-tall")]  # noqa: RUF012

    class Answered(Message):
        """A question was answered in a thread; `take` is to be called with the answer, if it is still wanted."""

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
    ) -> None:
        super().__init__()
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
        self.praise: tuple[str, ...] = ()
        self._status = status
        self._kept = session.snapshot()
        self.board = BoardView(session.puzzle, board_look(session), session.cursor)
        self.title_bar = TitleBar(game_title(game.puzzle.width, game.puzzle.height, game.title, game.band))
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
        self.set_interval(1.0, self._tick)
        self.app.app_suspend_signal.subscribe(self, lambda _: self.rest())
        self.app.app_resume_signal.subscribe(self, lambda _: self.go_on())
        self.title_bar.show_status(self._status)
        self.show_all()

    def on_screen_resume(self) -> None:
        """In front again, or for the first time."""
        self.go_on()
        self.board.place_terminal_cursor()

    def on_screen_suspend(self) -> None:
        """Another screen is in front."""
        self._topic = ""
        self.rest()

    def on_unmount(self) -> None:
        """Left for good."""
        self.rest()

    def on_board_view_relaid(self) -> None:
        """What the board has no room for, the panel says."""
        self.show_panel()

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """The writer reports."""
        self._status = message.status
        self.title_bar.show_status(message.status)
        self.show_panel()

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
        if not self.is_paused and not self.session.is_solved:
            self.session.clock.resume()

    def _tick(self) -> None:
        self.title_bar.show_time(self.session.clock.elapsed_ms)
        self._ticks += 1
        if self._ticks % AUTOSAVE_TICKS == 0:
            self.keep()

    def keep(self) -> None:
        """Save, if there is anything new and the game was ever begun."""
        snapshot = self.session.snapshot()
        if snapshot != self._kept and (snapshot.steps or self.game.rev):
            self._kept = snapshot
            self.store.save(self.game, snapshot)

    # Commands: what the classes of actions that stand on this one give their keys to.

    def do(self, command: Callable[[], Change], *, reopens: bool = False) -> None:
        """Give the session a command and show what came of it. A solved grid stays unless the command reopens it."""
        if self.is_paused:
            return
        self.forget_advice()
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

    def finish(self) -> None:
        """Stop the clock; the first time, record the result."""
        session = self.session
        session.clock.pause()
        self.message = ""
        if self.praise:
            self.keep()
            return
        self.praise = solved_sentences(self.game, session, self.store.results())
        self._kept = session.snapshot()
        self.store.finish(self.game, self._kept)

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
        if self._topic and answered.asked is self._asked:
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

    def show_all(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        self.board.show(board_look(self.session, is_hidden=self.is_paused, pointer=self.advice.pointer))
        self.title_bar.show_share(self.session.filled_share)
        self.title_bar.show_time(self.session.clock.elapsed_ms)
        self._footer.show(self._moment())
        self.show_panel()

    def show_panel(self) -> None:
        """Say what there is to say now."""
        self.panel.show(
            panel_paragraphs(
                self.session,
                Report(
                    message=self.message,
                    praise=self.praise,
                    is_paused=self.is_paused,
                    trouble=plain(self._trouble(), 200),
                    shows_column=not self.board.scene.layout.frame.column_counters,
                ),
            )
        )

    def _trouble(self) -> str:
        if self._status.state is not SaveState.FAILED:
            return ""
        return self.store.problem or f"Not saved: {self._status.reason}."

    def _moment(self) -> Moment:
        if self.session.is_solved:
            return Moment.SOLVED
        return Moment.PAUSED if self.is_paused else Moment.PLAYING
