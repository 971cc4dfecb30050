"""`binairo dataset make`: makes a data set of puzzles, as JSON lines with a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import click

from binairo_tui import datasets, engine, files
from binairo_tui.cli import json_fields, options, output
from binairo_tui.cli.progress import in_order

_PERCENT = options.WholeNumber(0, 100)


class Witness(TypedDict):
    """The evidence that an item does not have exactly one solution."""

    solution: NotRequired[Annotated[json_fields.Grid, ("description", "A second solution.")]]
    givens: NotRequired[
        Annotated[list[json_fields.CellName], ("description", "A minimal set of givens that cannot all be right.")]
    ]


class DatasetItem(TypedDict):
    id: Annotated[json_fields.Number, ("description", "The number of the item.")]
    split: NotRequired[Annotated[str, ("description", "The split, if there are splits.")]]
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
        ("description", "A second solution, or givens that cannot all be right; null for a unique item."),
    ]
    group: Annotated[
        str,
        ("pattern", "^[0-9a-f]{12}$"),
        ("description", "The same for items made from one solution or its turned, mirrored or swapped copies."),
    ]
    seed: Annotated[int, ("description", "The seed, in recipe 2, of the puzzle that the item was made from.")]
    steps: NotRequired[
        Annotated[
            list[json_fields.Proof], ("description", "The proofs that lead to the solution of a unique item, in order.")
        ]
    ]


def _split(text: str) -> tuple[str, int]:
    """Return a split such as `train=80` as its name and its weight."""
    name, _, weight = text.partition("=")
    if not name.isidentifier() or not weight.isdecimal() or not 0 < int(weight[:10]) < 10**9:
        raise click.BadParameter("expected a split such as train=80")
    return name, int(weight)


@click.command("make", cls=options.Verb, prints=[DatasetItem])
@click.option("--count", type=options.POSITIVE, default=100, metavar="N", help="The number of items. Default: 100.")
@click.option(
    "--size", "sizes", type=options.BoardSize(), multiple=True, metavar="SIZE", help="Such as 8 or 8x10. Default: 8."
)
@click.option(
    "--band",
    "--difficulty",
    "bands",
    type=click.Choice(options.BANDS, case_sensitive=False),
    multiple=True,
    metavar="BAND",
    help=f"A difficulty: {', '.join(options.BANDS)}. Default: gentle to hard.",
)
@click.option(
    "--rules",
    type=click.Choice(["unique", "any"]),
    multiple=True,
    default=["unique"],
    help='With "any", lines may repeat. Default: unique.',
)
@click.option(
    "--signs",
    type=click.Choice(["no", "yes", "both"]),
    default="no",
    help="Puzzles with = and x between cells (Binairo+). Default: no.",
)
@click.option("--ambiguous", type=_PERCENT, default=0, metavar="P", help="Percent of items with several solutions.")
@click.option("--unsolvable", type=_PERCENT, default=0, metavar="P", help="Percent of items without a solution.")
@click.option("--split", "splits", type=_split, multiple=True, metavar="NAME=N", help="A split and its weight.")
@click.option("--proofs", is_flag=True, help="Add the steps that lead to the solution, each with its reasons.")
@click.option("--seed", type=options.WholeNumber(0), metavar="S", help="The same seed makes the same items.")
@click.option("--skip-empty", is_flag=True, help="Leave out combinations that lack a kind of item.")
@click.option(
    *("--output", "-o", "directory"),
    type=click.Path(path_type=Path),
    metavar="DIRECTORY",
    help="Write a new directory with a file for each split and the card, README.md.",
)
@options.workers_option
def command(
    *,
    workers: int,
    directory: Path | None,
    seed: int | None,
    skip_empty: bool,
    **choices: Any,
) -> output.Status:
    """Make a data set: graded puzzles as JSON lines.

    --size, --band, --rules and --split can be given more than once. Each
    combination of size, difficulty, rules and signs gets the same number of
    items.

    An item has a puzzle, a solution, its difficulty (band), score and
    techniques; "binairo help dataset make --schema" has all fields. Ambiguous
    items have a second solution as a witness; unsolvable items name givens that
    cannot all be right. No two items become the same by turning, mirroring or
    swapping 0s and 1s. All copies of a solution are in the same split. The same
    options and seed give the same items everywhere, and a smaller --count gives
    the first of these items. Without a seed, a random one is used and printed
    to standard error.

    Nothing is written before all items are made. Combinations without puzzles,
    such as 2x2 with a hard difficulty, are reported at the start.

    Exit status: 0; 2 if there are not enough puzzles of a kind.

    For example:
      binairo dataset make --count 1000 --seed 1 > items.jsonl
      binairo dataset make --size 6 --size 8 --band easy --band hard --proofs
      binairo dataset make --ambiguous 10 --unsolvable 10 --output puzzles
      binairo dataset make --split train=80 --split test=20 > items.jsonl
      binairo dataset make --size 4 --size 6 --skip-empty | jq -r .band
    """
    if seed is None:
        seed = options.random_seed()
    plan = _plan(seed=seed, **choices)
    if directory is not None and files.paths.is_there(directory):
        output.fail(f"{directory}: it exists already")
    examples = plan.examples()
    jobs = ((plan, number) for number in examples)
    tried = in_order(datasets.fault_of, jobs, workers, "dataset", unit="puzzles", total=len(examples))
    faults = [(plan.kind(number)[1], fault) for number, fault in zip(examples, tried, strict=True) if fault]
    for fault in dict.fromkeys([fault for _, fault in faults]):
        output.print_warning(fault)
    rest = tuple([request for request in plan.requests if request not in dict(faults)])
    if not rest or (faults and not skip_empty):
        return output.Status.BAD_INPUT
    made = replace(plan, requests=rest)
    lines: list[tuple[str, str]] = []  # each line after its split
    jobs = ((made, number) for number in range(made.count))
    first = in_order(datasets.candidate, jobs, workers, "dataset", unit="puzzles", total=made.count)
    try:
        for item in datasets.items(made, candidates=first):
            line = files.json_lines.format_line(_item_fields(made, item))
            lines.append((made.split(item.group) or "train", line))
    except engine.GenerationError as error:
        output.fail(str(error))
    if directory is None:
        output.print_data("\n".join([line for _, line in lines]))
    else:
        _write(directory, made, lines)
    return output.Status.YES


def _item_fields(plan: datasets.Plan, item: datasets.Item) -> DatasetItem:
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


def _write(directory: Path, plan: datasets.Plan, lines: Sequence[tuple[str, str]]) -> None:
    """Make a directory with a file for each split, and the card. If that fails, leave nothing behind."""
    from binairo_tui.cli.dataset_card import card_text

    texts = {split: "".join([f"{line}\n" for name, line in lines if name == split]) for split in dict(lines)}
    contents = {"README.md": card_text(plan, texts), **{f"{split}.jsonl": text for split, text in texts.items()}}
    try:
        with TemporaryDirectory(dir=directory.parent) as temporary:
            whole = Path(temporary) / "whole"
            whole.mkdir()
            for name, content in contents.items():
                (whole / name).write_text(content, encoding="utf-8")
            whole.rename(directory)
    except OSError as error:
        output.fail(f"{directory}: {error.strerror}")


def _plan(
    *,
    count: int,
    sizes: tuple[tuple[int, int], ...],
    bands: tuple[str, ...],
    rules: tuple[str, ...],
    signs: str,
    proofs: bool,
    **fields: Any,
) -> datasets.Plan:
    """Return the plan for these options. If they contradict one another, print the reason and end the command."""
    kinds = product(
        dict.fromkeys(sizes or [(8, 8)]),
        dict.fromkeys(rules),
        (False, True) if signs == "both" else (signs == "yes",),
        dict.fromkeys([engine.Band[name.upper()] for name in bands or options.BANDS[:4]]),
    )
    requests = [
        engine.Request(width, height, band, unique_lines=rule == "unique", has_signs=has_signs, recipe=2)
        for (width, height), rule, has_signs, band in kinds
    ]
    try:
        return datasets.Plan(tuple(requests), count, has_proofs=proofs, **fields)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
