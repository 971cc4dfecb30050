"""Hints for a player who is stuck, in stages that reveal a little more each time.

If something on the grid is wrong, the hint points out the mistake, because there is no point in building on it. If
there is a proof of at most MAX_MISTAKE_STEPS steps, the hint explains the mistake by this proof and empties only the
wrong cell. If the puzzle has several solutions, but the grid cannot be completed, the hint says why a value cannot be
right: the first value that left no solution. The solution is used only to find mistakes and, if no technique helps, to
give a value. A hint that is based on the solution says so. In a what-if branch, nothing is compared with the solution.
Searches are limited, so that finding a hint is fast. What a search could not decide, the hint does not mention.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from binairo_tui.engine import position_check, propagation, rules
from binairo_tui.engine.cancellation import IsCancelled, cancellable, never
from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, Value, cell_name, line_name, opposite
from binairo_tui.engine.proof import Proof, WalkStep, walk
from binairo_tui.engine.puzzle import Puzzle, check_cell, check_position, required_start
from binairo_tui.engine.techniques import hypothesis, registry, sentences
from binairo_tui.engine.wording import capitalized, cells_text, inflect, number_word, violation_text

MAX_MISTAKE_STEPS = 20
"""Limit on the steps of the proof that a value is a mistake, because a longer proof is hard to follow."""
MAX_FOLLOWED_STEPS = 40
"""If the proof of a hint has more steps, the hint says so and offers a what-if instead."""
_GO_BACK = "Return to the last good position."
ANY_COUNTS = "this puzzle has more than one solution, and any of them will do."
"""The end of a sentence about cells that the rules leave open."""


class HintKind(StrEnum):
    """The subject of a hint. A kind is also a text, so that `json` can write it.

    >>> HintKind.DEDUCTION.value
    'deduction'
    """

    __repr__ = Enum.__str__

    SOLVED = "solved"
    """Nothing is left to do."""
    VIOLATION = "violation"
    """A rule is broken."""
    MISTAKE = "mistake"
    """No rule is broken, but some values differ from the only solution."""
    DEAD_END = "dead end"
    """No rule is broken, but the grid cannot be completed. It is not known which values are wrong."""
    UNSOLVABLE = "unsolvable"
    """The puzzle itself has no solution."""
    BRANCH_ENDS = "branch ends"
    """A rule is broken in a what-if branch."""
    BRANCH_PROVES = "branch proves"
    """The player's what-if branch has failed. This proves the value of its first cell."""
    DEDUCTION = "deduction"
    """A technique fills some cells."""
    REASON = "reason"
    """The player asked why a cell holds its value, or what decides an empty cell."""
    REVEAL = "reveal"
    """No technique helps. The hint takes a value from the puzzle's solution."""
    AMBIGUOUS = "ambiguous"
    """No technique helps, because the puzzle has more than one solution."""
    STUCK = "stuck"
    """No technique helps, and no solution can be used: the search took too long, or this is a what-if branch."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that tells the player a little more with each stage.

    `stages` holds one or more sentences. For example, the stages of a `DEDUCTION` name the lines to look at, the
    technique, the reason, and the cells that were filled.

    `lines` are highlighted from the first stage on, and `cells` from the stage that tells the reason. If the hint has
    `values`, `GameSession.apply_hint` puts them into `cells`, and the last stage reports this. In a hint that empties
    wrong cells, all `values` are `EMPTY`.

    `proof` proves what the hint says, or is None. If the proof has several steps, `walk` holds the boards that show
    them one by one (see `proof.walk`). Hints that differ only in `walk` are equal. If `goes_back` is True, the position
    is wrong, but it is not known which value is wrong. The player should then go back to the last good position
    (`position_check.last_good`). `note` is a sentence about the puzzle that is shown at every stage; it may be empty.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> for stage in find_hint(puzzle, puzzle.givens).stages:
    ...     print(stage)
    Look at row 1.
    Pair: a cell beside two equal values takes the other value.
    Row 1: r1c1 and r1c2 are both 1, so r1c3 is 0.
    Filled r1c3.
    """

    kind: HintKind
    stages: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    cells: tuple[Cell, ...] = ()
    values: tuple[Value, ...] = ()
    proof: Proof | None = None
    goes_back: bool = False
    note: str = ""
    walk: tuple[WalkStep, ...] = field(default=(), compare=False)

    @property
    def empties(self) -> bool:
        """Whether the hint empties cells, because their values are wrong."""
        return EMPTY in self.values

    @property
    def ends_in_advice(self) -> bool:
        """Whether the hint ends with advice on how to correct a mistake, and fills no cell."""
        return self.goes_back or self.empties


