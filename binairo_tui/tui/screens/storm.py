"""The screen of Storm: one small board after another, until the time is up (see `player.storm`)."""

import time
from collections.abc import Sequence
from functools import partial
from secrets import randbelow
from typing import Any, ClassVar

from textual.timer import Timer

from binairo_tui import player
from binairo_tui.game import GameSession, aids
from binairo_tui.player import storm
from binairo_tui.player.text import clock_text
from binairo_tui.store.writer import SaveState
from binairo_tui.tui import messages, screens
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.board_screen import GameScreen
from binairo_tui.tui.view import appearance, spans
from binairo_tui.tui.widgets.bars import SAVE_MARKS, SAVING

TICK_SECONDS = 0.1
HISTORY, SLOWEST, DRILL = "history", "slowest", "drill"
"""The groups of background work: reading earlier runs, finding the longest wait, and making a drill."""


class StormScreen(GameScreen):
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.STORM, Scope.BOARD, Scope.FILL)
    CANCELLABLE = (DRILL,)
    FOOTERS: ClassVar[Sequence[FooterContext]] = (
        FooterContext.STORM,
        FooterContext.STORM_RUN,
        FooterContext.STORM_OVER,
    )
    """The contexts whose keys the footer shows before, during and after a run."""

    def __init__(self, navigator: messages.Navigator) -> None:
        self.navigator = navigator
        self._history = storm.StormHistory()
        self._slowest: storm.SlowFill | None = None
        self._begin_run()
        super().__init__(self.FOOTERS[0], navigator)

    def new_run(self) -> storm.Storm:
        progress = self.navigator.progress
        return storm.Storm(randbelow(1 << 32), lambda record: progress.record_practice([record]), progress.now)

    def _begin_run(self) -> None:
        self.storm = self.new_run()
        self.message = ""
        self._is_over = False
        self._timer: Timer | None = None
        self._apply_help()

    @property
    def session(self) -> GameSession:
        return self.storm.session

    def begin(self) -> None:
        super().begin()
        self._start_timer()
        self._read_history()

    def _read_history(self) -> None:
        read = partial(storm.read_history, self.navigator.progress, self.storm.began_ms)
        self.read_in_background(HISTORY, read, self._take_history)

    def _take_history(self, history: storm.StormHistory) -> None:
        self._history = history
        self.show_all()

    # Commands.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        # Before the run is over, these actions do nothing, so that no key typed ahead skips the result.
        return self._is_over if action in ("again", "practise") else True

    def action_game(self, command: str, *arguments: Any) -> None:
        """Give a command to the run, with the time at which its key was pressed. After a full board, show the next."""
        number = self.storm.number
        self.message = self.storm.command(command, *arguments, at=self.navigator.pressed_at)
        if self.storm.number != number:
            self.board_filled()
            self._apply_help()
            self.board.show_puzzle(self.puzzle, self.look(), self.cursor)
        self._start_timer()
        self.show_all()
        self.follow_cursor()

    def board_filled(self) -> None:
        """React to a filled board before the next one is shown."""

    def _start_timer(self) -> None:
        if self.storm.began_ms and self._timer is None:
            self._timer = self.set_interval(TICK_SECONDS, self._tick)
            self.footer.show(self.FOOTERS[1])

    def action_again(self) -> None:
        self._begin_run()
        self.footer.show(self.FOOTERS[0])
        self.board.show_puzzle(self.puzzle, self.look(), self.cursor)
        self.show_all()
        self._read_history()

    def action_practise(self) -> None:
        technique = self._slowest.technique if self._slowest else ""
        if technique:
            screens.drill.practise(self, DRILL, partial(player.lessons.Lesson, chosen=technique))
        else:
            self.note("There is no technique to practise here.")

    # The end.

    def confirm_leave(self) -> bool:
        if self._timer is None or self._is_over:
            return True
        self.storm.stop()
        self._tick()
        return False

    def _tick(self) -> None:
        if self.storm.is_over(time.monotonic()) and not self._is_over:
            self._is_over = True
            self._slowest = None
            self.message = ""
            if self._timer is not None:
                self._timer.stop()
            boards = self.storm.boards
            slowest = partial(storm.slowest_fill, boards)
            self.run_in_background(SLOWEST, partial(screens.base.once, slowest), self._take_slowest)
        self._show_status()

    def _take_slowest(self, slowest: storm.SlowFill | None) -> None:
        self._slowest = slowest
        self.show_all()

    # Display.

    def _apply_help(self) -> None:
        self.session.shown = aids.HELP_LEVELS[self.navigator.settings.help]

    def apply_settings(self) -> None:
        self._apply_help()
        self.lay_out()
        self.show_all()

    def look(self) -> appearance.BoardLook:
        return appearance.board_look(self.session, symbols=self.symbols)

    def show_all(self) -> None:
        self.board.show(self.look())
        self._show_status()

    def _show_status(self) -> None:
        progress, now = self.navigator.progress, time.monotonic()
        left_ms = self.storm.left_ms(now)
        saved = SAVING if progress.is_saving else SAVE_MARKS[SaveState.FAILED if progress.problem else SaveState.SAVED]
        left = "the run is over" if self._is_over else f"{clock_text(left_ms + 999)} left"
        self.show_heading("Storm", left, f"{self.storm.solved} solved", saved if self.storm.boards else "")
        self.show_panel(self._paragraphs(now), "The run is over" if self._is_over else f"Board {self.storm.number}")
        if self._is_over:
            hidden = {"play.more": self.panel.has_more, "storm.practise": self._slowest and self._slowest.technique}
            self.footer.show(self.FOOTERS[2], *[it for it, is_of_use in hidden.items() if not is_of_use])

    def _paragraphs(self, now: float) -> list[spans.Paragraph]:
        if not self.storm.began_ms:
            texts = storm.history_texts(self._history, self.navigator.progress)
            return [spans.Paragraph(self.message or storm.RULES), spans.Paragraph("\n".join(texts), "muted")]
        if not self._is_over:
            lead = storm.lead_text(self.storm, self._history, now)
            told = (lead, "strong"), (self.message, "normal"), (storm.RULES, spans.ASIDE)
            return [spans.Paragraph(text, tone) for text, tone in told if text]
        first, *others = storm.result_texts(self.storm, self._history)
        found = [self._slowest.text] if self._slowest else []
        if self._slowest and self._slowest.technique:
            found.append(f'{self.key_of("storm.practise")} practises "{self._slowest.technique}".')
        return [spans.Paragraph(first, "strong"), *map(spans.Paragraph, filter(None, [*others, self.message, *found]))]
