"""Proofs: why cells take their values, as steps that a player can follow on the board."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, groupby, pairwise
from typing import NamedTuple

from binairo_tui.engine.geometry import Cell, Line, Position, Value, cell_name, opposite
from binairo_tui.engine.puzzle import Puzzle, Sign, check_position
from binairo_tui.engine.rules import Violation
from binairo_tui.engine.wording import cells_text, join_words, line_text

HYPOTHESIS = "hypothesis"
"""The name of the technique whose proofs are refutations."""
NESTED_HYPOTHESIS = "nested hypothesis"
"""The name of the technique whose proofs are refutations with further refutations inside."""
CONTRADICTION = "contradiction"
"""The `technique` of the last step of a refutation, which uses no technique but shows the broken rule."""


class Quota(NamedTuple):
    """How many more 0s or 1s a line needs.

    >>> puzzle = parse_puzzle("4x4;0.0.............")
    >>> proof_of(puzzle, puzzle.givens, 3, "1").premises.quota
    Quota(value='0', left=0)
    """

    value: Value
    left: int


class Run(NamedTuple):
    """Neighbouring cells of a line, and how they can be filled.

    If the premises have a quota, at least `need` of the cells take the value of the quota. `by_signs` is the part of
    this number that is due to signs. `fillings` lists the possible fillings of the cells; it is empty if there are too
    many to list, and None if the step does not look at fillings.

    >>> puzzle = parse_puzzle("6x6;1....1" + "." * 30)
    >>> proof_of(puzzle, puzzle.givens, 1, "0").premises.runs
    (Run(cells=(1, 2, 3, 4), need=1, by_signs=0, fillings=None),)
    """

    cells: tuple[Cell, ...]
    need: int = 0
    by_signs: int = 0
    fillings: tuple[str, ...] | None = None


class Tie(NamedTuple):
    """Two cells that must be equal or must differ.

    If the tie is a sign, `equal` is empty. Otherwise `equal` is a path of tied cells, whose two ends must be equal. The
    two ends and `b` are three cells side by side in a line, so `b` must differ from both ends. `a` is one of the ends.

    >>> puzzle = parse_puzzle("4x4;1...............;signs=r1c1xr1c2,r1c2xr2c2")
    >>> proof_of(puzzle, puzzle.givens, 5, "1").premises.ties
    (Tie(a=0, b=1, same=False, equal=()), Tie(a=1, b=5, same=False, equal=()))
    """

    a: Cell
    b: Cell
    same: bool
    equal: tuple[Cell, ...] = ()


class Premises(NamedTuple):
    """The premises of a step as data. The sentence of the step states them in words.

    `cells` are filled cells, `values` are the values of these cells, and `signs` are signs of the puzzle. The other
    fields depend on the technique. `quota` says how many more 0s or 1s the line needs. `runs` are the groups of cells
    that need the value of the quota. Steps of line logic and unique lines have no quota, but one run, from the first to
    the last blank of the line; `excluded` lists the fillings of this run that would make the line equal to a finished
    line. `path` is a chain of tied cells, from a filled cell to the cell that the step fills. In `ties`, a tie comes
    after the ties on which it depends. In JSON, `refuted_by` counts the steps that refute the opposite value.

    >>> puzzle = parse_puzzle("4x4;1.1.............")
    >>> next_proof(puzzle, puzzle.givens).premises
    Premises(cells=(0, 2), values=('1', '1'), signs=(), quota=None, runs=(), excluded=(), path=(), ties=())
    """

    cells: tuple[Cell, ...] = ()
    values: tuple[Value, ...] = ()
    signs: tuple[Sign, ...] = ()
    quota: Quota | None = None
    runs: tuple[Run, ...] = ()
    excluded: tuple[str, ...] = ()
    path: tuple[Cell, ...] = ()
    ties: tuple[Tie, ...] = ()


_NO_PREMISES = Premises()


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof of the values of some cells: a single step of reasoning, or a refutation of the opposite value.

    `cells` are the cells to fill, and `values` their values in the same order. The reason consists of the filled cells
    `because_cells`, the signs `because_signs`, and the rules for the lines `because_lines`. Cells are ascending; the
    most important line comes first. `premises` states the argument as data, and `text` states it in words. An argument
    can mention more cells than it needs; `because_cells` holds only the needed cells.

    If the technique is a hypothesis, `values` holds one value, and `steps` refute the opposite value. Each step starts
    from the position with the assumption and the values of all earlier steps. The last step fills nothing: its
    `violation` is the rule that is then broken. If the technique is no hypothesis, `steps` is empty.

    >>> puzzle = parse_puzzle("6x4;..0......0........1..100")
    >>> proof = next_proof(puzzle, puzzle.givens)
    >>> for step in proof.steps:
    ...     print(step.text)
    Row 1: r1c2 and r1c3 are both 0, so r1c1 and r1c4 are 1.
    Column 1 has all its 1s, so r2c1 and r3c1 are 0.
    Column 4 has one blank left and all its 1s, so r3c4 is 0.
    Columns 1 and 4 are the same.
    """

    technique: str
    cells: tuple[Cell, ...]
    values: tuple[Value, ...]
    because_cells: tuple[Cell, ...]
    because_lines: tuple[Line, ...]
    because_signs: tuple[Sign, ...]
    text: str
    steps: "tuple[Proof, ...]" = ()
    violation: Violation | None = None
    premises: Premises = _NO_PREMISES

    @property
    def reason_cells(self) -> tuple[Cell, ...]:
        """The cells of the reason, ascending, without the cells that the proof fills.

        These are `because_cells`, the cells on both sides of `because_signs`, and the cells of the runs in `premises`.
        """
        beside = {cell for sign in self.because_signs for cell in (sign.a, sign.b)}
        beside.update([cell for run in self.premises.runs for cell in run.cells])
        return tuple(sorted(beside.union(self.because_cells).difference(self.cells)))

    @property
    def length(self) -> int:
        """The number of steps, including the steps of inner refutations; 1 if the proof is a single step."""
        return sum([step.length + bool(step.steps) for step in self.steps]) or 1


