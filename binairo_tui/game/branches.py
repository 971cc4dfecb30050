"""Judges what a failed what-if branch proves.

A branch proves something only if a rule is broken on the board; there is no search for a hidden contradiction. If a
branch has proved something, `judge_and_compare` also searches for an easier proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, cell_name, find_violations, opposite, wording
from binairo_tui.engine.techniques.hypothesis import easiest_refutation
from binairo_tui.game.history import State
from binairo_tui.game.steps import Step

DROPPED = "Back to where the branch began."


class Judgement(NamedTuple):
    """What the player learns if the innermost branch is dropped while the board shows `position`.

    `sentence` is always shown. If the branch proves that its first value is wrong, `hint` says so and fills in the
    other value.

    >>> game.Judgement(position=0).sentence
    'Back to where the branch began.'
    """

    position: Position
    sentence: str = DROPPED
    hint: engine.Hint | None = None


def judge(puzzle: Puzzle, state: State, steps: Sequence[Step]) -> Judgement:
    """Return what the last branch of a state proves; `steps` are the steps made since the branch was opened.

    A branch without a broken rule proves nothing here, even if it has no solution. Otherwise, a player could learn the
    value of any cell by opening a branch. A broken rule proves nothing if it depends on values that do not follow from
    the first cell of the branch.
    """
    branch, geometry = state.branches[-1], puzzle.geometry
    cell = branch.assumed
    value = EMPTY if cell is None else geometry.value(state.position, cell)
    is_broken = find_violations(puzzle, state.position) and not find_violations(puzzle, branch.position)
    if cell is None or value == EMPTY or not is_broken:
        return Judgement(state.position)
    reached = _what_follows(puzzle, geometry.place(branch.position, cell, value), state.position, steps)
    name, broken = cell_name(cell, puzzle.width), find_violations(puzzle, reached)
    if not broken:
        unproved = f"The broken rule does not prove that {name} is {opposite(value)}: a later value may be wrong."
        return Judgement(state.position, f"{DROPPED} {unproved}")
    reason = wording.breach_text(puzzle, reached, broken[0])
    premise = "" if branch.position == puzzle.givens else ", if all values before it are right"
    text = f"Your branch proves that {name} is {opposite(value)}{premise}: with {value}, {reason}."
    stages = text, f"Filled {name}."
    hint = engine.Hint(engine.HintKind.BRANCH_PROVES, stages, cells=(cell,), values=(opposite(value),))
    return Judgement(state.position, DROPPED, hint)


def judge_and_compare(puzzle: Puzzle, state: State, steps: Sequence[Step]) -> Judgement:
    """Return the result of `judge`; its hint also compares the player's chain with the easiest shorter chain.

    If the player's chain has values that are not needed, the hint names the needed values. The hint walks through the
    easiest shorter chain, unless this is part of the player's chain.
    """
    judged, branch = judge(puzzle, state, steps), state.branches[-1]
    if judged.hint is None:
        return judged
    (cell,), (value,), (text, filled) = judged.hint.cells, judged.hint.values, judged.hint.stages
    used = len(puzzle.geometry.changed(branch.position, state.position)) - 1
    needed = core_of(puzzle, state, steps)[1:]
    limit = min(len(needed) - 1, engine.hints.MAX_MISTAKE_STEPS)
    easier = easiest_refutation(puzzle, branch.position, [(cell, opposite(value))], limit)
    if easier and {*needed}.issuperset([filled for step in easier.steps for filled in step.cells]):
        easier = None  # `easier` is the player's chain, with several cells in one step
    chain = f"A chain of {wording.plural(easier.length, 'step')} proves it, too." if easier else ""
    told = " ".join(filter(None, [enough_text(puzzle, used, needed), chain]))
    stages = (text, told, filled) if told else judged.hint.stages
    stops = engine.proof.walk(puzzle, branch.position, easier)[:-1] if easier else ()
    return judged._replace(hint=replace(judged.hint, stages=stages, walk=stops))


def enough_text(puzzle: Puzzle, used: int, needed: Sequence[Cell]) -> str:
    """Return a sentence that says which values of a branch were enough; '' if all were needed, or only the first value.

    `used` is the number of values after the first value, and `needed` are the cells of the values that were enough.
    """
    if not 0 < len(needed) < used:
        return ""
    are_enough = (
        f"{len(needed)} {wording.inflect(len(needed), 'is', 'are')} enough: {wording.cell_names(puzzle, needed)}"
    )
    return f"Of the {used} values after the first, {are_enough}."


def core_of(puzzle: Puzzle, state: State, steps: Sequence[Step]) -> tuple[Cell, ...]:
    """Return the cells of a branch that its broken rule needs: the assumed cell, then the others in order of filling.

    The arguments are those of `judge`, which must have found that the branch proves something.
    """
    branch, geometry = state.branches[-1], puzzle.geometry
    cell = branch.assumed
    assert cell is not None  # noqa: S101 - `judge` has found it
    assumed = geometry.place(branch.position, cell, geometry.value(state.position, cell))
    shown = state.position
    order = dict.fromkeys([move.cell for step in steps for move in step.moves if move.cell != cell])
    others = [it for it in order if geometry.value(shown, it) != EMPTY == geometry.value(branch.position, it)]
    for other in reversed(others):
        fewer = geometry.place(shown, other, EMPTY)
        if find_violations(puzzle, _what_follows(puzzle, assumed, fewer, steps)):
            shown = fewer
    return cell, *[other for other in others if geometry.value(shown, other) != EMPTY]


def _what_follows(puzzle: Puzzle, assumed: Position, shown: Position, steps: Sequence[Step]) -> Position:
    """Return `assumed` with those values of a branch that follow from it step by step, each from a single line.

    `shown` is the position on the board. The values are tried in the order in which the steps filled them.
    """
    geometry, position = puzzle.geometry, assumed
    last_moved: dict[Cell, None] = {}
    for step in steps:
        for move in step.moves:
            last_moved.pop(move.cell, None)
            last_moved[move.cell] = None
    waiting = [cell for cell in last_moved if geometry.value(assumed, cell) == EMPTY != geometry.value(shown, cell)]
    while waiting:
        left = []
        for cell in waiting:
            value = geometry.value(shown, cell)
            if engine.position_check.is_forced_by_line(puzzle, position, cell, value):
                position = geometry.place(position, cell, value)
            else:
                left.append(cell)
        if len(left) == len(waiting):
            break
        waiting = left
    return position
