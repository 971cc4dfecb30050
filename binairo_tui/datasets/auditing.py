"""Audits a data set: which items have one solution, which are the same, and how many a constant answer solves."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.datasets.records import Record
from binairo_tui.engine import Position, Puzzle

_MAX_ANSWERS = 50
"""Limit on the constant answers tried for each size: the most frequent solutions, and as many of ambiguous items."""

FAULTS = {
    "rule-breaking": "givens that break a rule",
    "unsolvable": "no solution, though nothing says so",
    "other rule": "no solution if lines must be unique, one if they may repeat",
    "ambiguous": "several solutions, though nothing says so",
    "wrong kinds": "one solution, though another kind is stated",
    "wrong solutions": "a stated solution that does not solve the puzzle",
    "repeated": "the same as an earlier item",
    "copies": "an earlier item, turned, mirrored or swapped",
    "leaks": "in another split, too, perhaps as a copy",
    "solution leaks": "the solution of an item in another split, perhaps as a copy",
}
"""Maps the name of each fault of an item to its description, a phrase."""


@dataclass(slots=True)
class Audit:
    """What is known about a data set.

    `unique`, `ambiguous` and `unsolvable` are the numbers of items with one solution, several and none; `splits` are
    the numbers of items in each split. `solutions` is the number of different solutions of the unique items, and
    `grids` the same without copies. `constant` is the number of items that are solved by one answer for each size, the
    grid that solves the most items of that size. `faults` maps the names in `FAULTS` to the places of the items, and
    `witnesses` the place of each ambiguous item to two of its solutions, row by row.
    """

    items: int = 0
    unique: int = 0
    ambiguous: int = 0
    unsolvable: int = 0
    solutions: int = 0
    grids: int = 0
    constant: int = 0
    splits: dict[str, int] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in FAULTS})
    witnesses: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        """Whether no item has a fault."""
        return not any(self.faults.values())


class Solved(NamedTuple):
    """An item with its first two solutions, as far as there are any, and its canonical form."""

    record: Record
    solutions: list[Position]
    form: Puzzle


def solve(record: Record, *, is_cancelled: Callable[[], bool] = lambda: False) -> Solved:
    """Return what an audit needs to know about a single item; other processes may work it out."""
    found = list(engine.solutions(record.puzzle, 2, is_cancelled=is_cancelled))
    return Solved(record, found, engine.canonical(record.puzzle))


def audit(records: Iterable[Record | Solved], *, is_cancelled: Callable[[], bool] = lambda: False) -> Audit:
    """Return what is known about a data set. Raises CancelledError once `is_cancelled` returns True.

    Items that `solve` has worked on already need only little more time.

    >>> puzzle = engine.parse_puzzle("4x4;0..1.1......0..0")
    >>> copy = engine.transformed(puzzle, engine.Symmetry.HALF_TURN)
    >>> found = audit([Record("1", puzzle, "0011 1100 1001 0110", "train"), Record("2", copy, "", "test")])
    >>> found.unique, found.faults["copies"], found.faults["leaks"], found.constant
    (2, ['2'], ['2'], 1)
    """
    auditor = _Auditor()
    for record in records:
        auditor.add(solve(record, is_cancelled=is_cancelled) if isinstance(record, Record) else record)
    return auditor.end()


class _Auditor:
    """Collects what is known about each item; `end` adds what only all items together show."""

    def __init__(self) -> None:
        self._found = Audit()
        self._seen: set[Puzzle] = set()
        self._forms: dict[Puzzle, set[str]] = defaultdict(set)  # the splits of each canonical form
        self._grids: dict[Puzzle, set[str]] = defaultdict(set)  # the splits of each canonical solution
        self._unique: dict[Puzzle, Counter[Position]] = defaultdict(Counter)  # solutions of the unique items of a size
        self._ambiguous: dict[Puzzle, list[Puzzle]] = defaultdict(list)

    def add(self, solved: Solved) -> None:
        (record, solutions, form), found = solved, self._found
        puzzle = record.puzzle
        found.items += 1
        if record.split:
            found.splits[record.split] = found.splits.get(record.split, 0) + 1
        self._add_kind(record, len(solutions))
        known = solutions[0] if len(solutions) == 1 else None
        if known is not None:
            self._unique[_empty(puzzle)][known] += 1
        elif solutions:
            self._ambiguous[_empty(puzzle)].append(puzzle)
            found.witnesses[record.place] = [puzzle.geometry.text(grid) for grid in solutions]
        if record.solution and not engine.is_solution_of(puzzle, record.solution):
            found.faults["wrong solutions"].append(record.place)
        elif record.solution:
            known = engine.parse_position(puzzle, engine.read_answer(record.solution, puzzle))
        if known is not None:
            self._note("solution leaks", self._grids, _empty(puzzle).with_givens(known), record)
        self._add_form(record, form)

    def _add_kind(self, record: Record, solution_count: int) -> None:
        found, puzzle, kind = self._found, record.puzzle, "unique"
        if solution_count == 1:
            found.unique += 1
        elif solution_count:
            found.ambiguous += 1
            kind = "ambiguous"
        else:
            found.unsolvable += 1
            kind = "unsolvable"
        if kind == (record.kind or "unique"):
            return
        if kind == "unsolvable" and engine.has_unique_solution(puzzle.with_unique_lines(False)):
            kind = "other rule"
        elif kind == "unsolvable" and engine.find_violations(puzzle, puzzle.givens):
            kind = "rule-breaking"
        found.faults["wrong kinds" if kind == "unique" else kind].append(record.place)

    def _add_form(self, record: Record, form: Puzzle) -> None:
        """Note whether an item repeats or copies an earlier one, perhaps of another split."""
        if record.puzzle in self._seen:
            self._found.faults["repeated"].append(record.place)
        elif form in self._forms:
            self._found.faults["copies"].append(record.place)
        self._seen.add(record.puzzle)
        self._note("leaks", self._forms, form, record)

    def _note(self, fault: str, known: dict[Puzzle, set[str]], puzzle: Puzzle, record: Record) -> None:
        """Note the split of a puzzle in `known`, and `fault` if the puzzle or a copy is there in another split, too."""
        splits = known[engine.canonical(puzzle)]
        if record.split and splits - {record.split}:
            self._found.faults[fault].append(record.place)
        splits.add(record.split)

    def end(self) -> Audit:
        found = self._found
        found.solutions = sum([len(counts) for counts in self._unique.values()])
        unique = (size.with_givens(grid) for size, counts in self._unique.items() for grid in counts)
        found.grids = len({engine.canonical(grid) for grid in unique})
        found.constant = sum([self._earned(size) for size in {**self._unique, **self._ambiguous}])
        return found

    def _earned(self, size: Puzzle) -> int:
        """Return how many items of a size, given by its empty board, the best constant answer solves."""
        counts, open_items = self._unique[size], self._ambiguous[size]
        answers = [answer for answer, _ in counts.most_common(_MAX_ANSWERS)]
        answers += [next(engine.solutions(puzzle)) for puzzle in open_items[:_MAX_ANSWERS]]
        return max(
            [counts[answer] + sum([engine.is_solved(puzzle, answer) for puzzle in open_items]) for answer in answers]
        )


def _empty(puzzle: Puzzle) -> Puzzle:
    """Return the empty board of a puzzle's size, without signs: the same for all puzzles of that size."""
    return Puzzle(puzzle.width, puzzle.height, unique_lines=False)
