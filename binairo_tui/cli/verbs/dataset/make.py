"""`binairo dataset make`: makes a data set of puzzles, as JSON lines with a card."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import click

from binairo_tui import datasets, engine, files, processes
from binairo_tui.cli import dataset_fields, options, output
from binairo_tui.cli.progress import progress_line

_PERCENT = options.WholeNumber(0, 100)


class Split(click.ParamType):  # type: ignore[type-arg]  # click 8.1 knows no type arguments here
    """The type of options that are splits, such as `train=80`. A value is a tuple (name, weight)."""

    name = "split"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        name, _, weight = value.partition("=")
        if not name.isidentifier() or not weight.isdecimal() or not 0 < int(weight[:10]) < 10**9:
            self.fail("expected a split such as train=80", param, ctx)
        return name, int(weight)


@click.command("dataset", cls=options.Verb, prints=[dataset_fields.DatasetItem])
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
@click.option("--split", "splits", type=Split(), multiple=True, metavar="NAME=N", help="A split and its weight.")
@click.option("--proofs", is_flag=True, help="Add the steps that lead to the solution, each with its reasons.")
@click.option("--seed", type=options.WholeNumber(0), metavar="S", help="The same seed makes the same items.")
@click.option("--skip-empty", is_flag=True, help="Leave out combinations without puzzles.")
@click.option(
    *("--output", "-o", "directory"),
    type=click.Path(path_type=Path),
    metavar="DIRECTORY",
    help="Write a new directory with a file for each split and the card, README.md.",
)
@options.file_option("--card", text="Write a page to FILE that says what is in the data set, and how it was made.")
@click.option(
    "--license", "licence", default="cc0-1.0", metavar="ID", help="The license in the card. Default: cc0-1.0."
)
@options.workers_option
def command(
    *,
    workers: int,
    card: Path | None,
    directory: Path | None,
    licence: str,
    seed: int | None,
    skip_empty: bool,
    **choices: Any,
) -> output.Status:
    """Make a data set: graded puzzles as JSON lines.

    --size, --band, --rules and --split can be given more than once. Each
    combination of size, difficulty, rules and signs gets the same number of
    items.

    An item has a puzzle, a solution, its difficulty (band), score and
    techniques; "binairo help dataset --schema" describes all fields. Ambiguous
    items have a second solution as a witness; unsolvable ones name givens that
    have no common solution. No two items are the same up to turning, mirroring
    and swapping 0s and 1s; copies of one solution are never in two splits. The
    same options and seed give the same items everywhere, and a smaller --count
    gives the first of them; if no seed is given, a random one is used and
    printed to standard error.

    Nothing is written before all items are made. Combinations without puzzles,
    such as 4x4 with a hard difficulty, are all named first.

    Exit status: 0; 1 if there are not enough puzzles of a kind.

    For example:
      binairo dataset make --count 1000 --seed 1 > items.jsonl
      binairo dataset make --size 6 --size 8 --band easy --band hard --proofs
      binairo dataset make --ambiguous 10 --unsolvable 10 --card README.md
      binairo dataset make --split train=80 --split test=20 --output puzzles
      binairo dataset make --size 4 --size 6 --skip-empty | jq -r .band
    """
    if seed is None:
        seed = options.random_seed()
    plan = _plan(seed=seed, **choices)
    if directory is not None and files.paths.is_there(directory):
        output.fail(f"{directory}: it exists already")
    from binairo_tui.cli.dataset_card import Card, command_text

    words = command_text(plan) + " --skip-empty" * skip_empty
    faults = _faults(plan, workers)
    for fault in dict.fromkeys(faults.values()):
        output.print_warning(fault)
    rest = tuple([request for request in plan.requests if request not in faults])
    if not rest or (faults and not skip_empty):
        return output.Status.NO
    plan = replace(plan, requests=rest)
    described, lines, parts = Card(plan, words, licence), [], defaultdict(list)
    try:
        for item, line in _lines(plan, workers):
            lines.append(line)
            parts[f"{plan.split(item.group) or 'items'}.jsonl"].append(f"{line}\n")
            described.add(item, line)
    except engine.GenerationError as error:
        output.print_warning(str(error))
        return output.Status.NO
    if card is not None:
        output.write_output(described.text().encode(), card)
    if directory is not None:
        _write(directory, {"README.md": described.text(), **{name: "".join(part) for name, part in parts.items()}})
    else:
        for line in lines:
            output.print_data(line)
    return output.Status.YES


def _faults(plan: datasets.Plan, workers: int) -> dict[engine.Request, str]:
    """Return the requests of which there are no puzzles of some kind, each with a clause that says so."""
    examples = plan.examples()
    jobs = [(plan, number) for number in examples.values()]
    with progress_line("dataset", "combinations", len(jobs)) as progress:
        faults: dict[engine.Request, str] = {}
        found = processes.executors.in_order(datasets.fault_of, jobs, min(workers, len(jobs)), output.print_warning)
        for number, ((_, request), fault) in enumerate(zip(examples, found, strict=True), 1):
            if fault:
                faults.setdefault(request, fault)
            progress.show(number)
    return faults


def _write(directory: Path, texts: Mapping[str, str]) -> None:
    """Make a directory with these files. If that fails, leave nothing behind, print the reason and end the command."""
    temporary = directory.with_name(f".{directory.name}-{os.urandom(4).hex()}")
    try:
        temporary.mkdir()
        for name, text in texts.items():
            (temporary / name).write_text(text, encoding="utf-8")
        temporary.rename(directory)
    except OSError as error:
        shutil.rmtree(temporary, ignore_errors=True)
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
        engine.Request(width, height, band, unique_lines=rule == "unique", has_signs=has_signs, recipe=3)
        for (width, height), rule, has_signs, band in kinds
    ]
    try:
        return datasets.Plan(tuple(requests), count, has_proofs=proofs, **fields)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _lines(plan: datasets.Plan, workers: int) -> Iterator[tuple[datasets.Item, str]]:
    """Yield the items, each with its line, and show the progress. Raises GenerationError."""
    with progress_line("dataset", "items", plan.count) as progress:
        jobs = ((plan, number) for number in range(plan.count))
        candidates = processes.executors.in_order(
            datasets.candidate, jobs, min(workers, plan.count), output.print_warning
        )
        for item in datasets.items(plan, candidates=candidates):
            yield item, files.json_lines.format_line(dataset_fields.item_fields(plan, item))
            progress.show(item.number + 1)
