"""`binairo score`: judges answers to puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

import click

from binairo_tui import datasets, engine
from binairo_tui.cli import answers, dataset_input, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Rejected

NO_SOLUTION = "none"
"""The right answer to a puzzle without a solution."""
_NAMES = ("answer", "solution", "response", "output")
"""The usual names of the field of an answer."""


class Scored(TypedDict):
    """The verdict on an answer. `fault` says what is wrong with it, and is null if it is right."""

    item: str
    puzzle: json_fields.Notation
    right: bool
    fault: str | None


@click.command("score", cls=options.Verb, prints=[Scored, json_fields.Failure])
@click.argument("items", metavar="ITEMS")
@click.argument("given", metavar="ANSWERS")
@puzzle_options.reading_options
@options.json_option
def command(items: str, given: str, *, as_json: bool) -> output.Status:
    """Judge answers: whether each solves its puzzle.

    ITEMS is a data set in JSON, as "binairo dataset" prints it, or anything
    that other verbs read as a PUZZLE. ANSWERS has an answer for each item, in
    the same order: JSON lines that are texts, lists of rows, or objects with a
    field "answer". For a single puzzle it may also be the text of a grid.

    An answer is right if it is a solution of the puzzle, whatever solution the
    item states: all 0s and 1s of a full grid, row by row, with every given and
    no broken rule. White space, brackets and commas do not matter. "none" is
    the right answer to a puzzle without a solution.

    Exit status: 0 if every answer is right; 1 if one is wrong; 2 if an item or
    an answer is missing or could not be read.

    For example:
      binairo score "4x4;0..1.1......0..0" "0011 1100 1001 0110"
      binairo score items.jsonl answers.jsonl | tail -n 1
      binairo score --json items.jsonl - < answers.jsonl | jq .right
    """
    report = answers.Report(as_json=as_json, blank_between=False)
    right = total = 0
    texts = _answers(given, report)
    for item in dataset_input.read_items(items, datasets.Fields()):
        text = next(texts, None)
        if isinstance(item, Rejected):
            report.reject(item)
            continue
        if text is None:
            output.fail(f"{item.place}: there is no answer to this item")
        fault = _fault(item.puzzle, text)
        total, right = total + 1, right + (not fault)
        fields = {"item": item.place, "puzzle": str(item.puzzle), "right": not fault, "fault": fault or None}
        output.print_result(fields, f"{item.place}: {f'wrong: {fault}' if fault else 'right'}", as_json=as_json)
        if fault:
            report.status = max(report.status, output.Status.NO)
    report.end_source()
    if next(texts, None) is not None:
        output.fail("there are more answers than items")
    if total > 1:
        output.print_warning(f"{engine.wording.plural(total, 'answer')}: {right} right, {total - right} wrong")
    return report.status


def _answers(argument: str, report: answers.Report) -> Iterator[str]:
    """Yield the answers as texts. An answer that cannot be read is reported, and yielded as ''."""
    values = dataset_input.read_json(argument, is_certain=True)
    if values is None:
        yield datasets.records.answer_text(argument)
        return
    for value in values:
        if isinstance(value, Rejected):
            report.reject(value)
        yield "" if isinstance(value, Rejected) else _answer_text(value.json)


def _answer_text(value: Any) -> str:
    if isinstance(value, dict):
        value = next(filter(None, map(value.get, _NAMES)), None)
    return datasets.records.answer_text(value)


def _fault(puzzle: engine.Puzzle, text: str) -> str:
    """Return what is wrong with an answer; empty if it is right."""
    if text.strip().lower() != NO_SOLUTION:
        return engine.answer_fault(puzzle, text)
    return "It has a solution." if engine.first_solution(puzzle) is not None else ""
