"""A session: one play of one puzzle.

A command that the player cannot use now raises no error: it is refused with a sentence. A saved game (`snapshot`) keeps
all steps, the cursor, the time, the aids, and `head`, the number of steps that are not undone. `GameSession.resume`
replays and checks the steps (see the module `history`).

Slow questions are answered in two stages: `ask_hint` and similar methods return a function that finds the answer. This
function may be called in a background thread while the session changes. If asking counts as an aid, it counts even if
the function is never called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from binairo_tui import engine, game
from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, Value, Violation, cell_name, wording
from binairo_tui.engine.puzzle import check_cell
from binairo_tui.game import auto_fill, steps
from binairo_tui.game.aids import NO_AID, OWN_STYLES, SHOWN, Aid, SolveStyle, style_of
from binairo_tui.game.clock import Clock
from binairo_tui.game.history import Branch, History, Origin, branch_depths
from binairo_tui.game.steps import NEXT_VALUE, Change, Move, SessionSnapshot, Step, StepKind, refused


class GameSession:
    """One game of a puzzle. `clock` measures the time; without a clock, no time passes.

    `shown` holds the aids that the display always gives, all or some of those in `SHOWN`. If `shown` is empty or
    `is_race` is True, the session gives no other aid. You may change `shown` and `is_race` during the game.
    `find_refusal` returns a sentence that says why help with a puzzle is not allowed now, or an empty text if it is
    allowed. `history` is a text with all steps, but without the cursor and the aids (see the module `steps`). Raises
    ValueError if the history does not fit the puzzle. Methods raise TypeError or ValueError for a cell that the board
    does not have.

    >>> session = GameSession(parse_puzzle("4x4;11.............."))
    >>> session.place(4, ZERO)
    Change(cells=(4,), message='', refused=False, solved=False, conflict=None, branch_failed=False)
    >>> session
    GameSession(parse_puzzle('4x4;11..............'), history='place r2c1:.>0')
    """

    def __init__(self, puzzle: Puzzle, clock: Clock | None = None, *, history: str = "") -> None:
        self.puzzle = puzzle
        self.clock = clock or Clock()
        self.shown = SHOWN
        self.is_race = False
        self.find_refusal: Callable[[Puzzle], str] = _never_refuse
        self._aids = NO_AID
        self._cursor: Cell = max(puzzle.geometry.text(puzzle.givens).find(EMPTY), 0)
        self._auto_fill = auto_fill.AutoFill(puzzle)
        self._history = History(puzzle, *steps.parse_history(history, puzzle.width, puzzle.height))

    @classmethod
    def resume(cls, puzzle: Puzzle, snapshot: SessionSnapshot, clock: Clock | None = None) -> GameSession:
        """Return the session of a snapshot, with its whole history.

        Raises ValueError if a step does not fit the puzzle or the steps before it. The caller must set the clock to
        `snapshot.elapsed_ms`.
        """
        session = cls(puzzle, clock)
        if not 0 <= snapshot.cursor < puzzle.geometry.cell_count:
            raise ValueError(f"the cursor is on cell {snapshot.cursor}, outside the board")
        session._history = History(puzzle, snapshot.steps, snapshot.head)
        session._cursor, session._aids = snapshot.cursor, snapshot.aids
        session._auto_fill.filled = snapshot.auto_filled
        return session

    def __repr__(self) -> str:
        history = steps.format_history(self.steps, self.head, self.puzzle.width)
        return f"GameSession({self.puzzle!r}{f', {history=}' if history else ''})"

    # State.

    @property
    def position(self) -> Position:
        """The current position, givens included."""
        return self._history.position

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The rules that the current position breaks."""
        return self._history.violations

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and no rule is broken."""
        return self._history.is_solved

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The open what-if branches, the outermost first."""
        return self._history.state.branches

    @property
    def shows_failed_branch(self) -> bool:
        """Whether the last open branch has broken a rule, and the display shows this."""
        return Aid.VIOLATIONS in self.shown and self._history.has_failed_branch

    @property
    def branch_depths(self) -> dict[Cell, int]:
        """Maps each cell that an open branch has changed to the depth of this branch.

        The outermost branch has depth 1. If several open branches have changed a cell, the innermost of them counts.
        """
        return branch_depths(self.puzzle, self._history.state)

    @property
    def marks(self) -> frozenset[Cell]:
        """The cells that the player has marked."""
        return self._history.state.marks

    @property
    def aids(self) -> Aid:
        """All aids used so far, including aids in undone steps."""
        return self._aids

    @property
    def is_strict(self) -> bool:
        """Whether the session gives no aid at all, because `shown` is empty."""
        return not self.shown

    @property
    def style(self) -> SolveStyle:
        """The solve style that follows from the aids used so far."""
        return style_of(self._aids)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps; undone steps, which can be redone, come last."""
        return self._history.steps

    @property
    def head(self) -> int:
        """The number of steps that are not undone."""
        return self._history.head

    @property
    def cursor(self) -> Cell:
        """The cell under the cursor. Moving the cursor is not a step."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        check_cell(self.puzzle, cell)
        self._cursor = cell

    @property
    def filled_share(self) -> float:
        """The fraction of the blanks that are filled, from 0 to 1."""
        return self._history.filled_share

    def snapshot(self) -> SessionSnapshot:
        """Return what a saved game contains in addition to the puzzle."""
        return SessionSnapshot(
            self._cursor, self.clock.elapsed_ms, self.head, self.steps, self._aids, self._auto_fill.filled
        )

    # Commands.

    def place(self, cell: Cell, value: Value) -> Change:
        """Put a value into a cell; `EMPTY` clears the cell.

        The session refuses to change a given. If the cell already holds the value, nothing changes.
        """
        if refusal := self._refusal(cell):
            return refusal
        position = self.puzzle.geometry.place(self.position, cell, value)
        return self._move_to(StepKind.CLEAR if value == EMPTY else StepKind.PLACE, position)

    def cycle(self, cell: Cell) -> Change:
        """Change a cell from empty to 0, from 0 to 1, or from 1 to empty."""
        check_cell(self.puzzle, cell)
        return self.place(cell, NEXT_VALUE[self.puzzle.geometry.value(self.position, cell)])

    def restart(self) -> Change:
        """Clear all cells except givens, remove marks and close branches, as one step; refused if no cell is filled."""
        if self.position == self.puzzle.givens:
            return refused("There is nothing to clear.")
        return self._move_to(StepKind.RESTART, self.puzzle.givens, "Cleared. Undo brings everything back.")

    def undo(self) -> Change:
        """Undo the last step; refused if there is no step to undo."""
        return self._go_to(self.head - 1) if self.head else refused("Nothing to undo.")

    def redo(self) -> Change:
        """Redo the step that was undone last; refused if there is no such step."""
        return self._go_to(self.head + 1) if self.head < len(self.steps) else refused("Nothing to redo.")

    def propagate_once(self) -> Change:
        """Fill the cells that the easiest applicable rule forces in one pass over the whole board, as one step."""
        return self._fill(StepKind.PROPAGATE_ONCE, self._auto_fill.once)

    def propagate(self) -> Change:
        """Fill all cells that the rules force, as one step.

        If the rules reach a contradiction in a branch, only the cells that are forced before it are filled.
        """
        return self._fill(StepKind.PROPAGATE, self._auto_fill.all)

    def ask_fill(self) -> tuple[SolveStyle, bool] | None:
        """Return the style that the game would have after `propagate`, and whether `propagate` would solve the puzzle.

        Returns None if `propagate` would neither change the style nor solve the puzzle, or if no help is given now. If
        a branch is open and the player has used no help yet, the answer is the same for all positions, so it reveals
        nothing. After `accept_help`, call the method again: the answer may differ.
        """
        if self.aid_refusal() or self.violations or self.is_solved:
            return None
        is_closed = bool(self.branches) and self.style in OWN_STYLES
        aids, solves = (Aid.PROPAGATION, False) if is_closed else self._auto_fill.outlook(self.position)
        style = style_of(self._aids | aids)
        return None if style is self.style and not solves else (style, solves)

    def note_repeat(self) -> None:
        """Record that the player has already solved the puzzle in another game."""
        self._aids |= Aid.REPEAT

    def accept_help(self) -> None:
        """Record that the player has agreed to let the program fill cells."""
        self._use(Aid.PROPAGATION)

    def apply_hint(self, hint: engine.Hint) -> Change:
        """Fill the cells of a hint, or clear its wrong cells, as one step. Applying a hint counts as an aid."""
        if refusal := self.aid_refusal() or self._refusal():
            return refusal
        position, geometry = self.position, self.puzzle.geometry
        is_empty = [geometry.value(position, cell) == EMPTY for cell in hint.cells]
        if not hint.values or hint.empties in is_empty:
            return refused("This hint no longer fits the grid: ask for a new one.")
        self._use(Aid.HINT)
        aids, after = self._aids, geometry.fill(position, hint.cells, hint.values)
        if not hint.empties:
            self._auto_fill.filled = self._auto_fill.with_hint(position, after, in_branch=bool(self.branches))
            self._aids |= self._auto_fill.aids & Aid.MOST_CELLS
        return auto_fill.with_verdict(self._move_to(StepKind.HINT, after, hint.stages[-1]), aids, self._aids)

    def is_too_much(self, hint: engine.Hint) -> bool:
        """Return whether the game would count as solved by the program once the cells of a hint are filled."""
        after = self.puzzle.geometry.fill(self.position, hint.cells, hint.values)
        filled = self._auto_fill.with_hint(self.position, after, in_branch=bool(self.branches))
        style = style_of(self._aids | auto_fill.filling_aids(self.puzzle, filled))
        return not hint.empties and style is SolveStyle.PROGRAM is not self.style

    def go_back_to(self, head: int) -> Change:
        """Undo all steps after the first `head` steps; refused if there are no such steps.

        `ask_last_good` finds a suitable `head`. The undone steps can be redone. Raises ValueError if `head` is negative
        or greater than the current `head`.
        """
        if not 0 <= head <= self.head:
            raise ValueError(f"{head} of {self.head} steps cannot be kept")
        count = self.head - head
        if not count:
            return refused("No mistakes to undo.")
        undone, them = wording.plural(count, "step"), wording.inflect(count, "it", "them")
        return self._go_to(head, f"Undid {undone}. Redo brings {them} back.")

    def toggle_mark(self, cell: Cell) -> Change:
        """Mark a cell, or remove its mark."""
        if refusal := self._refusal(cell):
            return refusal
        value = self.puzzle.geometry.value(self.position, cell)
        return self._step(StepKind.MARK, (Move(cell, value, value),))

    def open_branch(self) -> Change:
        """Open a what-if branch inside the last open branch, if any.

        Refused if that branch is still empty, or if the display shows that it has failed.
        """
        if refusal := self._refusal():
            return refusal
        if self.shows_failed_branch:
            return refused(auto_fill.BRANCH_HAS_FAILED, branch_failed=True)
        number = len(self.branches) + 1
        if self.branches and self.branches[-1].position == self.position:
            return refused(f"Branch {number - 1} is still empty: fill a cell and see what follows.")
        return self._step(StepKind.BRANCH, (), f"Branch {number} begins: fill a cell and see what follows.")

    def drop_branch(self, judgement: game.Judgement | None = None) -> Change:
        """Go back to the position before the last branch; refused if the grid has changed since the `judgement`."""
        if not self.branches:
            return refused("No branch is open.")
        if judgement is not None and judgement.position != self.position:
            return refused("The grid has changed since the branch was checked.")
        moves = self._history.moves_to(self.branches[-1].position)
        return self._step(StepKind.DROP, moves, judgement.sentence if judgement else "Back to where the branch began.")

    def keep_branch(self) -> Change:
        """Close the last branch and keep the values filled in it."""
        if not self.branches:
            return refused("No branch is open.")
        advice = " A rule is broken: undo reopens the branch." if self.shows_failed_branch else ""
        return self._step(StepKind.KEEP, (), f"Branch kept.{advice}")

    # Questions. They import what they need when called, so that startup does not wait for it.

    def aid_refusal(self) -> Change | None:
        """Return a refusal if the session gives no help, else None.

        Call this method before you ask for an aid: if the session gives no help, the methods that ask for one raise
        RuntimeError.
        """
        if self.is_race:
            return refused("Races are played without help.")
        reason = "Help is off in the settings." if self.is_strict else self.find_refusal(self.puzzle)
        return refused(reason) if reason else None

    def ask_hint(self, proved: engine.Hint | None = None) -> Callable[[], engine.Hint]:
        """Return a function that finds a hint. Each call of `ask_hint` counts as an aid.

        `proved` is a hint that a dropped branch has proved. The returned function returns this hint, unless it depends
        on a wrong value.
        """
        self._use(Aid.HINT)
        earlier = self._history.positions[:-1]
        if proved and self.branches:  # in a branch, nothing is compared with the solution
            return lambda: proved
        if proved:
            return partial(engine.hints.proved_or_trouble, self.puzzle, self.position, proved, earlier)
        near, assumed = engine.Nearness(self.cursor, self._history.last_filled()), self._history.assumed_cell()
        return partial(engine.find_hint, self.puzzle, self.position, near=near, assumed=assumed, earlier=earlier)

    def ask_why(self, cell: Cell) -> Callable[[], game.Why]:
        """Return a function that finds why a cell holds its value, or what decides an empty cell.

        Asking about any cell except a given counts as an aid.
        """
        from binairo_tui.game.why import why

        if not self.puzzle.is_given(cell):
            self._use(Aid.WHY)
        return partial(why, self.puzzle, self.origin(cell))

    def ask_check(self) -> Callable[[], engine.position_check.Check]:
        """Return a function that checks whether anything on the grid is wrong. Asking for a check counts as an aid."""
        self._use(Aid.CHECK)
        return partial(engine.hints.explained_check, self.puzzle, self.position)

    def ask_last_good(self) -> Callable[[], int]:
        """Return a function that finds the number of steps up to the last position without a mistake.

        If no mistake is known, the number is `head`. Each call of `ask_last_good` counts as an aid.
        """
        self._use(Aid.LAST_GOOD)
        return partial(engine.position_check.last_good, self.puzzle, self._history.positions)

    def reveal_solutions(self) -> None:
        """Record that the player sees the solutions. Once the puzzle is solved, this does not count as an aid."""
        if not self.is_solved:
            self._use(Aid.SOLUTIONS)

    def ask_branch(self) -> Callable[[], game.Judgement]:
        """Return a function that finds what the last open branch proves by breaking a rule on the board.

        Asking does not count as an aid, because the answer tells only what the player's own branch already shows.
        Raises IndexError if no branch is open.
        """
        from binairo_tui.game.branches import judge_and_compare

        made = self.steps[self.branches[-1].opened_at : self.head]
        return partial(judge_and_compare, self.puzzle, self._history.state, made)

    def origin(self, cell: Cell) -> Origin:
        """Return where the value of a cell comes from, so that `why` can explain it."""
        check_cell(self.puzzle, cell)
        return self._history.origin(cell)

    def last_placed(self) -> Cell | None:
        """Return the cell that the player filled last, of the cells that are still filled; None if there is none."""
        return self._history.last_placed()

    # Helpers.

    def _refusal(self, cell: Cell | None = None) -> Change | None:
        """Return a refusal if the grid or this cell may not be changed now, else None."""
        if self.is_solved:
            return refused("The puzzle is solved. Undo or restart to play on.")
        if cell is not None and self.puzzle.is_given(cell):
            name = cell_name(cell, self.puzzle.width)
            return refused(f"{name} is a given, a value of the puzzle: it cannot be changed.")
        return None

    def _use(self, aid: Aid) -> None:
        if self.aid_refusal():
            raise RuntimeError(f"{aid.name} is not given in a session without help")
        self._aids |= aid

    def _fill(self, kind: StepKind, fill: Callable[..., auto_fill.Filling]) -> Change:
        if refusal := self.aid_refusal() or self._refusal():
            return refusal
        aids, in_branch = self._aids, bool(self.branches)
        if self.violations:
            broken = auto_fill.broken_text(self.puzzle, self.position, self.violations[0], in_branch=in_branch)
            return refused(broken, branch_failed=in_branch)
        position, message, conflict = fill(self.position, in_branch=in_branch)
        self._aids |= self._auto_fill.aids
        change = refused(message) if position is None else self._move_to(kind, position, message)
        failed = in_branch and conflict is not None
        change = change._replace(conflict=None if self.violations else conflict, branch_failed=failed)
        return auto_fill.with_verdict(change, aids, self._aids)

    def _move_to(self, kind: StepKind, position: Position, message: str = "") -> Change:
        """Make the step that leads to a position, unless it is the current position."""
        moves = self._history.moves_to(position)
        return self._step(kind, moves, message) if moves else Change((), message)

    def _step(self, kind: StepKind, moves: tuple[Move, ...], message: str = "") -> Change:
        before = self.position
        self._history.append(Step(kind, moves, self.clock.elapsed_ms))
        self._aids |= self.shown
        return self._change_from(before, message)

    def _go_to(self, head: int, message: str = "") -> Change:
        before = self.position
        self._history.head = head
        change = self._change_from(before, message)
        if len(change.cells) == 1:
            [self._cursor] = change.cells  # so that the player sees what was undone or redone
        return change

    def _change_from(self, before: Position, message: str) -> Change:
        return Change(self.puzzle.geometry.changed(before, self.position), message, solved=self.is_solved)


def _never_refuse(_puzzle: Puzzle) -> str:
    return ""
