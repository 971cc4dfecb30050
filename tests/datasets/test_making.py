"""Data sets that this program makes."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui import datasets, engine
from binairo_tui.datasets import Item, Kind, Plan
from binairo_tui.engine import Band, Request
from tests import oracle
from tests.engine.test_core import in_python
from tests.strategies import to_board

REQUESTS = (
    Request(6, 4, Band.EASY, recipe=2),
    Request(6, 6, Band.MEDIUM, unique_lines=False, recipe=2),
    Request(4, 6, Band.GENTLE, has_signs=True, recipe=2),
)
SPLITS = (("train", 3), ("test", 2))
PLAN = Plan(REQUESTS, 60, seed=5, ambiguous=25, unsolvable=30, splits=SPLITS)


@pytest.fixture(scope="module")
def made() -> list[Item]:
    return list(datasets.items(PLAN))


def solutions(puzzle: engine.Puzzle) -> set[str]:
    return set(oracle.all_solutions(to_board(puzzle)))


def test_every_item_has_as_many_solutions_as_its_kind_says(made: list[Item]) -> None:
    for item in made:
        found, text = solutions(item.puzzle), item.puzzle.geometry.text
        if item.kind is Kind.UNSOLVABLE:
            assert (found, item.solution) == (set(), None)
            fewer = item.puzzle.geometry.mask(item.conflicting_givens) & item.puzzle.givens
            assert engine.first_solution(item.puzzle.with_givens(fewer)) is None
            assert not engine.find_violations(item.puzzle, item.puzzle.givens)
            continue
        assert item.solution is not None
        assert text(item.solution) in found
        if item.kind is Kind.UNIQUE:
            assert len(found) == 1
        else:
            assert item.other_solution is not None
            assert text(item.other_solution) in found - {text(item.solution)}


def test_the_shares_are_exact_and_every_request_gets_as_many_items(made: list[Item]) -> None:
    assert Counter(item.kind for item in made) == {Kind.UNIQUE: 27, Kind.AMBIGUOUS: 15, Kind.UNSOLVABLE: 18}
    sizes = Counter((item.kind, item.puzzle.width, item.puzzle.height) for item in made)
    assert set(sizes.values()) == {9, 5, 6}
    assert all(engine.grade(item.puzzle).band is PLAN.kind(item.number)[1].band for item in made if item.grade)


def test_no_item_is_a_copy_and_no_solution_is_in_two_splits(made: list[Item]) -> None:
    assert len({engine.canonical(item.puzzle) for item in made}) == len(made)
    splits: dict[engine.Puzzle, set[str]] = {}
    for item in made:
        for grid in (item.solution, item.other_solution):
            if grid is not None:
                full = engine.Puzzle(item.puzzle.width, item.puzzle.height, grid, unique_lines=False)
                splits.setdefault(engine.canonical(full), set()).add(PLAN.split(item.group))
    assert {len(names) for names in splits.values()} == {1}
    assert set().union(*splits.values()) == {"train", "test"}
    assert max(Counter(item.group for item in made).values()) > 1  # so that this test can fail


def test_both_engines_and_ready_candidates_make_the_same(made: list[Item]) -> None:
    few = Plan(REQUESTS, 6, seed=5, ambiguous=25, unsolvable=30, splits=SPLITS, has_proofs=True)
    found = list(datasets.items(few))
    assert [item.puzzle for item in found] == [item.puzzle for item in made[:6]]
    assert list(datasets.items(few, candidates=map(datasets.candidate, [few] * 6, range(6)))) == found
    if engine.core_name() == "C":
        with in_python():
            assert list(datasets.items(few)) == found


def test_proofs_lead_to_the_solution() -> None:
    (item,) = datasets.items(Plan((Request(8, 6, Band.HARD, recipe=2),), 1, seed=2, has_proofs=True))
    position = item.puzzle.givens
    for proof in item.proofs:
        position = item.puzzle.geometry.fill(position, proof.cells, proof.values)
    assert position == item.solution
    assert item.seed == item.seed & (1 << 48) - 1
    assert engine.generate(PLAN.requests[0], seed=item.seed)


@settings(max_examples=5)
@given(
    st.lists(st.tuples(st.sampled_from([(6, 4), (6, 6)]), st.booleans(), st.booleans()), min_size=1, max_size=3),
    st.integers(1, 6),
    st.integers(0, 50),
    st.integers(0, 50),
    st.integers(0, 99),
)
def test_a_smaller_count_is_the_beginning_of_a_larger_one(
    kinds: list[tuple[tuple[int, int], bool, bool]], count: int, ambiguous: int, unsolvable: int, seed: int
) -> None:
    requests = [
        Request(*size, Band.EASY, unique_lines=unique, has_signs=signs, recipe=2) for size, unique, signs in kinds
    ]
    plan = Plan(tuple(dict.fromkeys(requests)), 6, seed, ambiguous=ambiguous, unsolvable=unsolvable)
    assert list(datasets.items(replace(plan, count=count))) == list(datasets.items(plan))[:count]


def test_too_few_puzzles_are_an_error() -> None:
    made = datasets.items(Plan((Request(2, 2, Band.GENTLE),), 2, seed=1))
    next(made)
    with pytest.raises(engine.GenerationError, match="no unique Gentle 2x2 puzzle that differs from the 1 item before"):
        next(made)


def test_making_can_be_cancelled() -> None:
    with pytest.raises(engine.CancelledError):
        list(datasets.items(PLAN, candidates=[None], is_cancelled=lambda: True))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"requests": ()}, "a plan needs a request"),
        ({"count": 0}, "a plan needs a request"),
        ({"seed": -1}, "a plan needs a request"),
        ({"ambiguous": 60, "unsolvable": 50}, "must be percentages"),
        ({"unsolvable": -1}, "must be percentages"),
        ({"splits": (("train", 0),)}, "each split needs a name of its own"),
        ({"splits": (("a", 1), ("a", 2))}, "each split needs a name of its own"),
    ],
)
def test_an_invalid_plan_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Plan(**{"requests": REQUESTS, "count": 1, "seed": 1, **fields})  # type: ignore[arg-type]


def test_splits_share_the_groups_by_weight() -> None:
    plan = Plan(REQUESTS, 1, seed=1, splits=(("a", 1), ("b", 3)))
    groups = [f"{number:012x}" for number in range(0, 1 << 48, 1 << 40)]
    assert Counter(map(plan.split, groups)) == {"a": 64, "b": 192}
    assert Plan(REQUESTS, 1, seed=1).split("ffffffffffff") == ""
