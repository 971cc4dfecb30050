"""Sign counting: only what is needed is counted, also where many signs follow one another."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.engine import to_json
from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques import sign_counting
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.registry import prove
from tests import oracle
from tests.proof_checker import check_proof
from tests.strategies import to_puzzle

LINES = st.integers(3, 7).flatmap(
    lambda half: st.tuples(
        st.text("..01", min_size=2 * half, max_size=2 * half),
        st.dictionaries(st.integers(0, 2 * half - 2), st.booleans(), min_size=half, max_size=2 * half - 1),
    )
)
"""The text of a line and its signs: whether the sign after a place is =."""


def test_few_choices_of_many_signs_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    choose, made = sign_counting._disjoint, []

    def count(signs: LineSigns) -> object:
        made.append(signs)
        assert len(made) < 5000
        return choose(signs)

    monkeypatch.setattr(sign_counting, "_disjoint", count)
    assert not [*sign_counting.find("." * 36 + "0110", tuple([(place, False) for place in range(35)]))]
    assert made


@given(LINES)
@example(("....00", {0: True, 1: False, 2: True, 4: False}))
def test_no_sign_is_counted_in_vain(line: tuple[str, dict[int, bool]]) -> None:
    text, held = line
    signs = tuple((place, place + 1, same) for place, same in sorted(held.items()) if place < len(text) - 1)
    board = oracle.Board(len(text), 2, text + "." * len(text), signs, unique_lines=False)
    puzzle = to_puzzle(board)
    for deduction in sign_counting.TECHNIQUE.find(View(puzzle, puzzle.givens)):
        check_proof(board, board.cells, to_json(puzzle, prove(puzzle, puzzle.givens, deduction)))
