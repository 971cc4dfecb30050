"""Exports for other solvers: their models are the solutions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats import CannotWriteError, write_puzzle
from tests.cli.runs import binairo
from tests.oracle import all_solutions, is_solved
from tests.strategies import every_kind, kinds, puzzles, solved_texts, to_board, to_puzzle

EXAMPLE = parse_puzzle("4x6;0..1.1......0..0........;signs=r1c1=r2c1,r3c1xr3c2")


def read_dimacs(text: str) -> tuple[int, list[list[int]]]:
    """Return the number of variables and the clauses."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    (_, form, variables, clauses), *rows = lines
    assert (form, int(clauses)) == ("cnf", len(rows))
    assert all(row[-1] == "0" for row in rows)
    return int(variables), [[int(literal) for literal in row[:-1]] for row in rows]


def satisfies(cells: str, variables: int, clauses: list[list[int]]) -> bool:
    """Return whether full cells satisfy the clauses; unit propagation must settle every other variable."""
    true = {cell if value == "1" else -cell for cell, value in enumerate(cells, 1)}
    left = clauses
    while True:
        left = [[it for it in clause if -it not in true] for clause in left if true.isdisjoint(clause)]
        if [] in left:
            return False
        units = {clause[0] for clause in left if len(clause) == 1}
        if not units:
            assert not left
            assert {abs(it) for it in true} == set(range(1, variables + 1))
            return True
        true |= units


@given(st.data())
def test_full_grids_satisfy_the_clauses_if_they_are_solutions(data: st.DataObject) -> None:
    board = data.draw(puzzles())
    # The grid may break some of the board's rules and nothing else.
    grid = data.draw(solved_texts(data.draw(kinds(board.width, board.height)))) or "0" * len(board.cells)
    cells = [value if given == "." else given for value, given in zip(grid, board.cells, strict=True)]
    for cell in data.draw(st.lists(st.integers(0, len(cells) - 1), max_size=2)):
        cells[cell] = "10"[int(cells[cell])]
    clauses = read_dimacs(write_puzzle(to_puzzle(board), "dimacs"))
    assert satisfies("".join(cells), *clauses) == is_solved(board, "".join(cells))


@pytest.mark.parametrize("puzzle", [EXAMPLE, *every_kind(4, 4), *every_kind(3, 4)], ids=str)
def test_the_models_of_the_program_are_the_solutions(puzzle: Puzzle) -> None:
    clingo = pytest.importorskip("clingo")
    control = clingo.Control(["0"])
    control.add("base", [], write_puzzle(puzzle, "asp"))
    control.ground([("base", [])])
    grids = []
    with control.solve(yield_=True) as models:
        for model in models:
            cells = sorted([it.number for it in atom.arguments] for atom in model.symbols(shown=True))
            grids.append("".join([str(value) for _, _, value in cells]))
    assert sorted(grids) == all_solutions(to_board(puzzle))


def test_convert_writes_exports_but_nobody_reads_them() -> None:
    printed = binairo("convert", "--to", "asp", str(EXAMPLE))
    assert (printed.status, printed.out.strip()) == (0, write_puzzle(EXAMPLE, "asp"))
    assert "given(1,4,1)." in printed.out
    assert "same(1,1,2,1)." in printed.out
    assert binairo("solve", "--from", "asp", "4x4").status == 2
    with pytest.raises(CannotWriteError, match="only givens"):
        write_puzzle(EXAMPLE, "dimacs", EXAMPLE.geometry.place(EXAMPLE.givens, 1, "0"))
