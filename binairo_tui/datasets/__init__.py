"""Data sets of puzzles: makes them, audits existing ones, and judges answers to their items.

`items` makes the items of a data set from a `Plan`. `read_record` reads an item of any data set, and `audit` finds the
faults of a data set. `judge_answer` judges the answer of a model, and `judge_steps` judges the moves that led to the
answer.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.datasets import auditing, judging, records
    from binairo_tui.datasets.auditing import Audit, Solved, audit, solve
    from binairo_tui.datasets.judging import AnswerKind, Judgement, judge_answer, judge_steps, read_moves
    from binairo_tui.datasets.making import Item, Kind, Plan, candidate, fault_of, items
    from binairo_tui.datasets.records import Record, RecordError, read_answered, read_record
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "auditing": ["Audit", "Solved", "audit", "solve"],
            "judging": ["AnswerKind", "Judgement", "judge_answer", "judge_steps", "read_moves"],
            "making": ["Item", "Kind", "Plan", "candidate", "fault_of", "items"],
            "records": ["Record", "RecordError", "read_answered", "read_record"],
        },
    )

__all__ = [
    "AnswerKind",
    "Audit",
    "Item",
    "Judgement",
    "Kind",
    "Plan",
    "Record",
    "RecordError",
    "Solved",
    "audit",
    "candidate",
    "fault_of",
    "items",
    "judge_answer",
    "judge_steps",
    "read_answered",
    "read_moves",
    "read_record",
    "solve",
]
