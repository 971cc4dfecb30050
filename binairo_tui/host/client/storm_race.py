"""A run of Storm beside others: its boards are those of the host, which counts what arrives there in time."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from typing import Any

from binairo_tui.game.steps import format_history, parse_history
from binairo_tui.host.client.hub_link import HubLink
from binairo_tui.player import storm
from binairo_tui.player.storm_boards import SIZE, FilledBoard, board
from binairo_tui.store.practice import PracticeRecord


class StormRace:
    """The player's part in a Storm on a host, as it was when this object was made. Raises HostError."""

    def __init__(self, link: HubLink) -> None:
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
        """Send the player's filled board `number`, counting from 1.

        The future's result is empty. It raises HostError if the host refuses the board or is gone.
        """
        history = format_history(filled.steps, len(filled.steps), SIZE)
        return self._link.ask_later("fill", number=number, history=history)
