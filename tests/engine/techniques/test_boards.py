"""Each technique on boards made for it: its findings, their reasons and sentences."""

import pytest

from binairo_tui.engine import cell_name, line_name, parse_puzzle
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.registry import TECHNIQUES, prove, technique
from tests.engine.techniques.boards import Block, Expected, blocks, names

CASES = [(name, block) for name in names() for block in blocks(name)]


def test_every_technique_has_boards() -> None:
    assert names() == sorted(technique.name for technique in TECHNIQUES)


@pytest.mark.parametrize(("name", "block"), CASES, ids=[f"{name}: {block.comment}" for name, block in CASES])
def test_deductions(name: str, block: Block) -> None:
    puzzle = parse_puzzle(block.puzzle)
    found = [
        Expected(
            proof.text,
            tuple(
                f"{cell_name(cell, puzzle.width)}={value}"
                for cell, value in zip(proof.cells, proof.values, strict=True)
            ),
            tuple(cell_name(cell, puzzle.width) for cell in proof.because_cells),
            tuple(line_name(line, puzzle.height) for line in proof.because_lines),
        )
        for deduction in technique(name).find(View(puzzle, puzzle.givens))
        for proof in [prove(puzzle, puzzle.givens, deduction)]
    ]
    if block.is_open:
        assert len(found) > len(block.expected)
        found = found[: len(block.expected)]
    assert found == list(block.expected)
