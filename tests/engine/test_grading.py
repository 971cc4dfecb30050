from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import count, pairwise

import pytest
from hypothesis import assume, example, given

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.band_solver import closure, is_solvable_with
from binairo_tui.engine.bands import BANDS, Band
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.grading import Grade, GradingError, grade
from binairo_tui.engine.passes import passes
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.scoring import WEIGHTS, chain_length, effort
from binairo_tui.engine.techniques.registry import TECHNIQUES
from tests import oracle
from tests.conftest import Report
from tests.corpus import Record, records
from tests.engine.techniques.symmetries import SYMMETRIES, Symmetry
from tests.strategies import puzzles, to_puzzle

LEVELS = {"web1": {1: Band.GENTLE, 2: Band.EASY, 3: Band.MEDIUM, 4: Band.HARD}, "web2": {1: Band.EASY, 2: Band.MEDIUM}}
"""The levels of binarypuzzle.com (web1) and puzzle-binairo.com (web2), and the bands that they are nearest to."""


BAND_OF = {technique: band for band, techniques in BANDS.items() for technique in techniques}
CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."
CLASSIC_TECHNIQUES = {
    "last blank": 4,
    "pair": 1,
    "sandwich": 2,
    "complete line": 2,
    "last one": 1,
    "two blanks": 1,
}


def level(record: Record) -> int:
    """The level that the site gives a puzzle, from its id, such as `web1-14-l3-007`."""
    return int(record.id.split("-")[2][1:])


