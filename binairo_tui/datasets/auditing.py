"""Audits a data set: finds the number of solutions of each item, equal items, and how many a constant answer solves."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.datasets.judging import AnswerKind, judge_answer
from binairo_tui.datasets.making import Kind
from binairo_tui.datasets.records import Record
from binairo_tui.engine import Position, Puzzle

_MAX_ANSWERS = 100
"""Limit on the constant answers that are tried for each size, beginning with the most frequent solution."""

FAULTS = {
    "rule-breaking": "givens that break a rule",
    "unsolvable": "no solution, but the item does not say so",
    "other rule": "no solution if lines must be unique, one if they may repeat",
    "ambiguous": "several solutions, but the item does not say so",
    "wrong kinds": "one solution, though the item states none or several",
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

    `unique`, `ambiguous` and `unsolvable` are the numbers of items with one, several and no solutions. `splits` maps
    each split to its number of items. For each size, the audit finds the grid that solves the most items; `constant` is
    the total number of items that these grids solve. `faults` maps each name in `FAULTS` to the places of the items
    with this fault. `witnesses` maps the place of each ambiguous item to two of its solutions, row by row.

    >>> found = audit([read_record({"puzzle": "2x2;1..."}, place) for place in ("a", "b")])
    >>> found.unique, found.is_clean, found.faults["repeated"]
    (2, False, ['b'])
    """

    items: int = 0
    unique: int = 0
    ambiguous: int = 0
    unsolvable: int = 0
    constant: int = 0
    splits: dict[str, int] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in FAULTS})
    witnesses: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        """Whether no item has a fault."""
        return not any(self.faults.values())


class Solved(NamedTuple):
    """The result of `solve`: an item, at most two of its solutions, and the canonical form of its puzzle.

    >>> found = solve(read_record({"puzzle": "2x2;1..."}))
    >>> isinstance(found, Solved), found.record.puzzle
    (True, parse_puzzle('2x2;1...'))
    """

    record: Record
    solutions: list[Position]
    form: Puzzle


def solve(record: Record, *, is_cancelled: Callable[[], bool] = lambda: False) -> Solved:
    """Return what an audit needs to know about one item. To save time, call this function in several processes.

    >>> found = solve(read_record({"puzzle": "2x2;1..."}))
    >>> len(found.solutions), found.form
    (1, parse_puzzle('2x2;...0'))
    """
    found = list(engine.solutions(record.puzzle, 2, is_cancelled=is_cancelled))
    return Solved(record, found, engine.canonical(record.puzzle))


def audit(records: Iterable[Record | Solved], *, is_cancelled: Callable[[], bool] = lambda: False) -> Audit:
    """Return what is known about a data set. Raises CancelledError once `is_cancelled` returns True.

    `records` may also hold results of `solve`, which take little time.

    >>> puzzle = engine.parse_puzzle("4x4;0..1.1......0..0")
    >>> copy = engine.transformed(puzzle, engine.Symmetry.HALF_TURN)
    >>> found = audit([Record("1", puzzle, "0011 1100 1001 0110", "train"), Record("2", copy, "", "test")])
    >>> found.unique, found.faults["copies"], found.faults["leaks"], found.constant
    (2, ['2'], ['2'], 1)
    """
    kinds, splits = Counter[Kind](), Counter[str]()
    found = Audit()
    seen: set[Puzzle] = set()
    splits_of: dict[tuple[str, Puzzle], set[str]] = defaultdict(set)  # by the canonical form of a puzzle or a grid
    solvable: dict[tuple[int, int], list[Solved]] = defaultdict(list)  # by size
    for item in records:
        solved = solve(item, is_cancelled=is_cancelled) if isinstance(item, Record) else item
        record, puzzle, solutions = solved.record, solved.record.puzzle, solved.solutions
        kind = (Kind.UNSOLVABLE, Kind.UNIQUE, Kind.AMBIGUOUS)[len(solutions)]
        kinds[kind] += 1
        splits[record.split] += 1
        judged = judge_answer(puzzle, record.solution)
        forms = {"leaks": solved.form}
        if kind is Kind.AMBIGUOUS:
            found.witnesses[record.place] = [puzzle.geometry.text(grid) for grid in solutions]
        if solutions:
            solvable[puzzle.width, puzzle.height].append(solved)
        if solutions and (kind is Kind.UNIQUE or judged.kind is AnswerKind.RIGHT):
            grid = solutions[0] if kind is Kind.UNIQUE else engine.parse_position(puzzle, judged.answer)
            full = Puzzle(puzzle.width, puzzle.height, grid, unique_lines=False, more_ones=puzzle.more_ones)
            forms["solution leaks"] = engine.canonical(full)
        own = {
            _kind_fault(puzzle, kind): kind != (record.kind or Kind.UNIQUE),
            "wrong solutions": judged.kind in (AnswerKind.WRONG, AnswerKind.UNREADABLE),
            "repeated": puzzle in seen,
            "copies": puzzle not in seen and ("leaks", solved.form) in splits_of,
            **{fault: bool(splits_of[fault, form] - {record.split}) for fault, form in forms.items()},
        }
        for fault in [name for name, is_there in own.items() if is_there]:
            found.faults[fault].append(record.place)
        seen.add(puzzle)
        for key in forms.items():
            splits_of[key].add(record.split)
    return replace(
        found,
        items=kinds.total(),
        unique=kinds[Kind.UNIQUE],
        ambiguous=kinds[Kind.AMBIGUOUS],
        unsolvable=kinds[Kind.UNSOLVABLE],
        constant=sum(map(_earned, solvable.values())),
        splits={name: count for name, count in splits.items() if name},
    )


def _kind_fault(puzzle: Puzzle, kind: Kind) -> str:
    """Return the fault of an item whose puzzle is of this kind, although the item states another kind."""
    if kind is Kind.UNSOLVABLE and engine.has_unique_solution(puzzle.with_unique_lines(False)):
        return "other rule"
    if kind is Kind.UNSOLVABLE and engine.find_violations(puzzle, puzzle.givens):
        return "rule-breaking"
    return "wrong kinds" if kind is Kind.UNIQUE else kind


def _earned(items: Collection[Solved]) -> int:
    """Of the items of one size, return how many the best constant answer solves."""
    answers = Counter(item.solutions[0] for item in items).most_common(_MAX_ANSWERS)
    return max(sum(engine.is_solved(item.record.puzzle, answer) for item in items) for answer, _ in answers)
