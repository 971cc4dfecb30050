"""The store of a race: its steps go to the host, and are saved once the host has answered."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from binairo_tui.game.steps import SessionSnapshot, format_moves
from binairo_tui.player.together import RaceSaved
from binairo_tui.store.writer import SaveState, SaveStatus, SaveVerdict, local_now

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future
    from datetime import date

    from binairo_tui.engine import Puzzle
    from binairo_tui.game.aids import SolveStyle
    from binairo_tui.game.steps import Step
    from binairo_tui.host.client import HostClient
    from binairo_tui.store.games import SavedGame
    from binairo_tui.store.queries import Rank, Result


class RaceStore:
    """Keeps a race on the host. A `player.play_interface.GameStore`."""

    def __init__(self, client: HostClient, puzzle: Puzzle, snapshot: SessionSnapshot) -> None:
        self.problem = ""
        self._client = client
        self._puzzle = puzzle
        self._sent: tuple[Sequence[Step], int] = (snapshot.steps, snapshot.head)
        self._stored = snapshot
        self._waiting = 0
        self._changed = threading.Condition()

    @property
    def is_saving(self) -> bool:
        """Whether a step waits for the host to confirm that it is saved."""
        return bool(self._waiting)

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:  # noqa: ARG002
        steps, head = self._sent
        if (snapshot.steps, snapshot.head) == (steps, head):
            return
        kept = 0
        while kept < min(len(steps), len(snapshot.steps)) and steps[kept] is snapshot.steps[kept]:
            kept += 1
        new = [
            [step.kind.value, format_moves(step.moves, self._puzzle.width), step.at_ms]
            for step in snapshot.steps[kept:]
        ]
        self._sent = snapshot.steps, snapshot.head
        with self._changed:
            self._waiting += 1
        answer = self._client.ask_later("change", kept=kept, steps=new, head=snapshot.head)
        answer.add_done_callback(lambda done: self._answered(done, snapshot))

    def finish(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.save(game, snapshot)

    def leave(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.save(game, snapshot)

    def settle(self, game: SavedGame, timeout: float) -> SaveVerdict:  # noqa: ARG002
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting, timeout)
            return SaveVerdict.PENDING if self._waiting or self.problem else SaveVerdict.SAVED

    def is_lost(self, game: SavedGame) -> bool:  # noqa: ARG002
        return False

    def stored(self, game: SavedGame) -> SessionSnapshot:  # noqa: ARG002
        return self._stored

    def result(self, game_id: str) -> Result | None:  # noqa: ARG002
        return None

    def rank(self, game: SavedGame, elapsed_ms: int, style: SolveStyle) -> Rank | None:  # noqa: ARG002
        return None

    def usual_ms(self, game: SavedGame) -> int | None:  # noqa: ARG002
        return None

    def today(self) -> date:
        return local_now().date()

    def _answered(self, answer: Future[dict[str, Any]], snapshot: SessionSnapshot) -> None:
        """Process the host's answer. Runs in the thread that reads the link."""
        error = answer.exception()
        with self._changed:
            self._waiting -= 1
            if error is None:
                self._stored = snapshot
            was_failing = bool(self.problem)
            self.problem = "" if error is None else f"Not saved: {error}"
            self._changed.notify_all()
        if error is None and answer.result()["place"]:
            self._client.record_races()
        if error is not None:
            self._client.report(RaceSaved(SaveStatus(SaveState.FAILED, str(error))))
        elif was_failing:
            self._client.report(RaceSaved(SaveStatus(SaveState.SAVED)))
