"""A checker for proofs that knows the rules of Binairo and nothing of the engine's techniques.

It reads a proof as plain data and replays it on a text of `.`, `0` and `1`. For every step it asks whether what is
filled follows from the cells, signs and lines that the step names, and the rules, and from nothing else; for a reason
that promises it, whether every named cell and sign is needed.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from tests.oracle import Board, lines_of, quota

if TYPE_CHECKING:
    from binairo_tui.engine import Proof

MINIMAL = {
    "last blank",
    "pair",
    "sandwich",
    "sign",
    "complete line",
    "equal pair",
    "last one",
    "gap counting",
    "line logic",
    "unique lines",
}
"""The techniques that name no cell and no sign that could be spared, in lines of an even length of at least four.

Unique lines names its finished lines whole; no cell of the line itself can be spared. Two blanks is a pattern and names
all of it. Gap counting names the signs that its count needs, although the step may follow without them in another way.
"""
Places = tuple[tuple[int, str], ...]
LineSigns = tuple[tuple[int, bool], ...]


class UnsoundProofError(AssertionError):
    """A step of a proof does not follow, or is not as short as promised."""


def check_proof(board: Board, cells: str, proof: "Proof") -> None:
    """Check a proof from a position. Raises UnsoundProofError with the sentence of the step that is wrong."""
    _demand(all(cells[cell] == "." for cell in proof.cells), proof, "fills a cell that is not empty")
    if not proof.steps:
        _check_step(board, cells, proof)
        return
    ((cell, value),) = zip(proof.cells, proof.values, strict=True)
    _demand(bool(proof.steps[-1].violation), proof, "does not end in a contradiction")
    _demand(not any(step.violation for step in proof.steps[:-1]), proof, "goes on after a contradiction")
    _check_used(proof)
    reached = _placed(cells, [(cell, "1" if value == "0" else "0")])
    for step in proof.steps:
        if step.violation:
            _check_contradiction(board, reached, step)
        else:
            check_proof(board, reached, step)
        reached = _placed(reached, zip(step.cells, step.values, strict=True))


def visible(board: Board, cells: str, proof: "Proof") -> bool:
    """Return whether the rule that a contradiction names is broken by the cells that it names."""
    violation = proof.violation
    assert violation is not None
    values = [cells[cell] for cell in violation.cells]
    lines = [lines_of(board.width, board.height)[line] for line in violation.lines]
    if "." in values:
        return False
    if violation.kind.value == "triple":
        at = lines[0].index(violation.cells[0])
        return len({*values}) == 1 and lines[0][at : at + 3] == violation.cells and len(values) == 3
    if violation.kind.value == "excess":
        return (
            len({*values}) == 1 and {*violation.cells} <= {*lines[0]} and len(values) > quota(len(lines[0]))[values[0]]
        )
    if violation.kind.value == "duplicate":
        first, second = ["".join(cells[cell] for cell in line) for line in lines]
        return board.unique_lines and first == second and len(lines[0]) == len(lines[1])
    a, b = violation.cells
    return any((a, b) == sign[:2] and (values[0] == values[1]) != sign[2] for sign in board.signs)


def _check_step(board: Board, cells: str, proof: "Proof") -> None:
    because = {cell: cells[cell] for cell in proof.because_cells}
    signs = [tuple(sign) for sign in proof.because_signs]
    _demand("." not in because.values(), proof, "names an empty cell")
    _demand(all(sign in board.signs for sign in signs), proof, "names a sign that is not there")
    _demand(follows(board, proof, because, signs), proof, "does not follow from what it names")
    line = lines_of(board.width, board.height)[proof.because_lines[0]]
    if (
        proof.technique not in MINIMAL
        or len(line) < 4
        or len(line) % 2
        or not _can_be_filled(board, proof, because, signs)
    ):
        return
    for cell in because.keys() & line:
        rest = {other: value for other, value in because.items() if other != cell}
        _demand(not follows(board, proof, rest, signs), proof, f"does not need cell {cell}")
    for sign in signs if proof.technique != "gap counting" else ():
        rest_signs = [other for other in signs if other != sign]
        _demand(not follows(board, proof, because, rest_signs), proof, f"does not need the sign {sign}")


def follows(board: Board, proof: "Proof", because: dict[int, str], signs: list[tuple[int, ...]]) -> bool:
    """Return whether what a step fills follows from some filled cells, signs, and the rules of the lines it names."""
    lines = [lines_of(board.width, board.height)[line] for line in proof.because_lines]
    facts = list(zip(proof.cells, proof.values, strict=True))
    if proof.technique == "sign chain":
        return all(not _fits(board, {**because, cell: "1" if value == "0" else "0"}, signs) for cell, value in facts)
    line, *models = lines
    place_of = {cell: place for place, cell in enumerate(line)}
    text = "".join(because.get(cell, ".") for cell in line)
    inside = tuple((place_of[a], bool(same)) for a, b, same in signs if a in place_of and b in place_of)
    taken = {"".join(because.get(cell, ".") for cell in model) for model in models} if board.unique_lines else set()
    for cell, value in facts:
        if cell not in place_of:
            return False
        other = text[: place_of[cell]] + ("1" if value == "0" else "0") + text[place_of[cell] + 1 :]
        found = fillings(other, inside)
        if any(filling not in taken for filling, _ in zip(found, range(len(taken) + 1), strict=False)):
            return False
    return True


def _can_be_filled(board: Board, proof: "Proof", because: dict[int, str], signs: list[tuple[int, ...]]) -> bool:
    """Return whether the line of a step can be filled; inside one that cannot, everything follows from little."""
    line = lines_of(board.width, board.height)[proof.because_lines[0]]
    inside = tuple((line.index(a), bool(same)) for a, b, same in signs if a in line and b in line)
    return next(fillings("".join(because.get(cell, ".") for cell in line), inside), None) is not None


@lru_cache(maxsize=1 << 14)
def _can_end(text: str, place: int, last: str, ones: int, signs: LineSigns) -> bool:
    """Return whether a line can be filled from `place` on, after `last`, its last two values, and so many 1s."""
    if place == len(text):
        return ones == quota(len(text))["1"]
    return any(
        _can_end(text, place + 1, (last + value)[-2:], ones + (value == "1"), signs)
        for value in _next_values(text, place, last, signs)
    )


def _next_values(text: str, place: int, last: str, signs: LineSigns) -> Iterator[str]:
    held = dict(signs)
    for value in "01" if text[place] == "." else text[place]:
        if last != value * 2 and (place == 0 or held.get(place - 1, last[-1] == value) == (last[-1] == value)):
            yield value


def fillings(text: str, signs: LineSigns) -> Iterator[str]:
    """Yield every filling of a line that breaks no rule."""
    stack = [""]
    while stack:
        done = stack.pop()
        if not _can_end(text, len(done), done[-2:], done.count("1"), signs):
            continue
        if len(done) == len(text):
            yield done
        else:
            stack += [done + value for value in _next_values(text, len(done), done[-2:], signs)]


def _fits(board: Board, fixed: dict[int, str], signs: list[tuple[int, ...]]) -> bool:
    """Return whether some signs hold in a filling in which no three neighbours are equal.

    Triples next to the named cells are tried first, and then more and more of the board: few are quick to try, and
    what cannot fit among them cannot fit on the whole board either.
    """
    lines = lines_of(board.width, board.height)
    threes = [three for line in lines for three in zip(line, line[1:], line[2:], strict=False)]
    unequal = [
        {(a, one), (b, other)} for a, b, same in signs for one, other in (("01", "10") if same else ("00", "11"))
    ]
    near = {*fixed, *[cell for sign in signs for cell in sign[:2]]}
    while True:
        inside = [three for three in threes if len({*three} & near) > 1]
        barred = unequal + [{(cell, value) for cell in three} for three in inside for value in "01"]
        if not _can_avoid(barred, fixed):
            return False
        wider = near.union(*inside)
        if wider == near:
            return True
        near = wider


def _can_avoid(barred: list[set[tuple[int, str]]], fixed: dict[int, str]) -> bool:
    """Return whether cells can be filled so that each barred set of cells with values has a cell with another value."""
    held = dict(fixed)
    grows = True
    while grows:
        grows = False
        undecided = []
        for group in barred:
            if any(held.get(cell, value) != value for cell, value in group):
                continue
            blanks = sorted((cell, value) for cell, value in group if cell not in held)
            if not blanks:
                return False
            if len(blanks) == 1:
                ((cell, value),) = blanks
                held[cell] = "1" if value == "0" else "0"
                grows = True
            else:
                undecided.append(blanks)
    if not undecided:
        return True
    cell = undecided[0][0][0]
    return any(_can_avoid(barred, {**held, cell: value}) for value in "01")


def _check_used(proof: "Proof") -> None:
    """Check that each step of a refutation is needed by a later one."""
    needed: set[int] = set()
    for step in reversed(proof.steps):
        _demand(bool(step.violation) or bool(needed & {*step.cells}), step, "is not needed")
        needed |= {*step.because_cells}


def _check_contradiction(board: Board, cells: str, proof: "Proof") -> None:
    _demand(not proof.cells and visible(board, cells, proof), proof, "cannot be seen")


def _placed(cells: str, facts: Iterable[tuple[int, str]]) -> str:
    held = list(cells)
    for cell, value in facts:
        held[cell] = value
    return "".join(held)


def _demand(is_met: bool, proof: "Proof", complaint: str) -> None:
    if not is_met:
        raise UnsoundProofError(f"{proof.technique}: {proof.text} This step {complaint}.")


def brute_fillings(text: str, signs: LineSigns) -> list[str]:
    """Return what `fillings` yields, by trying everything; for short lines."""
    tried = ("".join(values) for values in product("01", repeat=len(text)))
    return [
        filling
        for filling in tried
        if all(held in (".", value) for held, value in zip(text, filling, strict=True))
        and "000" not in filling
        and "111" not in filling
        and filling.count("1") == quota(len(text))["1"]
        and all((filling[place] == filling[place + 1]) == same for place, same in signs)
    ]
