"""Generation: new puzzles with a given size, band and kind.

Givens are removed in random order from a random full grid. A puzzle *meets its band* if it has exactly one solution and
the techniques up to the band find it. Givens are removed in groups; a group that cannot be removed is halved. This
continues until no given can be removed. In symmetric puzzles, whole orbits are removed; an orbit is a set of cells
related by symmetry. If the techniques up to the next lower band also solve the resulting puzzle, the attempt is
discarded. So the generator may need many attempts.

The same request and seed give the same puzzle on every machine. All randomness comes from
`random.Random(seed).random()`, which is specified to be repeatable. Nothing depends on caches or hash order.

A recipe is a version of the generator. In recipe 1, Gentle means that pair, sandwich and sign solve the puzzle, and
Easy means that they do not. Since then, "last blank" has become a technique, so an Easy puzzle of recipe 1 may be
Gentle today. Recipe 1 does not know sign counting, so its Binairo+ puzzles may be easier today than their band. If the
request excludes techniques, recipe 1 may leave redundant givens in the puzzle. Otherwise, recipes 1 and 2 make the same
puzzles.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from random import Random
from typing import TypeVar

from binairo_tui.engine import band_solver, grading, propagation, search
from binairo_tui.engine.bands import Band
from binairo_tui.engine.cancellation import IsCancelled, check, never
from binairo_tui.engine.geometry import CODES, ONE, ZERO, Cell, Position
from binairo_tui.engine.puzzle import Puzzle, Sign, check_limit, check_seed, check_type
from binairo_tui.engine.request import Request
from binairo_tui.engine.symmetry import Symmetry
from binairo_tui.engine.techniques import registry

_Item = TypeVar("_Item")

SIGN_SHARE = 0.2
"""The probability that a pair of neighbouring cells gets a sign in a Binairo+ puzzle."""
EXTRA_SHARE = 0.15
"""If extra givens are requested, this share of the empty cells get their givens back, unless the band would change."""


class GenerationError(ValueError):
    """No puzzle of this kind exists, or none was found. The message describes what was tried.

    >>> generate(Request(2, 4), seed=1)
    Traceback (most recent call last):
    binairo_tui.engine.generation.GenerationError: no 2x4 grid with unique lines exists
    """


def generate(
    request: Request,
    *,
    seed: int,
    max_attempts: int = 2000,
    is_cancelled: IsCancelled = never,
    on_attempt: Callable[[int], None] = lambda _: None,
) -> Puzzle:
    """Return a puzzle of the requested kind with exactly one solution.

    The recipe of the request defines which puzzles are in a band. `on_attempt` is called with the number of each
    attempt, counted from 1. Raises GenerationError if no grid of this size exists, or if `max_attempts` attempts yield
    no such puzzle. (For some sizes, there are no puzzles in some bands.) Raises CancelledError once `is_cancelled`
    returns True.

    >>> generate(Request(6, 6, Band.HARD), seed=1)
    parse_puzzle('6x6;1.1...............1.....11.........0')
    """
    check_type("request", request, Request, "a Request")
    check_seed(seed)
    rng = Random(seed)
    empty = Puzzle(request.width, request.height, unique_lines=request.unique_lines, more_ones=request.more_ones)
    check_limit("max_attempts", max_attempts)
    for number in range(1, max_attempts + 1):
        check(is_cancelled)
        on_attempt(number)
        solution = _random_grid(empty, rng, is_cancelled)
        if puzzle := _attempt(request, empty.with_givens(solution), rng, is_cancelled):
            return puzzle
    raise GenerationError(f"no {kind_text(request)} was found in {max_attempts} attempts with seed {seed}")


def random_grid(
    width: int,
    height: int,
    *,
    seed: int,
    unique_lines: bool = True,
    more_ones: bool = True,
    is_cancelled: IsCancelled = never,
) -> Position:
    """Return a random full grid that obeys the rules. The same seed gives the same grid on every machine.

    Some grids are more likely than others. `binairo_tui.counting.grids` draws all grids with the same probability.
    Raises GenerationError if there is no grid of this size, and CancelledError once `is_cancelled` returns True.

    >>> print(format_position(Puzzle(4, 4), random_grid(4, 4, seed=1)))
    1001
    0110
    0011
    1100
    """
    check_seed(seed)
    empty = Puzzle(width, height, unique_lines=unique_lines, more_ones=more_ones)
    return _random_grid(empty, Random(seed), is_cancelled)


def _random_grid(empty: Puzzle, rng: Random, is_cancelled: IsCancelled) -> Position:
    """Return a random solution of an empty board. Raises GenerationError if the board has no solution."""
    solution = random_solution(empty, rng, is_cancelled=is_cancelled)
    if solution is None:
        rule = " with unique lines" if empty.unique_lines else ""
        raise GenerationError(f"no {empty.width}x{empty.height} grid{rule} exists")
    return solution


def kind_text(request: Request) -> str:
    """Return the kind of puzzle in words, for example `Hard 8x8 puzzle that needs 'gap counting'`."""
    rule = "" if request.unique_lines else " with lines that may repeat"
    rule += "" if request.more_ones else " with one more 0 or one more 1 in odd lines"
    band = request.band.title if request.band else "solvable"
    signs = " with signs" if request.has_signs else ""
    techniques = [f"needs {name!r}" for name in request.needs] + [f"does not need {name!r}" for name in request.without]
    which = f" that {' and '.join(techniques)}" if techniques else ""
    return f"{band} {request.width}x{request.height} puzzle{signs}{rule}{which}"


def with_random_signs(full: Puzzle, rng: Random) -> Puzzle:
    """Return `full`, a puzzle without blanks, with random signs that its values obey."""
    text = full.geometry.text(full.givens)
    pairs = [pair for cells in full.geometry.line_cells for pair in pairwise(cells)]
    signs = sorted(Sign(a, b, text[a] == text[b]) for a, b in pairs if rng.random() < SIGN_SHARE)
    return replace(full, signs=tuple(signs))


def random_solution(puzzle: Puzzle, rng: Random, *, is_cancelled: IsCancelled = never) -> Position | None:
    """Return a solution found by setting cells in random order, or None if there is none. The choice is not uniform.

    With some orders, the search would take hours. Therefore the search has a node limit. When it reaches the limit,
    it restarts with a new order and twice the limit. The search terminates even if there is no solution. Raises
    CancelledError once `is_cancelled`, which is called at every node, returns True.
    """
    start = propagation.search_start(puzzle, puzzle.givens)
    if start is None:
        return None
    rules, board = propagation.propagator(puzzle), puzzle.geometry
    node_limit = board.cell_count
    if rules.core is not None:
        check_node = None if is_cancelled is never else partial(check, is_cancelled)
        while True:
            order = shuffled(range(board.cell_count), rng)
            found = rules.core.random_solution(puzzle.givens, order, node_limit, rng.random, check_node)
            if found != 0:  # 0 means that the node limit was reached
                return found
            node_limit *= 2
    while True:
        order, stack = shuffled(range(board.cell_count), rng), [start]
        for _ in range(node_limit):
            check(is_cancelled)
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


def _attempt(request: Request, full: Puzzle, rng: Random, is_cancelled: IsCancelled) -> Puzzle | None:
    """Return a puzzle as requested with the solution `full`, or None if this attempt does not yield such a puzzle."""
    if request.has_signs:
        full = with_random_signs(full, rng)
    orbits = shuffled(_orbits(request.width, request.height, request.symmetry), rng)
    puzzle = _reduced(request, full, orbits, is_cancelled)
    if _is_too_easy(puzzle, request, is_cancelled):
        return None
    if request.extra_givens:
        puzzle = _add_back(puzzle, full.givens, orbits, lambda it: not _is_too_easy(it, request, is_cancelled))
    return (
        puzzle if _has_band(puzzle, request, is_cancelled) and _has_techniques(puzzle, request, is_cancelled) else None
    )


def _reduced(request: Request, full: Puzzle, orbits: Sequence[tuple[Cell, ...]], is_cancelled: IsCancelled) -> Puzzle:
    """Return the puzzle after trying to remove the givens of each orbit in order; the puzzle must keep its band."""
    size = max(1, len(orbits) // 8)
    band = Band.EXPERT if request.band is None else request.band
    core = None if request.without else band_solver.core_for(full, band, request.recipe)
    if band is Band.EXTREME and not request.without:
        core = propagation.propagator(full).core  # no techniques are needed for EXTREME, so signs do not matter
    if core is None:
        keeps = partial(_meets_band, request=request, band=band, is_cancelled=is_cancelled)
        before, puzzle = full, _reduce_orbits(full, orbits, size, keeps)
        # With fewer givens, the path may not need a technique that it needed before. So kept groups are tried again.
        while request.without and request.recipe > 1 and puzzle != before:
            before, puzzle = puzzle, _reduce_orbits(puzzle, orbits, 1, keeps)
        return puzzle
    is_old_gentle = request.recipe == 1 and band is Band.GENTLE
    code = band_solver.TRIPLES if is_old_gentle else band
    return full.with_givens(core.remove_givens(full.givens, orbits, size, code, partial(check, is_cancelled)))


def _has_band(puzzle: Puzzle, request: Request, is_cancelled: IsCancelled) -> bool:
    """Return whether the grade confirms the band. For one puzzle in a thousand, it does not (see `band_solver`).

    EXTREME needs no confirmation: in any order, the techniques of lower bands together fill the same cells as
    propagation.
    """
    if request.band is None or request.band is Band.EXTREME:
        return True
    core = band_solver.core_for(puzzle, Band.EXPERT, request.recipe)
    band = (
        _published_grade(puzzle, request.recipe, is_cancelled).band if core is None else core.path_band(puzzle.givens)
    )
    return band == request.band or (request.recipe == 1 and request.band is Band.EASY and band == Band.GENTLE)


def _has_techniques(puzzle: Puzzle, request: Request, is_cancelled: IsCancelled) -> bool:
    if not request.needs and not request.without:
        return True
    used = _published_grade(puzzle, request.recipe, is_cancelled).techniques.keys()
    return used >= set(request.needs) and used.isdisjoint(request.without)


def _published_grade(puzzle: Puzzle, recipe: int, is_cancelled: IsCancelled) -> grading.Grade:
    """Return the grade by the techniques that a recipe knows. Without newer techniques, a seed keeps its puzzle."""
    return grading.grade(puzzle, is_cancelled=is_cancelled, techniques=registry.of_recipe(recipe))


def _meets_band(puzzle: Puzzle, request: Request, band: Band, is_cancelled: IsCancelled) -> bool:
    """Return whether the techniques up to a band solve a puzzle, and the easiest path uses none in `without`."""
    if not _is_solvable(puzzle, request, band, is_cancelled):
        return False
    if not request.without:
        return True
    return _published_grade(puzzle, request.recipe, is_cancelled).techniques.keys().isdisjoint(request.without)


def _is_too_easy(puzzle: Puzzle, request: Request, is_cancelled: IsCancelled) -> bool:
    if request.band is None or request.band is min(Band):
        return False
    return _is_solvable(puzzle, request, Band(request.band - 1), is_cancelled)


def _is_solvable(puzzle: Puzzle, request: Request, band: Band, is_cancelled: IsCancelled) -> bool:
    """For EXTREME, return whether there is exactly one solution; else, whether the recipe's techniques find it."""
    check(is_cancelled)
    if band is Band.EXTREME:
        return search.has_unique_solution(puzzle, is_cancelled=is_cancelled)
    if request.recipe == 1 and band is Band.GENTLE:
        return band_solver.is_solvable_with_triples(puzzle)
    return band_solver.is_solvable_with(puzzle, band, recipe=request.recipe)


