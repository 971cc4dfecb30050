"""Proofs by refutation: turns the chain of a refutation into steps on the board, each by the easiest technique."""

from collections.abc import Sequence
from dataclasses import replace

from binairo_tui.engine import rules
from binairo_tui.engine.cancellation import check, is_block_cancelled
from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, opposite
from binairo_tui.engine.proof import CONTRADICTION, HYPOTHESIS, Premises, Proof
from binairo_tui.engine.puzzle import Puzzle, Sign
from binairo_tui.engine.techniques import (
    deductions,
    gap_counting,
    line_fillings,
    line_logic,
    line_refutation,
    refutation,
)
from binairo_tui.engine.techniques.base import Deduction, LineTechnique, View, line_of, reason
from binairo_tui.engine.techniques.moves import Fact

# The steps of these techniques fill only the cells that are needed: every further cell makes the reason longer.
_NARROWED = (gap_counting.TECHNIQUE, line_logic.TECHNIQUE)
_MAX_REVISIONS = 5


def prove_by_goals(
    puzzle: Puzzle, position: Position, wrong: Fact, goals: Sequence[refutation.Goal], lines: tuple[Line, ...]
) -> Proof:
    """Return the proof that refutes a value in a blank cell, with only the needed steps, and without sentences.

    The proof assumes the value and then reaches `goals` one after another. After that, a rule is visibly broken or, if
    there are `lines`, the first of them has no legal filling that differs from the others.
    """
    assumed = puzzle.geometry.place(position, *wrong)
    steps = _steps(puzzle, assumed, goals, lines)
    for _ in range(1 if any(goal.inner for goal in goals) else _MAX_REVISIONS):  # a revision repeats inner proofs
        kept = _needed(steps)
        if len(kept) == len(steps):
            break
        steps = _steps(puzzle, assumed, [_goal(step) for step in kept[:-1]], lines)
    return _hypothesis(puzzle, assumed, wrong, steps)


def _goal(step: Proof) -> refutation.Goal:
    fills = tuple(zip(step.cells, step.values, strict=True))
    if not step.steps:
        return refutation.Goal(step.because_lines, fills)
    goals = tuple([_goal(inner) for inner in step.steps[:-1]])
    return refutation.Goal((), fills, refutation.Chain(goals, (), step.length, frozenset(step.because_cells)))


def contradiction(puzzle: Puzzle, position: Position) -> Proof | None:
    """Return the last step of a refutation, which shows a broken rule; None if no rule is visibly broken."""
    violations = rules.find_violations(puzzle, position)
    if not violations:
        return None
    violation = min([_without_surplus(violation) for violation in violations], key=lambda it: len(it.cells))
    is_sign = violation.kind is rules.ViolationKind.SIGN
    signs = tuple([sign for sign in puzzle.signs if is_sign and (sign.a, sign.b) == violation.cells])
    return Proof(
        CONTRADICTION,
        cells=(),
        values=(),
        because_cells=violation.cells,
        because_lines=violation.lines,
        because_signs=signs,
        text="",
        violation=violation,
        premises=_held(puzzle, position, violation.cells, signs),
    )


def _without_surplus(violation: rules.Violation) -> rules.Violation:
    """Return a violation in which a run of more than three equal values is cut to three cells."""
    return violation._replace(cells=violation.cells[:3]) if violation.kind is rules.ViolationKind.TRIPLE else violation


def _hypothesis(puzzle: Puzzle, assumed: Position, wrong: Fact, steps: tuple[Proof, ...]) -> Proof:
    """Return the proof whose steps refute a value; `assumed` is the position with the value filled in."""
    (cell, value), geometry = wrong, puzzle.geometry
    because = {other for step in steps for other in step.because_cells if geometry.value(assumed, other) != EMPTY}
    signs = {sign for step in steps for sign in step.because_signs}
    cells, named = tuple(sorted(because - {cell})), tuple(sorted(signs))
    return Proof(
        HYPOTHESIS,
        cells=(cell,),
        values=(opposite(value),),
        because_cells=cells,
        because_lines=steps[-1].because_lines,
        because_signs=named,
        text="",
        steps=steps,
        premises=_held(puzzle, assumed, cells, named),
    )


def _held(puzzle: Puzzle, position: Position, cells: tuple[Cell, ...], signs: tuple[Sign, ...]) -> Premises:
    return reason(puzzle, position, Deduction("", (), (), cells, (), signs))


def _steps(
    puzzle: Puzzle, position: Position, goals: Sequence[refutation.Goal], lines: tuple[Line, ...]
) -> tuple[Proof, ...]:
    """Return the steps that reach the goals and then a contradiction inside the first of `lines`."""
    steps: list[Proof] = []
    for goal in goals:
        check(is_block_cancelled)
        targets = [fact for fact in goal.fills if puzzle.geometry.value(position, fact[0]) == EMPTY]
        if contradiction(puzzle, position) is not None:
            break
        if targets:
            step = _step(puzzle, position, goal, targets)
            if step is None:  # no filling is left for the line
                lines = deductions.dead_lines(View(puzzle, position))
                break
            steps.append(step)
            position = _with_steps(puzzle, position, [step])
    return (*steps, *_last_steps(puzzle, position, lines))


