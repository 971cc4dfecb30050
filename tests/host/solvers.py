"""Simulated players: people of all strengths, who fill what they can know, and programs that type a solution."""

import random
from functools import reduce
from operator import or_

from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Puzzle, Value, bands, search
from binairo_tui.engine.bands import Band
from binairo_tui.engine.techniques import base, registry
from binairo_tui.game.steps import Move, Step, StepKind

STRENGTHS = (0.25, 0.45, 0.8, 1.5, 3.0)
"""Seconds that a person takes for a cell that is easy to know, from the strongest to the weakest."""
ORDERS = ("rows", "columns", "backwards", "random", "values")
"""The orders in which a program types a solution."""


def _place(seconds: float, cell: Cell, old: Value, new: Value) -> Step:
    return Step(StepKind.PLACE, (Move(cell, old, new),), round(1000 * seconds))


def person(puzzle: Puzzle, dice: random.Random, strength: int, *, scans: bool = False) -> list[Step]:
    """Return the steps of a person who fills what is easiest to know, guesses now and then, and slips.

    Somebody who `scans` always takes the first cell that can be known, as quickly whatever it needs.
    """
    geometry, solution = puzzle.geometry, next(search.solutions(puzzle, 1))
    position, now, last, steps = puzzle.givens, dice.uniform(0.5, 4), 0, list[Step]()
    base_seconds = STRENGTHS[strength]
    while blanks := [cell for cell in range(geometry.cell_count) if geometry.value(position, cell) == EMPTY]:
        view = base.View(puzzle, position)
        found = [
            technique.filled(view, view.open_lines) & ~position
            for technique in registry.TECHNIQUES
            if bands.BAND_OF[technique.name] < Band.EXTREME
        ]
        found = [reduce(or_, found)] if scans else found
        rank, known = next(
            (
                (rank, cells)
                for rank, filled in enumerate(found)
                if (cells := [it for it in blanks if filled & geometry.place(0, it, geometry.value(solution, it))])
            ),
            (0, []),
        )
        guesses = not known or dice.random() < 0.01 * (1 + strength)
        choices = blanks if guesses else known
        cell = choices[0] if scans else min(choices, key=lambda it: abs(it - last) + 10 * dice.random())
        value = geometry.value(solution, cell)
        now += base_seconds * (
            dice.lognormvariate(0.5, 0.7) * 2 if guesses else dice.lognormvariate(0, 0.5) * (1 + rank)
        )
        if dice.random() < 0.01 * (1 + strength):
            wrong = ONE if value == ZERO else ZERO
            steps.append(_place(now, cell, EMPTY, wrong))
            now += 3 * base_seconds
            steps.append(_place(now, cell, wrong, value))
        else:
            steps.append(_place(now, cell, EMPTY, value))
        position, last = geometry.place(position, cell, value), cell
    return steps


def program(puzzle: Puzzle, dice: random.Random, order: str, seconds: float) -> list[Step]:
    """Return the steps of a program that types a solution in one of `ORDERS`, a cell in about so many seconds."""
    geometry, solution = puzzle.geometry, next(search.solutions(puzzle, 1))
    cells = [cell for cell in range(geometry.cell_count) if not puzzle.is_given(cell)]
    keys = {
        "rows": lambda it: it,
        "columns": lambda it: (it % puzzle.width, it),
        "backwards": lambda it: -it,
        "random": lambda _: dice.random(),
        "values": lambda it: (geometry.value(solution, it), it),
    }
    now, steps = 3.0, list[Step]()
    for cell in sorted(cells, key=keys[order]):
        now += seconds * dice.lognormvariate(0, 0.4)
        steps.append(_place(now, cell, EMPTY, geometry.value(solution, cell)))
    return steps
