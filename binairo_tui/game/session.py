"""A session: one play of one puzzle.

The session holds every position since the start, so that undo is a step back in a list. Commands never raise for what
a player may do: a command that makes no sense now is refused with a sentence. The list of steps with `head`, the
number of them in force, is all that a saved game needs (`snapshot`); `GameSession.resume` replays and checks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import (
    EMPTY,
    ONE,
    ZERO,
    Cell,
    Position,
    Puzzle,
    Value,
    Violation,
    cell_name,
    find_violations,
)
from binairo_tui.engine.explain import cell_names, conflict_text, violation_text
from binairo_tui.engine.propagation import Conflict, PropagationStep, next_step, propagation_steps
from binairo_tui.game.change import Change
from binairo_tui.game.history import Move, Step, StepKind
from binairo_tui.game.reasons import Origin

if TYPE_CHECKING:
    from binairo_tui.engine.hints import Hint
    from binairo_tui.game.clock import Clock

_NEXT: dict[Value, Value] = {EMPTY: ZERO, ZERO: ONE, ONE: EMPTY}


class SessionSnapshot(NamedTuple):
    """All that a saved game needs beside the puzzle. Sharing it is safe: nothing in it changes."""

    cursor: Cell
    elapsed_ms: int
    head: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    """A position and what is seen in it."""

    position: Position
    violations: tuple[Violation, ...]


class GameSession:
    """A play of `puzzle`, empty but for its givens, with `clock` counting."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.puzzle = puzzle
        self.clock = clock
        self._cursor: Cell = 0
        self._steps: tuple[Step, ...] = ()
        self._head = 0
        self._frames = [self._frame(puzzle.givens)]

    @classmethod
    def resume(cls, puzzle: Puzzle, snapshot: SessionSnapshot, clock: Clock) -> GameSession:
        """A session as it was when `snapshot` was taken, with its whole history.

        Raises ValueError if the steps do not fit the puzzle or one another. The clock is the caller's to set to
        `snapshot.elapsed_ms`.
        """
        session = cls(puzzle, clock)
        if not 0 <= snapshot.cursor < puzzle.geometry.cell_count:
            raise ValueError(f"the cursor is on cell {snapshot.cursor}, outside the board")
        if not 0 <= snapshot.head <= len(snapshot.steps):
            raise ValueError(f"{snapshot.head} of {len(snapshot.steps)} steps in force")
        for number, step in enumerate(snapshot.steps, 1):
            session._replay(number, step)
        session._cursor = snapshot.cursor
        session._steps = snapshot.steps
        session._head = snapshot.head
        return session

    # What is seen.

    @property
    def position(self) -> Position:
        """What stands on the grid, givens included."""
        return self._frames[self._head].position

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every rule broken now."""
        return self._frames[self._head].violations

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and no rule is broken."""
        return not self.violations and self.puzzle.geometry.is_full(self.position)

    @property
    def is_helped(self) -> bool:
        """Whether any step in force was filled in by the program."""
        return any(step.kind.is_help for step in self._steps[: self._head])

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, those that were undone and can be redone last."""
        return self._steps

    @property
    def head(self) -> int:
        """How many steps are in force."""
        return self._head

    @property
    def cursor(self) -> Cell:
        """The cell the player is on. Moving it is no step."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        if not 0 <= cell < self.puzzle.geometry.cell_count:
            raise IndexError(f"cell {cell} is outside the board")
        self._cursor = cell

    @property
    def filled_share(self) -> float:
        """How much of what the player has to fill is filled, 0 to 1."""
        geometry = self.puzzle.geometry
        givens = geometry.filled_count(self.puzzle.givens)
        to_fill = geometry.cell_count - givens
        return (geometry.filled_count(self.position) - givens) / to_fill if to_fill else 1.0

    def snapshot(self) -> SessionSnapshot:
        """What to save."""
        return SessionSnapshot(self._cursor, self.clock.elapsed_ms, self._head, self._steps)

    # What a player does.

    def place(self, cell: Cell, value: Value) -> Change:
        """Put a value into a cell, or clear it with `EMPTY`.

        A given is refused; the same value again changes nothing.
        """
        refusal = self._refusal()
        if refusal:
            return refusal
        if self.puzzle.is_given(cell):
            return _refused(f"{cell_name(cell, self.puzzle.width)} is a given and stays as it is.")
        position = self.puzzle.geometry.place(self.position, cell, value)
        return self._step(StepKind.CLEAR if value == EMPTY else StepKind.PLACE, position)

    def cycle(self, cell: Cell) -> Change:
        """Empty to 0 to 1 to empty."""
        return self.place(cell, _NEXT[self.puzzle.geometry.value(self.position, cell)])

    def restart(self) -> Change:
        """Clear everything but the givens, as one step that can be undone."""
        if self.position == self.puzzle.givens:
            return _refused("The grid holds nothing but its givens.")
        return self._step(StepKind.RESTART, self.puzzle.givens, "Cleared. Undo brings everything back.")

    def undo(self) -> Change:
        """Take the last step back."""
        if self._head == 0:
            return _refused("Nothing to undo.")
        return self._go_to(self._head - 1)

    def redo(self) -> Change:
        """Make the last undone step again."""
        if self._head == len(self._steps):
            return _refused("Nothing to redo.")
        return self._go_to(self._head + 1)

    def propagate_once(self) -> Change:
        """Fill what one pass of the first rule that applies forces, as one step."""
        refusal = self._refusal(needs_sound=True)
        if refusal:
            return refusal
        found = next_step(self.puzzle, self.position)
        if found is None:
            return _refused("The simple rules force nothing here.")
        if isinstance(found, Conflict):
            return _refused(self._conflict_sentence(found))
        return self._step(StepKind.PROPAGATE_ONCE, found.after, self._pass_sentence(found))

    def propagate(self) -> Change:
        """Fill everything the rules force, as one step."""
        refusal = self._refusal(needs_sound=True)
        if refusal:
            return refusal
        position, passes = self.position, 0
        for found in propagation_steps(self.puzzle, position):
            if isinstance(found, Conflict):
                return _refused(self._conflict_sentence(found))
            position, passes = found.after, passes + 1
        if not passes:
            return _refused("The simple rules force nothing here.")
        count = len(self.puzzle.geometry.changed(self.position, position))
        message = (
            f"Filled {count} cell{'s' * (count > 1)} in {passes} pass{'es' * (passes > 1)}. One undo takes them back."
        )
        return self._step(StepKind.PROPAGATE, position, message)

    # What a player may ask. A hint and the last good position may take seconds on large boards: threads may ask, too.
    # Techniques are imported when they are first asked for, so that no start waits for them.

    def hint(self) -> Hint:
        """What to tell a player who is stuck here."""
        from binairo_tui.engine.hints import hint

        return hint(self.puzzle, self.position)

    def find_last_good(self) -> int:
        """How many steps to keep so that the grid can be finished: all, if nothing is known to be wrong."""
        from binairo_tui.engine.hints import last_good

        return last_good(self.puzzle, [frame.position for frame in self._frames[: self._head + 1]])

    def origin(self, cell: Cell) -> Origin:
        """Where the value of a cell comes from; `reasons.why` words it."""
        value = self.puzzle.geometry.value(self.position, cell)
        if value != EMPTY and not self.puzzle.is_given(cell):
            for index in reversed(range(self._head)):
                step = self._steps[index]
                if any(move.cell == cell for move in step.moves):
                    return Origin(cell, value, step.kind, self._frames[index].position)
        return Origin(cell, value, None, self.position)

    # What follows from the answers.

    def apply_hint(self, hint: Hint) -> Change:
        """Fill what a hint names, as one step."""
        refusal = self._refusal()
        if refusal:
            return refusal
        position, geometry = self.position, self.puzzle.geometry
        if not hint.values or any(geometry.value(position, cell) != EMPTY for cell in hint.cells):
            return _refused("This hint has nothing to fill here.")
        for cell, value in zip(hint.cells, hint.values, strict=True):
            position = geometry.place(position, cell, value)
        return self._step(StepKind.HINT, position, hint.stages[-1])

    def go_back_to(self, head: int) -> Change:
        """Undo all steps after the first `head`, which `find_last_good` counted; redo makes them again.

        Raises ValueError if so many are not in force.
        """
        if not 0 <= head <= self._head:
            raise ValueError(f"{head} of {self._head} steps cannot be kept")
        count = self._head - head
        if not count:
            return _refused("Nothing to go back from: no step is known to be wrong.")
        return self._go_to(
            head, f"Went back {count} step{'s' * (count > 1)}. Redo makes {'them' if count > 1 else 'it'} again."
        )

    # How it is done.

    def _frame(self, position: Position) -> _Frame:
        return _Frame(position, find_violations(self.puzzle, position))

    def _refusal(self, *, needs_sound: bool = False) -> Change | None:
        """Why the grid may not be changed now, if so."""
        if self.is_solved:
            return _refused("The puzzle is solved. Undo or restart to play on.")
        if needs_sound and self.violations:
            return _refused(f"First mend this: {violation_text(self.puzzle, self.position, self.violations[0])}")
        return None

    def _pass_sentence(self, found: PropagationStep) -> str:
        from binairo_tui.engine.techniques import step_technique

        technique, cells = step_technique(self.puzzle, found), self.puzzle.geometry.changed(found.before, found.after)
        return f"{technique.name.capitalize()}: filled {cell_names(self.puzzle, cells)}. {technique.rule}"

    def _conflict_sentence(self, conflict: Conflict) -> str:
        return f"{conflict_text(self.puzzle, conflict)} Something on the grid is wrong: undo and look again."

    def _step(self, kind: StepKind, position: Position, message: str = "") -> Change:
        """Go to a new position, forgetting what was undone."""
        if position == self.position:
            return Change(message=message)
        geometry = self.puzzle.geometry
        moves = tuple(
            [
                Move(cell, geometry.value(self.position, cell), geometry.value(position, cell))
                for cell in geometry.changed(self.position, position)
            ]
        )
        self._steps = (*self._steps[: self._head], Step(kind, moves, self.clock.elapsed_ms))
        del self._frames[self._head + 1 :]
        self._frames.append(self._frame(position))
        return self._go_to(self._head + 1, message)

    def _go_to(self, head: int, message: str = "") -> Change:
        before = self.position
        self._head = head
        cells = self.puzzle.geometry.changed(before, self.position)
        return Change(cells, message, solved=self.is_solved)

    def _replay(self, number: int, step: Step) -> None:
        """Append the position after a saved step, which must fit the position before it."""
        geometry, position = self.puzzle.geometry, self._frames[-1].position
        if not step.moves:
            raise ValueError(f"step {number} has no moves")
        for cell, old, new in step.moves:
            if not 0 <= cell < geometry.cell_count or self.puzzle.is_given(cell):
                raise ValueError(f"step {number} changes cell {cell}, which is not the player's")
            if geometry.value(position, cell) != old or old == new:
                raise ValueError(f"step {number} does not fit what stands in {cell_name(cell, geometry.width)}")
            position = geometry.place(position, cell, new)
        self._frames.append(self._frame(position))


def _refused(message: str) -> Change:
    return Change(message=message, refused=True)
