"""The interface of a game in play: the store and the executor that it needs, and the events that it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Literal, NamedTuple, Protocol, TypeVar

from binairo_tui import engine, game, store
from binairo_tui.engine import Cell, Violation, cancellation, wording
from binairo_tui.game import Change, SessionSnapshot, SolveStyle

T = TypeVar("T")
Question = Literal["hint", "why", "check", "last good position", "branch"]

READ_ONLY = "This game is now open in another session and read-only here. To take it over, leave it and open it again."
SOLVED = "The puzzle is solved. Undo to play on."


class GameStore:
    """The base class of stores. A store saves a game in play. Only `settle` waits for the disk.

    `problem` is a sentence that says why nothing can be saved; empty if saving works. A store that knows the player's
    other games overrides `result`, `rank`, `is_repeat` and `usual_ms`.
    """

    problem = ""

    @property
    def is_saving(self) -> bool:
        return False

    def save(self, game: store.games.SavedGame, snapshot: SessionSnapshot) -> None:
        """Queue a state to be saved soon; the first save takes the lease on the game."""
        raise NotImplementedError

    def finish(self, game: store.games.SavedGame, snapshot: SessionSnapshot) -> None:
        """Queue the state in which the game was solved, and record the solve."""
        self.save(game, snapshot)

    def leave(self, game: store.games.SavedGame, snapshot: SessionSnapshot) -> None:
        """Queue the last state, and give up the lease on the game."""
        self.save(game, snapshot)

    def settle(self, game: store.games.SavedGame, timeout: float) -> store.writer.SaveVerdict:
        """Wait at most `timeout` seconds until the queued states are saved or refused, and return the verdict."""
        raise NotImplementedError

    def is_lost(self, game: store.games.SavedGame) -> bool:  # noqa: ARG002
        """Return True if another session has taken the game over, so that its saves are refused."""
        return False

    def last_saved(self, game: store.games.SavedGame) -> SessionSnapshot:
        """Return the last state of the game that this session saved; if there is none, the state that it loaded."""
        raise NotImplementedError

    def result(self, game_id: str) -> store.queries.Result | None:  # noqa: ARG002
        return None

    def rank(self, game: store.games.SavedGame, elapsed_ms: int, style: SolveStyle) -> store.queries.Rank | None:  # noqa: ARG002
        """Return the rank of a time among other solves of the same size, band and style; None if unknown."""
        return None

    def is_repeat(self, game: store.games.SavedGame) -> bool:  # noqa: ARG002
        """Return True if the puzzle of a game was solved before, in another game."""
        return False

    def usual_ms(self, game: store.games.SavedGame) -> int | None:  # noqa: ARG002
        """Return the time in ms that the player was expected to take for a game; None if there is no such time."""
        return None

    def help_refusal(self, puzzle: engine.Puzzle) -> str:  # noqa: ARG002
        """Return a sentence that says why the player gets no help with a puzzle now; empty if help is allowed."""
        return ""

    def today(self) -> date:
        return store.writer.local_now().date()


class Executor(Protocol):
    """The type of functions, such as `run_now`, that run work that may take long."""

    def __call__(
        self, group: str, work: Callable[[cancellation.IsCancelled], Iterable[T]], take: Callable[[T], None], /
    ) -> None:
        """Run `work`, and call `take` with each result in the game's thread. Cancel other work of this `group`."""


class Changed(NamedTuple):
    """A command was carried out and its result was handed to the store. `violations` are those before the command."""

    change: Change
    violations: Sequence[Violation]


class Refused(NamedTuple):
    """`sentence` tells the player why; the grid is unchanged. The other fields are as in `Change`."""

    sentence: str
    conflict: engine.Conflict | None = None
    branch_failed: bool = False


class Asked(NamedTuple):
    """A question is being answered. The answer will be another event, unless a command comes first."""

    question: Question


class FillAsked(NamedTuple):
    """A question: whether to fill in everything that the rules force. The game would then count as solved in `style`.

    `solves` is True if filling it in would solve the puzzle. If there is a `hint`, the question is about its cells
    only. If the player agrees, call `Play.agree`.
    """

    style: SolveStyle
    solves: bool
    hint: engine.Hint | None = None


class HintGiven(NamedTuple):
    """A page of a hint must be shown; `page` is its index in `hint_pages`."""

    hint: engine.Hint
    page: int


class WhyGiven(NamedTuple):
    why: game.why.Why
    cell: Cell


class CheckGiven(NamedTuple):
    """The result of a check; `names_cells` is True if the player asked where the mistakes are."""

    check: engine.position_check.Check
    names_cells: bool


class Outcome(NamedTuple):
    """The result of a game: playing time in milliseconds, style, local day, and sentences about style and rank."""

    elapsed_ms: int
    style: SolveStyle
    day: date
    standing: str


class Solved(NamedTuple):
    """`is_first` is False if the game had been solved before. `outcome` is None if the result is not known."""

    outcome: Outcome | None
    is_first: bool


class PauseChanged(NamedTuple):
    """The game was paused or resumed. `is_automatic` is True if it was paused because the player seems to be away."""

    is_paused: bool
    is_automatic: bool = False


class Lost(NamedTuple):
    """Another session has taken the game over. The last `taken_back` steps were not saved and are undone."""

    taken_back: int


Event = Changed | Refused | Asked | FillAsked | HintGiven | WhyGiven | CheckGiven | Solved | PauseChanged | Lost
"""What happened in the game. An event that asks the player something also needs `Play.agree` (yes), `PlainGame` (the
question, and its answer to no), and `PlayScreen.listen`.
"""


def run_now(_group: str, work: Callable[[cancellation.IsCancelled], Iterable[T]], take: Callable[[T], None]) -> None:
    """Run work immediately, in the same thread; this is the simplest `Executor`."""
    for result in work(lambda: False):
        take(result)


def fill_question(event: FillAsked) -> str:
    """Return the words of a question. Any kind of question to the player can get its words here."""
    if event.hint:
        return "Let hints fill more than a quarter of the board? The game will count as solved by the program."
    how = "by the program" if event.style is SolveStyle.PROGRAM else "with help"
    if event.solves:
        return f"Solve the rest? It will count as solved {how}."
    return f"Fill in all forced cells? The game will count as solved {how}."


def lost_text(event: Lost) -> str:
    count = event.taken_back
    undone = (
        f" {wording.plural(count, 'move')} could not be saved and {wording.inflect(count, 'is', 'are')} undone."
        if count
        else ""
    )
    return f"{READ_ONLY}{undone}"