@dataclass(frozen=True, slots=True)
class WalkStep:
    """A board on the way through a proof, with a sentence about the board.

    `number` is the number of the step in the proof, counted from 1; it is 0 for an assumption and for the conclusion.
    `position` holds the values on this board. `assumed` maps each cell filled since the first assumption to its depth:
    the number of assumptions in force when the cell was filled. `step` is the step of the proof to highlight. A walk
    along a sign chain has no assumptions: `number` counts its boards, and `assumed` maps each cell filled so far to 1.

    >>> puzzle = parse_puzzle("6x4;..0......0........1..100")
    >>> stop = walk(puzzle, puzzle.givens, next_proof(puzzle, puzzle.givens))[1]
    >>> stop.number, stop.text
    (1, 'Row 1: r1c2 and r1c3 are both 0, so r1c1 and r1c4 are 1.')
    """

    text: str
    number: int
    position: Position
    assumed: dict[Cell, int]
    step: Proof

    @property
    def is_contradiction(self) -> bool:
        """Whether a broken rule can be seen on the board."""
        return self.step.violation is not None


def walk(puzzle: Puzzle, position: Position, proof: Proof) -> tuple[WalkStep, ...]:
    """Return the boards that show a proof step by step, starting from `position`.

    For a refutation, the result has a board for the assumption, for each step, for the contradiction and for the
    conclusion. For a long sign chain, the result has a board for each line along the chain. For a short chain or any
    other single step, one sentence is enough, so the result is ().

    >>> puzzle = parse_puzzle("6x4;..0......0........1..100")
    >>> stops = walk(puzzle, puzzle.givens, next_proof(puzzle, puzzle.givens))
    >>> stops[0].text, stops[-1].text
    ('Suppose r1c2 is 0.', 'So r1c2 is 1.')
    """
    check_position(puzzle, position)
    if not proof.steps:
        return _ChainWalker(puzzle, proof).stops(position) if proof.premises.path else ()
    stops = list(_refutation(puzzle, position, {}, proof, "Suppose", count(1)))
    (cell,), (value,) = proof.cells, proof.values
    conclusion = f"So {cell_name(cell, puzzle.width)} is {value}."
    return (*stops, WalkStep(conclusion, 0, puzzle.geometry.place(position, cell, value), {cell: 1}, proof))


def _refutation(  # noqa: PLR0917 - the state of a walk, which the walks through inner refutations share
    puzzle: Puzzle, position: Position, assumed: dict[Cell, int], proof: Proof, word: str, numbers: Iterator[int]
) -> Iterator[WalkStep]:
    """Yield a board for the assumption of the opposite value, and for each step up to the contradiction.

    `word` begins the sentence about the assumption. `numbers` yields the numbers of the steps, also in inner
    refutations.
    """
    geometry = puzzle.geometry
    (cell,), (value,) = proof.cells, proof.values
    depth = max(assumed.values(), default=0) + 1
    wrong = opposite(value)
    position, assumed = geometry.place(position, cell, wrong), {**assumed, cell: depth}
    yield WalkStep(f"{word} {cell_name(cell, puzzle.width)} is {wrong}.", 0, position, assumed, proof)
    for step in proof.steps:
        if step.steps:
            yield from _refutation(puzzle, position, assumed, step, "Suppose also that", numbers)
        position = geometry.fill(position, step.cells, step.values)
        assumed = {**assumed, **dict.fromkeys(step.cells, depth)}
        text = f"So {cell_name(step.cells[0], puzzle.width)} is {step.values[0]}." if step.steps else step.text
        yield WalkStep(text, next(numbers), position, assumed, step)


