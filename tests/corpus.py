"""Reader for the corpus: puzzles that this program did not make, each verified by independent solvers.

The corpus is not shipped, but lies beside the project. Its README describes the format: one JSON object per line. If
the corpus is missing, the tests that ask for it are skipped.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import Board, Sign

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "corpus"
"""`../shared/corpus` from the project root."""


@dataclass(frozen=True)
class Record:
    """One puzzle of the corpus: square, `n` cells a side, with unique lines."""

    id: str
    n: int
    board: Board
    solution_count: int
    """Exact; 0 if the puzzle has no solution."""
    solution: str | None
    """The text of the only solution; None unless `solution_count` is 1."""
    source: str
    """Where it comes from, in words, such as `Debian sgt-unruly 20230122 --generate 10x10de`."""


def records(pattern: str) -> list[Record]:
    """All records of the files `pattern`.jsonl, for example `"hard_6"`, `"plus_*"` or `"multi"`, in order of file name.

    Skips the calling test, or the module that calls it while being imported, where the corpus is absent. Raises
    LookupError if it is there but no file matches: a misspelt pattern must not pass for a corpus without puzzles.
    """
    if not FOLDER.is_dir():
        pytest.skip(f"no corpus at {FOLDER}", allow_module_level=True)
    paths = sorted(FOLDER.glob(f"{pattern}.jsonl"))
    if not paths:
        raise LookupError(f"no file {pattern}.jsonl in {FOLDER}")
    return [_record(json.loads(line)) for path in paths for line in path.read_text("utf-8").splitlines()]


def _record(fields: dict[str, Any]) -> Record:
    n = fields["n"]
    signs = tuple(sorted(_sign(n, *sign) for sign in fields.get("signs", ())))
    board = Board(n, n, fields["clues"], signs)
    return Record(fields["id"], n, board, fields["solutions"], fields.get("solution"), fields["source"])


def _sign(n: int, row: int, column: int, direction: str, mark: str) -> Sign:
    cell = row * n + column
    return cell, cell + {"right": 1, "down": n}[direction], {"=": True, "x": False}[mark]
