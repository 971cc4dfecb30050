"""The coach: which technique was open at each fill of a game, for how long, and where the player waited longest.

A value is open from the moment when a technique short of hypotheses fills its cell. Everything here may take seconds on
a large board, so call it in a background thread.
"""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, cell_name
from binairo_tui.engine.cancellation import CancelledError, never
from binairo_tui.game.review import BEYOND
from binairo_tui.player.text import clock_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from binairo_tui.engine import Cell, Position, Proof, Puzzle, Value
    from binairo_tui.engine.cancellation import IsCancelled
    from binairo_tui.game.steps import Step

LONGEST = 3
"""The number of longest waits that are shown."""
MAX_STEPS = 20
"""Limit on the steps of a proof that is shown for a wait."""


class Opening(NamedTuple):
    """The easiest technique that fills a cell, and the number and time of the step after which it first did."""

    technique: str
    number: int
    at_ms: int


class Fill(NamedTuple):
    """A cell that the player filled.

    `number` counts the steps from 1, `before` is the position before the step, and `waited_ms` the time since the
    player's fill before it. `opening` is None if no technique short of hypotheses filled the cell.
    """

    number: int
    cell: Cell
    value: Value
    before: Position
    waited_ms: int
    opening: Opening | None


class LongWait(NamedTuple):
    """A fill for which the player waited long, and the easiest proof of it; None if there is no short one."""

    fill: Fill
    proof: Proof | None


class Mastery(NamedTuple):
    """A technique, the number of fills for which it was the easiest, and the player's median wait for them."""

    technique: str
    fills: int
    median_ms: int


def fills(puzzle: Puzzle, steps: Sequence[Step], *, is_cancelled: IsCancelled = never) -> Iterator[Fill]:
    """Yield the cells that the player filled, in order. `steps` must not contain undone steps.

    Raises CancelledError once `is_cancelled`, called before each step, returns True.
    """
    from binairo_tui.game.steps import StepKind

    position, last_ms = puzzle.givens, 0
    openings: dict[tuple[Cell, Value], Opening] = {}
    geometry = puzzle.geometry
    for number, step in enumerate(steps, 1):
        if is_cancelled():
            raise CancelledError
        _renew(puzzle, position, openings, number - 1, steps[number - 2].at_ms if number > 1 else 0)
        for move in step.moves:
            if step.kind is StepKind.PLACE and move.old == EMPTY and move.new != EMPTY:
                waited = max(step.at_ms - last_ms, 0)
                opening = openings.get((move.cell, move.new))
                yield Fill(number, move.cell, move.new, position, waited, opening)
        for move in step.moves:
            position = geometry.place(position, move.cell, move.new)
        if any(move.old != move.new for move in step.moves):
            last_ms = max(step.at_ms, last_ms)


def longest_waits(puzzle: Puzzle, found: Iterable[Fill], count: int = LONGEST) -> tuple[LongWait, ...]:
    """Return the fills with the longest waits, longest first, each with the easiest proof at the time."""
    from binairo_tui.engine import find_violations, proof_of

    longest = sorted(found, key=lambda fill: -fill.waited_ms)[:count]
    return tuple(
        [
            LongWait(
                fill,
                None
                if find_violations(puzzle, fill.before)
                else proof_of(puzzle, fill.before, fill.cell, fill.value, MAX_STEPS),
            )
            for fill in longest
        ]
    )


def wait_text(puzzle: Puzzle, fill: Fill) -> str:
    """Return, for example: r3c4: open by gap counting since step 9; you took 0:42."""
    name, took = cell_name(fill.cell, puzzle.width), f"you took {clock_text(fill.waited_ms)}"
    if fill.opening is None:
        return f"{name}: not open by any simple technique; {took}."
    since = f"since step {fill.opening.number}" if fill.opening.number else "from the start"
    return f"{name}: open by {fill.opening.technique} {since}; {took}."


def masteries(games: Iterable[Iterable[Fill]]) -> tuple[Mastery, ...]:
    """Return the player's waits by technique, over the fills of several games; easiest techniques first."""
    from binairo_tui.engine.techniques.registry import TECHNIQUES

    waits: dict[str, list[int]] = defaultdict(list)
    for game in games:
        for fill in game:
            waits[fill.opening.technique if fill.opening else BEYOND].append(fill.waited_ms)
    names = [technique.name for technique in TECHNIQUES] + [BEYOND]
    return tuple([Mastery(name, len(waits[name]), int(median(waits[name]))) for name in names if waits[name]])


def _renew(
    puzzle: Puzzle, position: Position, openings: dict[tuple[Cell, Value], Opening], number: int, at_ms: int
) -> None:
    """Bring the openings up to date with a position: keep those that are still open, and add new ones."""
    # Imported here so that startup does not wait for the techniques.
    from binairo_tui.engine.techniques.base import View
    from binairo_tui.engine.techniques.registry import TECHNIQUES

    view = View(puzzle, position)
    now: dict[tuple[Cell, Value], str] = {}
    for technique in TECHNIQUES[:-2]:
        for deduction in technique.find(view):
            for fact in zip(deduction.cells, deduction.values, strict=True):
                now.setdefault(fact, technique.name)
    for fact in openings.keys() - now.keys():
        del openings[fact]
    for fact, name in now.items():
        before = openings.get(fact)
        openings[fact] = Opening(name, number, at_ms) if before is None else before._replace(technique=name)