def _reduce_orbits(
    puzzle: Puzzle, orbits: Sequence[tuple[Cell, ...]], size: int, keeps: Callable[[Puzzle], bool]
) -> Puzzle:
    """Return the puzzle without the givens of the orbits (cells related by symmetry) that can be removed.

    Orbits are removed in groups, of `size` orbits at first. A group can be removed if `keeps` returns True for the
    puzzle without it.
    """
    for start in range(0, len(orbits), size):
        group = orbits[start : start + size]
        taken = puzzle.geometry.mask([cell for orbit in group for cell in orbit])
        fewer = puzzle.with_givens(puzzle.givens & ~taken)
        if keeps(fewer):
            puzzle = fewer
        elif size > 1:
            puzzle = _reduce_orbits(puzzle, group, (size + 1) // 2, keeps)
    return puzzle


def _add_back(
    puzzle: Puzzle, solution: Position, orbits: Sequence[tuple[Cell, ...]], is_hard_enough: Callable[[Puzzle], bool]
) -> Puzzle:
    wanted = int(EXTRA_SHARE * (puzzle.geometry.cell_count - puzzle.given_count))
    for orbit in orbits:
        back = solution & puzzle.geometry.mask(orbit) & ~puzzle.givens
        if back and back.bit_count() <= wanted:
            more = puzzle.with_givens(puzzle.givens | back)
            if is_hard_enough(more):
                puzzle, wanted = more, wanted - back.bit_count()
    return puzzle


@lru_cache(maxsize=4)
def _orbits(width: int, height: int, symmetry: Symmetry) -> list[tuple[Cell, ...]]:
    """Return the orbits of the symmetry: groups of cells that are either all givens or all empty."""
    return sorted({tuple(sorted(set(pair))) for pair in enumerate(symmetry.sources(width, height))})


def shuffled(items: Sequence[_Item], rng: Random) -> list[_Item]:
    """Unlike `Random.shuffle`, this function gives the same order in every Python version."""
    random = rng.random
    return [item for _, item in sorted([(random(), item) for item in items])]
