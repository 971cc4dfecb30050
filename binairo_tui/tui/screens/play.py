"""The play screen: an adapter between keys, a `player.play.Play`, and the widgets that show its events."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from textual.events import Key

from binairo_tui import player
from binairo_tui.engine import EMPTY, Cell, Puzzle
from binairo_tui.game import Aid, GameSession
from binairo_tui.player.play_interface import READ_ONLY, Asked, Event, FillAsked, HintGiven, Lost, Solved, fill_question
from binairo_tui.player.text import NO_RULE_BROKEN, ahead_text, clock_text, game_title, trouble_text
from binairo_tui.store.writer import SaveStatus
from binairo_tui.tui import messages, screens, view
from binairo_tui.tui.keymap import COMMANDS, Command, FooterContext, Scope
from binairo_tui.tui.screens import base, board_screen, places, solved_card
from binairo_tui.tui.view import appearance, hint_text, play_text, spans
from binairo_tui.tui.widgets import bars, drawing

THINKING_DELAY = 0.3
"""Seconds after which `Thinking...` is shown if the answer to a question is not ready."""
GRADING_DELAY = 1.0
"""Seconds before a puzzle is graded, so that grading does not slow down the first board and the first keys."""
DRILLS = "drills"
GHOST = "ghost"
_SOLVED_ACTIONS = {command.action for command in COMMANDS if command.scope is Scope.SOLVED}


class PlayScreen(board_screen.GameScreen):
    """One game in play; `find_next` returns the action that follows once the game is solved.

    `status` is the state of saving to show at first. `ghost` is the recorded game that the player races against, if
    any: both games start with only the givens, and both clocks stop during a pause.
    """

    awaits_saves: ClassVar[bool] = False
    EXPLAINED_SECONDS: ClassVar[float] = 0.4
    """Seconds that a hint must be on the screen before the same key fills it in; a held key repeats sooner."""
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SOLVED, Scope.BOARD, Scope.FILL, Scope.PLAY, Scope.PUZZLE, Scope.COPY)

    def __init__(
        self,
        play: player.play.Play,
        navigator: messages.Navigator,
        *,
        find_next: Callable[[], messages.NextAction],
        status: SaveStatus,
        ghost: player.recording.Ghost | None = None,
    ) -> None:
        self.play = play
        self.advice = hint_text.Advice(READ_ONLY) if play.is_read_only else hint_text.NO_ADVICE
        self.title_bar = bars.TitleBar(lambda: play.store.is_saving)
        self._status = status
        self._explained_at = 0.0
        self._next_tick: asyncio.TimerHandle | None = None
        self._ghost = ghost
        play.counts_idle |= ghost is not None
        self._card = solved_card.SolvedCard(play, navigator, find_next, ghost)
        super().__init__(FooterContext.PLAYING, navigator, self.title_bar)
        play.connect(self.listen, self.run_in_background)

    def begin(self) -> None:
        self.tick()
        self.app.app_suspend_signal.subscribe(self, lambda _: self.play.suspend())
        self.app.app_resume_signal.subscribe(self, lambda _: self.play.resume())
        self.title_bar.show_status(self._status)
        if self.play.is_read_only:
            self.title_bar.show_read_only()
        self.play.begin()
        if self.session.is_solved:
            self._open_card()
        self.apply_settings()
        self.grade_beside()

    def grade_beside(self) -> None:
        if not self.play.game.band:
            self.run_in_background("band", find_band(self.puzzle, self.navigator.surroundings), self.take_band)

    def close_part(self) -> bool:
        """Close a hint, a reason or the result of a check. If none is open, show the first page of the panel."""
        if not self.play.questions.close() and self.advice.pointer == appearance.POINTS_NOWHERE:
            return super().close_part()
        self.advice = hint_text.NO_ADVICE
        self.show_all()
        return True

    def resume(self) -> None:
        self.play.resume()

    def awaited(self, command: Command | None) -> Iterable[str]:
        if command is None or command.id in base.CANCELLING_COMMANDS:
            return ()
        needs_review = command.id in ("play.more", "play.drills", "share.show")
        return ("question", "review", "standing") if needs_review else ("question", GHOST, DRILLS)

    def on_screen_suspend(self) -> None:
        self.play.suspend()

    def on_unmount(self) -> None:
        self.play.leave()

    def retire(self) -> None:
        self.play.leave()

    def on_save_status_changed(self, message: messages.SaveStatusChanged) -> None:
        self.play.notice_loss()
        if not message.status.is_refusal:
            self._status = message.status
            self.title_bar.show_status(message.status)
        self._show_panel()

    def tick(self) -> None:
        """Do what is due, and show the time. The next tick comes within a second or, while the app rests, a minute."""
        if self._next_tick is not None:
            self._next_tick.cancel()
        if self.is_attached:
            seconds = min(self.play.tick() / 1000, 60.0 if self.is_resting else 1.0)
            self.title_bar.follow_save()
            self._show_time()
            self._follow_ghost()
            self._next_tick = asyncio.get_running_loop().call_later(seconds, self.tick)

    def rest(self, is_resting: bool) -> None:
        super().rest(is_resting and not self.session.is_race)
        self.tick()

    # Events of the game.

    def listen(self, event: Event) -> None:
        if isinstance(event, FillAsked):
            self.navigator.confirm(fill_question(event), partial(self.play.agree, event))
            return
        if isinstance(event, Asked):
            self.set_timer(THINKING_DELAY, partial(self._say_thinking, event))
            return
        if isinstance(event, HintGiven):
            self._explained_at = time.monotonic()
        self.advice = hint_text.event_advice(event, self.puzzle, self.key_of)
        if isinstance(event, Solved):
            self._open_card()
        elif isinstance(event, Lost):
            self.title_bar.show_read_only()
        self.follow_cursor()
        self.show_all()
        self.lay_out()
        self.title_bar.follow_save()

    def _say_thinking(self, asked: Asked) -> None:
        if self.play.questions.asked is asked:
            self.note("Thinking...")

    def _open_card(self) -> None:
        self._card.open()
        self.title_bar.show_title(self._title() + play_text.style_mark(self.play))
        session = self.session
        review = partial(view.solved_text.review_solve, self.puzzle, session.steps[: session.head], session.position)
        self.run_in_background("review", partial(base.once, review), self._add_standing)

    def _add_standing(self, review: view.solved_text.SolveReview) -> None:
        self.run_in_background("standing", partial(self._card.add_standing, review), self._receive_review)

    def _receive_review(self, review: view.solved_text.SolveReview) -> None:
        self._card.found = review
        if review.grade is not None:
            self.take_band(review.grade.band.title)
        self._show_panel()

    def take_band(self, band: str) -> None:
        if not self.play.game.band:
            self.play.take_band(band)
            self.apply_settings()

    # Keys that give commands to the game.

    def action_game(self, command: str, *arguments: Any) -> None:
        getattr(self.play, command)(*arguments)

    def action_hint(self) -> None:
        questions = self.play.questions
        if questions.hint is not None and self.panel.is_cut(self.advice.message):
            self.panel.turn()
            self._explained_at = time.monotonic()
        elif not questions.fills_next or time.monotonic() - self._explained_at >= self.EXPLAINED_SECONDS:
            self.play.ask_hint()

    def action_edit_copy(self) -> None:
        """Open a copy in the editor. It shows the solution, so ask first whether the player accepts this help."""

        def edit() -> None:
            self.play.reveal_solutions()
            self.navigator.go(places.Places.EDITOR, self.puzzle)

        if self.play.refuses_to_reveal():
            return
        if self.play.is_revealed:
            edit()
        else:
            self.navigator.confirm("Open a copy in the editor? This counts as help.", edit)

    # Keys that move the cursor.

    @property
    def session(self) -> GameSession:
        """The GameSession of the game. If another run of the program takes over the game, `Play` makes a new one."""
        return self.play.session

    def go_to(self, cell: Cell) -> None:
        self.play.move_to(cell)
        if self.board.scene.is_picture:
            return
        self.board.move_cursor(self.cursor)
        self._show_panel()

    def action_clear(self) -> None:
        """Empty the cell. If it is empty and filling a cell moves the cursor on, empty the cell filled last."""
        is_empty = self.puzzle.geometry.value(self.session.position, self.cursor) == EMPTY
        last = self.session.last_placed() if is_empty and self.navigator.settings.play_advance else None
        if last is not None:
            self.go_to(last)
        self.play.place(self.cursor, EMPTY)

    def action_next_violation(self) -> None:
        if not self.session.shown & Aid.VIOLATIONS:
            self.note("The help level in the settings hides broken rules.")
            return
        cells = {cell for violation in self.session.violations for cell in violation.cells}
        self.go_on(1, cells.__contains__, NO_RULE_BROKEN)

    # Other keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable commands for solved puzzles until this puzzle is solved; in a pause, disable all but `pause`."""
        if self.play.is_paused:
            return (action, parameters) == ("game", ("pause",))
        return self.session.is_solved if action in _SOLVED_ACTIONS else True

    def on_key(self, event: Key) -> None:
        """End a pause at any key except those of the whole app, which come here only if they were typed ahead."""
        command = self.command_for(event)
        if self.play.is_paused and (command is None or command.scope is not Scope.APP):
            event.stop()
            self.play.pause()

    def paste(self, text: str) -> None:
        """If this puzzle is solved, open Import with the pasted text. Before that, no paste interrupts the game."""
        if self.session.is_solved:
            self.navigator.go(places.Places.IMPORT, text)
        else:
            super().paste(text)

    def action_next(self) -> None:
        self._card.find_next().go()  # looked up again, because progress may have changed since

    def action_again(self) -> None:
        best = partial(player.recording.best_ghost, self.navigator.progress, self.puzzle)
        self.read_in_background(GHOST, best, self._play_again)

    def _play_again(self, ghost: player.recording.Ghost | None) -> None:
        again = partial(self.navigator.play_again, self.play.game)
        if ghost is None:
            again()
        else:
            self.navigator.confirm("Race against your fastest game?", partial(again, ghost), otherwise=again)

    def action_drills(self) -> None:
        if self._card.found and self._card.found.slow:
            screens.drill.practise(self, DRILLS, self._card.make_lesson)
        else:
            self.note("No cell of this game makes a short drill.")

    def action_replay(self) -> None:
        if self.session.head:
            self.navigator.go(places.Places.REPLAY, self.session, self._title(), self.play.game)

    def action_share(self) -> None:
        if not self.play.is_paused:
            card = self._card.texts(is_ascii=drawing.is_in_ascii(self.app))
            here = None if self.session.is_solved else self.session.position  # a shared text shows no solution
            self.navigator.go(places.Places.SHARE, self.puzzle, card, here)

    # Display.

    def note(self, sentence: str) -> None:
        self.play.touch()
        if self.play.questions.hint is None:
            self.advice = self.advice._replace(text=sentence, branch_failed=False)
        else:
            self.advice = self.advice._replace(note=sentence)
        self._show_panel()

    def show_all(self) -> None:
        self.board.show(self.look(), self.advice.pointer)
        self.title_bar.show_share(self.session.filled_share)
        self._show_time()
        self._show_panel()
        self._follow_ghost()

    def apply_settings(self) -> None:
        self.play.apply_settings(self.navigator.settings)
        self.title_bar.show_title(self._title() + play_text.style_mark(self.play))
        self.lay_out()
        self.show_all()

    def _title(self) -> str:
        return game_title(self.puzzle.width, self.puzzle.height, self.play.game.title, self.play.game.band)

    def action_times(self) -> None:
        self.close_part()  # a reason is about the cells that it points at, not about times
        self.note(self._card.switch_times())
        self.show_all()

    def look(self) -> appearance.BoardLook:
        shown = appearance.board_look(
            self.session,
            is_hidden=self.play.is_paused,
            pointer=self.advice.pointer,
            symbols=self.symbols,
            stop=self.advice.stop,
        )
        return self._card.look(shown)

    def _show_time(self) -> None:
        recorded = self.play.outcome if self.session.is_solved else None
        shown = (recorded or self.session.clock).elapsed_ms if self.navigator.settings.show_clock else None
        self.title_bar.show_time(shown, in_minutes=self.is_resting and not self.session.clock.is_paused)

    def _show_panel(self) -> None:
        context = self.footer_context(play_text.footer_context(self.play, self._card.context))
        report = self._report()._replace(keys=self.footer.left_out(context, "play.more"))
        told = [*self.other_players(), *play_text.panel_paragraphs(self.session, report)]
        self.panel.show(told, play_text.panel_title(self.session, report), play_text.panel_head(self.session, report))
        self.footer.show(context, *play_text.hidden_commands(self.play, has_more=self.panel.has_more))

    def on_text_panel_resized(self) -> None:
        self._show_panel()

    def rival_text(self, name: str, filled: int, to_fill: int, state: str = "") -> str:
        """Return a line about a rival, which ends with `state` or, if that is empty, with the lead in cells."""
        own = self.puzzle.geometry.filled_count(self.session.position) - self.puzzle.given_count
        width = 0 if self.panel.is_brief else self.panel.table_width
        return view.race_text.rival_line(
            name, filled / max(to_fill, 1), state or ahead_text(own - filled, "cell"), width
        )

    def other_players(self) -> Iterable[spans.Paragraph]:
        """Return a paragraph about each opponent. The base class knows only the recorded game."""
        if self._ghost is None or self.session.is_solved:
            return ()
        pace, elapsed_ms = self._ghost.pace, self.session.clock.elapsed_ms
        end_ms = pace.moments[-1][0]
        took = f"took {clock_text(end_ms)}" if elapsed_ms >= end_ms else ""
        return [spans.Paragraph(self.rival_text(self._ghost.name, pace.filled_at(elapsed_ms), pace.to_fill, took))]

    def _follow_ghost(self) -> None:
        """Show how much of the recorded game was filled when its clock showed what this game's clock shows."""
        if self._ghost is not None:
            pace = self._ghost.pace
            share = pace.filled_at(self.session.clock.elapsed_ms) / max(pace.to_fill, 1)
            self.title_bar.show_pace(None if self.session.is_solved else share)
            if any(it.text not in [shown.text for shown in self.panel.paragraphs] for it in self.other_players()):
                self._show_panel()

    def footer_context(self, context: FooterContext) -> FooterContext:
        """Return the context whose keys the footer shows. `context` is the one for a game played alone."""
        return context

    def _report(self) -> play_text.PlayStatus:
        return play_text.PlayStatus(
            message=self.advice.message,
            subject=self.play.questions.subject,
            branch_failed=self.advice.branch_failed,
            solved=self._card.paragraphs(self.panel.room[0], self.key_of("play.drills")),
            is_paused=self.play.is_paused,
            trouble="" if self.play.is_read_only else trouble_text(self._status, self.play.store.problem),
            counters=self.board.scene.counters_in_words(is_brief=not self.panel.size or self.panel.is_brief),
            shows_signs=not self.board.scene.layout.has_room_for_signs and bool(self.puzzle.signs),
            is_brief=self.panel.is_brief,
            is_walking=self.play.questions.is_walking,
            drop_key="" if self.play.is_read_only else self.key_of("play.drop-branch"),
            symbols=self.symbols,
        )


async def find_band(puzzle: Puzzle, surroundings: messages.Surroundings) -> AsyncIterator[str]:
    """Yield the title of the band of a puzzle; yield nothing if it cannot be graded or does not have one solution."""
    await asyncio.sleep(GRADING_DELAY)
    from binairo_tui.processes.worker import WorkerError

    with suppress(WorkerError, OSError):
        assessment = await surroundings.assess(puzzle)
        if assessment.band:
            yield assessment.band
