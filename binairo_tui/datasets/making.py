"""Makes the items of a data set from a plan.

An item begins as a generated puzzle with one solution. An ambiguous item lacks one of its givens. An unsolvable item
has the opposite value in one of its givens. No two items are equal, even if one is turned or mirrored, or its 0s and 1s
are swapped.

The *group* of an item is a name of the solution from which it was made; turned, mirrored and swapped copies have the
same name. The group alone decides the split. So a puzzle, a solution and their copies are never in different splits. A
unique item has the same split in all data sets with the same splits.

The same plan makes the same items on every machine, with any number of processes. The seed of a puzzle depends only on
the seed of the plan, the number of the item and the number of the attempt. Candidates are accepted in the order of the
items, whichever process is faster.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from hashlib import blake2b
from itertools import accumulate
from random import Random

from binairo_tui import engine
from binairo_tui.engine import Cell, Grade, Position, Proof, Puzzle, Request

MAX_ATTEMPTS = 200
"""Limit on the candidates for one item. If all of them fail or repeat earlier items, `items` gives up."""


class Kind(StrEnum):
    """How many solutions an item has.

    >>> [kind.value for kind in Kind]
    ['unique', 'ambiguous', 'unsolvable']
    """

    __repr__ = Enum.__str__

    UNIQUE = "unique"
    AMBIGUOUS = "ambiguous"
    UNSOLVABLE = "unsolvable"


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for a data set of `count` items. The same plan always makes the same items.

    The items of each kind use the first of the `requests`, then the second, and so on, and begin again after the last.
    `ambiguous` and `unsolvable` are the percentages of items of these kinds. `splits` holds pairs of a name and a
    weight; it may be empty. With `has_proofs`, unique items have proofs. Raises ValueError if a field is invalid.

    >>> plan = Plan((Request(4, 4, Band.EASY),), count=4, seed=1, unsolvable=50)
    >>> [item.kind.value for item in items(plan)]
    ['unique', 'unsolvable', 'unique', 'unsolvable']
    """

    requests: tuple[Request, ...]
    count: int
    seed: int
    ambiguous: int = 0
    unsolvable: int = 0
    splits: tuple[tuple[str, int], ...] = ()
    has_proofs: bool = False

    def __post_init__(self) -> None:
        if not self.requests or self.count < 1 or self.seed < 0:
            raise ValueError("a plan needs a request, a count of at least 1, and a seed of at least 0")
        if min(self.ambiguous, self.unsolvable) < 0 or self.ambiguous + self.unsolvable > 100:
            raise ValueError("ambiguous and unsolvable must be percentages of at least 0, and together at most 100")
        if any(weight < 1 for _, weight in self.splits) or len(dict(self.splits)) < len(self.splits):
            raise ValueError("each split needs a name of its own, and a weight of at least 1")

    def kind(self, number: int) -> tuple[Kind, Request]:
        """Return the kind and the request of an item; items are numbered from 0."""
        share = self.ambiguous + self.unsolvable
        others = number * share // 100
        if (number + 1) * share // 100 == others:
            return Kind.UNIQUE, self.requests[(number - others) % len(self.requests)]
        ambiguous = others * self.ambiguous // share
        if (others + 1) * self.ambiguous // share > ambiguous:
            return Kind.AMBIGUOUS, self.requests[ambiguous % len(self.requests)]
        return Kind.UNSOLVABLE, self.requests[(others - ambiguous) % len(self.requests)]

    def examples(self) -> list[int]:
        """Return the number of the first item of each kind and request, in ascending order.

        `count` is ignored. So an item with one of these numbers may not be part of the data set.
        """
        return sorted({self.kind(number): number for number in reversed(range(100 * len(self.requests)))}.values())

    def split(self, group: str) -> str:
        """Return the split to which a group belongs (see `group_of`); empty if there are no splits."""
        place = int(group, 16) * sum([weight for _, weight in self.splits]) >> 4 * len(group)
        ends = accumulate([weight for _, weight in self.splits])
        return next((name for (name, _), end in zip(self.splits, ends, strict=True) if place < end), "")


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a data set.

    A unique item has a `grade` and, if the plan asks for them, `proofs` from the givens to the solution. An ambiguous
    item has two solutions, `solution` and `other_solution`. In an unsolvable item, `solution` is None, because the
    `conflicting_givens` contradict each other; if one of them were removed, the others would not. `seed` is the seed of
    the unique puzzle from which the item was made. Items made from the same solution are in the same `group`.

    >>> item = next(items(Plan((Request(4, 4, Band.EASY),), count=1, seed=1)))
    >>> isinstance(item, Item), item.puzzle, item.grade.band
    (True, parse_puzzle('4x4;..1.00.......0..'), Band.GENTLE)
    """

    number: int
    kind: Kind
    puzzle: Puzzle
    solution: Position | None
    seed: int
    group: str
    grade: Grade | None = None
    proofs: tuple[Proof, ...] = ()
    other_solution: Position | None = None
    conflicting_givens: tuple[Cell, ...] = ()


def candidate(plan: Plan, number: int, attempt: int = 0) -> Item | None:
    """Return the candidate that an attempt makes for an item, or None if the attempt fails.

    `number` and `attempt` are counted from 0. Raises GenerationError if `generate` finds no puzzle.

    >>> plan = Plan((Request(4, 4, Band.EASY),), count=1, seed=1)
    >>> candidate(plan, 0).kind
    Kind.UNIQUE
    """
    kind, request = plan.kind(number)
    seed = int.from_bytes(blake2b(f"{plan.seed} {number} {attempt}".encode(), digest_size=6).digest())
    puzzle = engine.generate(request, seed=seed)
    solution = next(engine.solutions(puzzle))
    item = Item(number, kind, puzzle, solution, seed, group_of(puzzle, solution))
    if kind is Kind.UNIQUE:
        proofs = tuple([it.proof for it in engine.techniques.registry.proof_steps(puzzle)]) if plan.has_proofs else ()
        return replace(item, grade=engine.grade(puzzle), proofs=proofs)
    cells = engine.generation.shuffled(puzzle.geometry.cells(puzzle.givens), Random(seed))
    return next(filter(None, (_spoilt(plan, item, cell) for cell in cells)), None)


def fault_of(plan: Plan, number: int) -> str:
    """Return a clause that says why no puzzle was found for an item, or an empty text if a puzzle was found.

    >>> fault_of(Plan((Request(2, 4, Band.EASY),), count=1, seed=1), 0)
    'no 2x4 grid with unique lines exists'
    """
    kind, request = plan.kind(number)
    try:
        if any(candidate(plan, number, attempt) for attempt in range(MAX_ATTEMPTS)):
            return ""
    except engine.GenerationError as error:
        return str(error).partition(" with seed ")[0]
    return f"no {kind} {engine.generation.kind_text(request)} was found in {MAX_ATTEMPTS} attempts"


def items(
    plan: Plan,
    *,
    candidates: Iterable[Item | None] | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Item]:
    """Yield the items of a data set in order. If you reduce the plan's `count`, the remaining items stay the same.

    Other processes can call `candidate` for each item; pass the results as `candidates`, in order. Raises
    GenerationError if no puzzle of a requested kind is found that differs from all earlier items. Raises CancelledError
    once `is_cancelled` returns True.

    >>> plan = Plan((engine.Request(4, 4, engine.Band.EASY),), count=2, seed=1, splits=(("train", 4), ("test", 1)))
    >>> for item in items(plan):
    ...     print(item.puzzle, item.grade.score, plan.split(item.group))
    4x4;..1.00.......0.. 90 train
    4x4;.1...11.0....... 57 train
    """
    seen: set[Puzzle] = set()
    first = candidates if candidates is not None else (candidate(plan, number) for number in range(plan.count))
    for number, made in enumerate(first):
        for attempt in range(MAX_ATTEMPTS):
            if is_cancelled():
                raise engine.CancelledError
            item = candidate(plan, number, attempt) if attempt else made
            if item is not None and (key := engine.canonical(item.puzzle)) not in seen:
                break
        else:
            kind, request = plan.kind(number)
            text, before = engine.generation.kind_text(request), engine.wording.plural(len(seen), "item")
            raise engine.GenerationError(
                f"{MAX_ATTEMPTS} attempts found no {kind} {text} that differs from the {before} before it"
            )
        seen.add(key)
        yield item


def group_of(puzzle: Puzzle, solution: Position) -> str:
    """Return the group of the items that are made from this solution: 12 hexadecimal digits.

    >>> puzzle = engine.Puzzle(4, 4)
    >>> len({group_of(puzzle, grid) for grid in engine.solutions(puzzle)})
    10
    """
    grid = Puzzle(puzzle.width, puzzle.height, solution, unique_lines=False, more_ones=puzzle.more_ones)
    return blake2b(str(engine.canonical(grid)).encode(), digest_size=6).hexdigest()


def _spoilt(plan: Plan, item: Item, cell: Cell) -> Item | None:
    """Return the item without the given in `cell` or, if its kind is UNSOLVABLE, with the opposite value there.

    Return None if the result is not of its kind, if its solutions belong to two splits, or if its givens break a rule.
    """
    board, puzzle, givens = item.puzzle.geometry, item.puzzle, item.puzzle.givens
    opposite = puzzle.with_givens(board.place(givens, cell, engine.opposite(board.value(givens, cell))))
    is_solvable = engine.first_solution(opposite) is not None
    if is_solvable is (item.kind is Kind.UNSOLVABLE):
        return None
    if is_solvable:
        other = engine.search.first_in_order(opposite)
        fewer = puzzle.with_givens(board.place(givens, cell, engine.EMPTY))
        is_whole = plan.split(group_of(puzzle, other)) == plan.split(item.group)
        return replace(item, puzzle=fewer, other_solution=other) if is_whole else None
    if engine.find_violations(opposite, opposite.givens):
        return None
    cells = engine.analysis.find_conflicting_givens(opposite)
    return replace(item, puzzle=opposite, solution=None, conflicting_givens=cells)
