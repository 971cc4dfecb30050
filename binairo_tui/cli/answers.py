"""Computes a verb's answer for each puzzle, in one or more processes, and prints the answers in input order."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from binairo_tui import engine, files, processes
from binairo_tui.cli import output, puzzle_input, puzzle_options
from binairo_tui.cli.found import Found, Rejected
from binairo_tui.cli.progress import progress_line

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MAX_REPORTED = 20
"""Limit on the errors in one source that are printed to stderr; further errors are only counted."""
_QUEUED = 4
"""The maximum number of tasks that run or wait, per process."""
_TASK_SECONDS = 0.05
"""The time in seconds that one task should take: long enough to outweigh the cost of sending it."""


class Answer(NamedTuple):
    """`verdict` is a word that the closing line counts. `title` and `note` are those of the puzzle's `Found`."""

    status: output.Status
    text: str
    verdict: str
    title: str
    note: str
    warnings: Sequence[str] = ()


_Answering = Callable[[Found], Answer]
_Outcome = Answer | Rejected


def make_answer(
    found: Found,
    status: output.Status,
    verdict: str,
    content: str | Mapping[str, object],
    warnings: Sequence[str] = (),
    *,
    names_mistakes: bool = False,
) -> Answer:
    """JSON fields follow those that identify the puzzle. Unless it `names_mistakes`, a warning names wrong values."""
    if not names_mistakes:
        warnings = (*mistake_warnings(found), *warnings)
    text = content if isinstance(content, str) else files.json_lines.format_line({**found.place, **content})
    return Answer(status, text, verdict, found.title, found.note, warnings)


def mistake_warnings(found: Found) -> tuple[str, ...]:
    return (f"{found.title}: {found.mistakes_text}",) if found.mistakes else ()


def answer_each(
    answer: Callable[..., Answer], puzzles: Sequence[str], *, workers: int, as_json: bool, blank_between: bool = False
) -> output.Status:
    """Print the answer for every puzzle in order, then a closing line on stderr; return the highest status.

    `answer` takes a Found and `as_json`. Other processes get it, so it must be a top-level function or a `partial`.
    """
    answering = partial(answer, as_json=as_json)
    with progress_line(click.get_current_context().info_name or "", "puzzles") as progress:
        report = Report(as_json=as_json, blank_between=blank_between)

        def show(outcome: _Outcome) -> None:
            report.show(outcome)
            progress.show(report.answered + report.errors)

        with (
            processes.executors.local_executor(workers, output.print_warning) if workers > 1 else nullcontext()
        ) as executor:
            outcomes = (
                _Pool(executor, workers * _QUEUED, answering, show).outcomes(puzzles)
                if executor
                else _outcomes(puzzle_input.read_puzzles(puzzles, puzzle_options.read_options()), answering)
            )
            for outcome in outcomes:
                show(outcome)
    report.close()
    report.print_verdicts()
    return report.status


def print_each(
    items: Iterable[Found | Rejected],
    print_answer: Callable[[Found], output.Status],
    *,
    as_json: bool = False,
    blank_between: bool = False,
    limit: int | None = None,
) -> output.Status:
    """Call `print_answer`, which prints its own output, for every puzzle in order; return the highest status."""
    report = Report(as_json=as_json, blank_between=blank_between)
    for item in items:
        if isinstance(item, Rejected):
            report.reject(item)
            continue
        report.begin(item.title, item.note, mistake_warnings(item))
        report.status = max(report.status, print_answer(item))
        if report.answered == limit:
            break
    report.close()
    return report.status


def find_solution(
    found: Found, *, several: str = "more than one solution"
) -> tuple[engine.Position | None, output.Status]:
    """Return a solution that extends the filled cells, or None. If it is not the only one, warn, and return NO."""
    positions = list(engine.solutions(found.filled_puzzle, 2))
    if len(positions) == 1:
        return positions[0], output.Status.YES
    output.print_warning(f"{found.title}: {several if positions else 'no solution'}")
    return positions[0] if positions else None, output.Status.NO


