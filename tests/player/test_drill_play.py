"""Drills in play: which answers count, what is said about them, and what is recorded."""

from datetime import UTC, datetime

import pytest

from binairo_tui.engine import EMPTY, Position, Puzzle, Value, first_solution, opposite, parse_puzzle
from binairo_tui.engine.drills import make_drill
from binairo_tui.engine.grading import grade
from binairo_tui.engine.reason_check import Marks
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.player.coach import fills, slow_cells
from binairo_tui.player.drill_play import OWN_REASON, DrillPlay, Outcome, Reply
from binairo_tui.player.lessons import GameLesson
from binairo_tui.player.practice import LINE_WEIGHT, OTHER_WEIGHT, PROVEN, Practice
from tests.player.learners import Learner, knows, learn

pytest.importorskip("fsrs")

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


def begin(technique: str = "pair", number: int = 1) -> DrillPlay:
    return DrillPlay(make_drill(technique, number), Practice(), lambda: 0.0)


def solved_steps(puzzle: Puzzle, slow: dict[int, int]) -> tuple[tuple[Step, ...], Position]:
    """Return steps that fill in the solution as a player would, and the solution; `slow` maps cells to waits in ms."""
    solution, steps, now = first_solution(puzzle), [], 0
    assert solution is not None
    for found in grade(puzzle).path:
        for cell in puzzle.geometry.changed(found.before, found.after):
            now += slow.get(cell, 1000)
            steps.append(Step(StepKind.PLACE, (Move(cell, EMPTY, puzzle.geometry.value(solution, cell)),), now))
    return tuple(steps), solution


def answered(
    play: DrillPlay, cell: int, value: Value, *, cells: tuple[int, ...] = (), lines: tuple[int, ...] = ()
) -> Reply:
    play.place(cell, value)
    play.cells, play.lines = {*cells}, {*lines}
    return play.answer(NOW)


# Drill 1 for "pair", in which r3c1 is 0 because of the 1s in r4c1 and r5c1:
#   1 . 1 . 0 1
#   . . . 1 . .
#   . . . . . .
#   1 . . 1 . .
#   1 1 . . . 0
#   . 1 . . . 0
R3C1, R4C1, R5C1, COLUMN_1 = 12, 18, 24, 6


@pytest.mark.parametrize(
    ("cells", "lines", "outcome", "says"),
    [
        ((R4C1, R5C1), (), Outcome.ENOUGH, "Right, for the right reason. Column 1: r4c1 and r5c1 are both 1"),
        ((R4C1,), (), Outcome.TOO_LITTLE, "0 is right, but the reason is incomplete: you also need r5c1."),
        ((), (2,), Outcome.TOO_LITTLE, "0 is right, but not for this reason: look at r4c1 and r5c1."),
        ((R4C1, R5C1, 0), (), Outcome.TOO_MUCH, "Right, but more than needed: r4c1 and r5c1 are enough."),
        ((), (COLUMN_1,), Outcome.TOO_MUCH, "Right, but more than needed: r4c1 and r5c1 are enough."),
        ((R4C1, R5C1, 13), (), Outcome.ENOUGH, "Right, for the right reason."),
        ((), (), Outcome.UNFINISHED, ""),
    ],
)
def test_a_reason_is_enough_too_little_or_too_much(
    cells: tuple[int, ...], lines: tuple[int, ...], outcome: Outcome, says: str
) -> None:
    play = begin()
    reply = answered(play, R3C1, "0", cells=cells, lines=lines)
    assert reply.outcome is outcome
    assert reply.text.startswith(says)
    assert play.is_done == bool(outcome.is_right)
    assert (reply.record is not None) == (outcome is not Outcome.UNFINISHED)


def test_another_reason_than_that_of_the_technique_is_told_apart() -> None:
    reply = answered(begin("sandwich"), 1, "0", lines=(7,))
    assert reply.outcome is Outcome.ENOUGH
    assert reply.text == (
        "Right, for a good reason. Here is another. Row 1: r1c1 and r1c3 are both 1, so r1c2 between them is 0."
    )


def test_what_is_missing_is_named_cell_by_cell() -> None:
    reply = answered(begin("two blanks"), 20, "0", lines=(8,))
    assert reply.text == "0 is right, but the reason is incomplete: you also need row 1, r4c1 and r4c6."


