"""Repeats: a puzzle that was solved before, in another game, counts for no best time, rank or median."""

from collections.abc import Callable
from pathlib import Path

import pytest

from binairo_tui.engine import first_solution, parse_puzzle
from binairo_tui.game import SolveStyle
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import Outcome
from binairo_tui.player.progress import Opened, Progress
from binairo_tui.player.recording import best_ghost
from binairo_tui.player.statistics import EXPECTED_SOLVES, overview
from binairo_tui.player.text import standing_text
from binairo_tui.settings import Settings
from binairo_tui.store.queries import PLAYER_STYLES, Selection, best_times, read_times
from tests.player.test_progress import NOON, WAIT

PUZZLE, OTHER = parse_puzzle("4x4;0..1.1......0..0"), parse_puzzle("4x4;1..0.0......1..1")


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progress.db", now=lambda: NOON)


def solve(progress: Progress, opened: Opened, seconds: int) -> Outcome:
    game, snapshot = opened
    now = [0.0]
    play = Play(game, snapshot, progress, Settings(), monotonic=lambda: now[0])
    play.begin()
    play.resume()
    now[0] += seconds
    solution = first_solution(game.puzzle)
    assert solution is not None
    for cell in range(game.puzzle.geometry.cell_count):
        if not game.puzzle.is_given(cell):
            play.place(cell, game.puzzle.geometry.value(solution, cell))
    assert play.outcome is not None
    play.leave()
    assert progress.flush(WAIT)
    return play.outcome


def again(progress: Progress, opened: Opened) -> Opened:
    return progress.open_again(opened[0])


def by_code(progress: Progress, opened: Opened) -> Opened:
    """Return a game of the same puzzle outside of its collection, as `binairo play` opens it."""
    return progress.open_puzzle(opened[0].puzzle, "")


def after_deletion(progress: Progress, opened: Opened) -> Opened:
    assert progress.delete(opened[0].id) == ""
    return progress.open_again(opened[0])


@pytest.mark.parametrize("open_repeat", [again, by_code, after_deletion])
def test_a_repeat_counts_for_nothing_but_is_told(
    progress: Progress, open_repeat: Callable[[Progress, Opened], Opened]
) -> None:
    first = progress.open_new(PUZZLE, "8x8 #3", band="Hard", collection="8x8", number=3)
    assert solve(progress, first, 60).style is SolveStyle.UNAIDED
    repeat = solve(progress, open_repeat(progress, first), 5)
    assert repeat.style is SolveStyle.REPEAT
    assert repeat.standing == standing_text(SolveStyle.REPEAT, None)
    assert progress.read(best_times, "8x8") == {3: 60_000}
    assert progress.read(read_times, Selection()) == [60_000]
    (group,) = progress.read(overview, Selection()).groups[:1]
    assert (group.best_ms, group.median_ms, group.trend) == (60_000, 60_000, (60_000,))
    assert [it.style for it in progress.results()] == [SolveStyle.UNAIDED, SolveStyle.REPEAT]
    other = progress.open_new(OTHER, "8x8 #4", band="Hard", collection="8x8", number=4)
    assert solve(progress, other, 30).standing.startswith("Unaided. Your best of 2.")
    assert progress.close(WAIT)


def test_repeats_do_not_change_expected_times_but_can_be_raced(progress: Progress) -> None:
    first = progress.open_new(PUZZLE, "", band="Hard")
    solve(progress, first, 60)
    for _ in range(EXPECTED_SOLVES):
        solve(progress, again(progress, first), 5)
    assert progress.usual_ms(progress.open_new(OTHER, "", band="Hard")[0]) is None
    ghost = best_ghost(progress, PUZZLE)
    assert ghost is not None
    assert ghost.pace.moments[-1][0] == 5000
    assert progress.close(WAIT)


def test_what_is_not_the_same_puzzle_is_no_repeat(progress: Progress) -> None:
    solve(progress, progress.open_new(PUZZLE, "mine #1", band="Hard", collection="mine", number=1), 60)
    replaced = progress.open_new(OTHER, "mine #1", band="Hard", collection="mine", number=1)  # the file was edited
    assert not progress.is_repeat(replaced[0])
    assert solve(progress, replaced, 50).style is SolveStyle.UNAIDED
    assert {it.style for it in progress.results(Selection(PLAYER_STYLES))} == {SolveStyle.UNAIDED}
    assert progress.close(WAIT)


def test_a_game_that_is_reopened_is_no_repeat_of_itself(progress: Progress) -> None:
    opened = progress.open_new(PUZZLE, "", band="Hard")
    solve(progress, opened, 60)
    game, snapshot = progress.load(opened[0].id)
    play = Play(game, snapshot, progress, Settings())
    play.undo()
    play.redo()
    assert not play.is_repeat
    assert [it.style for it in progress.results()] == [SolveStyle.UNAIDED]
    assert progress.close(WAIT)
