"""Data sets of puzzles: making them, auditing those of others, and judging answers to their items.

`items` makes the items of a data set from a `Plan`. `read_record` reads an item of a data set by others, and `audit`
finds what is wrong with a data set. `judge_answer` judges what a model answered, and `judge_steps` how it got there.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.datasets import auditing, judging, records
    from binairo_tui.datasets.auditing import Audit, Solved, audit, solve
    from binairo_tui.datasets.judging import AnswerKind, Figures, Judgement, judge_answer
    from binairo_tui.datasets.making import Item, Kind, Plan, candidate, fault_of, items
    from binairo_tui.datasets.records import Answered, Fields, Record, RecordError, read_answered, read_record
    from binairo_tui.datasets.steps import Step, StepKind, judge_steps, read_moves
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "auditing": ["Audit", "Solved", "audit", "solve"],
            "judging": ["AnswerKind", "Figures", "Judgement", "judge_answer"],
            "making": ["Item", "Kind", "Plan", "candidate", "fault_of", "items"],
            "records": ["Answered", "Fields", "Record", "RecordError", "read_answered", "read_record"],
            "steps": ["Step", "StepKind", "judge_steps", "read_moves"],
        },
    )

__all__ = [
    "AnswerKind",
    "Answered",
    "Audit",
    "Fields",
    "Figures",
    "Item",
    "Judgement",
    "Kind",
    "Plan",
    "Record",
    "RecordError",
    "Solved",
    "Step",
    "StepKind",
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