def _step(puzzle: Puzzle, position: Position, goal: refutation.Goal, targets: Sequence[Fact]) -> Proof | None:
    """Return the proof of `targets`, or None if the first line of the goal cannot be filled."""
    if goal.inner:
        ((cell, value),) = targets
        return prove_by_goals(puzzle, position, (cell, opposite(value)), goal.inner.goals, goal.inner.lines)
    deduction = _deduce(puzzle, position, goal.lines, targets)
    if deduction is None:
        return None
    return deductions.SHORT_OF_HYPOTHESES[deduction.technique].argue(puzzle, position, deduction)


def _deduce(puzzle: Puzzle, position: Position, lines: tuple[Line, ...], targets: Sequence[Fact]) -> Deduction | None:
    """Return the easiest deduction that fills the cells in `targets`; None if the first of `lines` cannot be filled."""
    line = line_of(puzzle, position, lines[0])
    view = View(puzzle, position)
    for technique in deductions.SHORT_OF_HYPOTHESES.values():
        # The other techniques compare lines, and a goal that names a single line does not need them.
        if isinstance(technique, LineTechnique) or len(lines) > 1:
            for found in technique.find(view, [line]):
                facts = set(zip(found.cells, found.values, strict=True))
                if found.because_lines[:1] == lines[:1] and facts.issuperset(targets):
                    if technique not in _NARROWED:
                        return found
                    cells, values = zip(*targets, strict=True)
                    return replace(found, cells=cells, values=values)
    return None


def _last_steps(puzzle: Puzzle, position: Position, lines: tuple[Line, ...]) -> tuple[Proof, ...]:
    """Return the steps from a line that cannot be filled to a rule that is visibly broken."""
    end = contradiction(puzzle, position)
    if end is not None:
        return (end,)
    if not lines or not _is_dead(puzzle, position, lines):  # a step filled more cells than the chain did
        lines = deductions.dead_lines(View(puzzle, position))
    line, *twins = [line_of(puzzle, position, line) for line in lines]
    found = line_refutation.refute_line(line.text, line.signs, tuple([twin.text for twin in twins]))
    return _line_steps(puzzle, position, lines, found)


def _is_dead(puzzle: Puzzle, position: Position, lines: tuple[Line, ...]) -> bool:
    """Return whether the first of these lines has no legal filling that differs from the other lines."""
    line, *twins = [line_of(puzzle, position, line) for line in lines]
    return {twin.text for twin in twins}.issuperset(line_fillings.fillings(line.text, line.signs, len(twins) + 1))


def _line_steps(
    puzzle: Puzzle, position: Position, lines: tuple[Line, ...], end: line_refutation.LineRefutation
) -> tuple[Proof, ...]:
    steps: list[Proof] = []
    last = None if end.steps else contradiction(puzzle, position)
    for step in end.steps:
        steps.append(_line_step(puzzle, position, lines, step))
        position = _with_steps(puzzle, position, steps[-1:])
        last = contradiction(puzzle, position)
        if last is not None:
            break
    if last is None:
        raise ValueError("no rule is broken")
    return (*steps, last)


def _line_step(puzzle: Puzzle, position: Position, lines: tuple[Line, ...], step: line_refutation.LineStep) -> Proof:
    line = line_of(puzzle, position, lines[0])
    cells = tuple([line.cells[place] for place in step.places])
    because = tuple([line.cells[place] for place in step.because])
    if step.refuted is not None:
        wrong = cells[0], opposite(step.values[0])
        assumed = puzzle.geometry.place(position, *wrong)
        return _hypothesis(puzzle, assumed, wrong, _line_steps(puzzle, assumed, lines, step.refuted))
    reason_lines: tuple[Line, ...] = (line.line,)
    if step.twin:
        twin = next(other for other in lines[1:] if line_of(puzzle, position, other).text == step.twin)
        reason_lines = line.line, twin
        because = tuple(sorted([*because, *puzzle.geometry.line_cells[twin]]))
    deduction = Deduction(step.technique, cells, step.values, because, reason_lines)
    return deductions.SHORT_OF_HYPOTHESES[step.technique].argue(puzzle, position, deduction)


def _with_steps(puzzle: Puzzle, position: Position, steps: Sequence[Proof]) -> Position:
    for step in steps:
        position = puzzle.geometry.fill(position, step.cells, step.values)
    return position


def _needed(steps: Sequence[Proof]) -> list[Proof]:
    """Return the last step and the steps on which it depends."""
    needed, kept = {*steps[-1].because_cells}, [steps[-1]]
    for step in reversed(steps[:-1]):
        if needed.intersection(step.cells):
            needed.update(step.because_cells)
            kept.append(step)
    return kept[::-1]
