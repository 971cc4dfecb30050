"""Rooms for Storm: whoever has solved the most boards wins when the time is up. Pure.

Everybody gets the same boards in the same order. The time begins for all at once, by the host's clock. A board counts
if it arrives before the player's time is up, and if the steps in its log can be replayed and fill it. Whoever
leaves keeps the solved boards. Others are told how many boards a player has solved, and nothing else.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from binairo_tui.engine import Puzzle
from binairo_tui.files.json_lines import RequestError
from binairo_tui.game.steps import format_history
from binairo_tui.host.server.move_log import LogError, MoveLog
from binairo_tui.host.server.rooms import Member, Phase, RaceRoom, RoomError
from binairo_tui.player.storm_boards import PENALTY_MS, SIZE, TOTAL_MS, FilledBoard, board


@dataclass(eq=False)
class StormRoom(RaceRoom):
    """A room for Storm. The host does not save it; the players save their own boards."""

    seed: int = 0
    """What the boards are made from (see `player.storm_boards.board`)."""
    boards: defaultdict[str, tuple[FilledBoard, ...]] = field(default_factory=lambda: defaultdict(tuple))

    def draw(self, seed: int) -> None:
        self.seed = seed
        self.set_puzzle(board(seed, 1))

    def fill(self, player: str, now: int, number: int, history: str) -> None:
        """Add the log of a board that a player has filled; `number` counts the player's boards from 1.

        Raises RoomError if the Storm is not running, or if the player's time is up. Raises RequestError if `number` is
        not that of the player's next board, because the player has continued in another session. Raises LogError if
        the log does not fill the board.
        """
        self.advance(now)
        left_ms = self._left_ms(self._member(player), now)
        if self.phase is not Phase.RUNNING or left_ms <= 0:
            raise RoomError("The Storm is over.")
        if number != len(self.boards[player]) + 1:
            raise RequestError("taken-over", "You continued in another session.")
        puzzle = board(self.seed, number)
        log = MoveLog(puzzle, history, allows_help=False)
        if not puzzle.geometry.is_full(log.position):
            raise LogError("it leaves blanks")
        self.boards[player] += (FilledBoard(puzzle, log.steps[: log.head], log.is_solved, TOTAL_MS - left_ms),)
        self.advance(now)

    def part_of(self, player: str, now: int) -> dict[str, object]:
        """Return seed, start, time so far, and filled boards as [log, is_right, time in ms]. Raises RoomError."""
        if self.phase is not Phase.RUNNING:
            raise RoomError("The Storm has not begun, or it is over.")
        boards = self.boards[self._member(player).id]
        logs = [[format_history(it.steps, len(it.steps), SIZE), it.is_right, it.elapsed_ms] for it in boards]
        elapsed_ms = max(now - self.started_ms, 0)
        return {"seed": self.seed, "started_ms": self.started_ms, "elapsed_ms": elapsed_ms, "boards": logs}

    def view(self, now: int) -> dict[str, object]:
        return super().view(now) | {"is_storm": True}

    def _filled(self, member: Member) -> int:
        return sum([it.is_right for it in self.boards[member.id]])

    def _results(self) -> list[list[object]]:
        """Return the results as `RaceRoom` does, but with the time of the last solved board.

        Each result ends with the number of solved boards. A player without a solved board has no place. Before the end,
        nobody has a place.
        """
        known = sorted(self._known(), key=lambda member: (-self._filled(member), self._last_ms(member)))
        is_over = self.phase is not Phase.RUNNING
        return [
            [it.name, place * (is_over and self._filled(it) > 0), self._last_ms(it), it.has_given_up, self._filled(it)]
            for place, it in enumerate(known, 1)
        ]

    def _deal(self, puzzle: Puzzle) -> None:  # noqa: ARG002 - it is the first of all boards
        """In a race, each member gets an empty log here. In a Storm, a log arrives with each filled board."""
        self.boards.clear()

    def _limit_ms(self) -> int:
        return TOTAL_MS

    def _is_awaited(self, member: Member, now: int) -> bool:
        return self._left_ms(member, now) > 0

    def _find_last(self) -> None:
        """Do nothing. In a race, the only racer left wins at once; in a Storm, the number of solved boards decides."""

    def _left_ms(self, member: Member, now: int) -> int:
        wrong = len(self.boards[member.id]) - self._filled(member)
        return TOTAL_MS - PENALTY_MS * wrong - (now - self.started_ms)

    def _last_ms(self, member: Member) -> int:
        """Return when a player solved the last board, in ms since the beginning; 0 without a solved board."""
        return max([it.elapsed_ms for it in self.boards[member.id] if it.is_right], default=0)
