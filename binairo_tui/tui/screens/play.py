"""Playing a puzzle: key -> command of the session -> change -> board, panel, title line, save."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.containers import Container
from textual.message import Message
from textual.screen import Screen

from binairo_tui.game import Clock, GameSession
from binairo_tui.store import SaveState
from binairo_tui.tui.advice import NO_ADVICE, Advice, hint_advice, stages_shown, why_advice
from binairo_tui.tui.appearance import board_look
from binairo_tui.tui.board_view import BoardView
from binairo_tui.tui.commands import Moment, Scope, bindings, keymap_of
from binairo_tui.tui.phrases import game_title, plain
from binairo_tui.tui.report import Report, panel_paragraphs, solved_sentences
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.panel import TextPanel
from binairo_tui.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from binairo_tui.engine import Value
    from binairo_tui.engine.hints import Hint
    from binairo_tui.game import Change, SessionSnapshot
    from binairo_tui.library import Entry
    from binairo_tui.store import SavedGame, SaveStatus
    from binairo_tui.tui.messages import Navigator, SaveStatusChanged
    from binairo_tui.tui.progress import Progress

T = TypeVar("T")

AUTOSAVE_TICKS = 15
"""Seconds between saves of cursor and clock alone."""
PATIENCE = 0.3
"""Seconds after which a question that takes long is said to be thought about."""


def open_session(game: SavedGame, snapshot: SessionSnapshot, monotonic: Callable[[], float]) -> GameSession:
    """The session of a game; its clock stands still. Raises ValueError if the saved steps make no sense."""
    return GameSession.resume(game.puzzle, snapshot, Clock(monotonic, snapshot.elapsed_ms))


class PlayScreen(Screen[None]):
    """One game. `next_entry` is asked once it is solved for the puzzle to go on with."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.SOLVED, Scope.PLAY)]
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
        self._game = game
        self._progress = progress
        self._navigator = navigator
        self._next_entry = next_entry
        self._is_paused = False
        self._ticks = 0
        self._message = ""
        self._advice = NO_ADVICE
        self._hint: Hint | None = None
        self._stage = 0
        self._topic = ""
        self._asked: object = None
        self._praise: tuple[str, ...] = ()
        self._status = status
        self._kept = session.snapshot()
        self._board = BoardView(session.puzzle, board_look(session), session.cursor)
        self._title = TitleBar(game_title(game.puzzle.width, game.puzzle.height, game.title, game.band))
        self._panel = TextPanel(id="panel")
        self._footer = KeyFooter(Moment.PLAYING)

    def compose(self) -> ComposeResult:
        """Title, board beside panel, keys."""
        yield self._title
        with Container(id="middle"):
            yield self._board
            yield self._panel
        yield self._footer

    # Coming and going.

    def on_mount(self) -> None:
        """Start ticking and listening."""
        self.set_interval(1.0, self._tick)
        self.app.app_suspend_signal.subscribe(self, lambda _: self._rest())
        self.app.app_resume_signal.subscribe(self, lambda _: self._go_on())
        self._title.show_status(self._status)
        self._show_all()

    def on_screen_resume(self) -> None:
        """In front again, or for the first time."""
        self._go_on()
        self._board.place_terminal_cursor()

    def on_screen_suspend(self) -> None:
        """Another screen is in front."""
        self._topic = ""
        self._rest()

    def on_unmount(self) -> None:
        """Left for good."""
        self._rest()

    def on_board_view_relaid(self) -> None:
        """What the board has no room for, the panel says."""
        self._show_panel()

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """The writer reports."""
        self._status = message.status
        self._title.show_status(message.status)
        self._show_panel()

    def note(self, sentence: str) -> None:
        """Say one sentence in the panel until the next command."""
        self._message = sentence
        self._show_panel()

    def _rest(self) -> None:
        """Stop the clock and save where the player is."""
        self.session.clock.pause()
        self._keep()

    def _go_on(self) -> None:
        if not self._is_paused and not self.session.is_solved:
            self.session.clock.resume()

    def _tick(self) -> None:
        self._title.show_time(self.session.clock.elapsed_ms)
        self._ticks += 1
        if self._ticks % AUTOSAVE_TICKS == 0:
            self._keep()

    def _keep(self) -> None:
        """Save, if there is anything new and the game was ever begun."""
        snapshot = self.session.snapshot()
        if snapshot != self._kept and (snapshot.steps or self._game.rev):
            self._kept = snapshot
            self._progress.save(self._game, snapshot)

    # Commands.

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor, from one edge to the opposite one."""
        if self._is_paused:
            return
        puzzle = self.session.puzzle
        row, column = divmod(self.session.cursor, puzzle.width)
        row, column = (row + rows) % puzzle.height, (column + columns) % puzzle.width
        self.session.cursor = row * puzzle.width + column
        self._board.move_cursor(self.session.cursor)
        if not self._board.scene.layout.frame.column_counters:
            self._show_panel()

    def action_place(self, value: str) -> None:
        """Put a value into the cursor's cell; `.` clears it."""
        self._do(partial(self.session.place, self.session.cursor, cast("Value", value)))

    def action_cycle(self) -> None:
        """Empty to 0 to 1 to empty."""
        self._do(partial(self.session.cycle, self.session.cursor))

    def action_undo(self) -> None:
        """Take the last step back, also out of a solved grid: redo brings it back."""
        self._do(self.session.undo, reopens=True)

    def action_redo(self) -> None:
        """Make the last undone step again."""
        self._do(self.session.redo)

    def action_propagate_once(self) -> None:
        """Fill what the first rule that applies forces."""
        self._do(self.session.propagate_once)

    def action_propagate(self) -> None:
        """Fill everything the rules force."""
        self._do(self.session.propagate)

    def action_restart(self) -> None:
        """Empty all but the givens."""
        self._do(self.session.restart)

    def action_pause(self) -> None:
        """Stop the clock and hide the grid, or go on."""
        if self.session.is_solved:
            return
        self._is_paused = not self._is_paused
        if self._is_paused:
            self._rest()
        else:
            self._go_on()
        self._message = ""
        self._forget_advice()
        self._show_all()

    def action_hint(self) -> None:
        """A hint; again: its next stage; after the last one do what it says."""
        if self._is_paused or self.session.is_solved:
            return
        hint = self._hint
        if hint is None:
            self._ask("hint", self.session.ask_hint, self._begin_hint)
        elif self._stage + 1 < stages_shown(hint):
            self._stage += 1
            self._show_hint(hint)
        elif hint.values:
            self._do(partial(self.session.apply_hint, hint))
        elif hint.goes_back:
            self.action_last_good()

    def action_why(self) -> None:
        """Say why the cursor's cell holds what it holds."""
        if self._is_paused:
            return
        cell = self.session.cursor
        self._hint = None
        self._ask(
            f"why {cell}", partial(self.session.ask_why, cell), lambda answer: self._advise(why_advice(answer, cell))
        )

    def action_last_good(self) -> None:
        """Undo until nothing is wrong."""
        if self._is_paused or self.session.is_solved:
            return
        self._ask(
            "last good",
            self.session.ask_last_good,
            lambda head: self._do(partial(self.session.go_back_to, head)),
        )

    def action_next(self) -> None:
        """Once solved: the next unsolved puzzle of the collection."""
        if not self.session.is_solved:
            return
        entry = self._next_entry()
        if entry is None:
            self._navigator.leave()
        else:
            self._navigator.play_next(entry)

    def _do(self, command: Callable[[], Change], *, reopens: bool = False) -> None:
        """Give the session a command and show what came of it. A solved grid stays unless the command reopens it."""
        if self._is_paused:
            return
        self._forget_advice()
        if self.session.is_solved and not reopens:
            self._message = ""
            self._show_all()
            return
        change = command()
        self._message = change.message
        if change.solved:
            self._finish()
        else:
            self._go_on()
            self._keep()
        self._show_all()

    def _finish(self) -> None:
        """Stop the clock; the first time, record the result."""
        session = self.session
        session.clock.pause()
        self._message = ""
        if self._praise:
            self._keep()
            return
        self._praise = solved_sentences(self._game, session, self._progress.results())
        self._kept = session.snapshot()
        self._progress.finish(self._game, self._kept)

    # Asking.

    def _ask(self, topic: str, ask: Callable[[], Callable[[], T]], take: Callable[[T], None]) -> None:
        """Have a question answered in a thread, and the answer taken unless another command comes first."""
        refusal = self.session.aid_refusal()
        if refusal:
            self._do(lambda: refusal)
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

    def on_play_screen_answered(self, answered: Answered) -> None:
        """Take an answer that is still wanted."""
        if self._topic and answered.asked is self._asked:
            self._topic = ""
            answered.take()

    def _be_patient(self, asked: object) -> None:
        if self._topic and asked is self._asked:
            self._message = "Thinking..."
            self._show_panel()

    def _begin_hint(self, hint: Hint) -> None:
        self._hint, self._stage = hint, 0
        self._show_hint(hint)

    def _show_hint(self, hint: Hint) -> None:
        self._advise(hint_advice(hint, self._stage, keymap_of(self.app).key_of("play.last-good")))

    def _advise(self, advice: Advice) -> None:
        """Say and show something until the next command."""
        self._topic = ""
        self._advice = advice
        self._message = advice.text
        self._show_all()

    def _forget_advice(self) -> None:
        """The player goes on: what was asked or said about the grid no longer matters."""
        self._topic, self._hint = "", None
        self._advice = NO_ADVICE

    # What is seen.

    def _show_all(self) -> None:
        self._board.show(board_look(self.session, is_hidden=self._is_paused, pointer=self._advice.pointer))
        self._title.show_share(self.session.filled_share)
        self._title.show_time(self.session.clock.elapsed_ms)
        self._footer.show(self._moment())
        self._show_panel()

    def _show_panel(self) -> None:
        self._panel.show(
            panel_paragraphs(
                self.session,
                Report(
                    message=self._message,
                    praise=self._praise,
                    is_paused=self._is_paused,
                    trouble=plain(self._trouble(), 200),
                    shows_column=not self._board.scene.layout.frame.column_counters,
                ),
            )
        )

    def _trouble(self) -> str:
        if self._status.state is not SaveState.FAILED:
            return ""
        return self._progress.problem or f"Not saved: {self._status.reason}."

    def _moment(self) -> Moment:
        if self.session.is_solved:
            return Moment.SOLVED
        return Moment.PAUSED if self._is_paused else Moment.PLAYING
