"""Drills: only their technique fills anything, and the answers agree with the only solution."""

import pytest

from binairo_tui.engine import EMPTY
from binairo_tui.engine.drills import DRILLED, MAX_STEPS, Drill, make_drill
from binairo_tui.engine.search import solutions
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.registry import TECHNIQUES, technique
from tests.conftest import Report

NUMBERS = range(1, 5)


def trivial_moves(text: str) -> set[str]:
    """The three easiest techniques in a line, written down independently of the engine."""
    found = set()
    if text.count(EMPTY) == 1:
        found.add("last blank")
    for three in (text[start : start + 3] for start in range(len(text) - 2)):
        if three.count(EMPTY) == 1 and len(set(three)) == 2:
            found.add("sandwich" if three[1] == EMPTY else "pair")
    quotas = {"0": len(text) // 2, "1": (len(text) + 1) // 2}
    if EMPTY in text and any(text.count(value) == quota for value, quota in quotas.items()):
        found.add("complete line")
    return found


def check(drill: Drill) -> None:
    puzzle = drill.puzzle
    found = list(solutions(puzzle, 2))
    assert len(found) == 1
    assert drill.answers
    for cell, value in drill.answers.items():
        assert puzzle.geometry.value(puzzle.givens, cell) == EMPTY
        assert puzzle.geometry.value(found[0], cell) == value
    view = View(puzzle, puzzle.givens)
    easier = TECHNIQUES[: TECHNIQUES.index(technique(drill.technique))]
    assert [name for one in easier for name in [*{deduction.technique for deduction in one.find(view)}]] == []
    names = [one.name for one in easier]
    assert not any(trivial_moves(line.text) & set(names) for line in view.lines)


@pytest.mark.parametrize("name", [one.name for one in TECHNIQUES])
def test_only_the_technique_moves(name: str, report: Report) -> None:
    drills = [make_drill(name, number) for number in NUMBERS]
    for drill in drills:
        assert drill.technique == name
        check(drill)
        proof = drill.easiest_proof()
        assert proof.technique == name
        assert set(proof.cells) & drill.answers.keys()
        assert name not in DRILLED or max(proof.length, len(proof.because_signs)) <= MAX_STEPS
    assert len({str(drill.puzzle) for drill in drills}) == len(NUMBERS)
    report(
        f"drills {name}: {len(drills)}, cells to fill {[len(drill.answers) for drill in drills]}, {drills[0].puzzle}"
    )


def test_a_number_always_means_the_same_drill() -> None:
    assert make_drill("two blanks", 3) == make_drill("two blanks", 3)
    assert make_drill("nested hypothesis", 1) == make_drill("nested hypothesis", 9)
    with pytest.raises(KeyError):
        make_drill("guessing", 1)


def test_a_cell_that_the_technique_does_not_fill_has_no_proof() -> None:
    drill = make_drill("pair", 1)
    others = set(range(drill.puzzle.geometry.cell_count)) - drill.answers.keys()
    assert all(drill.proof(cell) is None for cell in others)
