"""Practice: the schedule is that of fsrs, and a technique that takes a player long comes again soon."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.drills import DRILLED
from binairo_tui.engine.grading import grade
from binairo_tui.engine.request import SIGN_TECHNIQUES
from binairo_tui.game.review import BEYOND
from binairo_tui.game.steps import Move, SessionSnapshot, Step, StepKind
from binairo_tui.player.lessons import Lesson
from binairo_tui.player.practice import (
    FEWEST_TIMES,
    LESSON_DRILLS,
    LINE_WEIGHT,
    OTHER_WEIGHT,
    PROVEN,
    UNPROVEN,
    Practice,
    open_practice,
)
from binairo_tui.player.progress import Progress
from binairo_tui.store.practice import (
    TechniqueStanding,
    games_without_practice,
    read_game_practice,
    read_standings,
)

fsrs = pytest.importorskip("fsrs")

START = datetime(2026, 12, 1, 20, tzinfo=UTC)


@contextmanager
def opened(directory: Path, now: datetime) -> Iterator[Progress]:
    """The progress in a directory, at a time."""
    progress = Progress(directory / "progress.db", now=lambda: now)
    try:
        yield progress
    finally:
        assert progress.close(20)


def test_the_schedule_is_that_of_fsrs_without_fuzzing(tmp_path: Path) -> None:
    """Also across sessions, each of which reads the progress file again."""
    scheduler, card = fsrs.Scheduler(enable_fuzzing=False), fsrs.Card(due=START)
    now, usual = START, 8000
    answers = [(usual, True, "Good")] * FEWEST_TIMES + [
        (usual // 2, True, "Easy"),
        (usual * 3, True, "Hard"),
        (1, False, "Again"),
        (usual, True, "Good"),
        (usual, True, "Good"),
        (usual * 5, True, "Hard"),
    ]
    for milliseconds, is_right, rating in answers:
        with opened(tmp_path, now) as progress:
            practice = open_practice(progress)
            progress.record_practice(
                [
                    practice.answer(
                        "pair", is_right=is_right, milliseconds=milliseconds, now=progress.now(), weight=PROVEN
                    )
                ]
            )
        card, _ = scheduler.review_card(card, fsrs.Rating[rating], now)
        with opened(tmp_path, now) as progress:
            practice = open_practice(progress)
            mine = fsrs.Card.from_json(progress.read(read_standings)["pair"].card)
        assert (mine.due, mine.stability, mine.difficulty) == (card.due, card.stability, card.difficulty)
        due = practice.due("pair")
        assert due == (card.due if practice.is_known("pair") else min(card.due, now + UNPROVEN))
        now = due + timedelta(hours=1)
    with opened(tmp_path, now) as progress:
        assert open_practice(progress).drill_number("pair") == len(answers) + 1


@pytest.mark.parametrize(("weight", "needed"), [(LINE_WEIGHT, 8), (OTHER_WEIGHT, 3), (0, None)])
def test_a_technique_is_known_after_enough_reasons(weight: int, needed: int | None) -> None:
    practice, now = Practice(), START
    for number in range(1, 12):
        practice.answer("pair", is_right=True, milliseconds=5000, now=now, weight=weight)
        due = practice.due("pair")
        assert due is not None
        assert practice.is_known("pair") == (needed is not None and number >= needed)
        assert due - now <= UNPROVEN or practice.is_known("pair")
        now = due
    practice.answer("pair", is_right=False, milliseconds=5000, now=now)
    assert not practice.is_known("pair")


def test_an_answer_with_help_counts_as_right_but_not_as_known() -> None:
    practice = Practice()
    for _ in range(5):
        practice.answer("pair", is_right=True, milliseconds=5000, now=START, weight=PROVEN, is_helped=True)
    assert not practice.has_given_reasons("pair")


@pytest.mark.parametrize("slow", DRILLED)
def test_a_learner_who_is_wrong_in_a_technique_gets_it_within_five_drills(slow: str) -> None:
    practice, now = Practice(), START
    practice.answer("sign", is_right=slow != "sign", milliseconds=20_000, now=now, weight=PROVEN)
    for _ in DRILLED:
        technique = practice.next_technique(now)
        now += timedelta(seconds=20)
        practice.answer(technique, is_right=technique != slow, milliseconds=20_000, now=now, weight=PROVEN)
    given = []
    for _ in range(5):
        given.append(practice.next_technique(now))
        now += timedelta(seconds=20)
        practice.answer(given[-1], is_right=True, milliseconds=20_000, now=now, weight=PROVEN)
    assert slow in given


def test_a_new_player_begins_with_the_easiest_technique() -> None:
    practice = Practice()
    assert practice.next_technique(START) == DRILLED[0] == "last blank"
    assert (practice.drill_number("last blank"), practice.has_given_reasons("last blank")) == (1, False)
    practice.answer("last blank", is_right=True, milliseconds=3000, now=START, weight=1)
    assert practice.next_technique(START) == "pair"
    assert (practice.drill_number("last blank"), practice.has_given_reasons("last blank")) == (2, True)


@pytest.mark.parametrize(("sign", "has_signs"), [("", False), ("sign", True), ("equal pair", True)])
def test_techniques_for_signs_are_proposed_to_players_who_have_met_signs(sign: str, has_signs: bool) -> None:
    practice, proposed = Practice(), set()
    if sign:
        practice.answer(sign, is_right=True, milliseconds=3000, now=START)
    for _ in DRILLED:
        proposed.add(practice.next_technique(START))
        practice.answer(practice.next_technique(START), is_right=True, milliseconds=3000, now=START)
    assert proposed >= {*DRILLED}.difference(SIGN_TECHNIQUES)
    assert proposed.isdisjoint(SIGN_TECHNIQUES) != has_signs


PUZZLE = parse_puzzle("6x6;11..0." + "." * 30)
STEPS = (
    Step(StepKind.PLACE, (Move(2, ".", "0"),), 2000),  # a pair
    Step(StepKind.HINT, (Move(3, ".", "0"),), 5000),
    Step(StepKind.PLACE, (Move(5, ".", "1"),), 95_000),  # the last blank
    Step(StepKind.PLACE, (Move(35, ".", "1"),), 99_000),  # a guess
)


def test_waits_in_games_count_for_the_easiest_technique() -> None:
    records = Practice().learn("game", PUZZLE, STEPS, START)
    assert {(it.technique, it.fills, it.wait_ms, it.is_right) for it in records} == {
        ("pair", 1, 2000, True),
        ("last blank", 1, 90_000, False),
        (BEYOND, 1, 4000, True),
    }


def test_a_technique_that_was_slow_in_a_game_comes_within_five_drills() -> None:
    practice, now = Practice(), START
    practice.learn("game", PUZZLE, STEPS, now)
    given = []
    for _ in range(5):
        given.append(practice.next_technique(now))
        now += timedelta(seconds=20)
        practice.answer(given[-1], is_right=True, milliseconds=10_000, now=now)
    assert "last blank" in given
    assert "pair" not in given


def test_a_game_before_the_last_drill_changes_no_card() -> None:
    practice = Practice()
    practice.answer("last blank", is_right=True, milliseconds=3000, now=START)
    due = practice.due("last blank")
    records = practice.learn("game", PUZZLE, STEPS, START - timedelta(hours=1))
    assert practice.due("last blank") == due
    assert {it.technique: bool(it.card) for it in records} == {"pair": True, "last blank": False, BEYOND: False}


def test_solved_games_are_learned_from_once(tmp_path: Path) -> None:
    with opened(tmp_path, START) as progress:
        game, _ = progress.open_new(PUZZLE, "a game")
        progress.finish(game, SessionSnapshot(0, 99_000, len(STEPS), STEPS))
        assert open_practice(progress).due("last blank") is not None
        progress.wait_for_saves()
        assert {it.technique for it in progress.read(read_game_practice)} == {"pair", "last blank", BEYOND}
        assert progress.read(games_without_practice, 9) == []
        due = open_practice(progress).due("last blank")
    with opened(tmp_path, START + timedelta(days=9)) as progress:
        assert open_practice(progress).due("last blank") == due


CARD = {
    "card_id": 1, "state": 2, "step": None, "stability": 3.0, "difficulty": 5.0,
    "due": "2026-12-02T00:00:00+00:00", "last_review": "2026-12-01T00:00:00+00:00",
}  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        {"state": 9}, {"state": None}, {"step": 1}, {"state": 1, "step": 7}, {"stability": "x"}, {"stability": -1.0},
        {"difficulty": None}, {"difficulty": 1e999}, {"due": "soon"}, {"due": "2026-12-02T00:00:00"},
        {"last_review": None}, {"due": 3}, {"card_id": []},
    ],
)  # fmt: skip
def test_a_card_that_makes_no_sense_is_ignored(changed: dict[str, object]) -> None:
    """Cards can come from an import."""
    practice = Practice({"pair": TechniqueStanding(json.dumps(CARD | changed), 3)})
    assert practice.due("pair") is None
    assert practice.drill_number("pair") == 4
    practice.answer("pair", is_right=True, milliseconds=3000, now=START + timedelta(days=2))


def test_a_lesson_ends_with_a_whole_board_that_needs_the_technique() -> None:
    lesson, now = Lesson(Practice(), "sandwich"), START
    texts = set()
    for number in range(1, LESSON_DRILLS + 1):
        assert not lesson.is_board_next
        drill = lesson.next_drill(now)
        assert (drill.technique, lesson.place) == ("sandwich", f"{number} of {LESSON_DRILLS}")
        texts.add(str(drill.puzzle))
        lesson.practice.answer(drill.technique, is_right=True, milliseconds=1, now=now)
    assert len(texts) == LESSON_DRILLS
    assert lesson.is_board_next
    assert "sandwich" in [step.technique for step in grade(lesson.board()).path]


def test_drills_for_what_is_due_go_on() -> None:
    lesson = Lesson(Practice())
    for _ in range(2 * LESSON_DRILLS):
        assert not lesson.is_board_next
        drill = lesson.next_drill(START)
        assert lesson.place == ""
        lesson.practice.answer(drill.technique, is_right=True, milliseconds=1, now=START)


MASTERED = CARD | {"stability": 90.0, "due": "2027-03-01T00:00:00+00:00"}


def test_what_was_mastered_without_reasons_is_asked_again() -> None:
    """Cards of earlier versions say nothing about reasons."""
    practice = Practice({"pair": TechniqueStanding(json.dumps(MASTERED), 9)})
    assert practice.due("pair") == datetime(2026, 12, 3, tzinfo=UTC)
    now = START + timedelta(days=3)
    for _ in range(3):
        practice.answer("pair", is_right=True, milliseconds=5000, now=now, weight=OTHER_WEIGHT)
    due = practice.due("pair")
    assert due is not None
    assert due - now > timedelta(days=30)


def test_an_earlier_version_reads_the_cards_of_this_one() -> None:
    card = Practice().answer("pair", is_right=True, milliseconds=5000, now=START, weight=3).card
    assert fsrs.Card.from_json(card).to_dict().keys() == CARD.keys()


@pytest.mark.parametrize(
    "reasons",
    [
        None,
        3,
        {},
        {"weight": "8", "times": []},
        {"weight": 8},
        {"weight": -1, "times": []},
        {"weight": True, "times": []},
        {"weight": 8, "times": [1e9]},
        {"weight": 8, "times": [10**400]},
        {"weight": 8, "times": "12"},
    ],
)
def test_reasons_that_make_no_sense_count_as_none(reasons: object) -> None:
    practice = Practice({"pair": TechniqueStanding(json.dumps(MASTERED | {"reasons": reasons}), 3)})
    assert not practice.is_known("pair")
    practice.answer("pair", is_right=True, milliseconds=3000, now=START + timedelta(days=2))
