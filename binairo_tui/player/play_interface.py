"""The interface of a game in play: the store and the executor that it needs, and the events that it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from binairo_tui.engine.wording import inflect, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.engine import Cell, Violation
    from binairo_tui.engine.cancellation import IsCancelled
    from binairo_tui.engine.hints import Hint
    from binairo_tui.engine.position_check import Check
    from binairo_tui.game import Change, SessionSnapshot, Why
    from binairo_tui.store.games import SavedGame
    from binairo_tui.store.queries import Result
    from binairo_tui.store.writer import SaveVerdict

T = TypeVar("T")

READ_ONLY = (
    "This game goes on in another session: here it can only be looked at. Leave and open it again to take it over."
)
SOLVED = "The puzzle is solved. Undo to play on."


class GameStore(Protocol):
    """The part of `player.progress.Progress` that a game in play needs. No method waits for the disk but `settle`."""

    problem: str
    """Why nothing can be saved, as a sentence; empty if it can."""

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        """Hand over a state to be saved soon; the first time, this takes the lease of the game."""

    def finish(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        """Hand over the state in which the game was solved."""

    def leave(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        """Hand over the last state, and give the lease back."""

    def settle(self, game: SavedGame, timeout: float) -> SaveVerdict:
        """Wait at most `timeout` seconds for what becomes of the states handed over, and return it."""

    def is_lost(self, game: SavedGame) -> bool:
        """Return whether another session has taken the game over, so that saves of it are refused."""

    def stored(self, game: SavedGame) -> SessionSnapshot:
        """Return the last state of the game that this session saved, or else loaded."""

    def results(self) -> Sequence[Result]:
        """Return every solve, oldest first."""


class Executor(Protocol):
    """Runs work that may take long."""

    def __call__(self, group: str, work: Callable[[IsCancelled], Iterable[T]], take: Callable[[T], None], /) -> None:
        """Call `take` with each result of `work`, in the thread of the game; cancel other work of the group."""


class Question(Enum):
    """What the player has asked and the program is working out."""

    HINT = "hint"
    WHY = "why"
    CHECK = "check"
    LAST_GOOD = "last good position"
    BRANCH = "branch"


class Changed(NamedTuple):
    """The session carried a command out, and it is saved; `violations` are those from before."""

    change: Change
    violations: Sequence[Violation]


class Refused(NamedTuple):
    """A command was refused, with a sentence for the player; nothing changed."""

    sentence: str


class Asked(NamedTuple):
    """A question is being worked out. Its answer is an event of its own, unless another command comes first."""

    question: Question


class HintGiven(NamedTuple):
    """Stage `stage`, from 0, of a hint is to be shown."""

    hint: Hint
    stage: int


class WhyGiven(NamedTuple):
    """The reason why `cell` holds what it holds."""

    why: Why
    cell: Cell


class CheckGiven(NamedTuple):
    """The result of a check; `names_cells` tells whether the player asked where the mistakes are."""

    check: Check
    names_cells: bool


class Outcome(NamedTuple):
    """The result of a game: playing time in milliseconds, and sentences about style and rank."""

    elapsed_ms: int
    standing: str


class Solved(NamedTuple):
    """The puzzle is solved, and the result is saved; `is_first` is false if the game was solved before."""

    outcome: Outcome | None
    is_first: bool


class PauseChanged(NamedTuple):
    """The game was paused or resumed; `is_automatic` if it was paused because the player seems to be away."""

    is_paused: bool
    is_automatic: bool = False


class Lost(NamedTuple):
    """Another session has taken the game over; the last `taken_back` steps were not saved and are undone."""

    taken_back: int


Event = Changed | Refused | Asked | HintGiven | WhyGiven | CheckGiven | Solved | PauseChanged | Lost


def run_now(_group: str, work: Callable[[IsCancelled], Iterable[T]], take: Callable[[T], None]) -> None:
    """Run work at once, in the same thread. An `Executor`."""
    for result in work(lambda: False):
        take(result)


def lost_text(event: Lost) -> str:
    """Return the sentences that tell of a loss."""
    count = event.taken_back
    undone = f" {plural(count, 'move')} could not be saved and {inflect(count, 'is', 'are')} undone." if count else ""
    return f"{READ_ONLY}{undone}"
