"""The coach: says which technique could fill each cell, from which step on, and where the player waited longest.

The value of a cell is called open as soon as any technique other than a hypothesis can fill the cell. Everything here
may take seconds on a large board, so call it in a background thread.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_
from statistics import median
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import EMPTY, Band, Cell, Position, Puzzle, Value
from binairo_tui.game import Step, StepKind, review
from binairo_tui.player.text import clock_text
from binairo_tui.store import errors, practice, saves

LONGEST = 3
DRILLS = 3
RECENT = 12
"""A technique's usual wait and its trend are computed from at most this many games: the latest with the technique."""
LATEST_GAMES = 20
"""To find masteries, at most this many of the latest solves are analysed: those without practice records."""
FORGOTTEN_MS = 60_000
"""A technique for which the player usually waits longer than this, in milliseconds, counts as forgotten."""
_DEEPER = {StepKind.BRANCH: 1, StepKind.DROP: -1, StepKind.KEEP: -1}
"""Maps kinds of steps to the change in the number of open what-if branches."""
MAX_STEPS = 20
"""A proof that is shown for a wait has at most this many steps."""


class OpenedValue(NamedTuple):
    """The easiest technique for a cell when the player filled it, and the step from which on the cell was open.

    `number` is the number of this step; 0 is the start. After this step, at least one technique could fill the cell,
    but perhaps not yet `technique`.
    """

    technique: str
    number: int

    @property
    def since(self) -> str:
        return f"from step {self.number} on" if self.number else "from the start"


class Fill(NamedTuple):
    """A cell that the player filled.

    `number` is the number of the step, counted from 1, and `before` is the position before the step. `waited_ms` is the
    time in ms since the last step that changed a cell. `right` is the cell's value in the puzzle's only solution, or
    `value` if the right value is not known, or if the cell was filled in a what-if branch. `opening` says how `right`
    could be filled in. It is None if only a hypothesis, or no technique at all, could do that.
    """

    number: int
    cell: Cell
    value: Value
    right: Value
    before: Position
    waited_ms: int
    opening: OpenedValue | None


class SlowCell(NamedTuple):
    """A drill about a cell that the player filled in a game after a wait of `waited_ms`."""

    drill: engine.drills.Drill
    waited_ms: int


class Mastery(NamedTuple):
    """How quickly the player uses a technique in solved games.

    `cells` is the number of cells for which the technique was the easiest, and `games` is the number of games with
    such cells. `trend` lists the median wait, in ms, in each of the last `RECENT` of these games, oldest first;
    `usual_ms` is the median of `trend`.
    """

    technique: str
    cells: int
    games: int
    usual_ms: int
    trend: tuple[int, ...]


def fills(
    puzzle: Puzzle, steps: Sequence[Step], *, is_cancelled: engine.cancellation.IsCancelled = engine.cancellation.never
) -> Iterator[Fill]:
    """Yield the cells that the player filled, in order. `steps` must not contain undone steps.

    `is_cancelled` is called before each step. Raises CancelledError once it returns True.
    """
    position, last_ms, depth = puzzle.givens, 0, 0
    geometry, solution = puzzle.geometry, engine.position_check.solution_info(puzzle).only_solution
    opened: list[Position] = []  # all values that were open before each step
    for number, step in enumerate(steps, 1):
        if is_cancelled():
            raise engine.CancelledError
        depth = 0 if step.kind is StepKind.RESTART else depth + _DEEPER.get(step.kind, 0)
        by_technique = _open_by_technique(puzzle, position)
        opened.append(reduce(or_, by_technique.values()))
        for move in step.moves:
            if step.kind is StepKind.PLACE and move.old == EMPTY and move.new != EMPTY:
                waited = max(step.at_ms - last_ms, 0)
                right = move.new if solution is None or depth else geometry.value(solution, move.cell)
                bit = geometry.place(0, move.cell, right)
                technique = next((name for name, filled in by_technique.items() if filled & bit), None)
                opening = _opened_value(technique, bit, opened) if technique else None
                yield Fill(number, move.cell, move.new, right, position, waited, opening)
        for move in step.moves:
            position = geometry.place(position, move.cell, move.new)
        if any(move.old != move.new for move in step.moves):
            last_ms = max(step.at_ms, last_ms)


def easiest_proof(puzzle: Puzzle, fill: Fill) -> engine.Proof | None:
    """Return a proof by the easiest technique that works just before `fill`, whichever cell it fills."""
    if engine.find_violations(puzzle, fill.before):
        return None
    return engine.next_proof(puzzle, fill.before, engine.Nearness(fill.cell), hardest=Band.EXPERT)


def longest_waits(found: Iterable[Fill]) -> tuple[Fill, ...]:
    """Return at most `LONGEST` fills of different cells with waits of at least `LEAST_WAIT_MS`, longest first."""
    waits: dict[Cell, Fill] = {}
    for fill in sorted(found, key=lambda it: -it.waited_ms):
        if fill.waited_ms >= review.LEAST_WAIT_MS:
            waits.setdefault(fill.cell, fill)
    return tuple(waits.values())[:LONGEST]


def wait_proof(puzzle: Puzzle, fill: Fill) -> engine.Proof | None:
    """Return the easiest proof of the right value; None if it has over `MAX_STEPS` steps, or a rule was broken."""
    if engine.find_violations(puzzle, fill.before):
        return None
    return engine.proof_of(puzzle, fill.before, fill.cell, fill.right, MAX_STEPS)


