"""A session compared with a plain list of positions, under any commands in any order."""

from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from binairo_tui.engine import EMPTY, ONE, ZERO, Value, find_violations, is_solved, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import Aid, Change, GameSession, StepKind
from tests.game.sessions import grid, ticking
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle


class Seen(NamedTuple):
    """What the plain model knows of a session after a step."""

    grid: str
    opened: tuple[str, ...] = ()
    marks: frozenset[int] = frozenset()


class Play(RuleBasedStateMachine):
    """Any commands in any order against a plain list of what was seen."""

    @initialize(board=puzzles())
    def begin(self, board: Board) -> None:
        self.session = GameSession(to_puzzle(board), ticking())
        self.past = [Seen(grid(self.session))]
        self.future: list[Seen] = []
        self.aids = Aid(0)

    def cells(self) -> st.SearchStrategy[int]:
        return st.integers(0, self.session.puzzle.geometry.cell_count - 1)

    def note(self, change: Change) -> None:
        """A step was made if the grid changed."""
        self.step(change, self.past[-1]._replace(grid=grid(self.session)))

    def step(self, change: Change, after: Seen) -> None:
        before = self.past[-1]
        differing = tuple(i for i, (a, b) in enumerate(zip(before.grid, grid(self.session), strict=True)) if a != b)
        assert change.cells == differing
        if change.refused:
            assert change.message
        elif after != before:
            self.past.append(after)
            self.future.clear()

    @rule(data=st.data(), value=st.sampled_from((ZERO, ONE, EMPTY)))
    def place(self, data: st.DataObject, value: Value) -> None:
        self.note(self.session.place(data.draw(self.cells()), value))

    @rule(data=st.data())
    def cycle(self, data: st.DataObject) -> None:
        self.note(self.session.cycle(data.draw(self.cells())))

    @rule(name=st.sampled_from(("propagate", "propagate_once")))
    def command(self, name: str) -> None:
        self.note(getattr(self.session, name)())

    @rule()
    def restart(self) -> None:
        givens = self.session.puzzle.geometry.text(self.session.puzzle.givens)
        self.step(self.session.restart(), Seen(givens))

    @rule(data=st.data())
    def mark(self, data: st.DataObject) -> None:
        cell, before = data.draw(self.cells()), self.past[-1]
        self.step(self.session.toggle_mark(cell), before._replace(marks=before.marks ^ {cell}))

    @rule()
    def open_branch(self) -> None:
        before, has_failed = self.past[-1], self.session.shows_failed_branch
        change = self.session.open_branch()
        assert not (has_failed and not change.refused)
        self.step(change, before._replace(opened=(*before.opened, before.grid)))

    @rule()
    def keep_branch(self) -> None:
        before = self.past[-1]
        change = self.session.keep_branch()
        assert change.refused == (not before.opened)
        self.step(change, before._replace(opened=before.opened[:-1]))

    @rule(is_judged=st.booleans())
    @precondition(lambda self: self.past[-1].opened)
    def drop_branch(self, is_judged: bool) -> None:
        before = self.past[-1]
        base = before.opened[-1]
        judgement = self.session.ask_branch()() if is_judged else None
        change = self.session.drop_branch(judgement)
        if judgement and judgement.hint:
            (cell,) = judgement.hint.cells
            assert (base[cell], {judgement.hint.values[0], before.grid[cell]}) == (".", {"0", "1"})
            self.is_refuted(base, cell, before.grid[cell])
        self.step(change, before._replace(grid=base, opened=before.opened[:-1]))

    def is_refuted(self, base: str, cell: int, value: str) -> None:
        puzzle = self.session.puzzle
        position = puzzle.geometry.position(base[:cell] + value + base[cell + 1 :])
        assert not list(solutions(puzzle, 1, position=position))

    @rule()
    def hint(self) -> None:
        hint = self.session.ask_hint()()
        change = self.session.apply_hint(hint)
        assert change.refused == (not hint.values)
        assert change.cells == hint.cells or change.refused
        self.note(change)

    @rule()
    def go_back(self) -> None:
        head = self.session.ask_last_good()()
        change = self.session.go_back_to(head)
        assert change.refused == (head == len(self.past) - 1)
        while len(self.past) > head + 1:
            self.future.append(self.past.pop())

    @rule()
    def undo(self) -> None:
        change = self.session.undo()
        assert change.refused == (len(self.past) == 1)
        if not change.refused:
            self.future.append(self.past.pop())

    @rule()
    def redo(self) -> None:
        change = self.session.redo()
        assert change.refused == (not self.future)
        if not change.refused:
            self.past.append(self.future.pop())

    @rule()
    @precondition(lambda self: self.session.steps)
    def resume(self) -> None:
        before = self.session
        self.session = GameSession.resume(before.puzzle, before.snapshot(), ticking())
        typed = eval(repr(before), {"GameSession": GameSession, "parse_puzzle": parse_puzzle})
        assert (typed.steps, typed.head, typed.position) == (before.steps, before.head, before.position)
        assert self.session.steps == before.steps
        assert self.session.aids == before.aids
        assert self.session.branches == before.branches
        while not self.session.redo().refused and not before.redo().refused:
            assert (self.session.branches, self.session.marks) == (before.branches, before.marks)
        while self.session.head > len(self.past) - 1:
            self.session.undo()

    @invariant()
    def agrees(self) -> None:
        session, puzzle = self.session, self.session.puzzle
        seen = Seen(grid(session), tuple(puzzle.geometry.text(b.position) for b in session.branches), session.marks)
        assert seen == self.past[-1]
        depths = session.branch_depths
        for cell, value in enumerate(seen.grid):
            assert depths.get(cell, 0) == max([0, *(i for i, o in enumerate(seen.opened, 1) if o[cell] != value)])
        assert session.aids & self.aids == self.aids
        self.aids = session.aids
        assert session.head == len(self.past) - 1
        assert len(session.steps) == len(self.past) - 1 + len(self.future)
        assert session.violations == find_violations(puzzle, session.position)
        assert session.is_solved == is_solved(puzzle, session.position)
        assert 0 <= session.filled_share <= 1

    @invariant()
    def every_value_has_an_origin(self) -> None:
        for cell, value in enumerate(grid(self.session)):
            origin = self.session.origin(cell)
            assert (origin.cell, origin.value) == (cell, value)
            if value == EMPTY or self.session.puzzle.is_given(cell):
                assert origin.kind is None
            else:
                assert origin.kind in set(StepKind) - {StepKind.CLEAR, StepKind.RESTART, StepKind.MARK}
                assert self.session.puzzle.geometry.value(origin.before, cell) != value


Play.TestCase.settings = settings(stateful_step_count=30)


TestPlay = Play.TestCase
