"""The JSON fields of the items of a data set."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from binairo_tui import datasets, engine
from binairo_tui.cli import json_fields


class Witness(TypedDict):
    """The evidence that an item does not have exactly one solution."""

    solution: NotRequired[Annotated[json_fields.Grid, ("description", "A second solution.")]]
    givens: NotRequired[
        Annotated[list[json_fields.CellName], ("description", "A minimal set of givens without a common solution.")]
    ]


class DatasetItem(TypedDict):
    """An item of a data set."""

    id: Annotated[json_fields.Number, ("description", "The number of the item.")]
    split: NotRequired[Annotated[str, ("description", "The split, if there are any.")]]
    kind: Annotated[
        Literal["unique", "ambiguous", "unsolvable"], ("description", "Whether it has one, several or no solutions.")
    ]
    puzzle: Annotated[json_fields.Notation, ("description", "Size, cells row by row, signs, and the rule for lines.")]
    solution: Annotated[json_fields.Grid | None, ("description", "A solution, row by row; null if there is none.")]
    band: Annotated[
        json_fields.BandName | None, ("description", "The difficulty of a unique item: that of its hardest technique.")
    ]
    score: Annotated[int | None, ("description", "The effort of the whole solution.")]
    techniques: Annotated[
        dict[str, json_fields.Number] | None, ("description", "How often each technique is needed, easiest first.")
    ]
    witness: Annotated[
        Witness | None,
        ("description", "A second solution, or givens that have no common solution; null for a unique item."),
    ]
    group: Annotated[
        str,
        ("pattern", "^[0-9a-f]{12}$"),
        ("description", "Names the solution it was made from, however turned, mirrored or swapped."),
    ]
    seed: Annotated[int, ("description", "With recipe 3, generates the puzzle that the item was made from.")]
    steps: NotRequired[
        Annotated[
            list[json_fields.Proof], ("description", "The proofs that lead to the solution of a unique item, in order.")
        ]
    ]


def item_fields(plan: datasets.Plan, item: datasets.Item) -> DatasetItem:
    puzzle, grade = item.puzzle, item.grade
    text = puzzle.geometry.text
    split: dict[str, str] = {"split": plan.split(item.group)} if plan.splits else {}
    witness: Witness = {"givens": engine.json_form.cell_names(puzzle, item.conflicting_givens)}
    if item.other_solution is not None:
        witness = {"solution": text(item.other_solution)}
    fields: DatasetItem = {
        "id": item.number + 1,
        **split,  # type: ignore[typeddict-item] # its only key is a field
        "kind": item.kind.value,
        "puzzle": str(puzzle),
        "solution": None if item.solution is None else text(item.solution),
        "band": grade.band.title if grade else None,
        "score": grade.score if grade else None,
        "techniques": dict(grade.techniques) if grade else None,
        "witness": None if item.kind is datasets.Kind.UNIQUE else witness,
        "group": item.group,
        "seed": item.seed,
    }
    if plan.has_proofs:
        fields["steps"] = [engine.to_json(puzzle, proof) for proof in item.proofs]
    return fields
