"""Sentences: what a violation, a step or a conflict is, in plain words with coordinates. And why a cell was filled."""

from __future__ import annotations

from dataclasses import dataclass

from binairo_tui.engine.axis import unique_deltas
from binairo_tui.engine.geometry import CODES, EMPTY, ONE, Cell, Line, Position, Value, cell_name, line_name, opposite
from binairo_tui.engine.propagation import Conflict, PropagationStep, Rule, propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import Violation, ViolationKind, find_violations
from binairo_tui.engine.wording import capitalized, cell_names, join_words

_SHOWN_CELLS = 6


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one cell was filled: the rule, the lines looked at and the cells that force it, both ascending."""

    rule: Rule
    lines: tuple[Line, ...]
    cells: tuple[Cell, ...]


def violation_text(puzzle: Puzzle, position: Position, violation: Violation) -> str:
    """One sentence: which rule, which lines, which cells. `position` is the one the violation was found in."""
    names = [line_name(line, puzzle.height) for line in violation.lines]
    value = puzzle.geometry.value(position, violation.cells[0])
    where = cell_names(puzzle, violation.cells)
    match violation.kind:
        case ViolationKind.TRIPLE:
            return f"{capitalized(names[0])}: three {value}s together ({where})."
        case ViolationKind.EXCESS:
            zeros, ones = puzzle.geometry.quota(violation.lines[0])
            allowed = ones if value == "1" else zeros
            return f"{capitalized(names[0])}: {len(violation.cells)} {value}s, only {allowed} may stand there."
        case ViolationKind.DUPLICATE:
            kind = "Rows" if violation.lines[0] < puzzle.height else "Columns"
            first, second = (name.split()[1] for name in names)
            return f"{kind} {first} and {second} are alike."
        case ViolationKind.SIGN:
            a, b = (cell_name(cell, puzzle.width) for cell in violation.cells)
            same = puzzle.geometry.value(position, violation.cells[1]) == value
            return f"Cells {a} and {b} must {'differ: an x' if same else 'be equal: an ='} stands between them."


def step_text(puzzle: Puzzle, step: PropagationStep) -> str:
    """One sentence: what a pass of propagation filled and by which rule."""
    cells = puzzle.geometry.changed(step.before, step.after)
    filled = ", ".join(
        f"{cell_name(cell, puzzle.width)}={puzzle.geometry.value(step.after, cell)}" for cell in cells[:_SHOWN_CELLS]
    )
    more = f" and {len(cells) - _SHOWN_CELLS} more" if len(cells) > _SHOWN_CELLS else ""
    return f"{capitalized(step.rule.value)}: {_STEP_SENTENCES[step.rule]} ({filled}{more})."


_STEP_SENTENCES = {
    Rule.TRIPLE: "no three equal may stand together",
    Rule.SIGN: "a sign beside a known cell",
    Rule.BALANCE: "the line has all of one value",
    Rule.LINE: "all legal fillings of the line agree",
    Rule.UNIQUE_LINES: "the line may not equal a finished one",
}


def conflict_text(puzzle: Puzzle, conflict: Conflict) -> str:
    """One sentence: where propagation found that no solution is left."""
    if conflict.lines:
        return (
            f"No legal filling is left for {join_words([line_name(line, puzzle.height) for line in conflict.lines])}."
        )
    return f"Neither 0 nor 1 fits in {cell_names(puzzle, conflict.cells)}."


def find_reason(puzzle: Puzzle, step: PropagationStep, cell: Cell) -> Reason:
    """Why a pass of propagation filled `cell`, asked afterwards from the step alone.

    Raises ValueError if the step did not fill the cell.
    """
    geometry, before = puzzle.geometry, step.before
    if geometry.value(before, cell) != EMPTY or geometry.value(step.after, cell) == EMPTY:
        raise ValueError(f"the step did not fill {cell_name(cell, puzzle.width)}")
    if step.rule is Rule.SIGN:
        return _sign_reason(puzzle, step, cell)
    find = {
        Rule.TRIPLE: _triple_cells,
        Rule.BALANCE: _balance_cells,
        Rule.LINE: _line_cells,
        Rule.UNIQUE_LINES: _unique_cells,
    }[step.rule]
    for line in geometry.lines_of(cell):
        cells = find(puzzle, step, line, cell)
        if cells:
            lines = {
                found for because in cells for found in geometry.lines_of(because) if _runs_along(puzzle, found, line)
            }
            return Reason(step.rule, tuple(sorted({line, *lines})), cells)
    raise AssertionError(f"no line explains {cell_name(cell, puzzle.width)} by {step.rule}")


def is_forced_by_a_line(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> bool:
    """Whether one of the lines of an empty cell is reason enough for a value: with the other one it has no completion.

    A line is looked at alone, and beside finished lines where lines must differ. That is what a player sees at once.
    """
    other, rules = puzzle.geometry.place(position, cell, opposite(value)), propagator(puzzle)
    for line in puzzle.geometry.lines_of(cell):
        axis, i = rules.find_line(line)
        if axis.tables[i][axis.state(i, other)] is None:
            return True
        if puzzle.unique_lines and i in unique_deltas(axis, axis.states(other))[1]:
            return True
    return _breaks_a_sign(puzzle, other, cell)


def _triple_cells(puzzle: Puzzle, step: PropagationStep, line: Line, cell: Cell) -> tuple[Cell, ...]:
    """Two equal cells of the line that would make a triple with `cell`, if there are."""
    cells, text = puzzle.geometry.line_cells[line], puzzle.geometry.text(step.before)
    i, against = cells.index(cell), opposite(puzzle.geometry.value(step.after, cell))
    for a, b in ((i - 2, i - 1), (i - 1, i + 1), (i + 1, i + 2)):
        if a >= 0 and b < len(cells) and text[cells[a]] == text[cells[b]] == against:
            return cells[a], cells[b]
    return ()


def _balance_cells(puzzle: Puzzle, step: PropagationStep, line: Line, cell: Cell) -> tuple[Cell, ...]:
    """The cells of the line that hold the other value, if they are all that the line may hold."""
    geometry = puzzle.geometry
    against = opposite(geometry.value(step.after, cell))
    holding = tuple([other for other in geometry.line_cells[line] if geometry.value(step.before, other) == against])
    return holding if len(holding) == geometry.quota(line)[against == ONE] else ()


def _line_cells(puzzle: Puzzle, step: PropagationStep, line: Line, cell: Cell) -> tuple[Cell, ...]:
    """Filled cells of the line that leave only one value for `cell`: none of them can be spared."""
    geometry = puzzle.geometry
    axis, i = propagator(puzzle).find_line(line)
    cells = geometry.line_cells[line]
    state, place = axis.state(i, step.before), cells.index(cell)
    value = CODES[geometry.value(step.after, cell)] << 2 * place

    def forces(state: int) -> bool:
        entry = axis.tables[i][state]
        return entry is not None and bool(entry.row & value)

    if not forces(state):
        return ()
    # From the far end: what stays is the part of the line around the cell, where a reader looks first.
    for other in sorted(range(len(cells)), key=lambda k: -abs(k - place)):
        without = state & ~(0b11 << 2 * other)
        if without != state and forces(without):
            state = without
    return tuple([cells[k] for k in range(len(cells)) if state >> 2 * k & 0b11])


def _unique_cells(puzzle: Puzzle, step: PropagationStep, line: Line, cell: Cell) -> tuple[Cell, ...]:
    """The filled cells of the line, and all cells of the finished lines that it must not equal."""
    geometry = puzzle.geometry
    axis, i = propagator(puzzle).find_line(line)
    states = axis.states(step.before)
    equal = [k for k, state in enumerate(states) if state.bit_count() == axis.length and state & states[i] == states[i]]
    delta = axis.tables[i].forced_excluding(states[i], [states[k] for k in equal]) if equal else 0
    code = CODES[geometry.value(step.after, cell)] << 2 * geometry.line_cells[line].index(cell)
    if not delta or not delta & code:
        return ()
    own = [other for other in geometry.line_cells[line] if geometry.value(step.before, other) != EMPTY]
    return tuple(sorted([*own, *[other for k in equal for other in geometry.line_cells[axis.first + k]]]))


def _sign_reason(puzzle: Puzzle, step: PropagationStep, cell: Cell) -> Reason:
    """The known cell across a sign."""
    geometry = puzzle.geometry
    value = geometry.value(step.after, cell)
    for a, b, same in puzzle.signs:
        if cell in (a, b):
            other = b if cell == a else a
            known = geometry.value(step.before, other)
            if known != EMPTY and known == (value if same else opposite(value)):
                row, column = geometry.lines_of(a)
                return Reason(Rule.SIGN, (row if b - a == 1 else column,), (other,))
    raise AssertionError(f"no sign explains {cell_name(cell, puzzle.width)}")


def _breaks_a_sign(puzzle: Puzzle, position: Position, cell: Cell) -> bool:
    violations = find_violations(puzzle, position) if puzzle.signs else ()
    return any(found.kind is ViolationKind.SIGN and cell in found.cells for found in violations)


def _runs_along(puzzle: Puzzle, line: Line, other: Line) -> bool:
    return (line < puzzle.height) == (other < puzzle.height)
