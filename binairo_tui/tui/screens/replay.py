"""Replay of a game: step by step with keys, or automatically at a calm pace."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual.timer import Timer

from binairo_tui.engine import Cell, Puzzle, cancellation
from binairo_tui.game import GameSession, Step
from binairo_tui.player import coach, recording, text
from binairo_tui.store.games import SavedGame
from binairo_tui.tui.keymap import Command, FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import board_screen, file_writing
from binairo_tui.tui.view import appearance, solved_text, spans

PACE = 0.7
"""Seconds per step while the replay runs automatically."""
HEADING = "Replay"
COACH = "coach"


class ReplayScreen(board_screen.BoardScreen[GameSession]):
    """Plays back the steps of a session by undo and redo in a second session, which is never saved.

    If the saved `game` is given, the player can race against it. `player` is the name of the opponent in this race.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.REPLAY,)
    AWAITED = (file_writing.FILE,)  # writing a file may lead to a question

    def __init__(
        self,
        navigator: Navigator,
        played: GameSession,
        title: str,
        game: SavedGame | None = None,
        player: str = recording.REPLAY,
    ) -> None:
        snapshot = played.snapshot()
        steps = snapshot.steps[: snapshot.head]
        self._session = GameSession.resume(played.puzzle, snapshot._replace(head=0, steps=steps))
        self.session.shown = played.shown
        super().__init__(FooterContext.REPLAY, navigator)
        self._refusal = "" if played.is_solved else navigator.progress.help_refusal(played.puzzle)
        self._title = title
        self._game = game
        self._player = player
        self._timer: Timer | None = None
        self._fills: Mapping[int, coach.Fill] = {}
        """The cells that the player filled, by step number from 1. This and `_waits` are empty until they are known."""
        self._waits: Sequence[coach.Fill] = ()
        self._wait = -1
        """The index, in the list of the longest waits, of the wait that was shown last; -1 if none was."""

    def begin(self) -> None:
        super().begin()
        if self._refusal:
            self.note(self._refusal)
        else:
            self.run_in_background(COACH, partial(_coach, self.puzzle, self.session.steps), self._receive_fills)

    def awaited(self, command: Command | None) -> Iterable[str]:
        is_coaching = command is not None and command.id == "replay.wait"
        return (*super().awaited(command), COACH) if is_coaching else super().awaited(command)

    def on_screen_suspend(self) -> None:
        self._stop()

    @property
    def cursor(self) -> Cell:
        """The first cell that the last step shown has changed; if there is none, the cursor of the session."""
        session = self.session
        moves = session.steps[session.head - 1].moves if session.head else ()
        return moves[0].cell if moves else session.cursor

    def show_all(self) -> None:
        session = self.session
        self.show_heading(f"{HEADING} · {self._title}")
        self.board.move_cursor(self.cursor)
        self.board.show(appearance.board_look(session, symbols=self.symbols))
        told = list(solved_text.replay_paragraphs(session.puzzle, session.steps, session.head))
        if session.is_solved:
            told.insert(1, spans.Paragraph("Solved.", "strong"))
        width = self.panel.table_width
        if width > 0 and not self.panel.is_brief:
            told.insert(1, spans.Paragraph(solved_text.timeline(session.steps, session.head, width), "muted"))
        if self.message:
            told.insert(0, spans.Paragraph(self.message))
        fill = self._fills.get(session.head)
        self.show_panel(told, HEADING)
        if fill is not None:
            self.read_in_background(
                "easiest",
                partial(coach.easiest_proof, self.puzzle, fill),
                lambda proof: self.show_panel([*told, *solved_text.easiest_paragraphs(fill, proof)], HEADING),
            )
        else:
            self.cancel_in_background("easiest")

    def action_wait(self) -> None:
        if not self._waits:
            self.note("There was no long wait in this game.")
            return
        self._wait = (self._wait + 1) % len(self._waits)
        fill, told = self._waits[self._wait], f"Longest wait {self._wait + 1} of {len(self._waits)}"
        self._stop()
        self._go(fill.number - 1 - self.session.head)
        self.board.move_cursor(fill.cell)
        paragraphs = [spans.Paragraph(told, "strong"), spans.Paragraph(coach.wait_text(self.puzzle, fill))]
        self.read_in_background(
            "easiest",
            partial(coach.wait_proof, self.puzzle, fill),
            lambda it: self.show_panel([*paragraphs, *([spans.Paragraph(it.text)] if it else [])], "Longest waits"),
        )

    def _receive_fills(self, fills: Sequence[coach.Fill]) -> None:
        self._fills = {fill.number: fill for fill in fills}
        self._waits = coach.longest_waits(fills)
        self.show_all()

    def action_replay_step(self, count: int) -> None:
        self._stop()
        self._go(count)

    def action_replay_jump(self, index: int) -> None:
        """Go to a position of the game: 0 is the start, -1 the end."""
        self.action_replay_step(range(len(self.session.steps) + 1)[index] - self.session.head)

    def action_replay_run(self) -> None:
        if self._timer is not None:
            self._stop()
            return
        self._timer = self.set_interval(PACE, lambda: self._go(1))
        self._go(1)

    def action_race(self) -> None:
        ghost = recording.ghost_of(self._player, self.puzzle, self.session.steps) if self._game else None
        if self._game is None or ghost is None:
            self.note("You can race only against a game that solved the puzzle.")
        else:
            self.navigator.play_again(self._game, ghost)

    def action_file(self) -> None:
        self._stop()
        puzzle, steps = self.puzzle, self.session.steps

        def contents(is_cancelled: cancellation.IsCancelled) -> bytes:
            return recording.recording(f"Binairo {self._title}", puzzle, steps, is_cancelled=is_cancelled)

        name = f"binairo-{text.size_text(puzzle.width, puzzle.height)}.html"
        file_writing.ask_and_write(self, self.navigator, name, contents)

    def note(self, sentence: str) -> None:
        self._stop()
        self.message = sentence
        self.show_all()

    def _go(self, count: int) -> None:
        self.message = ""
        for _ in range(abs(count)):
            change = self.session.redo() if count > 0 else self.session.undo()
            if change.refused:
                self._stop()
                break
        self.show_all()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


def _coach(
    puzzle: Puzzle, steps: Sequence[Step], is_cancelled: cancellation.IsCancelled
) -> Iterator[Sequence[coach.Fill]]:
    yield list(coach.fills(puzzle, steps, is_cancelled=is_cancelled))
