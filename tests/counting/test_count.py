from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.counting.column_sums import ColumnSums
from binairo_tui.counting.count import CountJob, LineRule, TooManyGridsError, Unit, count_exactly, count_job, plan_count
from binairo_tui.counting.joiner import Joiner
from binairo_tui.counting.seam import Seam
from binairo_tui.engine import Puzzle, Symmetry, parse_puzzle, transformed
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.puzzle import unchecked_puzzle
from binairo_tui.engine.search import count_solutions
from tests.corpus import records
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles, to_board, to_puzzle

# (width, height): grids with unique lines (OEIS A253316 for squares), with unique rows only, with lines that may repeat
TABLE = {
    (2, 2): (2, 2, 2),
    (4, 4): (72, 72, 90),
    (6, 6): (4140, 5868, 11222),
    (8, 8): (4111116, 6417612, 12413918),
    (4, 6): (96, 96, 642),
    (6, 8): (51744, 54048, 229798),
    (6, 10): (392208, 392208, 4996560),
    (2, 4): (0, 0, 6),
}
SEAMS = [(2, 1), (4, 7), (6, 31), (8, 164), (10, 931), (12, 5548)]

CLUED = st.sampled_from([(4, 6), (6, 4), (6, 6), (4, 4), (2, 4), (8, 4), (2, 2)])


def by_seams(puzzle: Puzzle, rule: LineRule | None = None) -> int:
    """Return the count by the seam method, even if listing would be quicker."""
    return counted(count_job(puzzle, rule))


def counted(job: CountJob) -> int:
    return sum(unit.weight * job.method.count(unit.x, unit.y) for unit in job.units())


def as_it_lies(puzzle: Puzzle) -> CountJob:
    """Return the job for a puzzle as it is, even if its transpose is quicker."""
    return CountJob(puzzle, LineRule.UNIQUE if puzzle.unique_lines else LineRule.ANY)


@pytest.mark.parametrize(("method", "calls"), [(Joiner, 0), (ColumnSums, 0)])
def test_a_cancel_stops_even_the_count_of_one_unit(method: type[Joiner | ColumnSums], calls: int) -> None:
    job = count_job(Puzzle(8, 8))
    unit = job.units()[0]
    with pytest.raises(CancelledError):
        method(job.seam).count(unit.x, unit.y, after_calls(calls))


@pytest.mark.parametrize("calls", [0, 1, 30])
def test_a_cancel_stops_a_listing_and_is_not_taken_for_its_limit(calls: int) -> None:
    puzzle = parse_puzzle("40x40;" + "01" * 20 + "." * 1560)
    with pytest.raises(CancelledError):
        count_exactly(puzzle, is_cancelled=after_calls(calls))


def test_a_cancelled_count_raises() -> None:
    is_cancelled = after_calls(5)
    with pytest.raises(CancelledError):
        count_exactly(Puzzle(6, 6), is_cancelled=is_cancelled)


@pytest.mark.parametrize("size", TABLE)
@pytest.mark.parametrize("rule", LineRule)
def test_grids_of_a_size(size: tuple[int, int], rule: LineRule) -> None:
    expected = TABLE[size][list(LineRule).index(rule)]
    assert count_exactly(Puzzle(*size, 0), rule) == expected
    if rule is not LineRule.ROWS:
        assert count_exactly(Puzzle(size[1], size[0], 0), rule) == expected


@pytest.mark.parametrize("size", [(6, 4), (8, 6), (10, 6)])
def test_a_board_in_the_slower_direction_has_the_same_count(size: tuple[int, int]) -> None:
    assert counted(as_it_lies(Puzzle(*size, 0))) == TABLE[size[1], size[0]][0]


@pytest.mark.parametrize(("size", "expected"), SEAMS)
def test_one_seam_of_each_symmetry_class(size: int, expected: int) -> None:
    seam = Seam(Puzzle(size, size, 0))
    units = list(seam.units())
    assert len(units) == expected
    assert sum(unit.weight for unit in units) == len(seam.rows) * (len(seam.rows) - 1)


@given(puzzles(CLUED))
def test_any_count_is_that_of_brute_force(board: Board) -> None:
    expected = len(all_solutions(board))
    puzzle = to_puzzle(board)
    assert counted(as_it_lies(puzzle)) == expected
    assert counted(as_it_lies(transformed(puzzle, Symmetry.DIAGONAL))) == expected
    assert count_exactly(puzzle) == expected


@settings(max_examples=40)
@given(puzzles(st.sampled_from([(4, 6), (6, 4), (4, 4), (8, 4)])))
def test_the_given_rule_replaces_the_puzzles_own(board: Board) -> None:
    grids = all_solutions(board._replace(unique_lines=False))
    rows = [{text[i : i + board.width] for i in range(0, len(text), board.width)} for text in grids]
    puzzle = to_puzzle(board)
    assert by_seams(puzzle, LineRule.ANY) == count_exactly(puzzle, LineRule.ANY) == len(grids)
    assert by_seams(puzzle, LineRule.ROWS) == sum(len(different) == board.height for different in rows)
    assert by_seams(puzzle, LineRule.UNIQUE) == len(all_solutions(board._replace(unique_lines=True)))


