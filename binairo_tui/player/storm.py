"""Storm: as many 6x6 boards as possible in three minutes, one after another. Players also race against their best run.

The clock starts with the first value. A full board that breaks a rule costs time. After every full board, the next
board comes at once. Each board is saved as a record (see `store.practice`) as soon as it is full, so an interrupted run
keeps its full boards.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from binairo_tui.engine import cancellation, violation_text, wording
from binairo_tui.files import beside
from binairo_tui.game import Change, Clock, GameSession, steps
from binairo_tui.player import coach
from binairo_tui.player.progress import Progress
from binairo_tui.player.storm_boards import PENALTY_MS, SIZE, TOTAL_MS, FilledBoard, board
from binairo_tui.player.text import ahead_text, clock_text, date_short
from binairo_tui.store.practice import PracticeRecord, StormRun, read_storm_times, read_storms, storm_record

_AHEAD = 60
"""The number of boards made in advance: enough for a board every three seconds of a run."""
RULES = (
    f"Solve as many {SIZE}x{SIZE} boards as you can in three minutes. The clock starts with your first value. "
    f"A full board that breaks a rule costs {PENALTY_MS // 1000} seconds. After any full board, the next comes at once."
)


class SlowFill(NamedTuple):
    """The longest wait of a run: a sentence about it, and the technique that decides the cell ('' if there is none)."""

    text: str
    technique: str


class Storm:
    """A run of Storm. Each parameter `at` is a time in seconds, on one clock that never goes back.

    `record` takes the record of each full board and saves it. `now` returns the current time (aware). `session` is the
    current board. `boards` are the full boards. `began_ms` is the time at which the run began, in milliseconds since
    1970; it is 0 until then.
    """

    def __init__(self, seed: int, record: Callable[[PracticeRecord], None], now: Callable[[], datetime]) -> None:
        self.boards: list[FilledBoard] = []
        self.began_ms = 0
        self._seed, self._record, self._now = seed, record, now
        self._began = self._at = 0.0
        self._lost_ms = 0
        self._puzzles = [board(seed, 1)]
        beside.Companion(self._make_next, "storm-boards").start()
        self.session = self._open_next()

    def join(self, began_ms: int, at: float, elapsed_ms: int, boards: Sequence[FilledBoard]) -> None:
        """Join a run that others began `elapsed_ms` before `at`. The player has already filled `boards` in it."""
        self.began_ms, self._began, self._at = began_ms, at - elapsed_ms / 1000, at
        self.boards = [*boards]
        self._lost_ms = PENALTY_MS * sum([not it.is_right for it in boards])
        self.session = self._open_next()

    def _make_next(self) -> float | None:
        """Make a board in advance. A `Companion` calls this again and again, until there are enough boards."""
        if len(self._puzzles) >= _AHEAD:
            return None
        self._puzzles.append(board(self._seed, len(self._puzzles) + 1))
        return 0.01  # seconds in which keys are heard where there are no threads

    def _open_next(self) -> GameSession:
        number = self.number
        puzzle = self._puzzles[number - 1] if number <= len(self._puzzles) else board(self._seed, number)
        session = GameSession(puzzle, Clock(lambda: self._at))
        session.is_race = True
        if self.began_ms:
            session.clock.resume()
        return session

    @property
    def number(self) -> int:
        """The place of the current board in the run, counted from 1."""
        return len(self.boards) + 1

    @property
    def solved(self) -> int:
        return sum([it.is_right for it in self.boards])

    @property
    def run(self) -> StormRun:
        last_ms = max([it.elapsed_ms for it in self.boards if it.is_right], default=0)
        return StormRun(self.began_ms, self.solved, len(self.boards) - self.solved, last_ms)

    def left_ms(self, at: float) -> int:
        """Return the time that is left, in milliseconds; the full time before the run begins."""
        left = max(TOTAL_MS - self._lost_ms - round((at - self._began) * 1000), 0)
        return left if self.began_ms else TOTAL_MS

    def is_over(self, at: float) -> bool:
        return self.left_ms(at) <= 0

    def stop(self) -> None:
        self._lost_ms = TOTAL_MS

    def command(self, name: str, *arguments: Any, at: float) -> str:
        """Call the session's method `name` for a key pressed at the time `at`; return the message of this call.

        If the key fills the board, open the next board, and return a sentence about the full board. After the end of
        the run, do nothing, and return ''.
        """
        at = max(at, self._at)
        if self.is_over(at):
            return ""
        self._at = at
        change: Change = getattr(self.session, name)(*arguments)
        if change.cells and not self.began_ms:
            self._began, self.began_ms = at, round(self._now().timestamp() * 1000)
            self.session.clock.resume()
        is_full = self.session.puzzle.geometry.is_full(self.session.position)
        return self._finish_board() if change.cells and is_full else change.message

    def _finish_board(self) -> str:
        session, elapsed_ms = self.session, TOTAL_MS - self.left_ms(self._at)
        puzzle, number, is_right = session.puzzle, self.number, session.is_solved
        self._record(
            storm_record(
                self.began_ms,
                number=number,
                is_right=is_right,
                fills=puzzle.geometry.cell_count - puzzle.given_count,
                elapsed_ms=elapsed_ms,
                seed=self._seed,
                history=steps.format_history(session.steps, session.head, SIZE),
            )
        )
        self.boards.append(FilledBoard(puzzle, session.steps[: session.head], is_right, elapsed_ms))
        if is_right:
            said = f"Board {number}: {clock_text(session.clock.elapsed_ms)}."
        else:
            self._lost_ms += PENALTY_MS
            broken = violation_text(puzzle, session.position, session.violations[0])
            said = f"Board {number} was wrong: {PENALTY_MS // 1000} seconds lost. {broken}"
        self.session = self._open_next()
        return said


class StormHistory(NamedTuple):
    """The earlier runs, oldest first, and the times of the boards that the best run solved, in ms since its start."""

    runs: Sequence[StormRun] = ()
    best_times: Sequence[int] = ()

    @property
    def best(self) -> StormRun | None:
        """The run with the most boards; of several such runs, the fastest. None if there are no runs."""
        return max(self.runs, key=lambda run: (run.solved, -run.last_ms), default=None)

    def best_at(self, elapsed_ms: int) -> int:
        """Return how many boards had been solved in the best run `elapsed_ms` after its beginning."""
        return bisect_right(self.best_times, elapsed_ms)


def read_history(progress: Progress, running_ms: int = 0) -> StormHistory:
    """Return the player's earlier runs, without the one that began at `running_ms` and is still going on."""
    progress.wait_for_saves()
    history = StormHistory([run for run in progress.read(read_storms) if run.began_ms != running_ms])
    best = history.best
    return history._replace(best_times=progress.read(read_storm_times, best.began_ms)) if best else history


