"""The puzzles that are measured: the sets of the corpus, each in an order of which any part represents the whole."""

from dataclasses import dataclass
from random import Random

from tests.corpus import FOLDER, records
from tests.oracle import Board

MOVE_SETS = ("web_20", "unruly_20", "hard_20")
PROBE_SETS = ("hard_14", "hard_20", "hard_24")
ENUMERATED_SET = "multi"


@dataclass(frozen=True)
class Case:
    """One puzzle with what is known of it.

    `text` is its one-line notation. `solution` is None unless there is exactly one.
    """

    id: str
    text: str
    board: Board
    solution_count: int
    solution: str | None

    @property
    def answer(self) -> list[str]:
        """What a solver must find: the solution, or nothing if there is none."""
        return [] if self.solution is None else [self.solution]


EMPTY_6X6 = Case("empty-6x6", "6x6;" + "." * 36, Board(6, 6, "." * 36), 4140, None)
"""All 6x6 grids: 4140 by OEIS A253316."""
EMPTY_8X8 = Case("empty-8x8", "8x8;" + "." * 64, Board(8, 8, "." * 64), 4_111_116, None)
"""All 8x8 grids, by the same source."""

WARM_UP_BOARD = Board(4, 4, "001111000101....")
"""Solved by every solver in no time."""


def is_corpus_present() -> bool:
    """Whether there is anything to measure."""
    return FOLDER.is_dir()


def set_names() -> list[str]:
    """The sets of the corpus, by kind and then by size."""
    return sorted((path.stem for path in FOLDER.glob("*.jsonl")), key=_by_kind_and_size)


def cases(set_name: str, most: int | None = None) -> list[Case]:
    """The puzzles of a set that fit its purpose, shuffled, the same way every time; at most `most` of them.

    `multi` keeps those with several solutions, `unsat` those with none, every other set those with exactly one.
    """
    found = [
        Case(record.id, record.board.notation(), record.board, record.solution_count, record.solution)
        for record in records(set_name)
        if set_name in (ENUMERATED_SET, "unsat") or record.solution_count == 1
    ]
    Random(set_name).shuffle(found)
    return found[:most]


def _by_kind_and_size(name: str) -> tuple[str, int]:
    kind, _, size = name.partition("_")
    return kind, int(size or 0)
