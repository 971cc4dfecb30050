"""OR-Tools CP-SAT, a constraint solver (developers.google.com/optimization), with one worker."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tests.benchmarks.peers.peer import Peer
from tests.oracle import Board, lines_of, quota


class CpSatPeer(Peer):
    """As most would use it: default parameters, find a solution, forbid it, find no other.

    `is_tuned` is as fast as we could make it for this puzzle: without presolve and linear relaxation, both of which
    cost more than they save here, and with all solutions from one search.
    """

    def __init__(self, *, is_tuned: bool = False) -> None:
        self.name = "cp-sat tuned" if is_tuned else "cp-sat"
        self._is_tuned = is_tuned

    def is_available(self) -> bool:
        return find_spec("ortools") is not None

    def solve(self, board: Board) -> list[str]:
        cp_model = import_module("ortools.sat.python.cp_model")
        model, cells = _model(cp_model, board)
        return _enumerated(cp_model, model, cells) if self._is_tuned else _forbidding(cp_model, model, cells)


def _model(cp_model: Any, board: Board) -> tuple[Any, list[Any]]:
    """The model, and a variable for every cell."""
    model = cp_model.CpModel()
    cells = [model.new_bool_var("") if value == "." else model.new_constant(int(value)) for value in board.cells]
    lines = [[cells[cell] for cell in line] for line in lines_of(board.width, board.height)]
    total, weighted = cp_model.LinearExpr.sum, cp_model.LinearExpr.weighted_sum
    for line in lines:
        for three in zip(line, line[1:], line[2:], strict=False):
            model.add_linear_constraint(total(three), 1, 2)
        model.add(total(line) == quota(len(line))["1"])
    for group in (lines[: board.height], lines[board.height :]):
        model.add_all_different([weighted(line, [1 << i for i in range(len(line))]) for line in group])
    for a, b, same in board.signs:
        model.add(cells[a] == cells[b] if same else cells[a] != cells[b])
    return model, cells


def _forbidding(cp_model: Any, model: Any, cells: list[Any]) -> list[str]:
    found: list[str] = []
    while len(found) < 2:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) == cp_model.INFEASIBLE:
            break
        values = [solver.boolean_value(cell) for cell in cells]
        found.append("".join(["1" if value else "0" for value in values]))
        model.add_bool_or([cell.negated() if value else cell for cell, value in zip(cells, values, strict=True)])
    return found


def _enumerated(cp_model: Any, model: Any, cells: list[Any]) -> list[str]:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 0
    parameters.enumerate_all_solutions = True
    parameters.fill_additional_solutions_in_response = True
    parameters.solution_pool_size = 2
    solver.solve(model)
    indices = [cell.index for cell in cells]
    pool = [solution.values for solution in solver.response_proto.additional_solutions]
    return ["".join([str(values[index]) for index in indices]) for values in pool[:2]]
