"""Editing a puzzle, compared with plain texts and lists."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from binairo_tui.engine import EMPTY, ONE, Puzzle, Value, parse_puzzle
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.game import editing
from binairo_tui.game.editing import EditSession, EditSnapshot, Side, resized
from tests.oracle import Board
from tests.strategies import puzzles, sizes, to_puzzle

SIGNED = "6x4;1.....0...........1....0;signs=r1c5=r1c6,r1c1xr2c1,r4c2=r4c3"


def session_of(text: str) -> EditSession:
    return EditSession(parse_puzzle(text))


class Editing(RuleBasedStateMachine):
    """Any commands in any order, against a list of texts."""

    @initialize(board=puzzles())
    def begin(self, board: Board) -> None:
        self.session = EditSession(to_puzzle(board))
        self.past, self.future = [board.notation()], list[str]()

    def _cell(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, self.session.puzzle.geometry.cell_count - 1))

    def _expect(self, puzzle: Puzzle) -> None:
        """A step to this puzzle, or no step if it is the same."""
        if str(puzzle) != self.past[-1]:
            self.past.append(str(puzzle))
            self.future = []

    @rule(data=st.data(), value=st.sampled_from("01."))
    def place(self, data: st.DataObject, value: Value) -> None:
        puzzle, cell = self.session.puzzle, self._cell(data)
        text = puzzle.geometry.text(puzzle.givens)
        change = self.session.place(cell, value)
        assert change.cells == (() if text[cell] == value else (cell,))
        size, _, rest = self.past[-1].partition(";")
        cells, *fields = rest.split(";")
        self._expect(parse_puzzle(";".join([size, cells[:cell] + value + cells[cell + 1 :], *fields])))

    @rule(data=st.data(), side=st.sampled_from(Side), same=st.booleans())
    def sign(self, data: st.DataObject, side: Side, same: bool) -> None:
        puzzle, cell = self.session.puzzle, self._cell(data)
        row, column = divmod(cell, puzzle.width)
        change = self.session.put_sign(cell, side, same=same)
        if (column + 1 == puzzle.width) if side is Side.RIGHT else (row + 1 == puzzle.height):
            assert change.refused
            return
        other = cell + 1 if side is Side.RIGHT else cell + puzzle.width
        assert change.cells == (cell, other)
        signs = {(sign.a, sign.b): sign.same for sign in puzzle.signs}
        if signs.get((cell, other)) is same:
            del signs[cell, other]
        else:
            signs[cell, other] = same
        assert {(sign.a, sign.b): sign.same for sign in self.session.puzzle.signs} == signs
        self._expect(self.session.puzzle)

    @rule()
    def toggle(self) -> None:
        before = self.session.puzzle.unique_lines
        assert self.session.toggle_unique_lines().message
        assert self.session.puzzle.unique_lines is not before
        self._expect(self.session.puzzle)

    @rule()
    def clear(self) -> None:
        before = self.session.puzzle
        assert self.session.clear().refused is not bool(before.givens or before.signs)
        assert (self.session.puzzle.givens, self.session.puzzle.signs) == (0, ())
        self._expect(self.session.puzzle)

    @rule(size=sizes() | st.tuples(st.integers(0, 45), st.integers(0, 45)))
    def resize(self, size: tuple[int, int]) -> None:
        before = self.session.puzzle
        change = self.session.resize(*size)
        after = self.session.puzzle
        assert change.refused is bool(size_fault(*size) or size == (before.width, before.height))
        assert change.refused or (after.width, after.height) == size
        self._expect(after)

    @rule(board=puzzles())
    def take(self, board: Board) -> None:
        self.session.take(to_puzzle(board))
        self._expect(to_puzzle(board))

    @rule()
    def undo(self) -> None:
        assert self.session.undo().refused is (len(self.past) == 1)
        if len(self.past) > 1:
            self.future.append(self.past.pop())

    @rule()
    def redo(self) -> None:
        assert self.session.redo().refused is (not self.future)
        if self.future:
            self.past.append(self.future.pop())

    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        self.session.cursor = self._cell(data)

    @invariant()
    def it_is_what_the_list_says(self) -> None:
        assert str(self.session.puzzle) == self.past[-1]
        assert 0 <= self.session.cursor < self.session.puzzle.geometry.cell_count

    @invariant()
    def a_snapshot_holds_everything(self) -> None:
        snapshot = self.session.snapshot()
        assert [str(puzzle) for puzzle in snapshot.puzzles] == [*self.past, *reversed(self.future)]
        again = EditSession.resume(snapshot)
        assert again.snapshot() == snapshot
        assert (again.puzzle, again.cursor) == (self.session.puzzle, self.session.cursor)


TestEditing = Editing.TestCase
TestEditing.settings = settings(stateful_step_count=30)


@given(puzzles(), sizes())
def test_what_fits_stays_in_its_row_and_column(board: Board, size: tuple[int, int]) -> None:
    width, height = size
    after = resized(to_puzzle(board), width, height)
    text = after.geometry.text(after.givens)
    for row in range(height):
        for column in range(width):
            is_inside = row < board.height and column < board.width
            expected = board.cells[row * board.width + column] if is_inside else EMPTY
            assert text[row * width + column] == expected

    def places(signs: tuple[tuple[int, int, bool], ...], of: int) -> set[tuple[int, int, int, int, bool]]:
        return {(*divmod(a, of), *divmod(b, of), same) for a, b, same in signs}

    expected_signs = {
        sign for sign in places(board.signs, board.width) if max(sign[0], sign[2]) < height and max(sign[1:4:2]) < width
    }
    assert places(after.signs, width) == expected_signs
    assert parse_puzzle(str(after)) == after
    if width >= board.width and height >= board.height and after.more_ones == board.more_ones:
        assert resized(after, board.width, board.height) == to_puzzle(board)


def test_a_sign_is_put_changed_and_removed() -> None:
    session = session_of("4x2;........")
    assert session.put_sign(1, Side.BELOW, same=True).cells == (1, 5)
    assert str(session.puzzle) == "4x2;........;signs=r1c2=r2c2"
    session.put_sign(1, Side.RIGHT, same=False)
    session.put_sign(1, Side.BELOW, same=False)
    assert str(session.puzzle) == "4x2;........;signs=r1c2xr1c3,r1c2xr2c2"
    session.put_sign(1, Side.BELOW, same=False)
    assert str(session.puzzle) == "4x2;........;signs=r1c2xr1c3"
    assert session.put_sign(3, Side.RIGHT, same=True).message == "There is no cell to the right of r1c4."
    assert session.put_sign(4, Side.BELOW, same=True).message == "There is no cell below r2c1."


def test_messages_about_a_new_size() -> None:
    session = session_of(SIGNED)
    lost = "1 given and 1 sign did not fit and were removed; undo brings everything back."
    message = f"The board is now 4x4. {lost}"
    assert session.resize(4, 4).message == message
    assert session.resize(4, 4).message == "The board is already 4x4."
    assert session.resize(5, 4).message == "Width 5 is odd: only square boards may have odd sides."
    assert session.resize(8, 6).message == "The board is now 8x6."


def test_the_cursor_stays_where_it_was_or_nearest_to_it() -> None:
    session = session_of(f"6x4;{'.' * 24}")
    session.cursor = 2 * 6 + 5
    session.resize(4, 6)
    assert session.cursor == 2 * 4 + 3
    session.undo()
    assert session.cursor == 2 * 6 + 3


def test_the_oldest_steps_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editing, "MAX_STEPS", 3)
    session = session_of("4x2;........")
    for cell in range(6):
        session.place(cell, ONE)
    assert [session.undo().refused for _ in range(4)] == [False, False, False, True]
    assert str(session.puzzle) == "4x2;111....."


@pytest.mark.parametrize(
    ("snapshot", "fault"),
    [
        (EditSnapshot(0, 0, ()), "step 0 of -1"),
        (EditSnapshot(0, 2, (Puzzle(2, 4, 0), Puzzle(4, 2, 0))), "step 2 of 1"),
        (EditSnapshot(8, 0, (Puzzle(2, 4, 0),)), "the cursor is on cell 8"),
    ],
)
def test_an_invalid_draft_is_refused(snapshot: EditSnapshot, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        EditSession.resume(snapshot)
