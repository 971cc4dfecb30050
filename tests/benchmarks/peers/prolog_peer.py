"""SWI-Prolog with its constraint library clpfd (swi-prolog.org)."""

import shutil
import subprocess
from pathlib import Path

from tests.benchmarks.peers.peer import Peer
from tests.oracle import Board

_PROGRAM = Path(__file__).with_name("binairo.pl")


class PrologPeer(Peer):
    """One Prolog process for all puzzles, which takes the time itself; reading the question is not part of it."""

    name = "swi clpfd"

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def is_available(self) -> bool:
        return shutil.which("swipl") is not None

    def solve(self, board: Board) -> list[str]:
        return self.timed_solve(board)[0]

    def timed_solve(self, board: Board) -> tuple[list[str], int]:
        process = self._started()
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("swipl has no pipes")
        signs = ",".join(f"sign({a},{b},{'same' if same else 'apart'})" for a, b, same in board.signs)
        process.stdin.write(f'puzzle({board.width},"{board.cells}",[{signs}]).\n')
        process.stdin.flush()
        nanoseconds, *found = process.stdout.readline().split()
        return found, int(nanoseconds)

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            command = ["swipl", "-q", "-O", "-g", "main", "-t", "halt", str(_PROGRAM)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self._process
