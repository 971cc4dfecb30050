"""Simulated learners: they answer drills, as they come due, through the same steps as a player.

`python -m tests.player.learners` prints the schedule of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import NamedTuple

from binairo_tui.engine import EMPTY, opposite, walk
from binairo_tui.engine.drills import Drill, make_drill
from binairo_tui.player.drill_play import DrillPlay, Outcome
from binairo_tui.player.practice import Practice

START = datetime(2026, 12, 1, 20, tzinfo=UTC)
CONFUSED = ("line logic", "unique lines")
"""The techniques that one of the learners takes for each other."""
A_DAY = 10
HALF_LIFE = timedelta(days=10)
"""The time after which the learner who forgets remembers a technique with a probability of one half."""


class Day(NamedTuple):
    """An answer: the technique, what the answer was, and the time until the technique is due again."""

    technique: str
    outcome: Outcome
    interval: timedelta


class Watch:
    """A clock in seconds."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


Learner = Callable[[DrillPlay, Random, timedelta], float]
"""Fills in and marks an answer; returns the seconds that this took. The last argument is the time since the technique
was last drilled."""


@cache
def drill_of(technique: str) -> Drill:
    """Return the same drill whenever a technique is due: what is learned is not the drill."""
    return make_drill(technique, 1)


def learn(learner: Learner, drills: int, seed: int, *, chosen: str = "") -> list[Day]:
    """Let a learner answer drills, of a chosen technique or of those that are due, at most `A_DAY` a day.

    The latter begin with a sign, so that all techniques for signs are proposed.
    """
    practice, rng, now, days = Practice(), Random(seed), START, []
    last: dict[str, datetime] = {}
    for number in range(drills):
        if number and number % A_DAY == 0:
            now += timedelta(days=1)
        technique = chosen or (practice.next_technique(now) if number else "sign")
        now = max(now, practice.due(technique) or now)
        watch = Watch()
        play = DrillPlay(drill_of(technique), practice, watch)
        watch.seconds = learner(play, rng, now - last.get(technique, now))
        now += timedelta(seconds=watch.seconds)
        reply = play.answer(now)
        if reply.outcome.is_right is None:
            play.give_up(now)
        last[technique] = now
        due = practice.due(technique)
        assert due is not None
        days.append(Day(technique, reply.outcome, due - now))
        now += timedelta(seconds=5)
    return days


def schedules(days: list[Day]) -> Mapping[str, list[timedelta]]:
    """Return the intervals of each technique, in order."""
    found: dict[str, list[timedelta]] = defaultdict(list)
    for day in days:
        found[day.technique].append(day.interval)
    return found


# The learners.


def flips_coins(play: DrillPlay, rng: Random, _: timedelta) -> float:
    blanks = [cell for cell, held in enumerate(_text(play)) if held == EMPTY]
    if play.needs_branch:
        play.open_branch()
        for cell in rng.sample(blanks, 8):
            play.place(cell, rng.choice(("0", "1")))
    else:
        play.place(rng.choice(blanks), rng.choice(("0", "1")))
        mark_at_random(play, rng)
    return rng.uniform(2, 6)


def knows_values_only(play: DrillPlay, rng: Random, _: timedelta) -> float:
    """Choose a cell that the technique decides, and its value, but the reason at random."""
    cell = rng.choice(sorted(play.drill.answers))
    if play.needs_branch:
        play.open_branch()
        play.place(cell, opposite(play.drill.answers[cell]))
        blanks = [it for it, held in enumerate(_text(play)) if held == EMPTY and it != cell]
        for other in rng.sample(blanks, 8):
            play.place(other, rng.choice(("0", "1")))
    else:
        play.place(cell, play.drill.answers[cell])
        mark_at_random(play, rng)
    return rng.uniform(2, 6)


def knows(play: DrillPlay, rng: Random, _: timedelta) -> float:
    proof, puzzle = play.proof, play.drill.puzzle
    cell = next(it for it in proof.cells if it in play.drill.answers)
    if play.needs_branch:
        play.open_branch()
        play.place(cell, opposite(proof.values[0]))
        for step in walk(puzzle, puzzle.givens, proof)[1:-1]:
            for filled, value in zip(step.step.cells, step.step.values, strict=True):
                play.place(filled, value)
        return 40 * rng.lognormvariate(0, 0.3)
    play.place(cell, play.drill.answers[cell])
    if proof.premises.quota or proof.premises.runs or (len(proof.because_lines) > 1 and not proof.premises.path):
        play.lines.update(proof.because_lines)
    else:
        ends = [end for sign in proof.because_signs for end in (sign.a, sign.b)]
        play.cells.update({*proof.because_cells, *ends} - {cell})
    return 8 * rng.lognormvariate(0, 0.3)


def confuses(play: DrillPlay, rng: Random, since: timedelta) -> float:
    """Know everything, but take unique lines for line logic, and line logic for unique lines."""
    seconds = knows(play, rng, since)
    if play.drill.technique == CONFUSED[1]:
        play.lines = {play.proof.because_lines[0]}
    if play.drill.technique == CONFUSED[0]:
        line, height = play.proof.because_lines[0], play.drill.puzzle.height
        play.lines = {line - 1 if line not in (0, height) else line + 1}
    return seconds


def forgets(play: DrillPlay, rng: Random, since: timedelta) -> float:
    """Know everything at first; later, remember the less the longer it was."""
    if rng.random() < 0.5 ** (since / HALF_LIFE):
        return knows(play, rng, since)
    return flips_coins(play, rng, since)


LEARNERS: dict[str, Learner] = {
    "flips coins": flips_coins,
    "right values, random reasons": knows_values_only,
    "knows": knows,
    "confuses two techniques": confuses,
    "forgets": forgets,
}


def mark_at_random(play: DrillPlay, rng: Random) -> None:
    """Mark one of the two lines of the filled cell, or two filled cells: what a guesser who knows the form would do."""
    assert play.filled is not None
    if rng.random() < 0.5 or play.proof.premises.quota or play.proof.premises.runs:
        play.lines = {rng.choice(play.drill.puzzle.geometry.lines_of(play.filled))}
    else:
        play.cells = {*rng.sample([cell for cell, held in enumerate(_text(play)) if held != EMPTY], 2)}


def _text(play: DrillPlay) -> str:
    return play.drill.puzzle.geometry.text(play.drill.puzzle.givens)


def main() -> None:
    for name, learner in LEARNERS.items():
        days = learn(learner, 100, 1)
        right = sum(bool(day.outcome.is_right) for day in days)
        print(f"\n{name}: {right} of 100 answers right; days until each technique was due again:")
        for technique, found in schedules(days).items():
            print(f"  {technique:<14}", *[f"{it / timedelta(days=1):.3g}" for it in found])


if __name__ == "__main__":
    main()
