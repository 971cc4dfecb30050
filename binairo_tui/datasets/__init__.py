"""Data sets of puzzles: making them, and auditing those of others.

`items` makes the items of a data set from a `Plan`. `read_record` reads an item of a data set by others, and `audit`
finds what is wrong with a data set.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.datasets import auditing, records
    from binairo_tui.datasets.auditing import Audit, audit
    from binairo_tui.datasets.making import Item, Kind, Plan, candidate, items
    from binairo_tui.datasets.records import Fields, Record, RecordError, read_record
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "auditing": ["Audit", "audit"],
            "making": ["Item", "Kind", "Plan", "candidate", "items"],
            "records": ["Fields", "Record", "RecordError", "read_record"],
        },
    )

__all__ = [
    "Audit",
    "Fields",
    "Item",
    "Kind",
    "Plan",
    "Record",
    "RecordError",
    "audit",
    "candidate",
    "items",
    "read_record",
]
