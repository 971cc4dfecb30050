"""What propagation with domains fills, and its reasons."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, Puzzle, parse_puzzle
from binairo_tui.engine.axis import Axis
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.line_domains import LineDomains, line_domains
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.tracing import Trail
from tests import oracle
from tests.strategies import puzzles, to_puzzle


def values_of(puzzle: Puzzle, cells: Position) -> list[Position]:
    """Return the values of a position one by one."""
    return [code << shift for shift in puzzle.geometry.shifts if (code := cells >> shift & 0b11)]


def keeper(puzzle: Puzzle) -> LineDomains:
    found = line_domains(puzzle.geometry)
    assert found is not None
    return found


def check_reasons(puzzle: Puzzle, history: list[Position], trail: Trail, domains: list[int]) -> None:
    """Check that the reasons of a trail force its cells in the first position, with no more values than needed."""
    start = history[0]
    for cells, before, axis, shift in trail:
        assert isinstance(axis, Axis)
        for value in values_of(puzzle, cells) or [0]:
            i = axis.shifts.index(shift)
            reason = keeper(puzzle).reason(axis, i, [*history, before], value, domains)
            assert reason & before == reason
            assert not reason & start
            follows = propagate(puzzle, start | reason)
            assert follows is None or (value and follows & value)
            for needed in [] if puzzle.unique_lines else values_of(puzzle, reason):
                forced = axis.tables[i][axis.state(i, start | reason ^ needed)]
                assert forced is not None
                assert not axis.to_position(i, forced.row) & value


def fill_at_random(puzzle: Puzzle, rng: Random) -> None:
    """Set values one by one, as a search does, and check what each of them forces."""
    rules = propagator(puzzle)
    position = propagate(puzzle)
    if position is None:
        return
    domains = keeper(puzzle).start(rules, position)
    first, history = domains[:], [position]
    while not puzzle.geometry.is_full(position):
        empty = [cell for cell in range(puzzle.geometry.cell_count) if puzzle.geometry.value(position, cell) == EMPTY]
        placed = puzzle.geometry.place(position, rng.choice(empty), rng.choice((ZERO, ONE)))
        trail: Trail = []
        reached = keeper(puzzle).trace(rules, placed, placed ^ position, trail, domains)
        assert reached == propagate(puzzle, placed)
        check_reasons(puzzle, history, trail, first)
        if reached is None:
            assert trail[-1][0] == 0
            return
        assert domains == keeper(puzzle).start(rules, reached)
        position = reached
        history.append(position)


@given(puzzles(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_tracing_with_domains_reaches_the_fixpoint(board: oracle.Board, rng: Random) -> None:
    fill_at_random(to_puzzle(board), rng)


@pytest.mark.parametrize("size", [(8, 6), (6, 8), (7, 7), (10, 12)])
@given(st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_empty_boards_are_filled_with_reasons(size: tuple[int, int], unique_lines: bool, rng: Random) -> None:
    fill_at_random(Puzzle(*size, unique_lines=unique_lines), rng)


@pytest.mark.parametrize("givens", ["......", "0....1"])
def test_a_reason_names_the_full_line_that_must_differ_except_its_givens(givens: str) -> None:
    puzzle = parse_puzzle("6x6;" + givens + "." * 30)
    place = puzzle.geometry.position
    full = place("011001")
    similar = place("." * 18 + "01..01")
    rules, trail = propagator(puzzle), Trail()
    start = puzzle.givens
    first = keeper(puzzle).start(rules, start)
    reached = keeper(puzzle).trace(rules, full | similar, (full | similar) ^ start, trail, first[:])
    assert reached == propagate(puzzle, full | similar)
    cells, before, _, _ = next(entry for entry in trail if entry[0] & place("." * 20 + "01"))
    reason = keeper(puzzle).reason(rules.rows, 3, [start, before], cells, first)
    assert reason & full == full ^ start
    assert not reason & ~(full | similar)


def test_long_lines_have_no_domains() -> None:
    assert line_domains(Puzzle(22, 6).geometry) is None
    assert line_domains(Puzzle(6, 22).geometry) is None
