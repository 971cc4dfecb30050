"""What all actions of the play screen stand on: a command is given to the session, and what came of it is saved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual.message import Message

from binairo_tui.tui.screens.play.panes import PlayPanes
from binairo_tui.tui.view.hint_text import NO_ADVICE, Advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.game import Change
    from binairo_tui.tui.messages import SaveStatusChanged

T = TypeVar("T")

AUTOSAVE_TICKS = 15
"""Seconds between saves of cursor and clock alone."""
LOOKING = (
    "This game goes on in another session: here it can only be looked at. Leave and open it again to take it over."
)
PATIENCE = 0.3
"""Seconds after which a question that takes long is said to be thought about."""


class PlayBase(PlayPanes):
    """One game: everything but the actions."""

    ticks = 0
    topic = ""
    """What is being asked; empty for nothing."""
    asked: object = None

    class Answered(Message):
        """A question was answered in a thread; `take` is to be called with the answer, if it is still wanted.

        `asked` tells questions apart; None is wanted in any case.
        """

        def __init__(self, asked: object, take: Callable[[], None]) -> None:
            super().__init__()
            self.asked = asked
            self.take = take

    # Coming and going.

    def on_mount(self) -> None:
        """Start ticking and listening."""
        self.set_interval(1.0, self.tick)
        self.app.app_suspend_signal.subscribe(self, lambda _: self.rest())
        self.app.app_resume_signal.subscribe(self, lambda _: self.go_on())
        self.title_bar.show_status(self.status)
        self._claim()
        self.take_zoom()
        self.live_by_settings()

    def on_screen_resume(self) -> None:
        """In front again, or for the first time."""
        self.go_on()
        self.board.place_terminal_cursor()

    def on_screen_suspend(self) -> None:
        """Another screen is in front."""
        self.topic = ""
        self.rest()

    def on_unmount(self) -> None:
        """Left for good: other sessions may have the game now."""
        self.session.clock.pause()
        snapshot = self.session.snapshot()
        if not self.is_looking and (snapshot.steps or self.game.rev):
            self.store.leave(self.game, snapshot)

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """The writer reports."""
        if self.store.is_lost(self.game) and not self.is_looking:
            self.is_looking = True
            self._claim()
        if not message.status.is_refusal:
            self.status = message.status
            self.title_bar.show_status(message.status)
        self.show_panel()

    def _claim(self) -> None:
        """Have a saved game to oneself, unless it is only looked at because it goes on elsewhere."""
        if self.is_looking:
            self.session.clock.pause()
            self.title_bar.show_looking()
            self.message = LOOKING
        elif self.game.rev:
            self.store.save(self.game, self.kept)

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
        self.ticks += 1
        if self.ticks % AUTOSAVE_TICKS == 0:
            self.keep()

    def keep(self) -> None:
        """Save, if there is anything new and the game was ever begun."""
        snapshot = self.session.snapshot()
        if not self.is_looking and snapshot != self.kept and (snapshot.steps or self.game.rev):
            self.kept = snapshot
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
        if topic == self.topic:
            return
        self.topic = topic
        question = ask()
        asked = self.asked = object()

        def answer() -> None:
            self.post_message(self.Answered(asked, partial(take, question())))

        self.run_worker(answer, group="question", thread=True, exclusive=True)
        self.set_timer(PATIENCE, partial(self._be_patient, asked))

    def on_play_base_answered(self, answered: Answered) -> None:
        """Take an answer that is still wanted."""
        if answered.asked is None:
            answered.take()
        elif self.topic and answered.asked is self.asked:
            self.topic = ""
            answered.take()

    def _be_patient(self, asked: object) -> None:
        if self.topic and asked is self.asked:
            self.message = "Thinking..."
            self.show_panel()

    def advise(self, advice: Advice) -> None:
        """Say and show something until the next command."""
        self.topic = ""
        self.advice = advice
        self.message = advice.text
        self.show_all()

    def forget_advice(self) -> None:
        """The player goes on: what was asked or said about the grid no longer matters."""
        self.topic, self.hint = "", None
        self.advice = NO_ADVICE
