"""Storm: what counts, what it costs, and what is kept."""

from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, opposite
from binairo_tui.engine.bands import Band
from binairo_tui.engine.grading import grade
from binairo_tui.engine.search import solutions
from binairo_tui.game.review import is_solution
from binairo_tui.game.steps import parse_history
from binairo_tui.player.progress import Progress
from binairo_tui.player.storm import (
    Storm,
    StormHistory,
    history_texts,
    lead_text,
    read_history,
    result_texts,
    slowest_fill,
)
from binairo_tui.player.storm_boards import PENALTY_MS, TOTAL_MS, board
from binairo_tui.store.practice import PracticeRecord, StormRun, read_standings

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
SEED = 7


def new_storm(records: list[PracticeRecord] | None = None, seed: int = SEED) -> Storm:
    kept: list[PracticeRecord] = [] if records is None else records
    return Storm(seed, kept.append, lambda: NOON)


def fill(storm: Storm, at: float, *, is_right: bool = True, but: int = 0) -> str:
    """Fill the board, except its last `but` blanks, and return what is said last; a wrong value is the last one."""
    puzzle = storm.session.puzzle
    solution = next(solutions(puzzle, 1))
    blanks = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    said = ""
    for cell in blanks[: len(blanks) - but]:
        value = puzzle.geometry.value(solution, cell)
        value = value if is_right or cell != blanks[-1] else opposite(value)
        said = storm.command("place", cell, value, at=at)
    return said


def test_boards_get_harder_and_a_seed_makes_the_same_ones() -> None:
    bands = [grade(board(SEED, number)).band for number in (1, 4, 9, 16)]
    assert bands == [Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD]
    assert new_storm().session.puzzle == board(SEED, 1) != board(SEED + 1, 1)


def test_the_clock_starts_with_the_first_value_and_ends_at_the_very_last_moment() -> None:
    storm = new_storm()
    assert storm.command("place", storm.session.cursor, EMPTY, at=50.0) == ""
    assert storm.left_ms(100.0) == TOTAL_MS
    fill(storm, 100.0, but=1)
    end = 100.0 + TOTAL_MS / 1000
    assert not storm.is_over(end - 0.001)
    fill(storm, end - 0.001)
    assert storm.solved == 1
    fill(storm, end)
    assert storm.is_over(end)
    assert storm.solved == 1
    assert storm.session.position == storm.session.puzzle.givens


def test_a_wrong_board_costs_time_and_is_gone() -> None:
    storm = new_storm()
    said = fill(storm, 10.0, is_right=False)
    assert said.startswith("Board 1 was wrong: 10 seconds lost. ")
    assert storm.number == 2
    assert storm.left_ms(10.0) == TOTAL_MS - PENALTY_MS
    assert fill(storm, 15.0) == "Board 2: 0:05."
    assert storm.run == StormRun(round(NOON.timestamp() * 1000), 1, 1, 15_000)


@settings(max_examples=15)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20_000)), max_size=12))
def test_a_run_is_what_its_records_say(moves: list[tuple[bool, int]]) -> None:
    """Boards filled rightly and wrongly, one after another, against a count by hand."""
    records: list[PracticeRecord] = []
    storm, at_ms, lost = new_storm(records), 0, 0
    expected: list[tuple[bool, int]] = []
    for is_right, wait_ms in moves:
        fill(storm, at_ms / 1000, but=1)
        at_ms += wait_ms
        fill(storm, at_ms / 1000, is_right=is_right)
        if at_ms + lost < TOTAL_MS:
            expected.append((is_right, at_ms + lost))
            lost += 0 if is_right else PENALTY_MS
    assert [(it.is_right, it.elapsed_ms) for it in storm.boards] == expected
    assert [(bool(it.is_right), it.wait_ms, it.drill) for it in records] == [
        (*it, number) for number, it in enumerate(expected, 1)
    ]
    for it in records:  # the log alone tells what happened
        seed, _, history = it.card.partition(" ")
        puzzle = board(int(seed), it.drill)
        steps, head = parse_history(history, puzzle.width, puzzle.height)
        assert is_solution(puzzle, steps[:head]) is bool(it.is_right)


def test_runs_are_kept_and_compared(tmp_path: Path) -> None:
    times = iter([NOON, NOON.replace(hour=13)])
    progress = Progress(tmp_path / "progress.db", now=lambda: NOON)
    try:
        for boards in (3, 1):
            now = next(times)
            storm = Storm(SEED, lambda record: progress.record_practice([record]), lambda now=now: now)  # type: ignore[misc]
            for number in range(boards):
                fill(storm, 100.0 + 5 * number)
        history = read_history(progress)
        assert [(run.solved, run.wrong, run.last_ms) for run in history.runs] == [(3, 0, 10_000), (1, 0, 0)]
        assert history.best_times == [0, 5000, 10_000]
        assert [history.best_at(ms) for ms in (0, 4999, 5000, 60_000)] == [1, 1, 2, 3]
        assert history_texts(history, progress) == ["Your best: 3, on 29 Feb 2024.", "Best today: 3.", "Latest: 3, 1."]
        assert lead_text(storm, history, 100.0) == "Your best run had 1 by now: you are level."
        assert lead_text(storm, history, 105.0) == "Your best run had 2 by now: you are 1 board behind."
        assert result_texts(storm, history) == ["1 board solved.", "Your best is 3."]
        assert progress.read(read_standings) == {}
        assert history_texts(StormHistory(), progress) == ["You have not played Storm yet."]
    finally:
        progress.close(30)


def test_a_best_run_is_named() -> None:
    storm = new_storm()
    assert lead_text(storm, StormHistory(), 0.0) == ""
    fill(storm, 10.0)
    fill(storm, 20.0)
    assert result_texts(storm, StormHistory()) == ["2 boards solved."]
    slower = StormHistory([StormRun(1, 2, 0, 11_000)])
    assert result_texts(storm, slower)[1] == "This is your new best; the old one was 2."
    assert result_texts(storm, StormHistory([StormRun(1, 2, 0, 9000)]))[1] == "Your best is 2."


def test_the_longest_wait_is_found() -> None:
    storm = new_storm()
    fill(storm, 100.0, but=1)
    fill(storm, 112.0)
    fill(storm, 115.0)
    slowest = slowest_fill(storm.boards)
    assert slowest is not None
    assert slowest.text.startswith("What slowed you down on board 1: r")
    assert "; it could be filled from " in slowest.text
    assert slowest.technique
    assert slowest_fill([]) is None
