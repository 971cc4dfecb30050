"""Lessons: a worked example of a technique, drills for it, and a whole board that needs it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from binairo_tui import engine, library
from binairo_tui.engine.proof import HYPOTHESIS, walk
from binairo_tui.player.coach import SlowCell
from binairo_tui.player.practice import LESSON_DRILLS, Practice
from binairo_tui.player.text import clock_text

MAX_STOPS = 10
"""If the walk through a proof has more steps than this, only the conclusion of the proof is shown."""
FIRST_BOARD = 10_000
"""The number of the first whole board: higher than the numbers of drills, so that no drill uses the same puzzle."""


class WorkedExample(NamedTuple):
    """`walk` holds the steps of the proof. It is empty for a single step, or for more than `MAX_STOPS` steps."""

    puzzle: engine.Puzzle
    proof: engine.Proof
    walk: tuple[engine.WalkStep, ...]


def example_of(technique: str) -> WorkedExample:
    """Return the worked example for a technique. Raises KeyError if there is no such technique."""
    drill = engine.drills.make_example(technique)
    proof = drill.proof(min(drill.answers))
    assert proof is not None  # noqa: S101 - the technique decides all the answers
    stops = walk(drill.puzzle, drill.puzzle.givens, proof)
    return WorkedExample(drill.puzzle, proof, stops if len(stops) <= MAX_STOPS else ())


class Lesson:
    """Drills for the `chosen` technique; if `chosen` is '', for the technique that is due first.

    After `LESSON_DRILLS` drills for a chosen technique, the player gets a whole board that needs the technique. If the
    technique has no drills, the board comes at once. If the lesson belongs to the tutorial, the board is the puzzle of
    `entry`; otherwise it is generated.
    """

    def __init__(self, practice: Practice, chosen: str = "", entry: library.Entry | None = None) -> None:
        self.practice = practice
        self.chosen = chosen
        self.entry = entry
        self._count = LESSON_DRILLS if chosen in engine.drills.DRILLED else 0
        self._given = 0

    def next_drill(self, now: datetime) -> engine.drills.Drill:
        technique = self.chosen or self.practice.next_technique(now)
        drill = engine.drills.make_drill(technique, self.practice.drill_number(technique))
        self._given += 1
        return drill

    @property
    def is_over(self) -> bool:
        return False

    def task(self, drill: engine.drills.Drill) -> str:
        if drill.technique == HYPOTHESIS:
            return "Prove a value: suppose the other one, and fill in what follows until a rule is broken."
        return "Fill in a cell that this technique decides, and give the reason. Nothing easier works here."

    @property
    def place(self) -> str:
        """The place of the drill in the lesson: `2 of 5`; empty after the last drill or if no technique is chosen."""
        return f"{self._given} of {self._count}" if self.chosen and self._given <= self._count else ""

    @property
    def is_board_next(self) -> bool:
        return bool(self.chosen) and self._given == self._count

    def board(self) -> engine.Puzzle:
        return engine.drills.make_board(
            self.chosen, FIRST_BOARD + self.practice.drill_number(self.chosen) // LESSON_DRILLS
        )

    @property
    def board_note(self) -> str:
        done = "The drills are done: now" if self._count else "Now"
        return f'{done} a whole board that needs "{self.chosen}".'


class GameLesson(Lesson):
    """Drills about the cells that took longest in a game just solved, in the positions before they were filled."""

    def __init__(self, practice: Practice, slow: Sequence[SlowCell]) -> None:
        super().__init__(practice)
        self._slow = slow

    def next_drill(self, now: datetime) -> engine.drills.Drill:  # noqa: ARG002 - the game decides, not the time
        self._given += 1
        return self._slow[self._given - 1].drill

    @property
    def is_over(self) -> bool:
        return self._given == len(self._slow)

    def task(self, drill: engine.drills.Drill) -> str:
        slow = next(it for it in self._slow if it.drill is drill)
        name = engine.cell_name(min(drill.answers), drill.puzzle.width)
        if slow.waited_ms < 1000:  # shown as 0:00
            return f"Fill in {name}, and give the reason."
        return f"You took {clock_text(slow.waited_ms)} for {name} here. Fill it in, and give the reason."

    @property
    def place(self) -> str:
        return f"{self._given} of {len(self._slow)}"
