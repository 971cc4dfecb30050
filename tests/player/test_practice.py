"""Practice: the schedule is that of fsrs, and what is slow comes again soon."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from binairo_tui.engine import opposite, parse_puzzle
from binairo_tui.engine.drills import make_drill
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.player.practice import (
    QUICK_MS,
    SLOW_MS,
    TECHNIQUES,
    Practice,
    answer_rating,
    judge,
    waits_by_technique,
)

fsrs = pytest.importorskip("fsrs")

START = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("is_right", "milliseconds", "rating"),
    [(False, 1, "Again"), (True, QUICK_MS, "Easy"), (True, SLOW_MS, "Good"), (True, SLOW_MS + 1, "Hard")],
)
def test_ratings(is_right: bool, milliseconds: int, rating: str) -> None:
    assert answer_rating(is_right, milliseconds).name == rating


def test_the_schedule_is_that_of_fsrs_without_fuzzing(tmp_path: Path) -> None:
    """Also across sessions, each of which reads the file again."""
    path = tmp_path / "data" / "practice.json"
    scheduler, card = fsrs.Scheduler(enable_fuzzing=False), fsrs.Card(due=START)
    now = START
    for milliseconds, is_right in [(4000, True), (9000, True), (70_000, True), (3000, False), (8000, True)] * 3:
        practice = Practice(path)
        practice.answer("pair", is_right=is_right, milliseconds=milliseconds, now=now)
        card, _ = scheduler.review_card(card, answer_rating(is_right, milliseconds), now)
        mine = Practice(path)._cards["pair"]
        assert (mine.due, mine.stability, mine.difficulty) == (card.due, card.stability, card.difficulty)
        now = card.due + timedelta(hours=1)
    assert Practice(path).drill_number("pair") == 16


@pytest.mark.parametrize("slow", TECHNIQUES)
def test_a_learner_who_is_slow_in_a_technique_gets_it_within_five_drills(slow: str) -> None:
    practice, now = Practice(), START
    for _ in TECHNIQUES:
        technique = practice.next_technique(now)
        milliseconds = 50_000 if technique == slow else 4000
        now += timedelta(milliseconds=milliseconds)
        practice.answer(technique, is_right=True, milliseconds=milliseconds, now=now)
    given = []
    for _ in range(5):
        given.append(practice.next_technique(now))
        now += timedelta(seconds=4)
        practice.answer(given[-1], is_right=True, milliseconds=4000, now=now)
    assert slow in given


def test_a_new_player_begins_with_the_easiest_technique() -> None:
    practice = Practice()
    assert practice.next_technique(START) == TECHNIQUES[0] == "last blank"
    assert (practice.drill_number("last blank"), practice.has_succeeded("last blank")) == (1, False)
    practice.answer("last blank", is_right=True, milliseconds=3000, now=START)
    assert practice.next_technique(START) == "pair"
    assert (practice.drill_number("last blank"), practice.has_succeeded("last blank")) == (2, True)


PUZZLE = parse_puzzle("6x6;11..0." + "." * 30)
STEPS = (
    Step(StepKind.PLACE, (Move(2, ".", "0"),), 2000),  # a pair
    Step(StepKind.HINT, (Move(3, ".", "0"),), 5000),
    Step(StepKind.PLACE, (Move(5, ".", "1"),), 95_000),  # the last blank
    Step(StepKind.PLACE, (Move(35, ".", "1"),), 99_000),  # a guess
)


def test_waits_in_games_count_for_the_easiest_technique() -> None:
    assert waits_by_technique(PUZZLE, STEPS) == {"pair": [2000], "last blank": [90_000]}


def test_a_technique_that_was_slow_in_a_game_comes_within_five_drills() -> None:
    practice, now = Practice(), START
    practice.learn(PUZZLE, STEPS, now)
    given = []
    for _ in range(5):
        given.append(practice.next_technique(now))
        now += timedelta(seconds=20)
        practice.answer(given[-1], is_right=True, milliseconds=10_000, now=now)
    assert "last blank" in given
    assert "pair" not in given


@pytest.mark.parametrize("text", ["", "[]", "{", '{"games_until": 1, "techniques": {"pair": 3}}', '{"techniques": {}}'])
def test_a_damaged_file_means_a_new_beginning(tmp_path: Path, text: str) -> None:
    path = tmp_path / "practice.json"
    path.write_text(text)
    practice = Practice(path)
    assert practice.next_technique(START) == "last blank"
    practice.answer("last blank", is_right=True, milliseconds=3000, now=START)
    assert Practice(path).next_technique(START) == "pair"


@pytest.mark.parametrize("technique", ["pair", "gap counting", "unique lines", "hypothesis"])
def test_answers_are_judged_with_their_reason(technique: str) -> None:
    drill = make_drill(technique, 2)
    cell, value = next(iter(drill.answers.items()))
    is_right, sentence = judge(drill, cell, value)
    assert is_right
    reason = sentence.removeprefix("Right. ")
    assert reason != sentence
    is_right, sentence = judge(drill, cell, opposite(value))
    assert is_right is False
    assert sentence.endswith(reason)
    others = [cell for cell in range(drill.puzzle.geometry.cell_count) if cell not in drill.answers]
    for is_given, says in ((True, "is a given"), (False, "does not fill")):
        other = next(cell for cell in others if drill.puzzle.is_given(cell) is is_given)
        is_right, sentence = judge(drill, other, value)
        assert is_right is None
        assert says in sentence
