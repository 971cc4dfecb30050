"""Glucose 4 and CaDiCaL, SAT solvers, by way of python-sat (pysathq.github.io)."""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations

from tests.benchmarks.peers.peer import Peer
from tests.oracle import Board, lines_of, quota

Clauses = list[list[int]]


class SatPeer(Peer):
    """A fresh solver for every puzzle; variable `cell + 1` says that the cell is 1.

    `keeps_clauses` makes those that depend on the size only once: what a program would do that solves many puzzles.
    """

    def __init__(self, solver: str, *, keeps_clauses: bool = False) -> None:
        self.name = f"{solver} kept" if keeps_clauses else solver
        self._solver = solver
        self._keeps_clauses = keeps_clauses

    def is_available(self) -> bool:
        return find_spec("pysat") is not None

    def solve(self, board: Board) -> list[str]:
        solvers = import_module("pysat.solvers")
        found: list[str] = []
        clauses = (_kept_rules if self._keeps_clauses else _rules)(board.width, board.height, board.unique_lines)
        with solvers.Solver(self._solver, bootstrap_with=clauses) as solver:
            solver.append_formula(_givens_and_signs(board))
            while len(found) < 2 and solver.solve():
                model = solver.get_model()[: len(board.cells)]
                found.append("".join(["1" if literal > 0 else "0" for literal in model]))
                solver.add_clause([-literal for literal in model])
        return found


def _rules(width: int, height: int, unique_lines: bool) -> Clauses:
    """Triples, quotas and perhaps unique lines of an empty board."""
    cards = import_module("pysat.card")
    lines = [[cell + 1 for cell in line] for line in lines_of(width, height)]
    top = width * height
    clauses: Clauses = []
    for line in lines:
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            clauses += [[a, b, c], [-a, -b, -c]]
        # Of python-sat's encodings the sequential counter was fastest on hard boards of 14 to 24, and the totalizer
        # about as fast; cardinality networks and modulo totalizers take 1.3 to 4 times as long.
        exactly = cards.CardEnc.equals(
            lits=line, bound=quota(len(line))["1"], top_id=top, encoding=cards.EncType.seqcounter
        )
        top = max(top, exactly.nv)
        clauses += exactly.clauses
    for group in (lines[:height], lines[height:]) if unique_lines else ():
        for one, other in combinations(group, 2):
            top = _add_difference(clauses, one, other, top)
    return clauses


_kept_rules = lru_cache(_rules)


def _add_difference(clauses: Clauses, one: list[int], other: list[int], top: int) -> int:
    """Somewhere `one` has a 1 and `other` a 0: with the same quota in both, that is all it takes."""
    places = list(range(top + 1, top + 1 + len(one)))
    for place, a, b in zip(places, one, other, strict=True):
        clauses += [[-place, a], [-place, -b]]
    clauses.append(places)
    return places[-1]


def _givens_and_signs(board: Board) -> Clauses:
    clauses = [[cell if value == "1" else -cell] for cell, value in enumerate(board.cells, 1) if value != "."]
    for a, b, same in board.signs:
        x, y = a + 1, b + 1 if same else -b - 1
        clauses += [[-x, y], [x, -y]]
    return clauses