_TOLD_AT_ONCE = 2  # a chain with no more boards than this needs no walk


class _ChainWalker:
    """Makes boards for a sign chain: first for cells that must be equal, then for the path from the filled cell."""

    def __init__(self, puzzle: Puzzle, proof: Proof) -> None:
        self._puzzle = puzzle
        self._premises = proof.premises
        self._technique = proof.technique
        self._ties = {ends: tie for tie in proof.premises.ties for ends in ((tie.a, tie.b), (tie.b, tie.a))}

    def stops(self, position: Position) -> tuple[WalkStep, ...]:
        """Return a board for each line along the chain; () if there are too few to need a walk."""
        geometry, premises = self._puzzle.geometry, self._premises
        told = dict.fromkeys([stop for tie in premises.ties if tie.equal for stop in self._equality(tie)])
        assumed: dict[Cell, int] = {}
        boards = [(text, run, position, assumed) for text, run in told]
        for run in self._runs(premises.path):
            value = geometry.value(position, run[0])
            values = [value if self._are_equal(run[: place + 1]) else opposite(value) for place in range(1, len(run))]
            known = f"{self._name(run[0])} is {value}"
            new = join_words([f"{self._name(cell)} is {held}" for cell, held in zip(run[1:], values, strict=True)])
            position = geometry.fill(position, run[1:], values)
            assumed = {**assumed, **dict.fromkeys(run[1:], 1)}
            boards.append((f"{self._line(run)}: {known}, and {self._links(run)}, so {new}.", run, position, assumed))
        if len(boards) <= _TOLD_AT_ONCE:
            return ()
        return tuple(
            [
                WalkStep(text, number, position, assumed, self._step(text, run))
                for number, (text, run, position, assumed) in enumerate(boards, 1)
            ]
        )

    def _equality(self, tie: Tie) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield sentences, each with its cells, that say why a cell differs from two equal cells."""
        start, end = tie.equal[0], tie.equal[-1]
        three = tuple(sorted((start, tie.b, end)))
        side = "between" if three[1] == tie.b else "next to"
        opposite_text = f"{self._name(tie.b)} {side} them is the opposite."
        runs = list(self._runs(tie.equal))
        if len(runs) == 1 and {*runs[0]} <= {*three}:
            yield f"{self._line(three)}: {self._links(runs[0])}, so {opposite_text}", three
            return
        done: tuple[Cell, ...] = (start,)
        for run in runs:
            done += run[1:]
            is_first = len(done) == len(run)
            relation = "is equal to" if self._are_equal(done) else "differs from"
            so = (
                ""
                if is_first and len(run) == len((start, end))
                else f", so {self._name(run[-1])} {relation} {self._name(start)}"
            )
            yield f"{self._line(run)}: {self._links(run)}{so}.", run
        yield f"{self._line(three)}: {self._name(*sorted((start, end)))} are equal, so {opposite_text}", three

    def _runs(self, path: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        """Yield the parts of a path. Successive signs in one line form one part; any other tie is a part by itself."""
        links = list(pairwise(path))
        kinds = groupby(enumerate(links), lambda it: (self._line(it[1]), self._ties[it[1]].equal and it[0]))
        for _, group in kinds:
            pairs = [pair for _, pair in group]
            yield (pairs[0][0], *[b for _, b in pairs])

    def _are_equal(self, path: tuple[Cell, ...]) -> bool:
        return sum(not self._ties[pair].same for pair in pairwise(path)) % 2 == 0

    def _links(self, run: tuple[Cell, ...]) -> str:
        first, second = run[:2]
        if self._ties[first, second].equal:
            return f"{self._name(second)} differs from {self._name(first)}"
        signs = [f" {'=' if self._ties[a, b].same else 'x'} {self._name(b)}" for a, b in pairwise(run)]
        return self._name(first) + "".join(signs)

    def _line(self, cells: tuple[Cell, ...]) -> str:
        lines_of = self._puzzle.geometry.lines_of
        return line_text(self._puzzle, *{*lines_of(cells[0])} & {*lines_of(cells[1])})

    def _name(self, *cells: Cell) -> str:
        return cells_text(self._puzzle, cells)

    def _step(self, text: str, run: tuple[Cell, ...]) -> Proof:
        return Proof(self._technique, (), (), tuple(sorted(run)), (), (), text)
