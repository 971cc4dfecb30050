"""Recordings of a game: a page to step through and show to others, and a ghost to race against.

Before the steps of a game become a ghost, they are replayed to check that they solve the puzzle.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from binairo_tui import pictures
from binairo_tui.engine import Puzzle, cancellation, wording
from binairo_tui.game import Step, review
from binairo_tui.game.history import History
from binairo_tui.player import coach, text
from binairo_tui.player.progress import Progress
from binairo_tui.store import errors, queries

YOUR_BEST, REPLAY = "Your best", "Replay"
"""Names of ghosts that are not named after a player."""


def recording(
    title: str,
    puzzle: Puzzle,
    steps: Sequence[Step],
    *,
    is_cancelled: cancellation.IsCancelled = cancellation.never,
) -> bytes:
    """Return the contents of an HTML file that shows a game step by step.

    `steps` must not contain undone steps. `is_cancelled` is called before each step. Raises CancelledError once it
    returns True.
    """
    history = History(puzzle, tuple(steps), len(steps))
    waited = {wait.number: wait.elapsed_ms for wait in review.waits(steps)}
    decided = {it.number: [coach.opening_text(it)] for it in coach.fills(puzzle, steps, is_cancelled=is_cancelled)}
    frames = []
    for number, position in enumerate(history.positions):
        heading, done, wait = step_sentences(puzzle, steps, number, waited.get(number, 0))
        said = " ".join(filter(None, [f"{done}.", wait, *decided.get(number, ())]))
        moves = steps[number - 1].moves if number else ()
        frames.append(pictures.page.Frame(heading, [said], position, [move.cell for move in moves]))
    ending = "Solved." if history.is_solved else "Not solved."
    return pictures.page.frames_page(title, puzzle, frames, ending).encode()


def step_sentences(puzzle: Puzzle, steps: Sequence[Step], number: int, waited_ms: int) -> tuple[str, str, str]:
    """Return a heading (0 is the start), what the step did, and a sentence about a long wait before it, or ''."""
    if number == 0:
        return f"Replay: {wording.plural(len(steps), 'step')}", text.puzzle_facts(puzzle), ""
    step = steps[number - 1]
    wait = f"After a wait of {text.clock_text(waited_ms)}." if waited_ms >= review.LEAST_WAIT_MS else ""
    return f"Step {number} of {len(steps)}, {text.clock_text(step.at_ms)}", review.step_text(puzzle, step), wait


class Ghost(NamedTuple):
    """A recorded game to race against; `name` is shown to the player."""

    name: str
    pace: review.Pace


def ghost_of(name: str, puzzle: Puzzle, steps: Sequence[Step]) -> Ghost | None:
    """Return the ghost of a game; None if its steps do not solve the puzzle. `steps` must not contain undone steps."""
    return Ghost(name, review.pace_of(puzzle, steps)) if review.is_solution(puzzle, steps) else None


def best_ghost(progress: Progress, puzzle: Puzzle) -> Ghost | None:
    """Return the ghost of the game in which the player solved a puzzle fastest; None if there is none."""
    progress.wait_for_saves()
    game_id = progress.read(queries.find_fastest_game, puzzle)
    if game_id is not None:
        with suppress(errors.StoreError, ValueError):  # the game is damaged, or was deleted a moment ago
            _, snapshot = progress.load(game_id)
            return ghost_of(YOUR_BEST, puzzle, snapshot.steps[: snapshot.head])
    return None
