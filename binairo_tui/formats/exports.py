"""Writes puzzles for other kinds of solvers: as clauses for SAT solvers, or as a program for answer set solvers.

Each solution of the puzzle gives exactly one model, because the cells determine all other variables and atoms.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from binairo_tui.engine import ONE, Puzzle

Clause = Sequence[int]


def dimacs(puzzle: Puzzle) -> str:
    clauses = _Clauses(puzzle)
    lines = [
        f"c Binairo {puzzle}",
        f"c Variables 1 to {puzzle.geometry.cell_count}: the cells row by row, true for 1.",
        "c All higher variables follow from the cells.",
        f"p cnf {clauses.variables} {len(clauses.clauses)}",
    ]
    return "\n".join([*lines, *[" ".join(map(str, [*clause, 0])) for clause in clauses.clauses]])


class _Clauses:
    def __init__(self, puzzle: Puzzle) -> None:
        self.variables = puzzle.geometry.cell_count
        self.clauses: list[Clause] = [
            [cell + 1 if puzzle.geometry.value(puzzle.givens, cell) == ONE else -(cell + 1)]
            for cell in puzzle.geometry.cells(puzzle.givens)
        ]
        lines = [[cell + 1 for cell in cells] for cells in puzzle.geometry.line_cells]
        for line, cells in enumerate(lines):
            for at in range(len(cells) - 2):
                three = cells[at : at + 3]
                self.clauses += [three, [-cell for cell in three]]
            zeros, ones = puzzle.quota(line)
            self._require(cells, len(cells) - zeros, ones)
        if puzzle.unique_lines:
            for same_way in (lines[: puzzle.height], lines[puzzle.height :]):
                for first, second in combinations(same_way, 2):
                    self.clauses.append([self._differ(a, b) for a, b in zip(first, second, strict=True)])
        for sign in puzzle.signs:
            a, b = sign.a + 1, sign.b + 1 if sign.same else -(sign.b + 1)
            self.clauses += [[-a, b], [a, -b]]

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _differ(self, a: int, b: int) -> int:
        """Return a variable that is true if and only if two variables differ."""
        new = self._new()
        self.clauses += [[-new, a, b], [-new, -a, -b], [new, -a, b], [new, a, -b]]
        return new

    def _require(self, cells: Sequence[int], least: int, most: int) -> None:
        """Require that `least` to `most` of the cells are true, by a sequential counter in both directions (Sinz 2005).

        After each cell, `reached[k]` is true if and only if more than k of the cells so far are true.
        """
        reached: list[int] = []
        for seen, cell in enumerate(cells, 1):
            before, reached = reached, [self._new() for _ in range(min(seen, most + 1))]
            for k, new in enumerate(reached):
                # More than k cells are true if that was so before this cell, or if k were true and this cell is true.
                below, same = before[k - 1 : k] if k else None, before[k : k + 1]
                self.clauses.append([-new, *same, cell])
                self.clauses += [[-it, new] for it in same]
                if below is None:
                    self.clauses.append([-cell, new])
                else:
                    self.clauses += [[-new, *same, *below], [-cell, *[-it for it in below], new]]
        self.clauses += [[variable] for variable in reached[:least]] + [[-variable] for variable in reached[most:]]


_RULES = """\
1 {{ cell(R,C,0..1) }} 1 :- row(R), col(C).
:- given(R,C,V), not cell(R,C,V).
:- cell(R,C,V), cell(R,C+1,V), cell(R,C+2,V).
:- cell(R,C,V), cell(R+1,C,V), cell(R+2,C,V).
:- row(R), not {least_in_row} <= #count {{ C : cell(R,C,1) }} <= {most_in_row}.
:- col(C), not {least_in_column} <= #count {{ R : cell(R,C,1) }} <= {most_in_column}."""
_UNIQUE = """\
:- row(A), row(B), A < B, #count {{ C : cell(A,C,V), cell(B,C,V) }} = {width}.
:- col(A), col(B), A < B, #count {{ R : cell(R,A,V), cell(R,B,V) }} = {height}."""
_SIGNS = """\
:- same(R,C,S,D), cell(R,C,V), not cell(S,D,V).
:- different(R,C,S,D), cell(R,C,V), cell(S,D,V)."""


def asp(puzzle: Puzzle) -> str:
    width, height, geometry = puzzle.width, puzzle.height, puzzle.geometry
    (row_zeros, row_ones), (column_zeros, column_ones) = puzzle.quota(0), puzzle.quota(height)
    parts = [
        f"% Binairo {puzzle}",
        "% cell(R,C,V): the cell in row R and column C, counting from 1, holds V.",
        f"row(1..{height}). col(1..{width}).",
        *[
            f"given({_place(puzzle, cell)},{geometry.value(puzzle.givens, cell)})."
            for cell in geometry.cells(puzzle.givens)
        ],
        *[
            f"{'same' if sign.same else 'different'}({_place(puzzle, sign.a)},{_place(puzzle, sign.b)})."
            for sign in puzzle.signs
        ],
        _RULES.format(
            least_in_row=width - row_zeros,
            most_in_row=row_ones,
            least_in_column=height - column_zeros,
            most_in_column=column_ones,
        ),
        *([_UNIQUE.format(width=width, height=height)] if puzzle.unique_lines else []),
        *([_SIGNS] if puzzle.signs else []),
        "#show cell/3.",
    ]
    return "\n".join(parts)


def _place(puzzle: Puzzle, cell: int) -> str:
    row, column = divmod(cell, puzzle.width)
    return f"{row + 1},{column + 1}"


EXPORTS: dict[str, tuple[str, Callable[[Puzzle], str]]] = {
    "dimacs": ("Clauses for SAT solvers (DIMACS CNF)", dimacs),
    "asp": ("Program for answer set solvers (clingo)", asp),
}
"""Formats that can only be written: maps their names to a title and the function that writes a puzzle."""
