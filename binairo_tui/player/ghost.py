"""Ghosts: recorded games to race against.

Recorded steps of a game are replayed to check that they solve the puzzle.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.game.review import Pace, is_solution, pace_of
from binairo_tui.game.steps import Step
from binairo_tui.player.progress import Progress
from binairo_tui.store import errors, queries

YOUR_BEST, REPLAY = "Your best", "Replay"
"""Names of ghosts that are not named after a player."""


class Ghost(NamedTuple):
    """A recorded game to race against. `name` is shown to the player; `steps` is empty if only the pace is known."""

    name: str
    pace: Pace
    steps: tuple[Step, ...] = ()


def ghost_of(name: str, puzzle: Puzzle, steps: Sequence[Step]) -> Ghost | None:
    """Return the ghost of a game; None if its steps do not solve the puzzle. `steps` must not contain undone steps."""
    return Ghost(name, pace_of(puzzle, steps), tuple(steps)) if is_solution(puzzle, steps) else None


def best_ghost(progress: Progress, puzzle: Puzzle) -> Ghost | None:
    """Return the ghost of the game in which the player solved a puzzle fastest; None if there is none."""
    progress.wait_for_saves()
    game_id = progress.read(queries.find_fastest_game, puzzle)
    if game_id is not None:
        with suppress(errors.StoreError, ValueError):  # the game is damaged, or was deleted a moment ago
            _, snapshot = progress.load(game_id)
            return ghost_of(YOUR_BEST, puzzle, snapshot.steps[: snapshot.head])
    return None