@pytest.mark.parametrize(
    ("cell", "value", "cells", "outcome", "says"),
    [
        (R3C1, "1", (R4C1, R5C1), Outcome.WRONG, "r3c1 cannot be 1. Column 1: r4c1 and r5c1 are both 1"),
        (8, "1", (2,), Outcome.WRONG, '"pair" does not decide r2c3. Find a cell that "pair" decides.'),
        (1, "0", (2,), Outcome.WRONG, '"pair" does not decide r1c2.'),
        (1, "0", (0, 2), Outcome.ELSEWHERE, '0 is right for r1c2, but the technique for it is "sandwich".'),
    ],
)
def test_wrong_values_and_places_cost(
    cell: int, value: Value, cells: tuple[int, ...], outcome: Outcome, says: str
) -> None:
    play = begin()
    reply = answered(play, cell, value, cells=cells)
    assert reply.outcome is outcome
    assert reply.text.startswith(says)
    assert (reply.record is not None) == (outcome is Outcome.WRONG)
    assert not play.is_done


def test_only_the_first_answer_counts() -> None:
    play = begin()
    first = answered(play, R3C1, "0", cells=(R4C1,)).record
    assert first is not None
    assert not first.is_right
    reply = answered(play, R3C1, "0", cells=(R4C1, R5C1))
    assert (reply.outcome, reply.record) == (Outcome.ENOUGH, None)
    assert not play.practice.has_given_reasons("pair")


def test_a_drill_that_is_left_is_no_answer() -> None:
    play = begin()
    play.place(R3C1, "1")
    play.toggle_cell(R4C1)
    play.show_hint()
    assert play.practice.drill_number("pair") == 1
    assert play.practice.due("pair") is None


def test_the_filled_cell_is_no_reason_for_its_own_value() -> None:
    play = begin()
    play.toggle_cell(R3C1)
    play.place(R3C1, "0")
    assert play.marks == Marks()
    assert play.toggle_cell(R3C1) == OWN_REASON
    assert play.toggle_cell(R4C1) == ""
    play.session.undo()
    play.toggle_cell(R3C1)
    play.toggle_cell(R3C1)
    play.session.redo()
    assert play.marks == Marks(cells=frozenset({R4C1}))


def test_there_is_one_answer() -> None:
    play = begin()
    play.place(1, "0")
    play.place(R3C1, "0")
    assert play.drill.puzzle.geometry.changed(play.drill.puzzle.givens, play.session.position) == (R3C1,)
    play.place(1, EMPTY)
    assert play.filled == R3C1
    assert "is a given" in play.place(0, "0")
    assert play.filled == R3C1


