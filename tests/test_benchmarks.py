"""The benchmarks measure what they say and report it. No test here looks at a time."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest

from binairo_tui.engine import Band
from binairo_tui.engine.core import core_name
from binairo_tui.pictures.drawing import Label
from tests import oracle
from tests.benchmarks import generation, growth, measure
from tests.benchmarks.isolation import run_isolated
from tests.benchmarks.measure import Sample, WrongAnswerError
from tests.benchmarks.peers import CountingPeer, Peer, all_peers
from tests.benchmarks.peers.unruly_peer import UnrulyGenerator
from tests.benchmarks.report import HEADER, row_of, row_text
from tests.benchmarks.sets import Case
from tests.benchmarks.summary import generating_table, solving_table
from tests.oracle import Board


def _case(name: str, board: Board) -> Case:
    found = oracle.all_solutions(board)
    return Case(name, board.notation(), board, len(found), found[0] if len(found) == 1 else None)


PLAIN = _case("plain", Board(6, 6, "..1.........11..00....0111........00"))
OPEN = _case("open at the fixpoint", Board(6, 6, "..10........1...0..0..0.0....0..1..0"))
SIGNS = ((0, 1, False), (0, 4, False), (2, 6, False), (4, 8, True), (13, 14, True))
SIGNED = _case("signed", Board(4, 4, "....1...........", SIGNS))
UNSOLVABLE = _case("unsolvable", Board(4, 4, "0.0....1.011.1.."))
REPEATING = _case("lines repeat", Board(4, 4, "001100111100110.", unique_lines=False))
MANY = _case("many", Board(4, 4, "0..............1"))


def test_the_cases_are_what_they_are_called() -> None:
    assert [case.solution_count for case in (PLAIN, OPEN, SIGNED, REPEATING, UNSOLVABLE)] == [1, 1, 1, 1, 0]
    assert MANY.solution_count > 2


def test_solving_gives_a_fresh_and_a_second_time_for_every_puzzle() -> None:
    samples = list(measure.solve_fresh([UNSOLVABLE], [PLAIN, SIGNED]))
    assert samples.pop(0).measure == "warm-up"
    assert [(sample.measure, sample.id) for sample in samples] == [
        ("solve", "plain"),
        ("same again", "plain"),
        ("solve", "signed"),
        ("same again", "signed"),
    ]


@pytest.mark.parametrize(
    ("work", "measures", "cases"),
    [
        (measure.play, {"move, engine", "move, session"}, [PLAIN, SIGNED]),
        (measure.probe, {"probe"}, [OPEN]),
        (measure.enumerate_all, {"enumerate"}, [MANY, PLAIN]),
    ],
)
def test_every_measure_has_samples_with_a_time(
    work: Callable[[Sequence[Case]], Iterable[Sample]], measures: set[str], cases: list[Case]
) -> None:
    samples = list(work(cases))
    assert {sample.measure for sample in samples} == measures
    assert len({(sample.measure, sample.id) for sample in samples}) == len(samples)
    assert all(sample.ns > 0 for sample in samples)


def test_a_wrong_answer_ends_the_measurement() -> None:
    with pytest.raises(WrongAnswerError, match="plain"):
        list(measure.solve_fresh([], [replace(PLAIN, solution="0" * 36)]))


def test_rows_count_compare_and_fit_the_table() -> None:
    ours = [Sample("solve", str(i), ns=1000 * i, nodes=i // 90) for i in range(1, 101)]
    row = row_of("a_set", "ours", ours)
    assert (row.set, row.measure, row.count, row.nodes) == ("a_set", "solve", 100, 11)
    assert (row.median, row.p95, row.max) == (50.5, 95, 100)
    theirs = [Sample("solve", "2", ns=8000), Sample("solve", "4", ns=10_000, is_finished=False)]
    other = row_of("a_set", "a peer", theirs, [ours, []])
    assert list(other.ratios) == [(3, 2.5, 2.5), None], "only over the puzzles that both have"
    assert ">10.0" in row_text(other)
    assert row_text(other).split()[-6:] == ["3", "2.5", ">2.5", "-", "-", ">-"]
    assert row_text(row).rindex("11") + 2 == HEADER.index("nodes") + len("nodes")


@pytest.mark.parametrize("engine", measure.engine_names())
def test_each_engine_is_measured_by_itself(engine: str) -> None:
    samples = run_isolated(measure.in_engine, engine, _named_by_engine, seconds=60).samples
    assert [sample.id for sample in samples] == [engine]


def _named_by_engine() -> Iterator[Sample]:
    yield Sample("solve", core_name(), ns=1)


def test_generated_puzzles_are_checked_and_timed() -> None:
    samples = list(islice(generation.make(6, Band.GENTLE, 60), 4))
    assert [sample.id for sample in samples] == ["0", "1", "2", "3"]
    assert all(sample.ns > 0 for sample in samples)


def test_the_generator_of_unruly_makes_as_many_puzzles_as_it_says() -> None:
    peer = UnrulyGenerator()
    if not peer.is_available():
        pytest.skip(f"{peer.name} is not installed")
    made, ns = peer.generate(6, Band.EASY, 0.3)
    assert made >= 1
    assert ns > 0


def test_rates_are_compared_with_the_peer() -> None:
    rates = [generation.Rate(14, "Easy", name, count, 10**9) for name, count in (("ours", 30), ("sgt-unruly", 20))]
    text = generation.rates_text(
        [*rates, generation.Rate(14, "Easy", "slow", 0, 4 * 10**9)], ["ours", "slow", "sgt-unruly"]
    )
    assert text.split() == ["14x14", "Easy", "30.0", "(1.5x)", "<0.2", "(0.013x)", "20.0"]


@pytest.mark.parametrize("peer", all_peers(), ids=lambda peer: peer.name)
def test_a_peer_knows_the_rules(peer: Peer) -> None:
    if not peer.is_available():
        pytest.skip(f"{peer.name} is not installed")
    cases = [PLAIN, SIGNED, UNSOLVABLE, *([REPEATING] if peer.name in growth.PEERS else [])]
    outcome = run_isolated(measure.solve_with_peer, peer, cases, seconds=60)
    assert [sample.id for sample in outcome.samples if sample.measure == "solve"] == [case.id for case in cases]
    if isinstance(peer, CountingPeer):
        counted = run_isolated(measure.enumerate_with_peer, peer, [MANY], seconds=60)
        assert counted.unfinished_ns is None


def test_growth_is_measured_until_a_solver_takes_too_long() -> None:
    sizes = [6, 8]
    times = growth.measured(sizes, 2, patience=60, unique_lines=True)
    assert {name: {size: len(found) for size, found in by_size.items()} for name, by_size in times.items()} == {
        name: {6: 2, 8: 2} for name in times
    }
    drawn = [shape.text for shape in growth.picture(times).shapes if isinstance(shape, Label)]
    assert set(drawn[1 - len(times) :]) == times.keys() - {growth.REDUNDANT}
    times = growth.measured(sizes, 1, patience=0, unique_lines=False)
    assert all(by_size.keys() == {6} for by_size in times.values())
    assert growth.table(times, sizes)[-1] == f"| 8x8 | {' | '.join(['not run'] * len(times))} |"
    assert growth.table({"ours": {4: [0.123, 12.34, 1234.5]}}, [4]) == [
        "| size | ours |",
        "| --- | --- |",
        "| 4x4 | 12, 1,234 |",
    ]


def _stuck() -> Iterator[Sample]:
    yield Sample("solve", "first", ns=1)
    threading.Event().wait()


def _broken() -> Iterator[Sample]:
    yield from ()
    raise WrongAnswerError("nonsense")


def test_a_measurement_that_gets_stuck_is_cut() -> None:
    outcome = run_isolated(_stuck, seconds=2)
    assert [sample.id for sample in outcome.samples] == ["first"]
    assert outcome.unfinished_ns is not None


def test_an_error_in_a_measurement_comes_through() -> None:
    with pytest.raises(RuntimeError, match="WrongAnswerError: nonsense"):
        run_isolated(_broken, seconds=60)


def test_the_tables_of_the_documents_put_the_solvers_side_by_side() -> None:
    ours = [[Sample("solve", "a", ns=ns)] for ns in (5_000, 40_000)]
    rows = [
        row_of("hard_14", "binairo-tui C", ours[0]),
        row_of("hard_14", "binairo-tui Python", ours[1], ours[:1]),
        row_of("hard_14", "a peer", [Sample("solve", "a", ns=2_000_000)], ours),
    ]
    table = list(solving_table(rows, ["binairo-tui C", "binairo-tui Python"]))
    assert table[0] == "| puzzles | binairo-tui C | binairo-tui Python | a peer |"
    assert table[2] == "| 14x14, no redundant given | 5.0 µs | 40 µs | 400x, 50x |"
    assert [line.split(" | ")[0] for line in table[3:]] == ["| 95th percentile", "| longest"]
    rates = [generation.Rate(14, "Easy", name, count, 10**9) for name, count in (("ours", 30), ("sgt-unruly", 20))]
    assert list(generating_table(rates))[2] == "| 14x14 | Easy | 30 (1.5x) | 20 |"