def find_hint(
    puzzle: Puzzle,
    position: Position,
    *,
    near: registry.Nearness | None = None,
    assumed: Cell | None = None,
    earlier: Sequence[Position] = (),
    is_cancelled: IsCancelled = never,
) -> Hint:
    """Return a hint for a player who is stuck in this position.

    Of equally easy hints, the hint nearest to `near` is returned. In a what-if branch, `assumed` is the first cell that
    the player filled in the branch, and the hint leads to a contradiction or to a full board. `earlier` holds the
    earlier positions of the game, oldest first; these positions tell which values were filled last. Missing givens are
    added to `position`. The search for a proof is limited, so a shorter proof may exist.

    Raises TypeError or ValueError if the puzzle has no such position or cell, or if `position` contradicts a given.
    Raises CancelledError once `is_cancelled` returns True.

    >>> puzzle = parse_puzzle("4x4;111.............")
    >>> find_hint(puzzle, puzzle.givens).kind
    HintKind.UNSOLVABLE
    """
    check_position(puzzle, position)
    position = required_start(puzzle, position)
    for before in earlier:
        check_position(puzzle, before)
    if assumed is not None:
        check_cell(puzzle, assumed)
    with cancellable(is_cancelled):
        if assumed is not None:
            return _branch_hint(puzzle, position, near, assumed)
        return _hint(puzzle, position, near, earlier)


def _hint(puzzle: Puzzle, position: Position, near: registry.Nearness | None, earlier: Sequence[Position]) -> Hint:
    info = position_check.solution_info(puzzle)
    if trouble := _trouble(puzzle, position, info, earlier):
        return trouble
    if puzzle.geometry.is_full(position):
        return Hint(HintKind.SOLVED, ("The puzzle is solved.",))
    # If swapping the 0s and 1s of any solution gives another solution, signs alone decide nothing.
    if not position and puzzle.can_swap_values and info.solution is not None:
        return _last_resort(puzzle, position, replace(info, is_ambiguous=True))
    proof = registry.next_proof(puzzle, position, near)
    if proof is None:
        return _last_resort(puzzle, position, info)
    note = "This puzzle has more than one solution." if info.is_ambiguous else ""
    return proof_hint(puzzle, position, proof, note)


def proved_or_trouble(puzzle: Puzzle, position: Position, proved: Hint, earlier: Sequence[Position]) -> Hint:
    """Return a hint about what is wrong in `position`, or `proved` if nothing is known to be wrong.

    `proved` is a hint whose proof depends on `position`. `earlier` are the positions of the game before this one,
    oldest first.
    """
    return _trouble(puzzle, position, position_check.solution_info(puzzle), earlier) or proved


def explained_check(puzzle: Puzzle, position: Position) -> position_check.Check:
    """Return the result of `position_check.check`. If no rule is broken, add a short proof of a mistake, if any."""
    found = position_check.check(puzzle, position)
    if not found.mistakes or rules.find_violations(puzzle, position):
        return found
    return replace(found, proof=mistake_proof(puzzle, position, found.mistakes))


def mistake_proof(
    puzzle: Puzzle, position: Position, wrong: tuple[Cell, ...], among: tuple[Cell, ...] = ()
) -> Proof | None:
    """Return a proof against the value of one of the cells in `wrong`, or None if no short proof was found.

    The proof has at most MAX_MISTAKE_STEPS steps, and starts from the position without the values in `wrong`. If
    `among` is given, the proof is about one of its cells.
    """
    facts = [(cell, puzzle.geometry.value(position, cell)) for cell in among or wrong]
    return hypothesis.shortest_refutation(puzzle, position & ~puzzle.geometry.mask(wrong), facts, MAX_MISTAKE_STEPS)


def mistake_text(puzzle: Puzzle, proof: Proof) -> str:
    """Return a sentence about a refutation, as in "r1c3 cannot be 1: row 4 would get three 0s together (3 steps)."."""
    (cell,), (value,) = proof.cells, proof.values
    name = cell_name(cell, puzzle.width)
    return f"{name} cannot be {opposite(value)}: {sentences.refutation_text(puzzle, proof)}."


