"""The player's part in a race: a game without pauses or help, which the host saves, or the boards of a Storm."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from typing import Any

from binairo_tui.engine import Puzzle
from binairo_tui.game import Change
from binairo_tui.game.steps import SessionSnapshot, format_history, parse_history
from binairo_tui.host.client import hub_link
from binairo_tui.player import play, play_interface, storm
from binairo_tui.player.storm_boards import SIZE, FilledBoard, board
from binairo_tui.settings import Settings
from binairo_tui.store import games, saves, writer
from binairo_tui.store.practice import PracticeRecord


class RacePlay(play.Play):
    """A game in a race. Its store saves the game on the host."""

    def apply_settings(self, settings: Settings) -> None:
        super().apply_settings(settings)
        self.session.is_race = True
        self._pause_ms = 0

    def suspend(self) -> None:
        self.save()

    def pause(self) -> None:
        self._listen(play_interface.Refused("A race cannot be paused."))

    def _do(self, command: Callable[[], Change], *, reopens: bool = False) -> None:
        """Carry out a command unless the race is finished, because a race cannot be reopened."""
        if self.session.is_solved:
            self._listen(play_interface.Refused("You have finished this race."))
        else:
            super()._do(command, reopens=reopens)


class RaceStore(play_interface.GameStore):
    """Saves the player's game in a race on the host.

    `snapshot` is the state that the host has. `on_status` is called when saving fails or works again, and `on_finished`
    once the host has the solved game; both are called in the thread that reads the link.
    """

    def __init__(
        self,
        link: hub_link.HubLink,
        puzzle: Puzzle,
        snapshot: SessionSnapshot,
        *,
        on_status: Callable[[writer.SaveStatus], object],
        on_finished: Callable[[], None],
    ) -> None:
        self._link = link
        self._puzzle = puzzle
        self._on_status = on_status
        self._on_finished = on_finished
        self._sent = self._stored = snapshot
        self._waiting = 0
        self._is_taken_over = False
        self._changed = threading.Condition()

    @property
    def is_saving(self) -> bool:
        return bool(self._waiting)

    def save(self, game: games.SavedGame, snapshot: SessionSnapshot) -> None:  # noqa: ARG002
        if (snapshot.steps, snapshot.head) == (self._sent.steps, self._sent.head):
            return
        kept = saves.common_length(self._sent.steps, snapshot.steps)
        new = snapshot.steps[kept:]
        self._sent = snapshot
        with self._changed:
            self._waiting += 1
        history = format_history(new, len(new), self._puzzle.width)
        answer = self._link.ask_later("change", kept=kept, steps=history, head=snapshot.head)
        answer.add_done_callback(lambda done: self._answered(done, snapshot))

    def settle(self, game: games.SavedGame, timeout: float) -> writer.SaveVerdict:  # noqa: ARG002
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting, timeout)
            if self._is_taken_over:
                return writer.SaveVerdict.LOST
            return writer.SaveVerdict.PENDING if self._waiting or self.problem else writer.SaveVerdict.SAVED

    def is_lost(self, game: games.SavedGame) -> bool:  # noqa: ARG002
        return self._is_taken_over

    def last_saved(self, game: games.SavedGame) -> SessionSnapshot:  # noqa: ARG002
        return self._stored

    def _answered(self, answer: Future[dict[str, Any]], snapshot: SessionSnapshot) -> None:
        """Record that `snapshot` is saved, or why it is not saved. Runs in the thread that reads the link."""
        error = answer.exception()
        is_taken_over = isinstance(error, hub_link.TakenOverError)
        with self._changed:
            self._waiting -= 1
            if error is None:
                self._stored = snapshot
            self._is_taken_over |= is_taken_over
            was_failing = bool(self.problem)
            self.problem = "" if error is None else f"Not saved: {error}"
            self._changed.notify_all()
        if error is not None:
            self._on_status(writer.SaveStatus(writer.SaveState.FAILED, str(error), is_taken_over))
            return
        if answer.result()["elapsed_ms"]:
            self._on_finished()
        if was_failing:
            self._on_status(writer.SaveStatus(writer.SaveState.SAVED))


class StormRace:
    """The player's part in a Storm, as it was when this object was made. Raises HostError."""

    def __init__(self, link: hub_link.HubLink) -> None:
        self._link = link
        self._run = link.ask("race")
        self._asked_at = time.monotonic()

    def join(self, record: Callable[[PracticeRecord], None], now: Callable[[], datetime]) -> storm.Storm:
        """Return the run, with the boards that the host has received. For the parameters, see `storm.Storm`."""
        run, seed = self._run, self._run["seed"]
        boards = [
            FilledBoard(board(seed, number), parse_history(history, SIZE, SIZE)[0], is_right, elapsed_ms)
            for number, (history, is_right, elapsed_ms) in enumerate(run["boards"], 1)
        ]
        found = storm.Storm(seed, record, now)
        found.join(run["started_ms"], self._asked_at, run["elapsed_ms"], boards)
        return found

    def fill(self, number: int, filled: FilledBoard) -> Future[dict[str, Any]]:
        """`number` counts from 1. The future only raises HostError, if the host refuses the board or is gone."""
        return self._link.ask_later(
            "fill", number=number, history=format_history(filled.steps, len(filled.steps), SIZE)
        )