class Report:
    """Prints answers, errors and notes as they arrive, and counts each kind."""

    def __init__(self, *, as_json: bool, blank_between: bool) -> None:
        self.status = output.Status.YES
        self.answered = 0
        self._as_json = as_json
        self._blank_between = blank_between and not as_json
        self._verdicts: Counter[str] = Counter()
        self.errors = 0
        self._source = ""
        self._source_errors = 0
        self._unreported = 0
        self._notes: Counter[str] = Counter()

    def show(self, outcome: _Outcome) -> None:
        if isinstance(outcome, Rejected):
            self.reject(outcome)
            return
        self.begin(outcome.title, outcome.note, outcome.warnings)
        if outcome.text:
            output.print_data(outcome.text)
        self.status = max(self.status, outcome.status)
        self._verdicts[outcome.verdict] += 1

    def begin(self, title: str, note: str, warnings: Sequence[str]) -> None:
        """Count an answer. Print each note once, with the title of the first puzzle; `close` counts the others."""
        if self._blank_between and self.answered:
            output.print_data("")
        self.answered += 1
        if note:
            self._notes[note] += 1
            if self._notes[note] == 1:
                output.print_warning(f"{title}: {note}")
        for warning in warnings:
            output.print_warning(warning)

    def reject(self, rejected: Rejected) -> None:
        self.status = output.Status.BAD_INPUT
        self.errors += 1
        # An error without a line is about a whole source. It is always shown.
        if rejected.source != self._source or rejected.line is None:
            self.end_source()
            self._source = rejected.source
        self._source_errors += 1
        if self._source_errors > MAX_REPORTED and not rejected.is_final:
            self._unreported += 1
        else:
            output.print_warning(rejected.message)
        if self._as_json:
            output.print_json(rejected.fields)

    def end_source(self) -> None:
        if self._unreported:
            are_not_puzzles = engine.wording.inflect(self._unreported, "is not a puzzle", "are not puzzles")
            output.print_warning(f"{self._source}: ... and {self._unreported} more that {are_not_puzzles}")
        self._source_errors = self._unreported = 0

    def close(self) -> None:
        """Print how many errors and notes were not shown."""
        self.end_source()
        if hidden := self._notes.total() - len(self._notes):
            output.print_warning(f"A note above also applies to {engine.wording.plural(hidden, 'more puzzle')}.")

    def print_verdicts(self) -> None:
        """For several puzzles, print a closing line with the number of each verdict and of the errors."""
        total = self.answered + self.errors
        if total > 1:
            parts = [f"{count} {verdict}" for verdict, count in self._verdicts.most_common()]
            parts += [engine.wording.plural(self.errors, "error")] if self.errors else []
            output.print_warning(f"{engine.wording.plural(total, 'puzzle')}: {', '.join(parts)}")


def _outcomes(items: Iterable[Found | Rejected], answer: _Answering) -> Iterator[_Outcome]:
    return (item if isinstance(item, Rejected) else answer(item) for item in items)


class _Pool:
    """Sends puzzles to worker processes, in tasks of about `_TASK_SECONDS`, and returns the answers in order."""

    def __init__(self, executor: Executor, queued: int, answer: _Answering, show: Callable[[_Outcome], None]) -> None:
        self._executor = executor
        self._queued = queued
        self._answer = answer
        self._show = show
        self._size = 1  # puzzles per task
        self._task: list[Found | Rejected] = []
        self._waiting: deque[Future[tuple[list[_Outcome], float]]] = deque()

    def outcomes(self, arguments: Sequence[str]) -> Iterator[_Outcome]:
        """Yield the outcomes in order. However, before waiting for input, pass those so far to `show` instead."""
        options = puzzle_options.read_options()._replace(before_waiting=self._show_all)
        for item in puzzle_input.read_puzzles(arguments, options):
            self._task.append(item)
            if len(self._task) >= self._size:
                yield from self._send()
        yield from self._send(waits_for_all=True)

    def _send(self, *, waits_for_all: bool = False) -> Iterator[_Outcome]:
        """Submit the collected puzzles, then yield what is ready. If the queue is full, wait until it has room."""
        if self._task:
            self._waiting.append(self._executor.submit(_work, self._answer, self._task))
            self._task = []
        while self._waiting and (waits_for_all or len(self._waiting) >= self._queued or self._waiting[0].done()):
            outcomes, seconds = self._waiting.popleft().result()
            if seconds < _TASK_SECONDS:
                self._size = min(self._size * 2, 256)
            elif seconds > _TASK_SECONDS * 4:
                self._size = max(self._size // 2, 1)
            yield from outcomes

    def _show_all(self) -> None:
        for outcome in self._send(waits_for_all=True):
            self._show(outcome)


def _work(answer: _Answering, task: Iterable[Found | Rejected]) -> tuple[list[_Outcome], float]:
    """Answer the puzzles of a task in this process; return the outcomes and the time taken in seconds."""
    start = perf_counter()
    outcomes = list(_outcomes(task, answer))
    return outcomes, perf_counter() - start
