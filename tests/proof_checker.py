"""A checker for proofs that knows the rules of Binairo and nothing of the engine's techniques.

It reads a proof as the JSON that `hint`, `solve --explain` and `serve` print, and replays it on a text of `.`, `0` and
`1`. For every step, it checks that each premise is true and that the premises entail what is filled. What is filled
must follow from the rules and the cells, signs and lines that the step names, without anything else. If a reason
promises that every named cell and sign is needed, this is checked, too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from tests.oracle import Board, lines_of, quota
from tests.proof_data import Step, read_steps

MINIMAL = {
    "last blank",
    "pair",
    "sandwich",
    "sign",
    "complete line",
    "equal pair",
    "last one",
    "sign counting",
    "gap counting",
    "line logic",
    "unique lines",
}
"""The techniques that name no cell and no sign that could be spared, in lines of an even length of at least four.

Unique lines names its finished lines whole; no cell of the line itself can be spared. Two blanks is a pattern and names
all of it. Gap counting and sign counting name the signs that their counts need, although the step may follow without
them in another way.
"""
COUNTING = ("sign counting", "gap counting")
LineSigns = tuple[tuple[int, bool], ...]
OTHER = {"0": "1", "1": "0"}


class UnsoundProofError(AssertionError):
    """A step of a proof does not follow, or is not as short as promised."""


def check_proof(board: Board, cells: str, fields: Mapping[str, Any]) -> None:
    """Check a proof from a position. Raises UnsoundProofError with the sentence of the step that is wrong."""
    (proof,) = read_steps(board, [*fields["steps"], fields])
    _check(board, cells, proof)


def _check(board: Board, cells: str, proof: Step) -> None:
    _demand(all(cells[cell] == "." for cell in proof.cells), proof, "fills a cell that is not empty")
    if not proof.steps:
        _check_step(board, cells, proof)
        _check_premises(board, cells, proof)
        return
    _check_premises(board, cells, proof)
    ((cell, value),) = zip(proof.cells, proof.values, strict=True)
    _demand(proof.steps[-1].is_contradiction, proof, "does not end in a contradiction")
    _demand(not any(step.is_contradiction for step in proof.steps[:-1]), proof, "goes on after a contradiction")
    _check_used(proof)
    reached = _placed(cells, [(cell, "1" if value == "0" else "0")])
    for step in proof.steps:
        if step.is_contradiction:
            _check_premises(board, reached, step)
            _demand(visible(board, reached, step), step, "cannot be seen")
        else:
            _check(board, reached, step)
        reached = _placed(reached, zip(step.cells, step.values, strict=True))


def visible(board: Board, cells: str, step: Step) -> bool:
    """Return whether the cells, lines and signs that a contradiction names break a rule."""
    named = step.because_cells
    values = [cells[cell] for cell in named]
    lines = [lines_of(board.width, board.height)[line] for line in step.because_lines]
    if "." in values or not {*named} <= {cell for line in lines for cell in line}:
        return False
    if step.because_signs:
        ((a, b, same),) = step.because_signs
        return (a, b, same) in board.signs and named == [a, b] and (cells[a] == cells[b]) != same
    if len(lines) > 1:
        first, second = ["".join(cells[cell] for cell in line) for line in lines]
        return board.unique_lines and first == second and {*named} == {*lines[0], *lines[1]}
    (line,) = lines
    places = [line.index(cell) for cell in named]
    is_triple = len(named) == 3 and places[2] - places[0] == 2
    return len({*values}) == 1 and (is_triple or len(values) > quota(len(line), board.more_ones)[values[0]])


def _check_step(board: Board, cells: str, proof: Step) -> None:
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
    for sign in signs if proof.technique not in COUNTING else ():
        rest_signs = [other for other in signs if other != sign]
        _demand(not follows(board, proof, because, rest_signs), proof, f"does not need the sign {sign}")


def follows(board: Board, proof: Step, because: dict[int, str], signs: list[tuple[int, ...]]) -> bool:
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
        found = fillings(other, inside, board.more_ones)
        if any(filling not in taken for filling, _ in zip(found, range(len(taken) + 1), strict=False)):
            return False
    return True


def _can_be_filled(board: Board, proof: Step, because: dict[int, str], signs: list[tuple[int, ...]]) -> bool:
    """Return whether the line of a step can be filled; inside one that cannot, everything follows from little."""
    line = lines_of(board.width, board.height)[proof.because_lines[0]]
    inside = tuple((line.index(a), bool(same)) for a, b, same in signs if a in line and b in line)
    text = "".join(because.get(cell, ".") for cell in line)
    return next(fillings(text, inside, board.more_ones), None) is not None


@lru_cache(maxsize=1 << 14)
def _can_end(text: str, place: int, last: str, ones: int, signs: LineSigns, more_ones: bool) -> bool:  # noqa: PLR0917
    """Return whether a line can be filled from `place` on, after `last`, its last two values, and so many 1s."""
    if place == len(text):
        return _is_full_count(len(text), ones, more_ones)
    return any(
        _can_end(text, place + 1, (last + value)[-2:], ones + (value == "1"), signs, more_ones)
        for value in _next_values(text, place, last, signs)
    )


def _is_full_count(length: int, ones: int, more_ones: bool) -> bool:
    most = quota(length, more_ones)
    return ones <= most["1"] and length - ones <= most["0"]


def _next_values(text: str, place: int, last: str, signs: LineSigns) -> Iterator[str]:
    held = dict(signs)
    for value in "01" if text[place] == "." else text[place]:
        if last != value * 2 and (place == 0 or held.get(place - 1, last[-1] == value) == (last[-1] == value)):
            yield value


def fillings(text: str, signs: LineSigns, more_ones: bool = True) -> Iterator[str]:
    """Yield every filling of a line that breaks no rule."""
    stack = [""]
    while stack:
        done = stack.pop()
        if not _can_end(text, len(done), done[-2:], done.count("1"), signs, more_ones):
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


def _check_premises(board: Board, cells: str, step: Step) -> None:
    """Check that the premises of a step are true, and that what it fills follows from them."""
    found, lines = step.premises, lines_of(board.width, board.height)
    held = dict(zip(found["cells"], found["values"], strict=True))
    _demand(all(cells[cell] == value for cell, value in held.items()), step, "states a value that is not there")
    signs = found.get("signs", [])
    _demand({*signs} <= {*board.signs}, step, "states a sign that is not there")
    facts = list(zip(step.cells, step.values, strict=True))
    if step.is_contradiction or step.steps:
        return
    if "path" in found:
        _check_chain(board, held, step)
        return
    line = lines[step.because_lines[0]]
    text = "".join(held.get(cell, ".") for cell in line)
    inside = tuple((line.index(a), same) for a, b, same in signs if a in line and b in line)
    if "quota" in found and signs and "runs" not in found:
        _check_shares(board, text, inside, [(line.index(cell), value) for cell, value in facts], step)
        return
    if "quota" in found:
        runs = [(line.index(run["cells"][0]), run) for run in found.get("runs", [])]
        filled = _by_quota(board, text, inside, runs, step)
        _demand(all(filled[line.index(cell)] == value for cell, value in facts), step, "does not follow from its count")
        return
    for run in found.get("runs", []):
        place = line.index(run["cells"][0])
        part = slice(place, place + len(run["cells"]))
        _demand("." not in text[: part.start] + text[part.stop :], step, "looks at a part of the blanks")
        possible = fillings(text, inside, board.more_ones)
        listed = sorted(filling[part] for filling in possible) if run["fillings"] else []
        _demand(listed == sorted(run["fillings"]), step, "lists other fillings than there are")
        copies = ["".join(held[lines[twin][at]] for at in range(len(line))[part]) for twin in step.because_lines[1:]]
        _demand(copies == found.get("excluded", []), step, "excludes what is no copy")
    if found.get("runs") or len(step.because_lines) > 1:
        _demand(follows(board, step, held, signs), step, "does not follow from its fillings")
    else:
        opposites = ({**held, cell: OTHER[value]} for cell, value in facts)
        _demand(not any(_fits(board, it, signs) for it in opposites), step, "does not follow from its pattern")


def _check_shares(board: Board, text: str, signs: LineSigns, facts: list[tuple[int, str]], step: Step) -> None:
    """Check that the numbers of values and the signs alone, whatever stands together, entail each fact."""
    value, left = step.premises["quota"]["value"], step.premises["quota"]["left"]
    _demand(quota(len(text), board.more_ones)[value] - text.count(value) == left, step, "counts what is left wrongly")

    def entails(held: LineSigns) -> bool:
        return not any(_can_count(board, text[:at] + OTHER[new] + text[at + 1 :], held) for at, new in facts)

    _demand(entails(signs), step, "does not follow from its count")
    spared = [sign for sign in signs if entails(tuple([other for other in signs if other != sign]))]
    _demand(not spared, step, "counts a sign that it does not need")


def _can_count(board: Board, text: str, signs: LineSigns) -> bool:
    """Return whether a line can be filled with its numbers of 0s and 1s so that its signs hold."""
    ends, held = {("", 0)}, dict(signs)
    for place, held_value in enumerate(text):
        ends = {
            (new, ones + (new == "1"))
            for last, ones in ends
            for new in ("01" if held_value == "." else held_value)
            if held.get(place - 1, last == new) == (last == new)
        }
    return any(_is_full_count(len(text), ones, board.more_ones) for _, ones in ends)


def _by_quota(
    board: Board, text: str, signs: LineSigns, runs: list[tuple[int, Mapping[str, Any]]], step: Step
) -> list[str]:
    """Return the values of a line whose runs need all that is left of a value; `.` where this decides nothing."""
    value, left = step.premises["quota"]["value"], step.premises["quota"]["left"]
    _demand(quota(len(text), board.more_ones)[value] - text.count(value) == left, step, "counts what is left wrongly")
    filled = [OTHER[value] if held == "." else held for held in text]
    for place, run in runs:
        end = place + len(run["cells"])
        within, possible = _fewest(text, place, end, signs, value)
        _demand(within == run["need"], step, "needs another number than it says")
        without = _fewest(text, place, end, (), value)[0]
        _demand(within - without == run["by_signs"], step, "blames signs wrongly")
        if listed := run.get("fillings"):
            _demand(sorted(listed) == sorted(possible), step, "lists other fillings than there are")
        for at, values in enumerate(zip(*possible, strict=True), place):
            filled[at] = values[0] if len({*values}) == 1 else "."
    _demand(sum(run["need"] for _, run in runs) == left, step, "needs more or less than is left")
    _demand(
        len({at for place, run in runs for at in range(place, place + len(run["cells"]))})
        == sum(len(run["cells"]) for _, run in runs),
        step,
        "counts a cell twice",
    )
    return filled


@lru_cache(maxsize=1 << 12)
def _fewest(text: str, start: int, end: int, signs: LineSigns, value: str) -> tuple[int, list[str]]:
    """Return the smallest number of a value in a part of a line without three equal neighbours, and its fillings."""
    shortest: dict[str, tuple[int, list[str]]] = {"": (0, [""])}
    before, after, held = text[max(0, start - 2) : start].replace(".", "?"), text[end : end + 2], dict(signs)
    for place in range(start, end):
        longer: dict[str, tuple[int, list[str]]] = {}
        for count, beginnings in shortest.values():
            for beginning in beginnings:
                for new in "01" if text[place] == "." else text[place]:
                    whole = before + beginning + new
                    last = whole[-2:-1]
                    fits = last in ("", "?") or held.get(place - 1, last == new) == (last == new)
                    if fits and whole[-3:] != new * 3:
                        _keep(longer, whole[-2:], count + (new == value), beginning + new)
        shortest = longer
    best: dict[str, tuple[int, list[str]]] = {}
    for count, found in shortest.values():
        for filling in found:
            joins = held.get(end - 1, filling[-1:] == after[:1])
            fits = not after or after[0] == "." or joins == (filling[-1:] == after[0])
            if fits and not re.search("000|111", (before + filling)[-2:] + after):
                _keep(best, "", count, filling)
    if not best:  # in a branch that has failed, what stands beside the part may leave it no filling: look at it alone
        inside = tuple((place - start, same) for place, same in signs if start <= place < end - 1)
        return _fewest(text[start:end], 0, end - start, inside, value)
    return best[""]


def _keep(fewest: dict[str, tuple[int, list[str]]], end: str, count: int, filling: str) -> None:
    least, found = fewest.get(end, (count, []))
    if count <= least:
        fewest[end] = count, [*(found if count == least else []), filling]


def _check_chain(board: Board, held: Mapping[int, str], step: Step) -> None:
    """Check the ties of a chain one by one, each with the help of those before it, and then its path."""
    lines = lines_of(board.width, board.height)
    threes = {three for line in lines for three in zip(line, line[1:], line[2:], strict=False)}
    tied: dict[tuple[int, int], bool] = {}

    def differs(path: Sequence[int]) -> bool:
        _demand(all(pair in tied for pair in pairwise(path)), step, "uses a tie that it does not state")
        return sum(not tied[pair] for pair in pairwise(path)) % 2 == 1

    for tie in step.premises["ties"]:
        (a, b), same, equal = tie["cells"], tie["same"], tie.get("equal")
        if equal:
            three = tuple(sorted((equal[0], equal[-1], b)))
            _demand(not same and a in (equal[0], equal[-1]) and three in threes, step, "derives a tie wrongly")
            _demand(not differs(equal), step, "calls cells equal that are not")
        else:
            _demand((a, b, same) in board.signs, step, "states a sign that is not there")
        tied[a, b] = tied[b, a] = same
        is_named = any({a, b} <= {*lines[line]} for line in step.because_lines)
        _demand(is_named, step, "does not name the line of a tie")
    path = step.premises["path"]
    _demand(path[0] in held, step, "starts from an empty cell")
    value = OTHER[held[path[0]]] if differs(path) else held[path[0]]
    _demand((path[-1:], [value]) == (step.cells, step.values), step, "does not follow from its chain")


def _check_used(proof: Step) -> None:
    """Check that each step of a refutation is needed by a later one."""
    needed: set[int] = set()
    for step in reversed(proof.steps):
        _demand(step.is_contradiction or bool(needed & {*step.cells}), step, "is not needed")
        needed |= {*step.because_cells}


def _placed(cells: str, facts: Iterable[tuple[int, str]]) -> str:
    held = list(cells)
    for cell, value in facts:
        held[cell] = value
    return "".join(held)


def _demand(is_met: bool, proof: Step, complaint: str) -> None:
    if not is_met:
        raise UnsoundProofError(f"{proof.technique}: {proof.text} This step {complaint}.")