@pytest.mark.parametrize(
    ("text", "symmetry_count"),
    [
        ("6x4;........................", 8),
        ("6x4;........................;signs=r1c1=r2c1", 2),  # exchanging the values is still one
        ("6x4;........................;signs=r2c2=r3c2,r2c5=r3c5", 8),
        ("6x4;........................;signs=r1c3xr1c4", 4),
        ("6x4;........................;signs=r1c3xr2c3,r1c4xr2c4", 4),
        ("6x4;1....1..................", 2),
        ("6x4;1.................1.....", 2),
        ("6x4;1.......................", 1),
        ("6x4;........................;lines=any", 8),
    ],
)
def test_symmetry_is_used_where_it_holds(text: str, symmetry_count: int) -> None:
    puzzle = parse_puzzle(text)
    assert len(Seam(puzzle).symmetries) == symmetry_count
    assert counted(as_it_lies(puzzle)) == len(all_solutions(to_board(puzzle)))


@cache
def grids_6x6() -> list[str]:
    """Every grid of 6x6 with unique lines."""
    return all_solutions(Board(6, 6, "." * 36))


@pytest.mark.parametrize("mark", "=x")
@pytest.mark.parametrize("row", range(1, 6))
def test_a_sign_between_any_two_rows(row: int, mark: str) -> None:
    puzzle = parse_puzzle(f"6x6;{'.' * 36};signs=r{row}c3{mark}r{row + 1}c3,r5c1xr6c1")
    expected = [text for text in grids_6x6() if all((text[a] == text[b]) == same for a, b, same in puzzle.signs)]
    on_its_side = transformed(puzzle, Symmetry.DIAGONAL)
    assert counted(as_it_lies(puzzle)) == counted(as_it_lies(on_its_side)) == len(expected)


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)], ids=["short", "long"])
def test_counts_by_other_programs(step: int) -> None:
    """Every third puzzle of the corpus with several solutions; in the long form all of them."""
    chosen = records("multi")[::step]
    assert not [record.id for record in chosen if count_exactly(to_puzzle(record.board)) != record.solution_count]


def test_seams_count_what_other_programs_count() -> None:
    small = [record for record in records("multi") if record.n <= 8]
    wrong = [record.id for record in small if by_seams(to_puzzle(record.board)) != record.solution_count]
    assert not wrong


def test_many_solutions_are_not_listed() -> None:
    one, zero = [parse_puzzle(f"8x8;{value}...............0{'.' * 47}") for value in "10"]
    assert isinstance(plan_count(one), CountJob)
    assert count_exactly(one) + count_exactly(zero) == TABLE[8, 8][0] // 2


@pytest.mark.parametrize("size", [(14, 14), (18, 18), (40, 40)])
def test_hopeless_counts_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(TooManyGridsError):
        count_exactly(Puzzle(*size, 0))


def test_a_large_board_with_few_solutions_is_listed() -> None:
    (entry,) = (record for record in records("web_20") if record.id.endswith("-000"))
    assert plan_count(to_puzzle(entry.board)) == 1


def test_a_long_narrow_board_is_transposed() -> None:
    job = count_job(Puzzle(40, 4, 0))
    assert (job.puzzle.width, job.is_transposed) == (4, True)
    assert by_seams(Puzzle(40, 4, 0)) == 0  # a column of 4 has only 6 fillings


def test_units_are_sorted_and_jobs_have_names() -> None:
    job = count_job(Puzzle(8, 8, 0))
    works = [job.seam.work(unit) for unit in job.units()]
    assert works == sorted(works, reverse=True)
    names = {str(count_job(puzzle, rule)) for puzzle in (Puzzle(4, 4, 0), Puzzle(4, 4, 1)) for rule in LineRule}
    assert len(names) == 6


@pytest.mark.parametrize("width", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [3, 4, 5])
@pytest.mark.parametrize("unique_lines", [True, False])
@pytest.mark.parametrize("more_ones", [True, False])
def test_odd_sizes(width: int, height: int, unique_lines: bool, more_ones: bool) -> None:
    puzzle = unchecked_puzzle(width, height, 0, (), unique_lines, more_ones=more_ones)
    board = Board(width, height, "." * width * height, (), unique_lines, more_ones)
    assert by_seams(puzzle) == len(all_solutions(board)) == count_solutions(puzzle)


def published_unit(x: int, y: int) -> tuple[CountJob, Unit]:
    """Return a unit of 12x12 from the indices of its rows in the sorted list of all legal rows."""
    job = count_job(Puzzle(12, 12, 0))
    return job, Unit(job.seam.rows[x], job.seam.rows[y], 1)


@pytest.mark.long
def test_a_published_unit_of_12x12() -> None:
    job, unit = published_unit(29, 141)
    assert job.method.count(unit.x, unit.y) == 4542667299