def slow_cells(puzzle: Puzzle, solution: Position, fills: Iterable[Fill]) -> tuple[SlowCell, ...]:
    """Return at most `DRILLS` drills about the cells that took the player longest in a solved game.

    Cells that only a hypothesis or a long chain decided are left out. So are cells that got a wrong value, or were
    filled while another cell had a wrong value.
    """
    found: list[SlowCell] = []
    for fill in sorted(fills, key=lambda it: -it.waited_ms):
        is_sound = fill.before & solution == fill.before and puzzle.geometry.value(solution, fill.cell) == fill.value
        if not is_sound or fill.opening is None or any(it.drill.cell == fill.cell for it in found):
            continue
        drill = engine.drills.Drill(
            fill.opening.technique, puzzle.with_givens(fill.before), {fill.cell: fill.value}, fill.cell
        )
        if len(drill.easiest_proof().because_signs) <= engine.drills.MAX_STEPS:
            found.append(SlowCell(drill, fill.waited_ms))
        if len(found) == DRILLS:
            break
    return tuple(found)


def wait_text(puzzle: Puzzle, fill: Fill) -> str:
    """Return a sentence that says how long a fill took, which technique could fill the cell, and from which step on."""
    took = f"{engine.cell_name(fill.cell, puzzle.width)} took {clock_text(fill.waited_ms)}"
    if fill.value != fill.right:
        took += f", and {fill.value} was wrong"
    if fill.opening is None:
        return f"{took}; no simple technique could fill it then."
    return f'{took}; it could be filled {fill.opening.since} ("{fill.opening.technique}").'


def opening_text(fill: Fill) -> str:
    """Return sentences that say which technique could fill a cell, from which step on, and if the value was wrong."""
    wrong = f"{fill.value} was wrong here. " if fill.value != fill.right else ""
    if fill.opening is None:
        return f"{wrong}No simple technique could fill this cell yet."
    technique = fill.opening.technique.capitalize()
    return f'{wrong}"{technique}" fills in {fill.right} here; the cell could be filled {fill.opening.since}.'


def masteries(records: Iterable[practice.PracticeRecord]) -> tuple[Mastery, ...]:
    """The easiest technique comes first, and `BEYOND` last. `records` are those of games, oldest first."""
    by_technique: dict[str, list[practice.PracticeRecord]] = defaultdict(list)
    for record in records:
        if record.fills:
            by_technique[record.technique].append(record)
    return tuple(
        [
            _mastery(name, by_technique[name])
            for name in (*[technique.name for technique in engine.techniques.registry.TECHNIQUES], review.BEYOND)
            if by_technique[name]
        ]
    )


def _mastery(technique: str, records: Sequence[practice.PracticeRecord]) -> Mastery:
    waits = [it.wait_ms for it in records]
    cells = sum(it.fills for it in records)
    return Mastery(technique, cells, len(waits), int(median(waits[-RECENT:])), tuple(waits[-RECENT:]))


def read_masteries(connection: sqlite3.Connection) -> tuple[Mastery, ...]:
    """Return the player's masteries, including the latest `LATEST_GAMES` solves. Raises StoreError."""
    records = practice.read_game_practice(connection)
    for game_id, solved_utc in practice.games_without_practice(connection, LATEST_GAMES):
        with suppress(errors.DamagedGameError, errors.NoSuchGameError):
            game = saves.load_game(connection, game_id)
            records += game_records(game_id, game.puzzle, game.progress.steps[: game.progress.head], solved_utc * 1000)
    return masteries(records)


def game_records(game_id: str, puzzle: Puzzle, steps: Sequence[Step], at_ms: int) -> list[practice.PracticeRecord]:
    """Return practice records of the techniques in a solved game. The `card` of each record is empty.

    `at_ms` is the time at which the game was solved, in ms since 1970. A technique counts as used correctly if its
    median wait is at most `FORGOTTEN_MS`. The last record is about the cells that no simple technique fills. Even if
    there are no such cells, the record is there to mark the game as analysed.
    """
    found = usual_waits(fills(puzzle, steps))
    beyond = found.pop(review.BEYOND, (0, 0))
    return [
        practice.game_record(
            name, at_ms, game_id=game_id, is_right=wait_ms <= FORGOTTEN_MS, fills=cells, wait_ms=wait_ms
        )
        for name, (cells, wait_ms) in [*found.items(), (review.BEYOND, beyond)]
    ]


def usual_waits(found: Iterable[Fill]) -> dict[str, tuple[int, int]]:
    """Map each technique, or `BEYOND`, to the number of its right fills and their median wait in ms."""
    waits: dict[str, list[int]] = defaultdict(list)
    for fill in found:
        if fill.value == fill.right:
            waits[fill.opening.technique if fill.opening else review.BEYOND].append(fill.waited_ms)
    return {technique: (len(times), int(median(times))) for technique, times in waits.items()}


def _open_by_technique(puzzle: Puzzle, position: Position) -> dict[str, Position]:
    view = engine.techniques.base.View(puzzle, position)
    return {
        technique.name: technique.filled(view, view.open_lines) & ~position
        for technique in engine.techniques.registry.TECHNIQUES
        if engine.bands.BAND_OF[technique.name] < Band.EXTREME
    }


def _opened_value(technique: str, bit: Position, opened: Sequence[Position]) -> OpenedValue:
    """Return the step from which on the value `bit` was open. `opened` holds the open values before each step."""
    since = len(opened) - 1
    while since and opened[since - 1] & bit:
        since -= 1
    return OpenedValue(technique, since)
