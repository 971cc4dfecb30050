"""Proofs: why cells take their values, as steps that a player can follow on the board."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from binairo_tui.engine.geometry import Cell, Line, Position, Value, cell_name, opposite
from binairo_tui.engine.puzzle import Puzzle, Sign, check_position
from binairo_tui.engine.rules import Violation

HYPOTHESIS = "hypothesis"
"""The name of the technique whose proofs are refutations."""
NESTED_HYPOTHESIS = "nested hypothesis"
"""The name of the technique whose proofs are refutations with further refutations inside."""
CONTRADICTION = "contradiction"
"""The technique name of the last step of a refutation, which no technique finds."""


class Quota(NamedTuple):
    """How many more of a value a line lacks.

    >>> puzzle = parse_puzzle("4x4;0.0.............")
    >>> proof_of(puzzle, puzzle.givens, 3, "1").premises.quota
    Quota(value='0', left=0)
    """

    value: Value
    left: int


class Run(NamedTuple):
    """Neighbouring cells of a line, and how they can be filled.

    If there is a quota, they need at least `need` of its value; without the signs they would need `by_signs` fewer.
    `fillings` is None if the step does not look at them. Otherwise it lists the fillings that are left, or is empty
    because they are too many. `number`, if not 0, is the number of fillings.

    >>> puzzle = parse_puzzle("6x6;1....1" + "." * 30)
    >>> proof_of(puzzle, puzzle.givens, 1, "0").premises.runs
    (Run(cells=(2, 3, 4), need=1, by_signs=0, fillings=None, number=0),)
    """

    cells: tuple[Cell, ...]
    need: int = 0
    by_signs: int = 0
    fillings: tuple[str, ...] | None = None
    number: int = 0


class Tie(NamedTuple):
    """Two cells that must be equal, or must differ.

    For a sign, `equal` is empty. Otherwise one of the two cells stands beside or between two cells that are equal, and
    must differ from them. `equal` is the path of ties that shows that they are equal.

    >>> puzzle = parse_puzzle("4x4;1...............;signs=r1c1xr1c2,r1c2xr2c2")
    >>> proof_of(puzzle, puzzle.givens, 5, "1").premises.ties
    (Tie(a=0, b=1, same=False, equal=()), Tie(a=1, b=5, same=False, equal=()))
    """

    a: Cell
    b: Cell
    same: bool
    equal: tuple[Cell, ...] = ()


class Premises(NamedTuple):
    """What a step rests on, as data: the sentence of the step says this, and nothing else.

    The filled `cells` hold `values`, and `signs` join cells. The rest depends on the technique. The line lacks `quota`.
    `runs` are the cells that a pattern is made of, or the gaps that need something. `excluded` lists fillings of the
    run that would copy a finished line. `path` leads from a filled cell to the cell that the step fills, along `ties`;
    a tie stands after the ties that it follows from.

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
    """A proof that `cells` take `values`: a single step of reasoning, or a refutation of the opposite value.

    `cells` take `values`, one value per cell, because of the filled `because_cells`, the `because_signs` and the
    rules of `because_lines`. Cells are ascending; lines are sorted by importance, most important first. `technique`
    is the name of the technique. `premises` states the argument as data, and `text` says the same in words. An argument
    may mention more cells than it needs; `because_cells` are those that it needs.

    If the technique is a hypothesis, `steps` refute the opposite of the only value. Each step is a proof from the
    position that the assumption and the steps before it lead to. The last step fills nothing: it is a contradiction
    that can be seen on the board, and `violation` is the broken rule. Otherwise `steps` is empty.

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
        """The cells of the reason, ascending: `because_cells` and the cells beside `because_signs`, except `cells`."""
        beside = {cell for sign in self.because_signs for cell in (sign.a, sign.b)}
        return tuple(sorted(beside.union(self.because_cells).difference(self.cells)))

    @property
    def length(self) -> int:
        """The number of steps, including the steps of inner refutations; 1 if the proof is a single step."""
        return sum([step.length + bool(step.steps) for step in self.steps]) or 1


@dataclass(frozen=True, slots=True)
class WalkStep:
    """One of the boards that lead a player step by step through a refutation, with a sentence about the board.

    `number` is the number of the step in the proof, counted from 1, or 0 for an assumption and for the conclusion.
    `position` holds the values on this board. `assumed` maps each cell filled since the first assumption to the
    number of assumptions (1 or more) that were open when the cell was filled. `step` is the step of the proof to
    highlight.

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
    """Return the boards that lead through a refutation: the assumption, each step, the contradiction, the conclusion.

    Returns () if the proof is a single step. `position` is the position that the proof starts from.

    >>> puzzle = parse_puzzle("6x4;..0......0........1..100")
    >>> stops = walk(puzzle, puzzle.givens, next_proof(puzzle, puzzle.givens))
    >>> stops[0].text, stops[-1].text
    ('Suppose r1c2 is 0.', 'So r1c2 is 1.')
    """
    check_position(puzzle, position)
    if not proof.steps:
        return ()
    stops = list(_Walker(puzzle).refutation(position, {}, proof, "Suppose"))
    (cell,), (value,) = proof.cells, proof.values
    conclusion = f"So {cell_name(cell, puzzle.width)} is {value}."
    return (*stops, WalkStep(conclusion, 0, puzzle.geometry.place(position, cell, value), {cell: 1}, proof))


class _Walker:
    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._number = 0

    def refutation(self, position: Position, assumed: dict[Cell, int], proof: Proof, word: str) -> Iterator[WalkStep]:
        """Yield the boards from an assumption to its contradiction. `word` begins the sentence about the assumption."""
        geometry = self._puzzle.geometry
        (cell,), (value,) = proof.cells, proof.values
        depth = max(assumed.values(), default=0) + 1
        wrong = opposite(value)
        position, assumed = geometry.place(position, cell, wrong), {**assumed, cell: depth}
        yield WalkStep(f"{word} {cell_name(cell, self._puzzle.width)} is {wrong}.", 0, position, assumed, proof)
        for step in proof.steps:
            if step.steps:
                yield from self.refutation(position, assumed, step, "Suppose also that")
            position = geometry.fill(position, step.cells, step.values)
            assumed = {**assumed, **dict.fromkeys(step.cells, depth)}
            self._number += 1
            text = (
                f"So {cell_name(step.cells[0], self._puzzle.width)} is {step.values[0]}." if step.steps else step.text
            )
            yield WalkStep(text, self._number, position, assumed, step)