def slowest_fill(
    boards: Sequence[FilledBoard], is_cancelled: cancellation.IsCancelled = cancellation.never
) -> SlowFill | None:
    """Return the longest wait, of a second or more, in the three slowest boards. Takes long. Raises CancelledError."""
    slow = sorted(enumerate(boards, 1), key=lambda it: it[1].steps[-1].at_ms, reverse=True)[:3]
    found = [
        (fill, number, it)
        for number, it in slow
        for fill in coach.fills(it.puzzle, it.steps, is_cancelled=is_cancelled)
    ]
    fill, number, it = max(found, key=lambda item: item[0].waited_ms, default=(None, 0, None))
    if fill is None or it is None or fill.waited_ms < 1000:
        return None
    text = f"What slowed you down on board {number}: {coach.wait_text(it.puzzle, fill)}"
    return SlowFill(text, fill.opening.technique if fill.opening else "")


def history_texts(history: StormHistory, progress: Progress) -> list[str]:
    """Return sentences about earlier runs: the best one, the best of today, and the latest ones."""
    best = history.best
    if best is None:
        return ["You have not played Storm yet."]
    today = [run.solved for run in history.runs if _day(run, progress) == progress.today()]
    texts = [
        f"Your best: {best.solved}, on {date_short(_day(best, progress))}.",
        f"Best today: {max(today)}." if today else "",
    ]
    latest = ", ".join([str(run.solved) for run in history.runs[-5:]])
    return [*filter(None, texts), f"Latest: {latest}."]


def _day(run: StormRun, progress: Progress) -> date:
    return progress.day_of(datetime.fromtimestamp(run.began_ms / 1000, progress.now().tzinfo))


def lead_text(storm: Storm, history: StormHistory, at: float) -> str:
    """Return a sentence that compares a run with the best earlier run at the same time; empty if there are no runs."""
    if not history.runs:
        return ""
    best = history.best_at(TOTAL_MS - storm.left_ms(at))
    return f"Your best run had {best} by now: {ahead_text(storm.solved - best, 'board')}."


def result_texts(storm: Storm, history: StormHistory) -> list[str]:
    """Return sentences about a run that is over; `history` holds the runs before it."""
    run, best = storm.run, history.best
    wrong = f", {run.wrong} wrong" if run.wrong else ""
    texts = [f"{wording.plural(run.solved, 'board')} solved{wrong}."]
    if best is None:
        return texts
    if (run.solved, -run.last_ms) > (best.solved, -best.last_ms):
        return [*texts, f"This is your new best; the old one was {best.solved}."]
    return [*texts, f"Your best is {best.solved}."]
