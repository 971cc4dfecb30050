"""`binairo dataset score`: judges answers to puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated, Literal, NotRequired, TypedDict

import click

from binairo_tui import datasets, engine
from binairo_tui.cli import answers, dataset_input, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Rejected

_Verdict = Literal["right", "wrong", "unreadable", "missing"]


class Scored(TypedDict):
    """The verdict on an answer. `fault` says what is wrong with it, and is null if it is right."""

    item: str
    id: NotRequired[Annotated[str, ("description", "The id of the item, if it has one.")]]
    puzzle: json_fields.Notation
    verdict: _Verdict
    right: bool
    answer: Annotated[
        str | None, ("description", 'What was read: the cells row by row, or "none" for no solution; null if nothing.')
    ]
    fault: str | None


class Figures(TypedDict):
    """With --summary: how many items have each verdict, among all or those of a size, band or kind."""

    group: Literal["all", "size", "band", "kind"]
    value: Annotated[str, ("description", "The size, band or kind; empty for all items.")]
    items: json_fields.Number
    right: int
    wrong: int
    unreadable: int
    missing: int
    share: Annotated[float, ("description", "The share of right answers, from 0 to 1.")]


@click.command("score", cls=options.Verb, prints=[Scored, Figures, json_fields.Failure])
@click.argument("items", metavar="ITEMS")
@click.argument("given", metavar="ANSWERS")
@click.option("--answer-field", default="", metavar="NAME", help="The field of the answer, as in message.content.")
@click.option("--summary", is_flag=True, help="Print only figures: of all items, and by size, difficulty and kind.")
@puzzle_options.reading_options
@options.json_option
def command(items: str, given: str, *, answer_field: str, summary: bool, as_json: bool) -> output.Status:
    """Judge answers: whether each solves its puzzle.

    ITEMS is a data set in JSON, as "binairo dataset make" prints it, or anything
    that other verbs read as a PUZZLE. ANSWERS is a file with JSON lines that
    are texts, grids as lists, or objects with a field such as "response" or
    "answer". They belong to the items with the same "id" if all of them and
    the first item have one, otherwise to the items in order. For a single
    puzzle, ANSWERS may also be a text, or a file with a text.

    An answer is read as a model writes it: the last whole grid in the text
    counts, whatever is around it, unless the text then says that there is no
    solution. It is right if it solves the puzzle, whatever solution the item
    states; if the puzzle has no solution, "none" is right. Other answers are
    wrong; unreadable, if they have neither a grid nor such a statement; or
    missing.

    Exit status: 0 if every answer is right; 1 if one is not; 2 if an item or
    a line could not be read, or if answers are left over.

    For example:
      binairo dataset score "4x4;0..1.1......0..0" "0011 1100 1001 0110"
      binairo dataset score items.jsonl answers.jsonl --summary
      binairo dataset score --json items.jsonl - < answers.jsonl | jq .verdict
    """
    report = answers.Report(as_json=as_json, blank_between=False)
    source = dataset_input.read_items(items, datasets.Fields())
    first = list(islice(source, 2))
    read = _read_answers(dataset_input.read_answers(given, is_one=len(first) == 1), answer_field, report)
    texts = {answered.id: answered.text for answered in read if answered.id}
    by_id, in_order = bool(texts and getattr(first[0], "id", "")), iter(read)
    figures, used = datasets.Figures(), set()
    for item in chain(first, source):
        if isinstance(item, Rejected):
            report.reject(item)
            next(in_order, None)
            continue
        text = texts.get(item.id) if by_id else next(in_order, datasets.Answered(None)).text
        used.add(item.id)
        judged = datasets.judge_answer(item.puzzle, text)
        figures.add(item, judged.kind)
        if judged.fault:
            report.status = max(report.status, output.Status.NO)
        if not summary:
            _print_verdict(item, judged, as_json=as_json)
    report.end_source()
    if summary:
        _print_figures(figures, as_json=as_json)
    counts = figures.counts["all", ""]
    if counts.total() > 1:
        said = ", ".join([f"{counts[kind]} {kind}" for kind in datasets.AnswerKind])
        output.print_warning(f"{counts.total()} answers, matched by {'id' if by_id else 'order'}: {said}")
    if left := len(texts.keys() - used) if by_id else len(list(in_order)):
        output.print_warning(f"{engine.wording.plural(left, 'answer')} without an item")
        report.status = output.Status.BAD_INPUT
    return report.status


def _read_answers(
    values: Iterator[dataset_input.Value | Rejected], path: str, report: answers.Report
) -> list[datasets.Answered]:
    """Return the answers: without ids, unless all have one. A line that is not JSON is reported, and unreadable."""
    read, are_named = [], True
    for value in values:
        if isinstance(value, Rejected):
            report.reject(value)
            read.append(datasets.Answered(value.message))
            continue
        read.append(datasets.read_answered(value.json, path))
        are_named &= bool(read[-1].id)
    ids = [answered.id for answered in read if answered.id]
    if are_named and len(set(ids)) < len(ids):
        output.print_warning("answers with the same id: the last of them counts")
    return read if are_named else [answered._replace(id="") for answered in read]


def _print_verdict(item: datasets.Record, judged: datasets.Judgement, *, as_json: bool) -> None:
    fields = {
        "item": item.place,
        **({"id": item.id} if item.id else {}),
        "puzzle": str(item.puzzle),
        "verdict": judged.kind,
        "right": not judged.fault,
        "answer": judged.answer or None,
        "fault": judged.fault or None,
    }
    said = f"{item.place}: {judged.kind}{judged.fault and f': {judged.fault}'}"
    output.print_result(fields, said, as_json=as_json)


def _print_figures(figures: datasets.Figures, *, as_json: bool) -> None:
    """Print a table of the verdicts, or a JSON object for each of its rows."""
    if not as_json:
        output.print_data(f"{'':16}{'items':>8}{'right':>8}{'wrong':>8}{'unreadable':>12}{'missing':>9}{'share':>9}")
    for (group, value), counts in sorted(figures.counts.items(), key=_place):
        total, numbers = counts.total(), {kind.value: counts[kind] for kind in datasets.AnswerKind}
        share = numbers["right"] / max(total, 1)
        fields = {"group": group, "value": value, "items": total, **numbers, "share": round(share, 4)}
        right, wrong, unreadable, missing = numbers.values()
        name = output.printable(f"{group} {value}")
        row = f"{name:16}{total:8}{right:8}{wrong:8}{unreadable:12}{missing:9}{share:9.1%}"
        output.print_result(fields, row, as_json=as_json)


def _place(row: tuple[tuple[str, str], object]) -> tuple[int, list[int], str]:
    """Return what sorts the rows of the table: all items, sizes, bands, kinds, each from the least."""
    group, value = row[0]
    names = [*options.BANDS, *datasets.making.Kind]
    if group == "size":
        return 1, [int(side) for side in value.split("x")], value
    rank = names.index(value.lower()) if value.lower() in names else len(names)
    return ("all", "size", "band", "kind").index(group), [rank], value
