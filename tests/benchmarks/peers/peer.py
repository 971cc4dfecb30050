"""What every peer can do."""

import gc
import time
from abc import ABC, abstractmethod

from tests.oracle import Board


class Peer(ABC):
    """A solver that is not ours. An instance can be pickled until it has solved something."""

    name: str

    @abstractmethod
    def is_available(self) -> bool:
        """Whether it is installed here."""

    @abstractmethod
    def solve(self, board: Board) -> list[str]:
        """Texts of the solutions, at most two: one of them is found and proved to be the only one."""

    def timed_solve(self, board: Board) -> tuple[list[str], int]:
        """The same and its CPU time in nanoseconds, the building of the model included."""
        gc.disable()
        try:
            started = time.process_time_ns()
            found = self.solve(board)
            return found, time.process_time_ns() - started
        finally:
            gc.enable()


class CountingPeer(Peer):
    """A peer that is made to enumerate, too."""

    @abstractmethod
    def count(self, board: Board) -> int:
        """The number of all solutions, seen one by one."""