def _branch_hint(puzzle: Puzzle, position: Position, near: registry.Nearness | None, assumed: Cell) -> Hint:
    """Return a hint for a position in a what-if branch. It is based on the rules alone, not on the solution."""
    if violations := rules.find_violations(puzzle, position):
        text = f"{violation_text(puzzle, position, violations[0])} So the branch has failed: drop it."
        return Hint(HintKind.BRANCH_ENDS, (text,), violations[0].lines, violations[0].cells)
    if puzzle.geometry.is_full(position):
        return Hint(HintKind.SOLVED, ("The puzzle is solved.",))
    if propagation.propagate(puzzle, position) is None:
        geometry = puzzle.geometry
        wrong = assumed, geometry.value(position, assumed)
        refutation = hypothesis.refute(puzzle, geometry.place(position, assumed, EMPTY), wrong)
        proof = refutation.steps[0] if refutation else None
    else:
        proof = registry.next_proof(puzzle, position, near)
    if proof is None:
        return Hint(
            HintKind.STUCK,
            ("No simple technique helps here. The branch has neither failed nor solved the puzzle.",),
        )
    return proof_hint(puzzle, position, proof)


def _trouble(
    puzzle: Puzzle, position: Position, info: position_check.SolutionInfo, earlier: Sequence[Position]
) -> Hint | None:
    violations = rules.find_violations(puzzle, position)
    if info.only_solution is not None:
        wrong = position_check.find_mistakes(puzzle, position, info.only_solution)
        return _mistake_hint(puzzle, position, wrong, violations) if wrong else None
    if violations:
        return _violation_hint(puzzle, position, violations[0])
    if info.is_unsolvable:
        text = f"This puzzle has no solution. {position_check.obstacle_text(puzzle)}".rstrip()
        return Hint(HintKind.UNSOLVABLE, (text,))
    if position_check.is_unsolvable(puzzle, position):
        return _dead_end_hint(puzzle, position, earlier)
    return None


def _dead_end_hint(puzzle: Puzzle, position: Position, earlier: Sequence[Position]) -> Hint:
    """Return a hint that says why a grid cannot be finished, and leads back to the last good position.

    The reason is a short proof that a value is wrong. Two values are tried. The first is the earliest value that left
    no solution (`position_check.first_dead`); its proof starts from all other values or, if these have no solution,
    from the earlier values. The second is the latest value; its proof starts from all other values. If neither has a
    short proof, the hint gives no reason.
    """
    first, geometry = "This grid cannot be finished: something on it is wrong.", puzzle.geometry
    order = position_check.filling_order(puzzle, position, earlier)
    blamed, before = position_check.first_dead(puzzle, position, order)
    for cell, start in (blamed, before), (order[-1], geometry.place(position, order[-1], EMPTY)):
        wrong = cell, geometry.value(position, cell)
        proof = hypothesis.refute(puzzle, start, wrong, MAX_MISTAKE_STEPS)
        if proof is not None:
            left_out = geometry.changed(geometry.place(start, *wrong), position)
            reason = mistake_text(puzzle, proof)
            if left_out:
                reason += f" {cells_text(puzzle, left_out)} came later and {_count(left_out)} as blank here."
            stages = first, reason, _GO_BACK
            stops = walk(puzzle, start, proof)[:-1]
            return Hint(HintKind.DEAD_END, stages, (), proof.cells, (), proof, goes_back=True, walk=stops)
    return Hint(HintKind.DEAD_END, (first, _GO_BACK), goes_back=True)


def _cells_taken_as_blank(puzzle: Puzzle, proof: Proof) -> Iterator[Cell]:
    """Yield the cells that a proof and its steps fill, and all cells of the lines in which they count values."""
    yield from proof.cells
    violation = proof.violation
    if proof.premises.quota or proof.premises.runs or (violation and violation.kind is rules.ViolationKind.EXCESS):
        yield from puzzle.geometry.line_cells[proof.because_lines[0]]
    for step in proof.steps:
        yield from _cells_taken_as_blank(puzzle, step)


def _are(cells: Sequence[Cell], what: str) -> str:
    return f"{inflect(len(cells), 'is', 'are')} {what}"


def _count(cells: Sequence[Cell]) -> str:
    return inflect(len(cells), "counts", "count")


def _violation_hint(puzzle: Puzzle, position: Position, violation: rules.Violation) -> Hint:
    """No cell may be known to be wrong. The hint goes back to the last good position unless the givens break a rule."""
    text = violation_text(puzzle, position, violation)
    if rules.find_violations(puzzle, puzzle.givens):
        return Hint(HintKind.UNSOLVABLE, (text, "This puzzle has no solution."), violation.lines, violation.cells)
    return Hint(HintKind.VIOLATION, (text, _GO_BACK), violation.lines, violation.cells, goes_back=True)


