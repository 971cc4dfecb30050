"""Proofs as the JSON that `hint`, `solve --explain` and `serve` print, read into numbers for cells and lines."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle import Board


@dataclass
class Step:
    """A step as the JSON states it, with numbers for cells and lines, and the steps that refute the opposite value."""

    technique: str
    text: str
    cells: list[int]
    values: list[str]
    because_cells: list[int]
    because_lines: list[int]
    because_signs: list[tuple[int, int, bool]]
    premises: Mapping[str, Any]
    steps: list["Step"]

    @property
    def is_contradiction(self) -> bool:
        return not self.cells


def read_steps(board: Board, fields: Sequence[Mapping[str, Any]]) -> list[Step]:
    """Return a flat list of steps as a tree."""
    found: list[Step] = []
    lengths: list[int] = []
    for step in fields:
        length = step["premises"].get("refuted_by", 0)
        inner = 0
        while sum(lengths[len(lengths) - inner :]) < length:
            inner += 1
        proved = found[len(found) - inner :]
        del found[len(found) - inner :], lengths[len(lengths) - inner :]
        found.append(_read(board, step, proved))
        lengths.append(length + 1)
    return found


def _read(board: Board, fields: Mapping[str, Any], steps: list[Step]) -> Step:
    def cell_of(name: str) -> int:
        row, column = map(int, re.findall("[0-9]+", name))
        return (row - 1) * board.width + column - 1

    def read(value: Any) -> Any:
        """Return the data with cells, signs and lines as numbers."""
        if isinstance(value, list):
            return [read(item) for item in value]
        if isinstance(value, dict):
            return {key: read(item) for key, item in value.items()}
        if not isinstance(value, str) or not re.match("r[0-9]|row |column ", value):
            return value
        if " " in value:
            kind, number = value.split()
            return int(number) - 1 + (board.height if kind == "column" else 0)
        a, sign, b = re.fullmatch(r"(r[0-9]+c[0-9]+)(?:([=x])(r[0-9]+c[0-9]+))?", value).groups()  # type: ignore[union-attr]
        return (cell_of(a), cell_of(b), sign == "=") if sign else cell_of(a)

    names = ("cells", "values", "because_cells", "because_lines", "because_signs", "premises")
    told = {name: read(fields[name]) for name in names}
    return Step(technique=fields["technique"], text=fields["text"], steps=steps, **told)
