"""clingo, an answer set solver (potassco.org): grounder and conflict-driven search in one."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tests.benchmarks.peers.peer import CountingPeer
from tests.oracle import Board

_RULES = """
row(0..h-1). column(0..w-1).
{ one(R,C) } :- open(R,C).

:- row(R), #count { C : one(R,C) } != w-w/2.
:- column(C), #count { R : one(R,C) } != h-h/2.

:- one(R,C), one(R,C+1), one(R,C+2).
:- one(R,C), one(R+1,C), one(R+2,C).
:- row(R), column(C), C+2 < w, not one(R,C), not one(R,C+1), not one(R,C+2).
:- row(R), column(C), R+2 < h, not one(R,C), not one(R+1,C), not one(R+2,C).

:- same(R,C,S,D), one(R,C), not one(S,D).
:- same(R,C,S,D), not one(R,C), one(S,D).
:- apart(R,C,S,D), one(R,C), one(S,D).
:- apart(R,C,S,D), not one(R,C), not one(S,D).

#show one/2.
"""
_UNIQUE_LINES = """
rows_differ(R,S) :- one(R,C), not one(S,C), row(S), R < S.
:- row(R), row(S), R < S, not rows_differ(R,S).
columns_differ(C,D) :- one(R,C), not one(R,D), column(D), C < D.
:- column(C), column(D), C < D, not columns_differ(C,D).
"""
# Lines of equal quota differ if one of them, no matter which, has a 1 where the other has none. This encoding was the
# fastest of six on boards of 14 to 24: `#count` over the common ones takes 1.5 to 2.5 times as long, choice rules with
# the quota as bounds 1 to 1.5 times; clingo's other configurations take as long or longer.


class ClingoPeer(CountingPeer):
    """A fresh Control for every puzzle: grounding is part of the time."""

    name = "clingo"

    def is_available(self) -> bool:
        return find_spec("clingo") is not None

    def solve(self, board: Board) -> list[str]:
        found = []
        control = self._control(board, most=2)  # a name for it: the models die with it
        with control.solve(yield_=True) as models:
            for model in models:
                cells = ["0"] * len(board.cells)
                for atom in model.symbols(shown=True):
                    row, column = atom.arguments
                    cells[row.number * board.width + column.number] = "1"
                found.append("".join(cells))
        return found

    def count(self, board: Board) -> int:
        control = self._control(board, most=0)
        with control.solve(yield_=True) as models:
            return sum(1 for _ in models)

    def _control(self, board: Board, *, most: int) -> Any:
        clingo = import_module("clingo")
        control = clingo.Control([f"--const=w={board.width}", f"--const=h={board.height}", f"{most}", "--warn=none"])
        control.add("base", [], _RULES + _UNIQUE_LINES * board.unique_lines + _facts(board))
        control.ground([("base", [])])
        return control


def _facts(board: Board) -> str:
    width = board.width
    facts = []
    for cell, value in enumerate(board.cells):
        if value != "0":
            facts.append(f"{'one' if value == '1' else 'open'}({cell // width},{cell % width}).")
    for a, b, same in board.signs:
        facts.append(f"{'same' if same else 'apart'}({a // width},{a % width},{b // width},{b % width}).")
    return "".join(facts)
