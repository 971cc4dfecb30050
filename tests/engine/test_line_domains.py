"""What propagation with domains fills, and its reasons."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, Puzzle, parse_puzzle
from binairo_tui.engine.axis import Axis
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.line_domains import Domains, LineDomains, line_domains
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.tracing import Trail
from tests import oracle
from tests.strategies import puzzles, to_puzzle


def values_of(puzzle: Puzzle, cells: Position) -> list[Position]:
    """Return the values of a position one by one."""
    return [code << shift for shift in puzzle.geometry.shifts if (code := cells >> shift & 0b11)]


def start(puzzle: Puzzle, position: Position) -> LineDomains:
    found = line_domains(propagator(puzzle), position)
    assert found is not None
    return found


def check_reasons(puzzle: Puzzle, started: LineDomains, first: Position, history: list[Domains], trail: Trail) -> None:
    """Check that the reasons of a trail force its cells in the first position, with no more values than needed."""
    for cells, before, axis, shift in trail:
        assert isinstance(axis, Axis)
        assert not cells & before
        for value in values_of(puzzle, cells) or [0]:
            reason = started.reason(axis, shift, history, before, value)
            assert reason & before == reason
            assert not reason & first
            follows = propagate(puzzle, first | reason)
            assert follows is None or (value and follows & value)
            for needed in [] if puzzle.unique_lines else values_of(puzzle, reason):
                i = axis.shifts.index(shift)
                forced = axis.tables[i][axis.state(i, first | reason ^ needed)]
                assert forced is not None
                assert not axis.to_position(i, forced.row) & value


def fill_at_random(puzzle: Puzzle, rng: Random) -> None:
    """Set values one by one, as a search does, and check what each of them forces."""
    first = propagate(puzzle)
    if first is None:
        return
    started, position = start(puzzle, first), first
    domains, history = started.first[:], [started.first]
    while not puzzle.geometry.is_full(position):
        empty = [cell for cell in range(puzzle.geometry.cell_count) if puzzle.geometry.value(position, cell) == EMPTY]
        placed = puzzle.geometry.place(position, rng.choice(empty), rng.choice((ZERO, ONE)))
        trail: Trail = []
        reached = started.trace(placed, placed ^ position, trail, domains)
        assert reached == propagate(puzzle, placed)
        check_reasons(puzzle, started, first, history, trail)
        if reached is None:
            assert trail[-1][0] == 0
            return
        assert domains == start(puzzle, reached).first
        position = reached
        history.append(domains[:])


@given(puzzles(), st.randoms(use_true_random=False))
def test_tracing_with_domains_reaches_the_fixpoint(board: oracle.Board, rng: Random) -> None:
    fill_at_random(to_puzzle(board), rng)


@pytest.mark.parametrize("size", [(8, 6), (6, 8), (7, 7), (10, 12)])
@given(st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_empty_boards_are_filled_with_reasons(size: tuple[int, int], unique_lines: bool, rng: Random) -> None:
    fill_at_random(Puzzle(*size, unique_lines=unique_lines), rng)


@pytest.mark.parametrize("givens", ["......", "0....1"])
def test_a_reason_names_the_full_line_that_must_differ_except_its_givens(givens: str) -> None:
    puzzle = parse_puzzle("6x6;" + givens + "." * 30)
    place = puzzle.geometry.position
    full = place("011001")
    similar = place("." * 18 + "01..01")
    first = puzzle.givens
    started, trail = start(puzzle, first), Trail()
    reached = started.trace(full | similar, (full | similar) ^ first, trail, started.first[:])
    assert reached == propagate(puzzle, full | similar)
    cells, before, axis, shift = next(entry for entry in trail if entry[0] & place("." * 20 + "01"))
    assert isinstance(axis, Axis)
    reason = started.reason(axis, shift, [started.first], before, cells)
    assert reason & full == full ^ first
    assert not reason & ~(full | similar)


def test_long_lines_have_no_domains() -> None:
    assert line_domains(propagator(Puzzle(26, 6)), 0) is None
    assert line_domains(propagator(Puzzle(6, 26)), 0) is None