@pytest.mark.parametrize(
    ("technique", "learner", "weight"),
    [("complete line", knows, LINE_WEIGHT), ("pair", knows, OTHER_WEIGHT), ("hypothesis", knows, OTHER_WEIGHT)],
)
def test_a_reason_that_chance_finds_easily_weighs_less(technique: str, learner: Learner, weight: int) -> None:
    needed = -(-PROVEN // weight)
    days = learn(learner, needed, 1, chosen=technique)
    assert [day.interval.days > 2 for day in days] == [False] * (needed - 1) + [True]


@pytest.mark.parametrize(("pages", "is_right"), [(1, 1), (2, 1), (3, 0)])
def test_hints_lead_to_the_reason_and_prove_nothing(pages: int, is_right: int) -> None:
    play = begin()
    for _ in range(pages):
        assert play.show_hint()
    record = answered(play, R3C1, "0", cells=(R4C1, R5C1)).record
    assert record is not None
    assert record.is_right == is_right
    assert not play.practice.has_given_reasons("pair")


def test_an_answer_can_be_shown_which_counts_as_wrong() -> None:
    play = begin("hypothesis")
    play.open_branch()
    play.place(8, "1")
    reply = play.give_up(NOW)
    assert (play.is_done, reply.outcome, play.session.branches) == (True, Outcome.SHOWN, ())
    assert play.filled == play.proof.cells[0] == reply.cell
    assert reply.record is not None
    assert not reply.record.is_right
    assert play.give_up(NOW).record is None


def test_a_chain_is_shown_in_a_branch_and_shrunk_to_its_core() -> None:
    play = begin("hypothesis")
    cell = play.proof.cells[0]
    play.place(cell, play.proof.values[0])
    play.toggle_line(0)
    assert play.answer(NOW).outcome is Outcome.UNFINISHED  # a value and a line prove nothing
    play.session.undo()
    play.open_branch()
    assert play.answer(NOW).outcome is Outcome.UNFINISHED
    for stop in play.hint.walk[:-2]:
        for filled in play.drill.puzzle.geometry.changed(play.session.position, stop.position):
            play.place(filled, play.drill.puzzle.geometry.value(stop.position, filled))
    reply = play.answer(NOW)
    assert reply.outcome is Outcome.ENOUGH
    assert reply.text.startswith("Right. Your branch proves that r2c4 is 0: with 1, ")
    assert play.is_done


def test_a_chain_that_is_longer_than_that_of_the_hint_is_called_so() -> None:
    drill = make_drill("hypothesis", 41)  # the hint leads to a chain of 6 steps, because that of 4 is harder to follow
    proof = next(it for cell in drill.answers if (it := drill.proof(cell)) and it.length > 6)
    play = DrillPlay(drill, Practice())
    play.open_branch()
    play.place(proof.cells[0], opposite(proof.values[0]))
    for step in proof.steps:
        for cell, value in zip(step.cells, step.values, strict=True):
            play.place(cell, value)
    assert play.answer(NOW).text.endswith(" There is a chain of only 6 steps.")


def test_a_chain_with_a_guess_proves_nothing() -> None:
    play = begin("hypothesis")
    play.open_branch()
    for cell in (11, 9):  # r2c4 and r2c2; row 2 is ..1..010
        play.place(cell, "1")
    reply = play.answer(NOW)
    assert reply.outcome is Outcome.TOO_LITTLE
    assert reply.text == "Not proved: the broken rule does not prove that r2c4 is 0: a later value may be wrong."


def test_a_solved_game_gives_drills_about_its_slowest_cells() -> None:
    puzzle = parse_puzzle("6x6;.0.0..0..11..0...1.00.011...0..1...0")
    steps, solution = solved_steps(puzzle, slow={2: 90_000, 8: 60_000, 25: 70_000})
    slow = slow_cells(puzzle, solution, fills(puzzle, steps))
    assert [it.waited_ms for it in slow] == [90_000, 70_000, 60_000]
    lesson = GameLesson(Practice(), slow)
    for number, (it, asked) in enumerate(zip(slow, (2, 25, 8), strict=True), 1):
        drill = lesson.next_drill(NOW)
        assert (drill.cell, [*drill.answers], lesson.place) == (asked, [asked], f"{number} of 3")
        assert lesson.is_over == (number == 3)
        assert "You took 1:" in lesson.task(drill)
        play = DrillPlay(drill, lesson.practice)
        assert play.session.cursor == asked
        assert it.drill is drill
        check_drill(play)


def check_drill(play: DrillPlay) -> None:
    cell = play.drill.cell
    assert cell is not None
    other = next(
        it
        for it, held in enumerate(play.drill.puzzle.geometry.text(play.drill.puzzle.givens))
        if held == EMPTY and it != cell
    )
    assert answered(play, other, "0", lines=(0,)).outcome is Outcome.UNFINISHED
    proof = play.proof
    lines = proof.because_lines if proof.premises.quota else ()
    reply = answered(play, cell, play.drill.answers[cell], lines=lines, cells=() if lines else proof.because_cells)
    assert reply.outcome is Outcome.ENOUGH


def test_cells_filled_beside_wrong_values_give_no_drills() -> None:
    puzzle = parse_puzzle("6x6;.0.0..0..11..0...1.00.011...0..1...0")
    steps, solution = solved_steps(puzzle, slow={})
    first = steps[0].moves[0].cell
    wrong = puzzle.geometry.place(solution, first, opposite(puzzle.geometry.value(solution, first)))
    assert len(slow_cells(puzzle, solution, fills(puzzle, steps))) == 3
    assert slow_cells(puzzle, wrong, fills(puzzle, steps)) == ()