def _mistake_hint(
    puzzle: Puzzle, position: Position, wrong: tuple[Cell, ...], violations: Sequence[rules.Violation]
) -> Hint:
    """Return a hint that empties a cell that a short proof shows to be wrong.

    If there is no short proof, the hint empties all cells in `wrong`. If a rule is broken, only cells that help to
    break it are considered. The boards of the walk through the proof still have the other wrong values, because the
    hint does not tell the player which these are. Only those in cells that the proof fills or counts as blank are
    removed from the boards. A proof of a single step has no walk if the board already shows the broken rule.
    """
    if violations:
        kind, lines = HintKind.VIOLATION, violations[0].lines
        suspects = tuple([cell for cell in wrong if cell in violations[0].cells])
        first = violation_text(puzzle, position, violations[0])
    else:
        kind, lines, suspects, count = HintKind.MISTAKE, (), wrong, len(wrong)
        first = f"{capitalized(number_word(count))} {inflect(count, 'value')} on the grid {_are(wrong, 'wrong')}."
    proof = mistake_proof(puzzle, position, wrong, suspects)
    stops: tuple[WalkStep, ...] = ()
    if proof is None:
        cells, told = suspects, cells_text(puzzle, suspects)
        reason = f"No short proof was found. The solution says that {told} {_are(suspects, 'wrong')}."
    else:
        cells, reason = proof.cells, mistake_text(puzzle, proof)
        left_out = tuple(sorted({*wrong} & {*_cells_taken_as_blank(puzzle, proof)} - {*cells}))
        if left_out:
            reason += f" Here, {cells_text(puzzle, left_out)} {_count(left_out)} as blank."
        if not violations or proof.length > 1:
            stops = walk(puzzle, position & ~puzzle.geometry.mask([*cells, *left_out]), proof)[:-1]
    names = cells_text(puzzle, cells)
    return Hint(
        kind,
        (first, reason, f"Empty {names}. Everything else stays.", f"Emptied {names}."),
        lines,
        cells,
        tuple([EMPTY for _ in cells]),
        proof,
        walk=stops,
    )


def proof_hint(puzzle: Puzzle, position: Position, proof: Proof, note: str = "") -> Hint:
    """Return a hint whose stages lead from this position to `proof`. Every stage shows `note`."""
    found = registry.technique(proof.technique)
    cell, lines = proof.cells[0], proof.because_lines
    where = cell_name(cell, puzzle.width)
    if lines and lines[0] in puzzle.geometry.lines_of(cell):
        where = line_name(lines[0], puzzle.height)
    else:
        lines = puzzle.geometry.lines_of(cell)
    trial = f"Try {opposite(proof.values[0])} in {cell_name(cell, puzzle.width)}, and see what follows."
    rule = f"{capitalized(found.name)}: {found.rule[0].lower()}{found.rule[1:]}"
    if proof.length > MAX_FOLLOWED_STEPS:
        rule = f"No short proof was found. The shortest takes {proof.length} steps."
        trial = f"Start a what-if branch with {opposite(proof.values[0])} in {cell_name(cell, puzzle.width)} instead."
    stages = (
        f"Look at {where}.",
        rule,
        *([trial] if proof.steps else []),
        proof.text,
        f"Filled {cells_text(puzzle, proof.cells)}.",
    )
    stops = walk(puzzle, position, proof)
    return Hint(HintKind.DEDUCTION, stages, lines, proof.cells, proof.values, proof, note=note, walk=stops)


def _last_resort(puzzle: Puzzle, position: Position, info: position_check.SolutionInfo) -> Hint:
    if info.is_ambiguous:
        return Hint(HintKind.AMBIGUOUS, (f"The rules decide nothing more: {ANY_COUNTS}",))
    if info.solution is None:
        return Hint(HintKind.STUCK, ("No technique helps here. This puzzle may have more than one solution.",))
    geometry = puzzle.geometry
    cell = next(cell for cell in range(geometry.cell_count) if geometry.value(position, cell) == EMPTY)
    value = geometry.value(info.solution, cell)
    name = cell_name(cell, puzzle.width)
    stages = (
        "No technique helps here.",
        f"The solution has {value} in {name}.",
        f"Filled {name}.",
    )
    return Hint(HintKind.REVEAL, stages, geometry.lines_of(cell), (cell,), (value,))
