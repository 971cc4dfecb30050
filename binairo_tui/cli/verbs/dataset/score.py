"""`binairo dataset score`: judges answers to puzzles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

import click

from binairo_tui import datasets, engine
from binairo_tui.cli import answers, dataset_input, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Rejected

_GROUPS = ("all", "size", "band", "kind")
MOST_NAMED = 5
"""Limit on the answers without an item that a message names."""


class Scored(TypedDict):
    """The verdict on an answer. `fault` says what is wrong with a wrong answer."""

    item: str
    id: NotRequired[Annotated[str, ("description", "The id of the item, if it has one.")]]
    puzzle: json_fields.Notation
    verdict: Literal["right", "wrong", "unreadable", "missing"]
    answer: Annotated[
        str | None,
        ("description", 'What was read: cells row by row, or "none" for no solution; null if nothing was read.'),
    ]
    fault: str | None


class Figures(TypedDict):
    """With --summary: the number of items with each verdict, among all items or those of one size, band or kind."""

    group: Literal["all", "size", "band", "kind"]
    value: Annotated[str, ("description", "The size, band or kind; empty for all items.")]
    verdicts: Annotated[dict[str, int], ("description", "The number of items with each verdict.")]


@click.command("score", cls=options.Verb, prints=[Scored, Figures, json_fields.Failure])
@click.argument("items", metavar="ITEMS")
@click.argument("given", metavar="ANSWERS")
@click.option("--answer-field", default="", metavar="NAME", help="The field of the answer, as in message.content.")
@click.option("--summary", is_flag=True, help="Print only figures: for all items, and by size, difficulty and kind.")
@puzzle_options.reading_options
@options.json_option
def command(items: str, given: str, *, answer_field: str, summary: bool, as_json: bool) -> output.Status:
    """Judge whether answers solve their puzzles.

    ITEMS is a data set in JSON, as "binairo dataset make" prints it, or
    anything that other verbs read as a PUZZLE. ANSWERS is a file of JSON
    lines: texts, grids as lists, or objects with a field such as "response" or
    "answer". If all answers and items have an "id", an answer belongs to the
    item with the same "id"; the last answer to an item counts. Otherwise,
    answers and items are in the same order. For a single puzzle, ANSWERS may
    also be a text, or a file with a text.

    An answer may have any text around it: the last whole grid counts, unless
    the text after it says that there is no solution. An answer is right if it
    solves the puzzle, even if the item states another solution. If the puzzle
    has no solution, "none" is right. An answer with neither a grid nor such a
    statement is unreadable. All other answers are wrong. An item without an
    answer is "missing".

    Exit status: 0 if every answer is right; 1 if one is not; 2 if an item or a
    line could not be read, or if an answer belongs to no item.

    For example:
      binairo dataset score "4x4;0..1.1......0..0" "0011 1100 1001 0110"
      binairo dataset score items.jsonl answers.jsonl --summary
      binairo dataset score --json items.jsonl - < answers.jsonl | jq .verdict
    """
    report = answers.Report(as_json=as_json, blank_between=False)
    found = list(dataset_input.read_items(items, {}))
    read: list[tuple[str | None, str | None]] = []  # the ids, None for a line that is not JSON, and the texts
    for line in dataset_input.read_answers(given, is_one=len(found) == 1):
        if isinstance(line, Rejected):
            report.reject(line)
            read.append((None, line.error))
        else:
            read.append(datasets.read_answered(line[1], answer_field))
    how, keys, texts = _match(found, read)
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)  # by group and value
    for key, item in zip(keys, found, strict=True):
        if isinstance(item, Rejected):
            report.reject(item)
            continue
        judged = datasets.judge_answer(item.puzzle, texts.get(key))
        if not summary:
            _print_verdict(item, judged, as_json=as_json)
        size = f"{item.puzzle.width}x{item.puzzle.height}"
        for row in zip(_GROUPS, ("", size, item.band, item.kind), strict=True):
            counts[row][judged.kind] += 1
    report.end_source()
    if summary:
        _print_figures(counts, as_json=as_json)
    total = counts["all", ""]
    if total.total() > 1:
        said = ", ".join([f"{total[kind]} {kind}" for kind in datasets.AnswerKind])
        output.print_warning(f"{total.total()} items, answers matched by {how}: {said}")
    known = {*keys}
    if left := [output.printable(key) for key in texts if key not in known]:
        named = ", ".join([*left[:MOST_NAMED], *(["..."] if left[MOST_NAMED:] else [])])
        output.print_warning(f"{engine.wording.plural(len(left), 'answer')} left over: {named}")
        return output.Status.BAD_INPUT
    return max(report.status, output.Status(total[datasets.AnswerKind.RIGHT] < total.total()))


def _match(
    found: Sequence[datasets.Record | Rejected], read: Sequence[tuple[str | None, str | None]]
) -> tuple[str, list[str], dict[str, str | None]]:
    """Return `id` or, unless all answers and an item have ids, `order`; the key of each item; the answers by key."""
    ids, names = [getattr(item, "id", "") for item in found], [name for name, _ in read if name is not None]
    if any(ids) and names and all(names):
        return "id", ids, {name: text for name, text in read if name}
    numbers = [str(number) for number in range(1, len(found) + 1)]
    return "order", numbers, {str(number): text for number, (_, text) in enumerate(read, 1)}


def _print_verdict(item: datasets.Record, judged: datasets.Judgement, *, as_json: bool) -> None:
    fields = {
        "item": item.place,
        **({"id": item.id} if item.id else {}),
        "puzzle": str(item.puzzle),
        "verdict": judged.kind,
        "answer": judged.answer or None,
        "fault": judged.fault or None,
    }
    said = f"{item.place}: {judged.kind}{judged.fault and f': {judged.fault}'}"
    output.print_result(fields, said, as_json=as_json)


def _print_figures(counts: Mapping[tuple[str, str], Counter[str]], *, as_json: bool) -> None:
    if not as_json:
        output.print_data(f"{'':16}{''.join([f'{kind:>12}' for kind in datasets.AnswerKind])}{'share':>8}")
    for (group, value), found in sorted(counts.items(), key=lambda row: _GROUPS.index(row[0][0])):
        if value or group == "all":
            verdicts = {kind.value: found[kind] for kind in datasets.AnswerKind}
            numbers = "".join([f"{number:12}" for number in verdicts.values()])
            share = found[datasets.AnswerKind.RIGHT] / found.total()
            text = f"{output.printable(f'{group} {value}'):16}{numbers}{share:8.1%}"
            output.print_result({"group": group, "value": value, "verdicts": verdicts}, text, as_json=as_json)
