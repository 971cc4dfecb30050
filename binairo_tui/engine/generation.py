"""New puzzles of a given size, rules and difficulty: a random full grid, then givens taken away.

A puzzle *keeps its word* if it has exactly one solution and the techniques up to its band are enough to find it.
Givens are taken away in random order, in groups that are halved where a group is too much, until none can go (in
symmetric puzzles: no orbit of cells that belong together). If the band below is then enough, too, the whole attempt
is thrown away: the generator may need many attempts, but it never lies.

The same request and seed give the same puzzle on every machine: all chance comes from `random.Random(seed).random()`,
which is specified to repeat, and nothing depends on memos or hash order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TypeVar

from binairo_tui.engine.band_solver import is_solvable_with
from binairo_tui.engine.bands import Band
from binairo_tui.engine.cancellation import CancelledError, IsCancelled, never
from binairo_tui.engine.geometry import CODES, ONE, ZERO, Cell, Position
from binairo_tui.engine.grading import Grade, grade
from binairo_tui.engine.propagation import propagator
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.request import Request, Symmetry
from binairo_tui.engine.search import has_unique_solution

_Item = TypeVar("_Item")

SIGN_SHARE = 0.2
"""The share of neighbouring pairs that get a sign in a Binairo+ puzzle."""
EXTRA_SHARE = 0.15
"""The share of the empty cells that get their givens back in a roomy puzzle, if the band allows."""


class GenerationError(ValueError):
    """No puzzle of this kind exists or was found; the text says what was tried."""


def generate(
    request: Request,
    *,
    seed: int,
    max_attempts: int = 2000,
    is_cancelled: IsCancelled = never,
    on_attempt: Callable[[int], None] = lambda _: None,
) -> Puzzle:
    """A puzzle with exactly one solution and exactly the band that is asked for.

    Raises GenerationError if no grid of this size exists, or if no attempt led to the band: some bands do not occur in
    some sizes. `on_attempt` is told the number of each attempt, from 1; `is_cancelled` is asked before each, and
    CancelledError follows if it says yes.
    """
    rng = Random(seed)
    empty = Puzzle(request.width, request.height, 0, unique_lines=request.unique_lines)
    for number in range(1, max_attempts + 1):
        if is_cancelled():
            raise CancelledError
        on_attempt(number)
        solution = random_solution(empty, rng)
        if solution is None:
            rule = " with unique lines" if request.unique_lines else ""
            raise GenerationError(f"no {request.width}x{request.height} grid{rule} exists")
        puzzle = _attempt(request, replace(empty, givens=solution), rng)
        if puzzle is not None:
            return puzzle
    band = request.band.title if request.band else "solvable"
    size = f"{request.width}x{request.height}"
    raise GenerationError(f"no {band} {size} puzzle in {max_attempts} attempts with seed {seed}")


def generate_graded(
    request: Request, *, seed: int, on_attempt: Callable[[int], None] = lambda _: None
) -> tuple[Puzzle, Grade]:
    """Return the puzzle that `generate` makes, and its grade."""
    puzzle = generate(request, seed=seed, on_attempt=on_attempt)
    return puzzle, grade(puzzle)


def remove_givens(full: Puzzle, rng: Random, keeps: Callable[[Puzzle], bool]) -> Puzzle:
    """The puzzle without all givens that can go, one by one in random order, while `keeps` says yes to what is left."""
    orbits = [(cell,) for cell in shuffled(full.geometry.cells(full.givens), rng)]
    return _reduce_orbits(full, orbits, 1, keeps)


def with_random_signs(full: Puzzle, rng: Random) -> Puzzle:
    """The puzzle of a full grid with signs that are true of it."""
    return replace(full, signs=_random_signs(full, rng))


def random_solution(puzzle: Puzzle, rng: Random, *, is_cancelled: IsCancelled = never) -> Position | None:
    """Return a solution found by setting cells in random order, or None if there is none. The choice is not uniform.

    Some orders make the search take hours, so it restarts with a new order and twice the node limit: it ends even where
    there is no solution. Raises CancelledError once `is_cancelled`, which is called at every node, returns True.
    """
    rules, board = propagator(puzzle), puzzle.geometry
    start = rules.start(puzzle.givens)
    node_limit = board.cell_count
    while True:
        order = shuffled(range(board.cell_count), rng)
        stack = [] if start is None else [start]
        for _ in range(node_limit):
            if is_cancelled():
                raise CancelledError
            if not stack:
                return None
            position = stack.pop()
            if board.is_full(position):
                return position
            cell = next(cell for cell in order if not position >> board.shifts[cell] & 0b11)
            codes = (CODES[ZERO], CODES[ONE])
            branches = [rules.assume(position, cell, code) for code in (codes if rng.random() < 0.5 else codes[::-1])]
            stack += [branch for branch in branches if branch is not None]
        node_limit *= 2


def _attempt(request: Request, full: Puzzle, rng: Random) -> Puzzle | None:
    """A puzzle of the request with the solution that `full` has as givens, or None if its band is too low."""
    if request.has_signs:
        full = with_random_signs(full, rng)
    meets_band = _meets_band(request.band)
    orbits = shuffled(_orbits(request), rng)
    puzzle = _reduce_orbits(full, orbits, max(1, len(orbits) // 8), meets_band)
    below = request.band is not None and request.band > min(Band) and Band(request.band - 1)
    if below and is_solvable_with(puzzle, below):
        return None
    if request.extra_givens:
        puzzle = _add_back(puzzle, full.givens, orbits, lambda other: not (below and is_solvable_with(other, below)))
    return puzzle if _has_band(puzzle, request.band) else None


def _has_band(puzzle: Puzzle, band: Band | None) -> bool:
    """Whether the grade says so, too. It may not in one of a thousand: see `band_solver`.

    Of the last band there is no doubt, as the techniques below it end where propagation ends.
    """
    return band is None or band is Band.EXTREME or grade(puzzle).band is band


def _meets_band(band: Band | None) -> Callable[[Puzzle], bool]:
    """Whether a puzzle keeps its word. The last band asks for no technique: what only search solves is in it."""
    if band is Band.EXTREME:
        return has_unique_solution
    wanted = Band.EXPERT if band is None else band
    return lambda puzzle: is_solvable_with(puzzle, wanted)


def _reduce_orbits(
    puzzle: Puzzle, orbits: Sequence[tuple[Cell, ...]], size: int, keeps: Callable[[Puzzle], bool]
) -> Puzzle:
    """The puzzle without all orbits that can go, tried in groups of `size`."""
    for start in range(0, len(orbits), size):
        group = orbits[start : start + size]
        taken = puzzle.geometry.mask([cell for orbit in group for cell in orbit])
        fewer = replace(puzzle, givens=puzzle.givens & ~taken)
        if keeps(fewer):
            puzzle = fewer
        elif size > 1:
            puzzle = _reduce_orbits(puzzle, group, (size + 1) // 2, keeps)
    return puzzle


def _add_back(
    puzzle: Puzzle, solution: Position, orbits: Sequence[tuple[Cell, ...]], is_hard_enough: Callable[[Puzzle], bool]
) -> Puzzle:
    """The puzzle with some givens back, as long as it stays hard enough."""
    wanted = int(EXTRA_SHARE * (puzzle.geometry.cell_count - puzzle.geometry.filled_count(puzzle.givens)))
    for orbit in orbits:
        back = solution & puzzle.geometry.mask(orbit) & ~puzzle.givens
        if back and back.bit_count() <= wanted:
            more = replace(puzzle, givens=puzzle.givens | back)
            if is_hard_enough(more):
                puzzle, wanted = more, wanted - back.bit_count()
    return puzzle


def _orbits(request: Request) -> list[tuple[Cell, ...]]:
    """The cells in groups that hold givens together or not at all."""
    width, height = request.width, request.height
    partner: Callable[[int, int], tuple[int, int]] = {
        Symmetry.NONE: lambda r, c: (r, c),
        Symmetry.HALF_TURN: lambda r, c: (height - 1 - r, width - 1 - c),
        Symmetry.LEFT_RIGHT: lambda r, c: (r, width - 1 - c),
        Symmetry.TOP_BOTTOM: lambda r, c: (height - 1 - r, c),
    }[request.symmetry]
    cells = [(r, c) for r in range(height) for c in range(width)]
    return sorted({tuple(sorted({r * width + c, a * width + b})) for r, c in cells for a, b in [partner(r, c)]})


def _random_signs(full: Puzzle, rng: Random) -> tuple[Sign, ...]:
    """Signs that are true of a full grid."""
    text = full.geometry.text(full.givens)
    pairs = [pair for cells in full.geometry.line_cells for pair in pairwise(cells)]
    return tuple(sorted(Sign(a, b, text[a] == text[b]) for a, b in pairs if rng.random() < SIGN_SHARE))


def shuffled(items: Sequence[_Item], rng: Random) -> list[_Item]:
    """The items in random order, the same on every machine; unlike that of `Random.shuffle` it is specified."""
    return [item for _, item in sorted((rng.random(), item) for item in items)]
