"""A session: one play of one puzzle.

The session holds the state after every step, so undo goes back one element in a list. A command that the player cannot
use now does not raise: it is refused with a sentence. The list of steps and `head`, the number of steps that are not
undone, are all that a saved game needs (`snapshot`); `GameSession.resume` replays and checks the steps.

Slow questions are answered in two stages: `ask_hint` and the other `ask_` methods return a function to call in a
background thread, which uses no state that can change in the meantime. Asking counts as an aid, whether or not the
function is called.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Position, Puzzle, Value, Violation, cell_name, find_violations
from binairo_tui.engine.consequences import Follower
from binairo_tui.engine.rules import violations_after
from binairo_tui.engine.wording import inflect, plural, violation_text
from binairo_tui.game.aids import NO_AID, SHOWN, Aid, SolveStyle, style_of
from binairo_tui.game.auto_fill import Filling, fill_all, fill_once, filling_aids, pass_text, passes_to
from binairo_tui.game.branches import Judgement, Verdict, drop_sentence, judge
from binairo_tui.game.clock import Clock
from binairo_tui.game.states import Branch, branch_depths, dropped, first_state, next_state
from binairo_tui.game.steps import Change, Move, Step, StepKind, format_history, parse_history, refused
from binairo_tui.game.why import Origin, Why, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.engine.consequences import Consequences
    from binairo_tui.engine.hints import Hint
    from binairo_tui.engine.passes import PropagationStep
    from binairo_tui.engine.position_check import Check
    from binairo_tui.game.solutions import FindSolutions

_NEXT: dict[Value, Value] = {EMPTY: ZERO, ZERO: ONE, ONE: EMPTY}


class SessionSnapshot(NamedTuple):
    """All that a saved game needs in addition to the puzzle. Immutable."""

    cursor: Cell
    elapsed_ms: int
    head: int
    steps: tuple[Step, ...]
    aids: Aid = NO_AID
    """All aids used so far; undo does not remove them."""
    auto_filled: frozenset[Cell] = frozenset()
    """All cells that the program has filled by propagation on request; undo does not remove them."""


class GameSession:
    """A play of `puzzle`. `clock` measures the time; without a clock, no time passes.

    `shown` is the subset of `SHOWN` that the display gives all the time. If `is_strict`, the session refuses every
    other aid, and the caller must hide the aids in `SHOWN`. If `is_race`, it refuses all aids except those in `SHOWN`.
    These three attributes may change during the game. `history` is
    the text in the repr (see the module `steps`): all steps, but neither the cursor nor the aids. Raises ValueError if
    the history does not fit the puzzle.

    >>> session = GameSession(parse_puzzle("4x4;11.............."))
    >>> session.place(4, ZERO)
    Change(cells=(4,), message='', refused=False, solved=False)
    >>> session
    GameSession(parse_puzzle('4x4;11..............'), history='place r2c1:.>0')
    """

    def __init__(self, puzzle: Puzzle, clock: Clock | None = None, *, history: str = "") -> None:
        self.puzzle = puzzle
        self.clock = clock or Clock()
        self.shown = SHOWN
        self.is_strict = False
        self.is_race = False
        self._aids = NO_AID
        self._auto_filled: frozenset[Cell] = frozenset()
        self._cursor: Cell = 0
        self._steps: tuple[Step, ...] = ()
        self._head = 0
        self._states = [first_state(puzzle)]
        self._follower = Follower(puzzle)
        self._violations = puzzle.givens, find_violations(puzzle, puzzle.givens)
        self._replay(*parse_history(history, puzzle.width, puzzle.height))

    @classmethod
    def resume(cls, puzzle: Puzzle, snapshot: SessionSnapshot, clock: Clock | None = None) -> GameSession:
        """Return the session of a snapshot, with its whole history.

        Raises ValueError if the steps do not fit the puzzle or one another. The caller sets the clock to
        `snapshot.elapsed_ms`.
        """
        session = cls(puzzle, clock)
        if not 0 <= snapshot.cursor < puzzle.geometry.cell_count:
            raise ValueError(f"the cursor is on cell {snapshot.cursor}, outside the board")
        session._replay(snapshot.steps, snapshot.head)
        session._cursor = snapshot.cursor
        session._aids = snapshot.aids
        session._auto_filled = snapshot.auto_filled
        return session

    def __repr__(self) -> str:
        history = format_history(self._steps, self._head, self.puzzle.width)
        return f"GameSession({self.puzzle!r}{f', {history=}' if history else ''})"

    # State.

    @property
    def position(self) -> Position:
        """The current position, givens included."""
        return self._states[self._head].position

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The rules that the current position breaks."""
        before, found = self._violations
        if before != self.position:  # the states do not hold them: a long game would need hundreds of megabytes
            found = violations_after(self.puzzle, before, found, self.position)
            self._violations = self.position, found
        return found

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and no rule is broken."""
        return not self.violations and self.puzzle.geometry.is_full(self.position)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The open what-if branches, the outermost first."""
        return self._states[self._head].branches

    @property
    def branch_depths(self) -> dict[Cell, int]:
        """Maps each cell changed in an open branch to the depth of the branch, from 1."""
        return branch_depths(self.puzzle, self._states[self._head])

    @property
    def marks(self) -> frozenset[Cell]:
        """The cells that the player has marked."""
        return self._states[self._head].marks

    @property
    def aids(self) -> Aid:
        """All aids used so far, including those in undone steps."""
        return self._aids

    @property
    def style(self) -> SolveStyle:
        """The solve style that follows from the aids used so far."""
        return style_of(self._aids)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps; undone steps, which can be redone, come last."""
        return self._steps

    @property
    def head(self) -> int:
        """The number of steps that are not undone."""
        return self._head

    @property
    def cursor(self) -> Cell:
        """The cell under the cursor. Moving the cursor is not a step."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        if not 0 <= cell < self.puzzle.geometry.cell_count:
            raise IndexError(f"cell {cell} is outside the board")
        self._cursor = cell

    @property
    def filled_share(self) -> float:
        """The share of the cells without a given that are filled, from 0 to 1."""
        geometry = self.puzzle.geometry
        givens = self.puzzle.given_count
        to_fill = geometry.cell_count - givens
        return (geometry.filled_count(self.position) - givens) / to_fill if to_fill else 1.0

    def snapshot(self) -> SessionSnapshot:
        """Return the data to save."""
        return SessionSnapshot(
            self._cursor, self.clock.elapsed_ms, self._head, self._steps, self._aids, self._auto_filled
        )

    # Commands.

    def place(self, cell: Cell, value: Value) -> Change:
        """Put a value into a cell, or clear it with `EMPTY`. Refused for a given; the same value does nothing."""
        refusal = self._refusal() or self._given_refusal(cell)
        if refusal:
            return refusal
        position = self.puzzle.geometry.place(self.position, cell, value)
        return self._move_to(StepKind.CLEAR if value == EMPTY else StepKind.PLACE, position)

    def cycle(self, cell: Cell) -> Change:
        """Change a cell from empty to 0, from 0 to 1, or from 1 to empty."""
        return self.place(cell, _NEXT[self.puzzle.geometry.value(self.position, cell)])

    def restart(self) -> Change:
        """Clear everything except the givens, as one step that can be undone."""
        if self.position == self.puzzle.givens:
            return refused("The grid holds nothing but its givens.")
        return self._move_to(StepKind.RESTART, self.puzzle.givens, "Cleared. Undo brings everything back.")

    def undo(self) -> Change:
        """Undo the last step."""
        if self._head == 0:
            return refused("Nothing to undo.")
        return self._go_to(self._head - 1)

    def redo(self) -> Change:
        """Redo the last undone step."""
        if self._head == len(self._steps):
            return refused("Nothing to redo.")
        return self._go_to(self._head + 1)

    def propagate_once(self) -> Change:
        """Fill the cells that one pass of the first applicable rule forces, as one step."""
        return self._fill(StepKind.PROPAGATE_ONCE, fill_once)

    def propagate(self) -> Change:
        """Fill everything the rules force, as one step."""
        return self._fill(StepKind.PROPAGATE, fill_all)

    def pass_back(self) -> Change:
        """Take back the last pass of a step of `propagate`; one undo still takes back the rest."""
        before, found = self.position, self._passes()
        if not found:
            return refused("Only what all rules together have filled goes back pass by pass.")
        if len(found) == 1:
            return self.undo()
        return self._replace_fill(before, found[-2].after, pass_text(self.puzzle, found[:-1]))

    def pass_forward(self) -> Change:
        """Fill the next pass, as part of the last step if that was `propagate`, else as a step of its own."""
        before, found = self.position, self._passes()
        change = self._fill(StepKind.PROPAGATE, fill_once)
        if change.refused or not found:
            return change
        after, self._head = self.position, self._head - 1
        found = passes_to(self.puzzle, self._states[self._head - 1].position, after)
        return self._replace_fill(before, after, pass_text(self.puzzle, found))

    def _passes(self) -> list[PropagationStep]:
        """Return the passes of the last step; [] if it was not `propagate`."""
        if not self._head or self._steps[self._head - 1].kind is not StepKind.PROPAGATE:
            return []
        return passes_to(self.puzzle, self._states[self._head - 1].position, self.position)

    def _replace_fill(self, before: Position, position: Position, message: str) -> Change:
        """Let the last step lead to another position; like every step, this drops the undone steps."""
        self._head -= 1
        self._move_to(StepKind.PROPAGATE, position)
        return Change(self.puzzle.geometry.changed(before, position), message, solved=self.is_solved)

    def style_if_finished(self) -> SolveStyle | None:
        """Return the style of the solve if `propagate` would solve the puzzle now; None if it would not."""
        if self.aid_refusal() or self.violations or self.is_solved:
            return None
        puzzle, position = self.puzzle, self._follower.follow(self.position).fixpoint
        if position is None or not puzzle.geometry.is_full(position) or find_violations(puzzle, position):
            return None
        return style_of(self._aids | filling_aids(puzzle, self._auto_filled | self._blanks_filled(position)))

    def apply_hint(self, hint: Hint) -> Change:
        """Fill the cells of a hint, as one step."""
        refusal = self._refusal()
        if refusal:
            return refusal
        position, geometry = self.position, self.puzzle.geometry
        if not hint.values or any(geometry.value(position, cell) != EMPTY for cell in hint.cells):
            return refused("This hint has nothing to fill here.")
        for cell, value in zip(hint.cells, hint.values, strict=True):
            position = geometry.place(position, cell, value)
        return self._move_to(StepKind.HINT, position, hint.stages[-1])

    def go_back_to(self, head: int) -> Change:
        """Undo all steps after the first `head`, the answer to `ask_last_good`; they can be redone.

        Raises ValueError if `head` is negative or greater than the current `head`.
        """
        if not 0 <= head <= self._head:
            raise ValueError(f"{head} of {self._head} steps cannot be kept")
        count = self._head - head
        if not count:
            return refused("Nothing to go back from: no step is known to be wrong.")
        them = inflect(count, "it", "them")
        return self._go_to(head, f"Went back {plural(count, 'step')}. Redo makes {them} again.")

    def toggle_mark(self, cell: Cell) -> Change:
        """Mark a cell, or remove its mark."""
        refusal = self._refusal() or self._given_refusal(cell)
        if refusal:
            return refusal
        value = self.puzzle.geometry.value(self.position, cell)
        return self._step(StepKind.MARK, (Move(cell, value, value),))

    def open_branch(self) -> Change:
        """Open a what-if branch, inside the open ones."""
        refusal = self._refusal()
        if refusal:
            return refusal
        return self._step(
            StepKind.BRANCH, (), f"Branch {len(self.branches) + 1} begins here: fill a cell, and see what follows."
        )

    def drop_branch(self, judgement: Judgement | None = None) -> Change:
        """Go back to where the last branch was opened.

        If `judgement` proves that the first cell of the branch was wrong, the cell takes the opposite value.
        """
        if not self.branches:
            return refused("No branch is open.")
        judgement = judgement or Judgement(self.position, Verdict.NO_CONTRADICTION)
        if judgement.position != self.position:
            return refused("The grid has changed since the branch was judged.")
        if judgement.verdict is Verdict.PROVED:
            self._aids |= Aid.PROPAGATION
        position = dropped(self.puzzle, self._states[self._head])[-1 if judgement.verdict.is_proof else 0]
        return self._step(StepKind.DROP, self._moves_to(position), drop_sentence(self.puzzle, judgement))

    def keep_branch(self) -> Change:
        """Close the last branch and keep the values filled in it."""
        if not self.branches:
            return refused("No branch is open.")
        return self._step(StepKind.KEEP, (), "The branch is definite now.")

    # Questions. They import what they need when called, so that startup does not wait for it.

    def aid_refusal(self) -> Change | None:
        """Return a refusal if the session gives no help, else None.

        If it gives no help, the methods below raise RuntimeError for everything that counts as an aid.
        """
        if self.is_race:
            return refused("There is no help in a race.")
        return refused("Strict mode: no help of any kind.") if self.is_strict else None

    def ask_hint(self) -> Callable[[], Hint]:
        """Ask for a hint."""
        from binairo_tui.engine.hints import find_hint
        from binairo_tui.engine.techniques.registry import Nearness

        self._use(Aid.HINT)
        near = Nearness(self.cursor, self._last_filled())
        return partial(find_hint, self.puzzle, self.position, near=near, assumed=self._assumed_cell())

    def ask_why(self, cell: Cell) -> Callable[[], Why]:
        """Ask why a cell holds its value, or what decides an empty one. This is an aid, except for a given."""
        origin = self.origin(cell)
        if not self.puzzle.is_given(cell):
            self._use(Aid.WHY)
        return partial(why, self.puzzle, origin)

    def ask_check(self) -> Callable[[], Check]:
        """Ask whether anything on the grid is wrong."""
        from binairo_tui.engine.hints import explained_check

        self._use(Aid.CHECK)
        return partial(explained_check, self.puzzle, self.position)

    def ask_last_good(self) -> Callable[[], int]:
        """Ask how many steps to keep so that the grid can still be completed.

        The answer is the number of all steps if nothing is known to be wrong.
        """
        from binairo_tui.engine.position_check import last_good

        self._use(Aid.LAST_GOOD)
        return partial(last_good, self.puzzle, [state.position for state in self._states[: self._head + 1]])

    def ask_solutions(self) -> FindSolutions:
        """Ask for all solutions of the puzzle. This is not an aid once the puzzle is solved."""
        from binairo_tui.game.solutions import finding_solutions

        if not self.is_solved:
            self._use(Aid.SOLUTIONS)
        return finding_solutions(self.puzzle)

    def ask_branch(self) -> Callable[[], Judgement]:
        """Ask what the last open branch proves, for `drop_branch`. Raises IndexError if no branch is open.

        Asking is not an aid, but dropping a branch with a proof that the program made is.
        """
        if self.aid_refusal():
            raise RuntimeError("a session without help judges no branch")
        opened_at = self.branches[-1].opened_at
        return partial(judge, self.puzzle, self._states[self._head], self._steps[opened_at : self._head])

    def origin(self, cell: Cell) -> Origin:
        """Return the step that gave a cell its value and the position before it; the function `why` explains them."""
        value = self.puzzle.geometry.value(self.position, cell)
        if value == EMPTY or self.puzzle.is_given(cell):
            return Origin(cell, value, None, self.position)
        index = self._head
        while index:
            index -= 1
            step = self._steps[index]
            if not any(move.cell == cell and move.old != move.new for move in step.moves):
                continue
            before = self._states[index].position
            if step.kind is StepKind.DROP:
                branch = self._states[index].branches[-1]
                before = branch.position
                if self.puzzle.geometry.value(before, cell) == value:  # the drop brought back what stood there
                    index = branch.opened_at
                    continue
            return Origin(cell, value, step.kind, before)
        raise RuntimeError("no step filled the cell")

    # Helpers.

    def _replay(self, steps: tuple[Step, ...], head: int) -> None:
        """Replay steps and undo all but the first `head` of them. Raises ValueError if they do not fit."""
        if not 0 <= head <= len(steps):
            raise ValueError(f"{head} of {len(steps)} steps in force")
        for number, step in enumerate(steps, 1):
            try:
                self._states.append(next_state(self.puzzle, self._states, step))
            except ValueError as error:
                raise ValueError(f"step {number} {error}") from error
        self._steps, self._head = steps, head

    def _refusal(self, *, needs_sound: bool = False) -> Change | None:
        """Return a refusal if the grid may not be changed now, else None."""
        if self.is_solved:
            return refused("The puzzle is solved. Undo or restart to play on.")
        if needs_sound and self.violations:
            return refused(f"First mend this: {violation_text(self.puzzle, self.position, self.violations[0])}")
        return None

    def _given_refusal(self, cell: Cell) -> Change | None:
        if self.puzzle.is_given(cell):
            return refused(f"{cell_name(cell, self.puzzle.width)} is a given and stays as it is.")
        return None

    def _last_filled(self) -> tuple[Cell, ...]:
        """Return the cells that the last step in force changed; () if there is none."""
        steps = [step for step in self._steps[: self._head] if step.moves and step.kind is not StepKind.MARK]
        return tuple([move.cell for move in steps[-1].moves]) if steps else ()

    def _assumed_cell(self) -> Cell | None:
        """Return a cell that was filled in the innermost open branch in which any was; None if there is none."""
        geometry = self.puzzle.geometry
        for branch in reversed(self.branches):
            changed = geometry.changed(branch.position, self.position)
            filled = [cell for cell in changed if geometry.value(self.position, cell) != EMPTY]
            if filled:
                return branch.assumed if branch.assumed in filled else filled[0]
        return None

    def _use(self, aid: Aid) -> None:
        if self.aid_refusal():
            raise RuntimeError(f"a session without help gives no {aid.name}")
        self._aids |= aid

    def _fill(self, kind: StepKind, fill: Callable[[Puzzle, Consequences], Filling]) -> Change:
        refusal = self.aid_refusal() or self._refusal(needs_sound=True)
        if refusal:
            return refusal
        position, message, is_conflict = fill(self.puzzle, self._follower.follow(self.position))
        self._auto_filled |= self._blanks_filled(self.position if position is None else position)
        self._aids |= filling_aids(self.puzzle, self._auto_filled)
        if is_conflict:
            blamed = "The branch is wrong: drop it." if self.branches else "Something is wrong: undo and look again."
            return refused(f"{message} {blamed}")
        return refused(message) if position is None else self._move_to(kind, position, message)

    def _blanks_filled(self, position: Position) -> frozenset[Cell]:
        """Return the cells that are filled in `position` and not in the current position."""
        return frozenset(self.puzzle.geometry.changed(self.position, position))

    def _move_to(self, kind: StepKind, position: Position, message: str = "") -> Change:
        """Make the step that leads to a position, unless it is the current position."""
        return self._step(kind, self._moves_to(position), message) if position != self.position else Change((), message)

    def _moves_to(self, position: Position) -> tuple[Move, ...]:
        value, before = self.puzzle.geometry.value, self.position
        cells = self.puzzle.geometry.changed(before, position)
        return tuple([Move(cell, value(before, cell), value(position, cell)) for cell in cells])

    def _step(self, kind: StepKind, moves: tuple[Move, ...], message: str = "") -> Change:
        """Make a step and drop the undone steps."""
        step = Step(kind, moves, self.clock.elapsed_ms)
        self._steps = (*self._steps[: self._head], step)
        del self._states[self._head + 1 :]
        self._states.append(next_state(self.puzzle, self._states, step))
        self._aids |= self.shown
        return self._go_to(self._head + 1, message)

    def _go_to(self, head: int, message: str = "") -> Change:
        before = self.position
        self._head = head
        cells = self.puzzle.geometry.changed(before, self.position)
        return Change(cells, message, solved=self.is_solved)