def rank_correlation(xs: list[int], ys: list[int]) -> float:
    """Return Spearman's coefficient: 1 for the same order, 0 for unrelated orders. Ties share their rank."""

    def ranks(values: list[int]) -> list[float]:
        ordered = sorted(values)
        first = {value: ordered.index(value) for value in set(values)}
        count = Counter(values)
        return [first[value] + (count[value] - 1) / 2 for value in values]

    a, b = ranks(xs), ranks(ys)
    mean = (len(a) - 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return float(covariance / spread**0.5)


def check_grade(puzzle: Puzzle, found: Grade, solution: str) -> None:
    """The path leads from the givens to the solution, and band, score and counts are those of the path."""
    position = puzzle.givens
    for step in found.path:
        assert step.before == position
        assert step.after & step.before == step.before != step.after
        position = step.after
    assert found.is_solved
    assert puzzle.geometry.text(position) == solution
    assert found.techniques == Counter(step.technique for step in found.path)
    assert found.band == max([BAND_OF[step.technique] for step in found.path], default=Band.GENTLE)
    efforts = [effort(puzzle, step.technique, step.before, step.after) for step in found.path]
    assert found.score == round(sum(efforts))
    assert found.hardest == "" if not found.path else BAND_OF[found.hardest] is found.band


def test_the_table_of_bands() -> None:
    """Every technique is in one band, and bands follow the order of techniques."""
    assert [name for names in BANDS.values() for name in names] == sorted(
        [one.name for one in TECHNIQUES], key=lambda name: (BAND_OF[name], list(BANDS[BAND_OF[name]]).index(name))
    )
    bands = [BAND_OF[one.name] for one in TECHNIQUES]
    assert bands == sorted(bands)
    assert list(BANDS) == sorted(Band)
    assert [band.title for band in Band] == ["Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme"]


@pytest.mark.parametrize(
    ("text", "band", "techniques"),
    [
        ("2x2;10..;lines=any", Band.GENTLE, {"last blank": 1}),
        ("2x4;1..0....;lines=any", Band.GENTLE, {"last blank": 2, "pair": 1}),
        ("4x4;0110100101101001;lines=any", Band.GENTLE, {}),
        (CLASSIC, Band.HARD, CLASSIC_TECHNIQUES),
    ],
)
def test_bands(text: str, band: Band, techniques: dict[str, int]) -> None:
    found = grade(parse_puzzle(text))
    assert (found.band, found.techniques) == (band, techniques)


def test_harder_techniques_weigh_more() -> None:
    assert list(WEIGHTS) == [one.name for one in TECHNIQUES]
    bands = [{WEIGHTS[name] for name in names} for names in BANDS.values()]
    assert all(max(easier) < min(harder) for easier, harder in pairwise(bands))


def test_a_pass_with_fewer_openings_takes_more_effort() -> None:
    row = parse_puzzle("6x6;11." + "." * 33)
    one, two, four = (row.geometry.position(f"110{text}" + "." * 30) for text in ("...", "0..", "000"))
    assert effort(row, "pair", row.givens, one) == 15
    assert effort(row, "pair", row.givens, two) == 12.5
    assert effort(row, "pair", row.givens, four) == 11.25


def test_the_length_of_a_chain_is_that_of_the_shortest() -> None:
    """r1c2 = 0 makes a pair, which fills row 1 and column 4; then columns 1 and 4 are the same."""
    puzzle = parse_puzzle("6x4;..0......0........1..100")
    assert chain_length(puzzle, "hypothesis", puzzle.givens, puzzle.geometry.place(puzzle.givens, 1, "1")) == 3


@given(puzzles())
@example(oracle.Board(3, 3, "1..10..10"))  # a cell takes both values, and as many are held as there are cells
def test_grades_and_errors(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    solutions = oracle.all_solutions(board)
    if len(solutions) == 1:
        check_grade(puzzle, grade(puzzle), solutions[0])
        return
    with pytest.raises(GradingError) as caught:
        grade(puzzle)
    assert caught.value.solution_count == min(len(solutions), 2)
    assert str(caught.value) == f"the puzzle has {'more than one' if solutions else 'no'} solution"


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
@given(board=puzzles())
def test_symmetric_puzzles_have_the_same_grade(symmetry: Symmetry, board: oracle.Board) -> None:
    assume(symmetry.holds_for(board))
    if len(oracle.all_solutions(board)) != 1:
        return
    check_same_grade(grade(to_puzzle(board)), grade(to_puzzle(symmetry.board(board))))


def check_same_grade(one: Grade, other: Grade) -> None:
    assert (one.band, one.score, one.techniques) == (other.band, other.score, other.techniques)
    assert one.is_solved is other.is_solved


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_symmetric_copies_of_the_corpus_have_the_same_grade(symmetry: Symmetry) -> None:
    check_copies(symmetry, [record for pattern in ("hard_*", "plus_*", "web_14") for record in records(pattern)][::60])


@pytest.mark.long
@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_many_symmetric_copies_have_the_same_grade(symmetry: Symmetry) -> None:
    chosen = [record for pattern in ("hard_*", "plus_*", "web_*") for record in records(pattern)]
    check_copies(symmetry, chosen[:: len(chosen) // 500])


@cache
def grade_of(record: Record) -> Grade:
    """Return the grade of a puzzle of the corpus, which several tests need."""
    return grade(to_puzzle(record.board))


def check_copies(symmetry: Symmetry, chosen: list[Record]) -> None:
    for record in chosen:
        if record.solution:
            check_same_grade(grade_of(record), grade(to_puzzle(symmetry.board(record.board))))


@given(puzzles())
def test_closures_end_where_paths_end(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    solutions = oracle.all_solutions(board)
    for band in list(Band)[:-1]:
        allowed = [one for one in TECHNIQUES if BAND_OF[one.name] <= band]
        path = list(passes(puzzle, puzzle.givens, allowed))
        end = path[-1].after if path else puzzle.givens
        if solutions:
            assert closure(puzzle, band) == end
        assert is_solvable_with(puzzle, band) == ([puzzle.geometry.text(end)] == solutions)


@given(puzzles())
def test_a_puzzle_is_solvable_with_its_band_and_not_with_less(board: oracle.Board) -> None:
    if len(oracle.all_solutions(board)) != 1:
        return
    puzzle = to_puzzle(board)
    band = grade(puzzle).band
    assert [is_solvable_with(puzzle, one) for one in Band] == [one >= band or not grade(puzzle).path for one in Band]


def test_sign_chains_fill_what_propagation_does_not() -> None:
    """r1c1 and r1c2 are equal because of row 2, so r1c3 decides both; no single line shows it."""
    puzzle = parse_puzzle("4x6;..1.....................;signs=r1c1xr2c1,r1c2xr2c2,r2c1=r2c2")
    assert propagate(puzzle) == puzzle.givens
    for band in (Band.MEDIUM, Band.EXPERT):
        reached = closure(puzzle, band)
        assert reached is not None
        assert puzzle.geometry.text(reached).startswith("00111100")
    assert closure(puzzle, Band.EASY) == puzzle.givens


def test_a_closure_can_start_from_a_position() -> None:
    puzzle = parse_puzzle(CLASSIC)
    full = closure(puzzle, Band.HARD)
    assert full is not None
    assert is_solvable_with(Puzzle(6, 6, 0), Band.GENTLE, full)
    assert closure(Puzzle(6, 6, 0), Band.GENTLE) == 0


@pytest.mark.parametrize(
    "pattern",
    [
        *("web_6", "web_8", "web_10", "web_12"),
        *[pytest.param(pattern, marks=pytest.mark.ci) for pattern in ("web_14", "web_20")],
    ],
)
def test_bands_and_scores_agree_with_the_levels_of_other_sites(pattern: str, report: Report) -> None:
    """Scores rise with the sites' own levels, and nearly all puzzles of an easier level have the same band."""
    by_site: dict[str, list[Record]] = defaultdict(list)
    for record in records(pattern):
        by_site[record.id.split("-")[0]].append(record)
    for site, of_site in by_site.items():
        grades = [grade_of(record) for record in of_site]
        for record, found in list(zip(of_site, grades, strict=True))[::20]:
            assert record.solution
            check_grade(to_puzzle(record.board), found, record.solution)
        levels = [level(record) for record in of_site]
        score, band = (
            rank_correlation(levels, values)
            for values in ([found.score for found in grades], [int(found.band) for found in grades])
        )
        table = Counter((one, found.band.title) for one, found in zip(levels, grades, strict=True))
        cells = ", ".join(f"{one} {title} {count}" for (one, title), count in sorted(table.items()))
        report(f"grades {pattern} {site}: rho {score:.3f} (band {band:.3f}); level, band: {cells}")
        assert score > 0.83
        assert band > 0.93
        easier = [(LEVELS[site][one], found.band) for one, found in zip(levels, grades, strict=True) if one < 3]
        assert all(band in (wanted, Band(max(wanted - 1, 1))) for wanted, band in easier)
        assert sum(band is wanted for wanted, band in easier) > 0.85 * len(easier)


AUC_GOALS = {6: 0.95, 8: 0.95, 10: 0.9, 12: 0.85, 14: 0.75}
"""By size, how often a puzzle of level 4 must have a higher score than one of level 3.

Up to 10x10, level 4 needs unique lines and level 3 does not. At 12x12 and 14x14 no puzzle of either needs them, and
what tells the levels apart is how many givens could be removed, which is not effort: models fitted to 120 figures of
the path reach 0.81 at most. The goal at 14x14 leaves room for chance, too: 50 puzzles are in the half that is tested.
"""


@pytest.mark.parametrize("size", [pytest.param(size, marks=() if size <= 12 else pytest.mark.ci) for size in AUC_GOALS])
def test_scores_agree_with_levels_that_they_were_not_fitted_to(size: int, report: Report) -> None:
    """The weights were chosen on one half of the puzzles of binarypuzzle.com; a hash of the puzzle decides which."""
    halves: list[list[tuple[int, int]]] = [[], []]
    for record in records(f"web_{size}"):
        if record.id.startswith("web1"):
            half = sha256(record.board.cells.encode()).digest()[0] & 1
            halves[half].append((level(record), grade_of(record).score))
    rhos, aucs = [], []
    for of_half in halves:
        rhos.append(rank_correlation([one for one, _ in of_half], [score for _, score in of_half]))
        third, fourth = ([score for one, score in of_half if one == wanted] for wanted in (3, 4))
        pairs = [(a < b) + (a == b) / 2 for a in third for b in fourth]
        aucs.append(sum(pairs) / len(pairs))
    report(
        f"scores {size}x{size}: Spearman {rhos[1]:.3f} (fitted half {rhos[0]:.3f}), "
        f"AUC of levels 3 and 4 {aucs[1]:.3f} (fitted half {aucs[0]:.3f})"
    )
    assert rhos[1] > 0.88
    assert aucs[1] > AUC_GOALS[size]


UNRULY = {"dt": "Gentle", "de": "Easy", "dn": "Medium"}
"""The bands of Unruly's levels Trivial, Easy and Normal, made without its option `u` for unique lines."""


@pytest.mark.parametrize("pattern", ["unruly_6", "unruly_8", "unruly_10", "unruly_14"])
def test_bands_agree_with_the_levels_of_unruly(pattern: str, report: Report) -> None:
    """With unique lines, Unruly counts two blanks among the easy techniques, so only Trivial can be compared."""
    table: Counter[tuple[str, str]] = Counter()
    for record in records(pattern)[::6]:
        options = record.source.split()[-1].lstrip("0123456789x")
        puzzle = replace(to_puzzle(record.board), unique_lines="u" in options)
        table[options, grade(puzzle).band.title] += 1
    cells = ", ".join(f"{options} {band} {times}" for (options, band), times in sorted(table.items()))
    report(f"grades {pattern}: {cells}")
    assert {options: band for options, band in table if options in UNRULY} == UNRULY
    assert len([options for options, _ in table if options in UNRULY]) == len(UNRULY)
    assert [band for options, band in table if options == "udt"] == ["Gentle"]


@pytest.mark.parametrize("pattern", ["hard_6", "hard_10", "hard_14", "plus_6", "plus_8", "unruly_14"])
def test_grades_of_the_corpus(pattern: str, report: Report) -> None:
    chosen = [record for record in records(pattern) if record.solution][::20]
    found = []
    for record in chosen:
        assert record.solution
        puzzle = to_puzzle(record.board)
        found.append(grade(puzzle))
        check_grade(puzzle, found[-1], record.solution)
    bands = Counter(one.band for one in found)
    report(f"grades {pattern}: {', '.join(f'{band.title} {count}' for band, count in sorted(bands.items()))}")


def test_puzzles_that_need_nested_hypotheses() -> None:
    (record,) = [record for record in records("plus_6") if record.id == "plus-6-001"]
    found = grade(to_puzzle(record.board))
    assert found.band is Band.EXTREME
    assert found.hardest == "nested hypothesis"


def test_puzzles_of_the_corpus_with_several_solutions_have_no_grade() -> None:
    for pattern, solution_count in (("multi", 2), ("unsat", 0)):
        for record in records(pattern)[::12]:
            with pytest.raises(GradingError) as caught:
                grade(to_puzzle(record.board))
            assert caught.value.solution_count == solution_count, record.id


def test_a_cancelled_grading_raises() -> None:
    puzzle = parse_puzzle(CLASSIC)
    with pytest.raises(CancelledError):
        grade(puzzle, is_cancelled=lambda: True)


def test_a_search_for_a_nested_hypothesis_is_cancelled_in_its_middle() -> None:
    (record,) = [record for record in records("plus_6") if record.id == "plus-6-001"]
    asked = count()
    grade(to_puzzle(record.board), is_cancelled=lambda: next(asked) < 0)
    total = next(asked)
    for last in range(total - 1):
        with pytest.raises(CancelledError):
            grade(to_puzzle(record.board), is_cancelled=after_calls(last))
    assert total > 20


def test_a_puzzle_beyond_all_techniques_is_extreme_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer trials allowed, a nested hypothesis is given up."""
    (record,) = [record for record in records("plus_6") if record.id == "plus-6-001"]
    monkeypatch.setattr("binairo_tui.engine.grading.MAX_TRIALS", -1)
    puzzle = to_puzzle(record.board)
    found = grade(puzzle)
    assert (found.band, found.is_solved) == (Band.EXTREME, False)
    assert found.score == round(sum(effort(puzzle, it.technique, it.before, it.after) for it in found.path))
    assert all(one.after == other.before for one, other in pairwise(found.path))
