"""`binairo dataset audit`: finds what is wrong with a data set of puzzles."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import click

from binairo_tui import datasets, engine
from binairo_tui.cli import answers, dataset_input, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Rejected
from binairo_tui.cli.progress import in_order

_MAX_PLACES = 5


@click.command("audit", cls=options.Verb, prints=lambda: [datasets.Audit, json_fields.Failure])
@click.argument("sets", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--puzzle-field", "puzzle", default="", metavar="NAME", help="The field of the puzzle, as in ground_truth.puzzle."
)
@click.option("--solution-field", "solution", default="", metavar="NAME", help="The field of the solution.")
@click.option("--split-field", "split", default="", metavar="NAME", help="The field of the split.")
@puzzle_options.reading_options
@puzzle_options.workers_option
@options.json_option
def command(sets: tuple[str, ...], *, workers: int, as_json: bool, **fields: str) -> output.Status:
    """Find items that are ambiguous, repeated or in two splits.

    A FILE is JSON (one object per line, or a list of objects), CSV or TSV with
    a line of headings, parquet (with pyarrow), or anything that other verbs
    read as a PUZZLE. Each item has a puzzle, and perhaps a solution and a
    split. Fields with common names, such as "puzzle", are found automatically,
    even within other objects. Lines must be unique unless the item says
    otherwise; --no-unique-lines is for data sets in which lines may repeat. If
    there are several files, the split of an item that states none is its file.

    The report counts the items with one solution, with several and with none,
    and shows two solutions of each ambiguous item. It names items that break a
    rule, state a wrong solution, or copy an earlier item. A copy may be turned
    or mirrored, and have its 0s and 1s swapped. The report also names puzzles
    and solutions that are in two splits, and says how many items would be
    solved by giving the same answer to all items of a size. An item may be
    ambiguous or unsolvable if its "kind" says so.

    Exit status: 0 if nothing is wrong; 1 if something is; 2 if an item could
    not be read.

    For example:
      binairo dataset audit items.jsonl
      binairo dataset audit train.jsonl test.jsonl
      binairo dataset audit --puzzle-field ground_truth.puzzle eval.jsonl
      binairo dataset audit --json items.jsonl | jq ".faults.ambiguous[]"
    """
    report = answers.Report(as_json=as_json, blank_between=False)
    jobs = ((record,) for record in _records(sets, fields, report))
    found = datasets.audit(in_order(datasets.solve, jobs, workers, "audit", unit="items", total=None))
    report.end_source()
    output.print_result(dataclasses.asdict(found), "\n".join(_report(found)), as_json=as_json)
    return report.status if report.status or found.is_clean else output.Status.NO


def _records(sets: tuple[str, ...], fields: dict[str, str], report: answers.Report) -> Iterator[datasets.Record]:
    """Report everything that is not an item. If there are several files, each is the split of items without one."""
    for argument in sets:
        own_split = Path(argument).stem if len(sets) > 1 else ""
        for item in dataset_input.read_items(argument, fields):
            if isinstance(item, Rejected):
                report.reject(item)
            else:
                yield item._replace(split=item.split or own_split)


def _report(found: datasets.Audit) -> Iterator[str]:
    counts = {"unique": found.unique, "ambiguous": found.ambiguous, "unsolvable": found.unsolvable}
    yield f"{engine.wording.plural(found.items, 'item')}: {_list(counts)}"
    if found.splits:
        yield f"splits: {_list(found.splits)}"
    if found.items:
        share = round(100 * found.constant / found.items, 1)
        yield f"one fixed answer for each size solves {found.constant} of {found.items} items ({share:g} %)"
    for name, places in found.faults.items():
        if places:
            more = f" and {len(places) - _MAX_PLACES} more" * (len(places) > _MAX_PLACES)
            yield f"{datasets.auditing.FAULTS[name]}: {len(places)} ({', '.join(places[:_MAX_PLACES])}{more})"
    for place in found.faults["ambiguous"][:_MAX_PLACES]:
        yield f"two solutions of {place}: {' and '.join(found.witnesses[place])}"


def _list(counts: dict[str, int]) -> str:
    return ", ".join([f"{number} {output.printable(name)}" for name, number in counts.items()])
