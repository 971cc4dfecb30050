"""A game in play, independent of how it is shown: takes the player's commands, saves the results, and reports events.

The app and plain mode are adapters of `Play`: they turn keys or typed lines into method calls, and events into
output. Only `settle` waits for the disk. Nothing here depends on a screen, or reads a clock other than `monotonic`.

A change is handed to the store before its event is reported. If another session takes a game over, the game becomes
read-only here, and moves that the store refused are taken back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from binairo_tui import engine, game
from binairo_tui.engine import Cell, Value
from binairo_tui.game import Aid, Change, Clock, GameSession, SessionSnapshot, steps
from binairo_tui.player import catalog, play_interface, questions, saving
from binairo_tui.player.play_interface import CheckGiven, Event, Executor, FillAsked, Question, Refused, run_now
from binairo_tui.settings import Settings
from binairo_tui.store import games, writer

T = TypeVar("T")

MINUTE_MS = 60_000


class Play:
    """One game in play, with its session, lease, hint, pending question and outcome.

    `game` and `snapshot` come from `Progress`; ValueError is raised if the steps of the snapshot do not fit the puzzle.
    `monotonic` is the clock that measures playing time, in seconds. A game opened with `is_read_only` is never saved.
    `counts_idle` says whether the idle time before an automatic pause counts as playing time. It counts in daily
    puzzles and races.

    Call `connect` before the first command, `begin` to take the lease, and `resume` to start the clock.
    Commands do nothing while the game is paused.
    """

    def __init__(
        self,
        game: games.SavedGame,
        snapshot: SessionSnapshot,
        store: play_interface.GameStore,
        settings: Settings,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        is_read_only: bool = False,
    ) -> None:
        self.game = game
        self.session = GameSession.resume(game.puzzle, snapshot, Clock(monotonic, snapshot.elapsed_ms))
        self.session.find_refusal = store.help_refusal
        self.is_read_only = is_read_only
        self.is_paused = False
        self.questions = questions.Questions()
        self.outcome = saving.earlier_outcome(game, store)
        self.store = store
        """Where the game is saved. If nothing can be saved, its `problem` says why."""
        is_counted = self.session.is_solved or self.outcome is not None
        self.is_repeat = not is_counted and store.is_repeat(game)
        """Whether the puzzle was solved before, in another game, so that this game counts as a repeat."""
        self._saver = saving.GameSaver(game, store, self.session.snapshot(), is_counted=is_counted)
        self.counts_idle = catalog.is_daily(game.collection)
        self._pause_ms = 0
        self._listen: Callable[[Event], None] = lambda _: None
        self.apply_settings(settings)

    def connect(self, listen: Callable[[Event], None], run: Executor = run_now) -> None:
        self._listen = listen
        self.questions.connect(listen, run)

    def apply_settings(self, settings: Settings) -> None:
        self.session.shown = game.aids.HELP_LEVELS[settings.help]
        self._pause_ms = MINUTE_MS * settings.pause_after_minutes

    def begin(self) -> None:
        """Take the lease on a saved game that is not solved, so that other sessions know that it is open here."""
        if not self.is_read_only:
            self._saver.begin(self.session)

    def resume(self) -> None:
        if not (self.is_paused or self.is_read_only or self.session.is_solved):
            self.session.clock.resume()

    def take_band(self, band: str) -> None:
        """Set and save the band of a puzzle that was opened without a band. A known band never changes."""
        if band and not self.game.band:
            self.game = self._saver.take_band(band, self.session, saves=not self.is_read_only)

    def suspend(self) -> None:
        """Stop the clock, cancel the pending question, and save. Call this when another screen covers the game."""
        self.questions.cancel()
        self.session.clock.pause()
        self.save()

    def leave(self) -> None:
        self.session.clock.pause()
        if not self.is_read_only:
            self._saver.leave(self.session)

    def save(self) -> None:
        if not self.is_read_only:
            self._saver.save(self.session)

    def settle(self, timeout: float) -> writer.SaveVerdict:
        """Wait at most `timeout` seconds until the game is saved; return the outcome. This also calls `notice_loss`."""
        verdict = self.store.settle(self.game, timeout)
        self.notice_loss()
        return verdict

    def notice_loss(self) -> bool:
        """If another session has taken the game over, make it read-only and report `Lost`. Return `is_read_only`."""
        if not self.is_read_only and self.store.is_lost(self.game):
            self.is_read_only = True
            self.questions.clear()
            session, stored = self.session, self.store.last_saved(self.game)
            session.clock.pause()
            self.session = saving.restored(session, stored)  # without the steps that the store refused
            self._listen(play_interface.Lost(max(session.head - stored.head, 0)))
        return self.is_read_only

    def tick(self) -> int:
        """Save the clock, or pause if the player is away. Return the ms until the next minute or automatic pause."""
        if not self.is_read_only:
            self._saver.tick(self.session)
        clock = self.session.clock
        next_minute = MINUTE_MS - clock.elapsed_ms % MINUTE_MS
        if clock.is_paused or not self._pause_ms:
            return next_minute
        until_pause = self._pause_ms - clock.idle_ms
        if until_pause <= 0:
            self._set_paused(True, is_automatic=True)
            return next_minute
        return min(next_minute, until_pause)

    def touch(self) -> None:
        self.session.clock.touch()

    def pause(self) -> None:
        """Pause the game, or resume it if it is paused. A solved game is never paused."""
        if self.session.is_solved:
            self._listen(Refused("The puzzle is solved: the clock has stopped."))
        else:
            self._set_paused(not self.is_paused)

    # Commands.

    def move_to(self, cell: Cell) -> None:
        """Put the cursor on a cell. This is not a step and reports no event."""
        if not self.is_paused:
            self.touch()
            self.session.cursor = cell

    def place(self, cell: Cell, value: Value) -> None:
        self._do(partial(self.session.place, cell, value))

    def cycle(self, cell: Cell) -> None:
        self._do(partial(self.session.cycle, cell))

    def undo(self, times: int = 1) -> None:
        """Undo the last `times` steps, or all steps if there are fewer. This reopens a solved game."""
        self._do(lambda: steps.repeat(self.session.undo, times), reopens=True)

    def redo(self, times: int = 1) -> None:
        self._do(lambda: steps.repeat(self.session.redo, times))

    def propagate_once(self) -> None:
        self._do(self.session.propagate_once)

    def propagate(self) -> None:
        """Fill what the rules force. If that would solve the puzzle or change its style, report `FillAsked` instead."""
        self._fill_all(None)

    def agree(self, asked: FillAsked) -> None:
        """Fill in what `asked` offers, or do what another kind of question offers, because the player has agreed.

        If the question would be a different one by now, report that one instead.
        """
        if asked.hint:
            self._do(partial(self.session.apply_hint, asked.hint))
            return
        if not (self.is_paused or self.is_read_only or self.session.aid_refusal()):
            self.session.accept_help()
            self.save()
        self._fill_all(asked)

    def _fill_all(self, agreed: FillAsked | None) -> None:
        found = None if self.is_paused or self.is_read_only else self.session.ask_fill()
        asked = found and FillAsked(*found)
        if asked is None or asked == agreed:
            self._do(self.session.propagate)
        else:
            self.touch()
            self._listen(asked)

    def restart(self) -> None:
        self._do(self.session.restart)

    def toggle_mark(self, cell: Cell) -> None:
        self._do(partial(self.session.toggle_mark, cell))

    def open_branch(self) -> None:
        self._do(self.session.open_branch)

    def keep_branch(self) -> None:
        self._do(self.session.keep_branch)

    def drop_branch(self) -> None:
        """Return to where the last branch began. If a broken rule is shown, report a hint that says what it proves."""
        session = self.session
        is_seen = Aid.VIOLATIONS in session.shown and bool(session.violations)
        if not is_seen or session.aid_refusal() or not session.branches:
            self._do(session.drop_branch)
        else:
            self._ask("branch", session.ask_branch, self._drop_judged)

    def _drop_judged(self, judgement: game.Judgement) -> None:
        head = self.session.head
        self._do(partial(self.session.drop_branch, judgement))
        if judgement.hint and self.session.head > head:
            self.questions.show_hint(judgement.hint)

    # Help.

    def ask_hint(self) -> None:
        """Give a hint, or the next page of the current hint or reason; after the last page, carry the hint out.

        Each call while the hint is being computed turns a page as soon as the hint is ready. If carrying out the hint
        would make the program count as the solver, ask the player first.
        """
        session, hint = self.session, self.questions.hint
        if self.questions.is_pending("hint"):
            self.questions.hints_waiting += 1
        elif self._refuses_help():
            pass
        elif hint is None or (hint.kind is engine.HintKind.BRANCH_PROVES and not self.questions.hint_page):
            self._ask("hint", partial(session.ask_hint, hint), self._take_hint)
        elif self.questions.has_more_hint:
            self.touch()
            self.questions.turn_page(1)
        elif hint.values:
            self._carry_out(hint)
        elif hint.goes_back:
            self.go_back()
        elif self.questions.reason_cell is not None:
            self.questions.clear()
            self.ask_hint()

    def hint_back(self) -> None:
        if not self.is_paused and self.questions.hint_page:
            self.touch()
            self.questions.turn_page(-1)

    def ask_why(self, cell: Cell) -> None:
        """Report the reason for the content of a cell as `WhyGiven`. When called again, show the reason's next page."""
        if self.is_paused:
            return
        if self.questions.reason_cell == cell and self.questions.has_more_hint:
            self.touch()
            self.questions.turn_page(1)
            return
        self.questions.clear_hint()
        self._ask("why", partial(self.session.ask_why, cell), partial(self.questions.show_why, cell))

    def ask_check(self, names_cells: bool) -> None:
        if not self._refuses_help():
            self.questions.clear_hint()
            self._ask("check", self.session.ask_check, lambda it: self._listen(CheckGiven(it, names_cells)))

    def go_back(self) -> None:
        """Undo to the last position without a known mistake."""
        session = self.session
        if not self._refuses_help():
            self._ask("last good position", session.ask_last_good, lambda it: self._do(partial(session.go_back_to, it)))

    @property
    def is_revealed(self) -> bool:
        """Whether the puzzle is solved or its solution was shown. Showing the solution is then no further help."""
        return self.session.is_solved or Aid.SOLUTIONS in self.session.aids

    def refuses_to_reveal(self) -> bool:
        """Return True if the solution must not be shown now. Unless the game is paused, report why."""
        return self.is_paused or (not self.session.is_solved and self._refuses_aid())

    def reveal_solutions(self) -> None:
        """Save that the player sees the solution, which is help if the puzzle is not solved yet."""
        self.session.reveal_solutions()
        self.save()

    def _do(self, command: Callable[[], Change], *, reopens: bool = False) -> None:
        if self.is_paused:
            return
        self.touch()
        self.questions.clear()
        was_read_only = self.is_read_only
        if self.notice_loss():
            if was_read_only:
                self._listen(Refused(play_interface.READ_ONLY))
            return
        if self.session.is_solved and not reopens:
            self._listen(Refused(play_interface.SOLVED))
            return
        violations, aids = self.session.violations, self.session.aids
        change = command()
        if change.refused:
            if self.session.aids != aids:
                self.save()  # filling was refused because it found a contradiction, which helps, too
            self._listen(Refused(change.message, change.conflict, change.branch_failed))
            return
        if not change.solved:
            self.resume()
            self.save()
            self._listen(play_interface.Changed(change, violations))
            return
        self.session.clock.pause()
        if self.is_repeat:
            self.session.note_repeat()
        outcome = self._saver.finish(self.session)
        self.outcome = outcome or self.outcome
        self._listen(play_interface.Changed(change, violations))
        self._listen(play_interface.Solved(self.outcome, is_first=outcome is not None))

    def _ask(self, question: Question, ask: Callable[[], Callable[[], T]], take: Callable[[T], None]) -> None:
        """Let the executor answer a question, unless help is refused now. The next command cancels the question."""
        if self._refuses_aid() or self.questions.is_pending(question):
            return
        self.touch()
        answer = ask()
        self.save()  # asking may count as help
        self.questions.ask(question, answer, take)

    def _refuses_aid(self) -> bool:
        refusal = self.session.aid_refusal()
        if refusal:
            self._do(lambda: refusal)
        return refusal is not None

    def _take_hint(self, hint: engine.Hint) -> None:
        if hint.kind is not engine.HintKind.BRANCH_PROVES:
            self.questions.show_hint(hint)
        elif self.questions.has_more_hint:  # the hint is shown already, and nothing on the grid is wrong
            self.questions.turn_page(1)
        else:
            self._carry_out(hint)

    def _carry_out(self, hint: engine.Hint) -> None:
        if self.is_paused or self.is_read_only or not self.session.is_too_much(hint):
            self._do(partial(self.session.apply_hint, hint))
        else:
            self._listen(FillAsked(game.aids.SolveStyle.PROGRAM, solves=False, hint=hint))

    def _refuses_help(self) -> bool:
        if self.session.is_solved:
            self._listen(Refused(play_interface.SOLVED))
        return self.is_paused or self.session.is_solved

    def _set_paused(self, is_paused: bool, *, is_automatic: bool = False) -> None:
        """Pause or resume the game. Unless `counts_idle`, the idle time before an automatic pause does not count."""
        if is_automatic and not self.counts_idle:
            self.session.clock.take_back_idle(max([it.at_ms for it in self.session.steps[-1:]], default=0))
        self.is_paused = is_paused
        self.touch()
        self.questions.clear()
        if is_paused:
            self.suspend()
        else:
            self.resume()
        self._listen(play_interface.PauseChanged(is_paused, is_automatic))
