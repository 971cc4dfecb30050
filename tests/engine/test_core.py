"""The compiled core and the engine in Python give the same answers."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.counting import count_exactly
from binairo_tui.engine import Cell, Position, Puzzle, core, parse_puzzle
from binairo_tui.engine.band_solver import closure, is_solvable_with, is_solvable_with_triples
from binairo_tui.engine.bands import Band
from binairo_tui.engine.cancellation import never
from binairo_tui.engine.generation import GenerationError, generate, random_solution, with_random_signs
from binairo_tui.engine.geometry import CODES
from binairo_tui.engine.grading import GradingError, grade
from binairo_tui.engine.lines import line_table
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.puzzle import odd_mark, unchecked_puzzle
from binairo_tui.engine.request import Request
from binairo_tui.engine.rules import find_violations
from binairo_tui.engine.search import count_solutions, first_in_order, others, solutions
from binairo_tui.engine.symmetry import Symmetry
from binairo_tui.engine.techniques.hypothesis import refuted
from binairo_tui.engine.techniques.nested_hypothesis import Trials
from binairo_tui.engine.uniquify import make_unique
from tests import oracle
from tests.engine.test_generation import requests
from tests.strategies import open_boards, positions_of, puzzles, to_puzzle

T = TypeVar("T")

needs_core = pytest.mark.skipif(core.native is None, reason=core.core_reason())

SHAPES = (
    *[(size, size) for size in (2, 3, 5, 7, 8, 13, 14, 24, 25, 26, 32, 33, 39, 40)],
    *[(4, 6), (10, 8), (6, 14), (30, 8), (12, 40), (40, 34)],
)
"""(width, height): around 24 lines are long for the engine in Python, beyond 32 they take two words."""


@needs_core
@given(st.data(), puzzles())
def test_what_one_question_taught_does_not_change_the_answer_to_the_next(
    data: st.DataObject, board: oracle.Board
) -> None:
    puzzle = to_puzzle(board._replace(cells="." * len(board.cells)))
    grids = [puzzle.geometry.position(text) for text in oracle.all_solutions(board)]

    def extending(position: Position) -> list[Position]:
        return [grid for grid in grids if grid & position == position]

    texts = st.one_of(positions_of(board), *[st.sampled_from(list(map(puzzle.geometry.text, grids)))][: len(grids)])
    positions = [puzzle.geometry.position(text) for text in data.draw(st.lists(texts, min_size=1, max_size=9))]
    puzzle = puzzle.with_givens(positions.pop())
    first, other = others(puzzle, never)
    assert len(set(first)) == len(first) == min(2, len(extending(puzzle.givens)))
    assert {*first} <= {*extending(puzzle.givens)}
    for position in positions:
        expected = {*extending(position)} - {*first[:1]}
        assert other(position) in (expected or {0})


@contextmanager
def in_python() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "native", None)
        yield


def both(answer: Callable[[], T]) -> T:
    """The answer of the core, after it was compared with that of Python."""
    assert core.core_name() == "C"
    compiled = answer()
    with in_python():
        assert core.core_name() == "Python"
        expected = answer()
    assert compiled == expected
    return compiled


def any_puzzle(seed: int) -> Puzzle:
    """A puzzle of any shape, up to the largest: a solved grid with holes, and sometimes a few wrong values."""
    rng = Random(seed)
    width, height = SHAPES[int(rng.random() * len(SHAPES))]
    is_odd = width % 2 or height % 2
    puzzle = Puzzle(width, height, 0, unique_lines=rng.random() < 0.7, more_ones=not is_odd or rng.random() < 0.5)
    solution = random_solution(puzzle, rng)
    if solution is None:
        puzzle = replace(puzzle, unique_lines=False)
        solution = random_solution(puzzle, rng)
    assert solution is not None
    if rng.random() < 0.4:
        puzzle = with_random_signs(replace(puzzle, givens=solution), rng)
    kept, wrong = rng.random(), rng.random() * 0.02 * (rng.random() < 0.5)
    givens = 0
    for shift in puzzle.geometry.shifts:
        if rng.random() < kept:
            code = solution >> shift & 0b11
            givens |= (0b11 ^ code if rng.random() < wrong else code) << shift
    return replace(puzzle, givens=givens)


def test_the_engine_is_the_one_that_was_asked_for() -> None:
    """BINAIRO_EXPECT names the engine to test; without it, the tests would also pass if the core were not built."""
    expected = os.environ.get("BINAIRO_EXPECT", core.core_name())
    assert core.core_name() == expected, core.core_reason()


@pytest.mark.parametrize(("pure", "name"), [("1", "Python"), ("0", core.core_name()), ("", core.core_name())])
def test_the_core_can_be_switched_off(pure: str, name: str) -> None:
    code = "from binairo_tui.engine import core; print(core.core_name())"
    environment = {**os.environ, "BINAIRO_PURE": pure}
    if core.core_reason() == "BINAIRO_PURE is set" and pure != "1":
        pytest.skip("BINAIRO_PURE is set, so it is not known whether there is a compiled core")
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == name


@needs_core
@given(st.data(), puzzles())
def test_small_positions(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    position = puzzle.geometry.position(data.draw(positions_of(board)))
    check_position(puzzle, position)
    found = both(lambda: sorted(solutions(puzzle, position=position)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("binairo_tui.engine.search.DEAD_ENDS", -1)
        assert sorted(solutions(puzzle, position=position)) == found


@needs_core
@given(st.integers(0, 1 << 32))
def test_large_positions(seed: int) -> None:
    puzzle = any_puzzle(seed)
    check_position(puzzle, puzzle.givens)


def assume(puzzle: Puzzle, fixpoint: Position, cell: Cell, code: int) -> Position | None:
    return propagator(puzzle).assume(fixpoint, cell, code)


def check_position(puzzle: Puzzle, position: Position) -> None:
    fixpoint = both(lambda: propagate(puzzle, position))
    for band in Band:
        if band < Band.EXTREME:
            both(partial(closure, puzzle, band, position))
            both(partial(is_solvable_with, puzzle, band, position))
    both(partial(is_solvable_with_triples, puzzle.with_givens(position)))
    if fixpoint is not None:
        for shift in puzzle.geometry.shifts[:: 1 + len(puzzle.geometry.shifts) // 7]:
            cell = puzzle.geometry.shifts.index(shift)
            if not fixpoint >> shift & 0b11:
                for code in (CODES["0"], CODES["1"]):
                    both(partial(assume, puzzle, fixpoint, cell, code))


@needs_core
@given(st.data(), st.sampled_from((1, 2, 3, 6, 9, 14, 20, 24, 25, 33, 40)))
def test_lines(data: st.DataObject, length: int) -> None:
    """Any state of any line; where lines are long, mostly ones with few gaps."""
    alphabet = data.draw(st.sampled_from((".01", "01", "....01", "01010101.")))
    text = data.draw(st.text(st.sampled_from(alphabet), min_size=length, max_size=length))
    places = data.draw(st.lists(st.integers(0, max(length - 2, 0)), unique=True, max_size=3)) if length > 1 else []
    signs = tuple((place, data.draw(st.booleans())) for place in sorted(places))
    signs += odd_mark(length, data.draw(st.booleans()))
    lane = length + 2
    codes = {"0": 0b10, "1": 0b01, ".": 0b00}
    state = sum(codes[value] << 2 * place for place, value in enumerate(text))
    table = both(lambda: line_table(length, lane, signs)[state])
    if table is None:
        return
    count = both(lambda: line_table(length, lane, signs).count_of(state))
    if count <= 100:
        with in_python():
            every = line_table(length, lane, signs).completions(state)
        excluded = list(data.draw(st.lists(st.sampled_from(every), unique=True, max_size=4)))
        both(lambda: line_table(length, lane, signs).forced_excluding(state, excluded))


@needs_core
@given(puzzles())
def test_hypotheses_and_grades(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    both(lambda: list(refuted(puzzle, puzzle.givens)))
    fixpoint = propagate(puzzle)
    if fixpoint is not None:

        def nested() -> tuple[int | None, int]:
            trials = Trials(puzzle)
            return trials.rounds(fixpoint), trials.count

        both(nested)

    def graded() -> object:
        try:
            return grade(puzzle)
        except GradingError as error:
            return error.solution_count

    both(graded)


@needs_core
@given(st.sampled_from([(6, 6), (8, 10), (9, 9), (12, 12), (14, 14)]), st.integers(0, 1 << 32), st.booleans())
def test_the_band_of_the_path(shape: tuple[int, int], seed: int, unique_lines: bool) -> None:
    """Both for puzzles with many givens, which mostly need few techniques, and for puzzles with hardly enough."""
    rng = Random(seed)
    full = Puzzle(*shape, 0, unique_lines=unique_lines)
    solution = random_solution(full, rng)
    assert solution is not None
    kept = rng.random()
    puzzle = full.with_givens(
        sum(solution & 0b11 << shift for shift in full.geometry.shifts if rng.random() < 0.2 + 0.8 * kept)
    )
    compiled = propagator(puzzle).core
    assert compiled is not None
    try:
        band = grade(puzzle).band
    except GradingError:
        band = Band.EXTREME
    assert (compiled.path_band(puzzle.givens) or Band.EXTREME) == band


@needs_core
@given(st.sampled_from(SHAPES), st.integers(0, 1 << 32), st.booleans())
@settings(max_examples=4)
def test_a_random_solution_depends_on_the_seed_alone(shape: tuple[int, int], seed: int, unique_lines: bool) -> None:
    puzzle = Puzzle(*shape, 0, unique_lines=unique_lines)

    def drawn() -> object:
        rng = Random(seed)
        return random_solution(puzzle, rng), rng.random()

    both(drawn)


@needs_core
@pytest.mark.parametrize(
    "request_",
    [
        *[Request(8, 8, band) for band in Band],
        *[Request(12, 10, band) for band in list(Band)[:5]],
        Request(7, 7),
        Request(10, 10, Band.HARD, unique_lines=False),
        Request(9, 9, Band.EXPERT, more_ones=False),
        Request(7, 8, Band.HARD, more_ones=False, recipe=2),
        Request(8, 7, Band.EXTREME, more_ones=False),
        Request(5, 9, Band.MEDIUM, unique_lines=False, has_signs=True, more_ones=False, recipe=2),
        Request(8, 8, Band.MEDIUM, has_signs=True),
        Request(8, 8, Band.EASY, extra_givens=True),
        Request(14, 14, Band.HARD),
        Request(10, 6, Band.EXTREME, has_signs=True),
        Request(6, 10, Band.EXTREME, symmetry=Symmetry.HALF_TURN),
        Request(8, 10, Band.EXPERT, symmetry=Symmetry.LEFT_RIGHT, unique_lines=False),
        pytest.param(
            Request(10, 10, Band.EXPERT, symmetry=Symmetry.LEFT_RIGHT, unique_lines=False), marks=pytest.mark.ci
        ),
    ],
    ids=repr,
)
def test_a_seed_always_generates_the_same_puzzle(request_: Request) -> None:
    for seed in range(3):
        both(partial(generate, request_, seed=seed))


@needs_core
@given(requests(), st.integers(0, 1 << 40))
@settings(max_examples=20)
def test_both_engines_make_the_same_attempts(request: Request, seed: int) -> None:
    def attempts() -> str:
        try:
            return str(generate(request, seed=seed, max_attempts=3))
        except GenerationError as error:
            return str(error)

    both(attempts)


@needs_core
@given(puzzles(), st.integers(0, 100), st.booleans())
@settings(max_examples=40)
def test_a_seed_always_adds_the_same_givens(board: oracle.Board, seed: int, few: bool) -> None:
    puzzle = to_puzzle(board)
    if next(solutions(puzzle), None) is not None:
        both(lambda: make_unique(puzzle, seed=seed, few=few))
        both(lambda: first_in_order(puzzle))


@needs_core
@given(open_boards(), st.integers(1, 7), st.integers(1, 300))
@settings(max_examples=25)
def test_many_solutions_in_small_steps(board: oracle.Board, nodes: int, wanted: int) -> None:
    """The last rows are filled without propagation after many solutions; there, too, a search stops and goes on."""
    assert core.native is not None
    puzzle = to_puzzle(board)
    expected = oracle.all_solutions(board)
    native = core.native.board(puzzle.width, puzzle.height, puzzle.signs, puzzle.unique_lines, puzzle.more_ones)
    taking, counting = native.search(puzzle.givens, 12), native.search(puzzle.givens, 12)
    taken: list[Position] = []
    counted = 0
    while not taking.is_done or not counting.is_done:
        before = taking.nodes
        taken += taking.take(nodes, min(wanted, 256))
        assert taking.nodes <= before + nodes
        counted += counting.count(nodes, min(wanted, 256))
    assert sorted(map(puzzle.geometry.text, taken)) == expected
    assert counted == len(expected) == count_solutions(puzzle)


@needs_core
@pytest.mark.parametrize("size", [(6, 6), (6, 8), (8, 6), (5, 7), (7, 5), (4, 6), (2, 6)])
@pytest.mark.parametrize("unique_lines", [True, False])
@pytest.mark.parametrize("more_ones", [True, False])
def test_all_grids_are_listed_once(size: tuple[int, int], unique_lines: bool, more_ones: bool) -> None:
    empty = unchecked_puzzle(*size, 0, unique_lines=unique_lines, more_ones=more_ones)
    found = list(islice(solutions(empty), 60_000))
    assert len(set(found)) == len(found) == count_solutions(empty, 60_000)
    assert count_exactly(empty) == len(found) or len(found) == 60_000
    for position in found[::997]:
        assert not find_violations(empty, position)


@needs_core
def test_a_search_gives_up_at_its_limit_of_nodes() -> None:
    assert core.native is not None
    puzzle = parse_puzzle("10x10;" + "." * 100)
    search = core.native.board(10, 10, (), True, True).search(puzzle.givens, 12)
    assert (search.take(0, 5), search.nodes, search.is_done) == ([], 0, False)
    assert (search.take(3, 256), search.nodes, search.is_done) == ([], 3, False)
    assert len(search.take(10_000, 256)) == 256
    assert not search.is_done


@needs_core
def test_a_search_runs_beside_other_threads_but_in_one_thread_at_a_time() -> None:
    assert core.native is not None
    search = core.native.board(40, 40, (), True, True).search(0, 12)
    refused: list[RuntimeError] = []
    thread = threading.Thread(target=search.take, args=(3000, 256))
    thread.start()
    while thread.is_alive():
        try:
            search.take(0, 1)
        except RuntimeError as error:
            refused.append(error)
    thread.join()
    assert refused
    assert search.nodes


@needs_core
@pytest.mark.parametrize(
    ("misuse", "error"),
    [
        (lambda native: native.board(41, 4, (), True, True), ValueError),
        (lambda native: native.board(4, 0, (), True, True), ValueError),
        (lambda native: native.board(4, 4, ((0, 2, True),), True, True), ValueError),
        (lambda native: native.board(4, 4, ((3, 4, True),), True, True), ValueError),
        (lambda native: native.board(4, 4, ((12, 16, True),), True, True), ValueError),
        (lambda native: native.board(4, 4, (7,), True, True), TypeError),
        (lambda native: native.board(4, 4, 7, True, True), TypeError),
        (lambda native: native.board(4, 4, (), True, True).fixpoint("1"), TypeError),
        (lambda native: native.board(4, 4, (), True, True).fixpoint(), TypeError),
        (lambda native: native.board(4, 4, (), True, True).fixpoint(-1), OverflowError),
        (lambda native: native.board(4, 4, (), True, True).fixpoint(1 << 500), OverflowError),
        (lambda native: native.board(4, 4, (), True, True).fixpoint(1 << 8), ValueError),
        (lambda native: native.board(4, 4, (), True, True).closure(0, 6), ValueError),
        (lambda native: native.board(4, 4, (), True, True).exact(0, 1 << 90, 0), OverflowError),
        (lambda native: native.board(4, 4, (), True, True).search(0, 12).take(-1, 1), ValueError),
        (lambda native: native.board(4, 4, (), True, True).search(0, 12).take(1, 10**6), ValueError),
        (lambda native: native.board(4, 4, (), True, True).search(0, 12).count(1, 10**6), ValueError),
        (
            lambda native: native.board(2, 2, (), True, True).random_solution(0, [0, 1, 2, 2], 9, float, None),
            ValueError,
        ),
        (lambda native: native.board(2, 2, (), True, True).random_solution(0, [0, 1, 2], 9, float, None), ValueError),
        (lambda native: native.board(2, 2, (), True, True).random_solution(0, [0, 1, 2, 3], 9, str, None), TypeError),
        (lambda native: native.board(2, 2, (), True, True).random_solution(0, [0, 1, 2, 3], 9, float, len), TypeError),
        (lambda native: native.board(2, 2, (), True, True).remove_givens(0, [(4,)], 1, 2, float), ValueError),
        (
            lambda native: native.board(2, 2, (), True, True).remove_givens(0, [(0, 1), (2, 3, 1)], 1, 2, float),
            ValueError,
        ),
        (lambda native: native.board(2, 2, (), True, True).remove_givens(0, [()] * 5, 1, 2, float), ValueError),
        (lambda native: native.board(2, 2, (), True, True).remove_givens(0, [0], 1, 2, float), TypeError),
        (lambda native: native.board(2, 2, (), True, True).remove_givens(0, [(0,)], 0, 2, float), ValueError),
        (lambda native: native.board(2, 2, (), True, True).remove_givens(0, [(0,)], 1, 7, float), ValueError),
        (lambda native: native.board(2, 2, (), True, True).remove_givens(0, [(0,)], 1, 2, len), TypeError),
        (lambda native: native.board(2, 2, ((0, 1, True),), True, True).remove_givens(0, [], 1, 2, float), ValueError),
        (lambda native: native.seam(17, 1, (0, 1), ((0, 1),) * 2, ((0, 0),), True), ValueError),
        (lambda native: native.line(41, ()), ValueError),
        (lambda native: native.line(4, ((3, True),)), ValueError),
        (lambda native: native.line(4, ()).forced(1 << 8), ValueError),
        (lambda native: native.line(4, ()).forced_excluding(0, [1]), ValueError),
        (lambda native: native.line(4, ()).forced_excluding(0, [0b01011010] * 99), ValueError),
    ],
)
def test_misuse_is_refused(misuse: Callable[[object], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        misuse(core.native)


@needs_core
def test_a_cell_with_both_values_is_a_conflict() -> None:
    assert core.native is not None
    board = core.native.board(4, 4, (), True, True)
    assert board.fixpoint(0b11) is None
    assert board.closure(0b11, Band.GENTLE) is None
    assert (board.search(0b11, 12).take(9, 9), board.search(0b11, 12).is_done) == ([], True)
    assert core.native.line(4, ()).forced(0b11) == (0, 0)
