"""Pages of text that scroll: the keys, the statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from binairo_tui.store import streak, tally_rows
from binairo_tui.tui.commands import Moment, Scope, bindings, keymap_of
from binairo_tui.tui.phrases import clock_text, plain, size_text, streak_text
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from binairo_tui.store import Result, Tally
    from binairo_tui.tui.progress import Progress


class PageScreen(Screen[None]):
    """A heading and lines of text."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.PAGE)]

    def heading(self) -> tuple[str, str]:
        """The first line: what stands left and right."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The text."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Heading, text, keys."""
        left, right = self.heading()
        yield Label(left, id="heading")
        yield Label(right, id="aside")
        with VerticalScroll(can_focus=False):
            yield Static("\n".join(self.lines()), markup=False)
        yield KeyFooter(Moment.PAGE)

    def action_scroll(self, by: int) -> None:
        """Scroll half a page up or down: less often is cheaper over a slow line."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=by * max(text.size.height // 2, 1), animate=False, immediate=True)


class HelpScreen(PageScreen):
    """Every command with its keys."""

    def heading(self) -> tuple[str, str]:
        """The title; nothing on the right."""
        return "Keys", ""

    def lines(self) -> list[str]:
        """Scope by scope, a line for each command."""
        lines: list[str] = []
        last: Scope | None = None
        for scope, keys, sentence in keymap_of(self.app).help_rows():
            if scope is not last:
                lines += ["", scope.value] if lines else [scope.value]
                last = scope
            lines.append(f"  {keys:<15} {sentence}")
        return lines


class StatisticsScreen(PageScreen):
    """What was solved, by size and band."""

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._results = progress.results()
        self._today = progress.now().date()

    def heading(self) -> tuple[str, str]:
        """The title and the streak."""
        return "Statistics", streak_text(streak([result.day for result in self._results], self._today))

    def lines(self) -> list[str]:
        """The table."""
        return statistics_lines(self._results, self._today)


def statistics_lines(results: Sequence[Result], today: date) -> list[str]:
    """A table of solves by size and band, those without help and those with help apart."""
    if not results:
        return ["Nothing is solved yet."]
    count = len(results)
    solved_today = sum(result.day == today for result in results)
    return [
        f"{count} puzzle{'s' * (count > 1)} solved, {solved_today} today",
        "",
        f"{'':16}{'unaided':^27}   {'with help':^27}",
        f"{'size':6}{'band':10}" + "   ".join([f"{'solved':>7}{'best':>10}{'median':>10}"] * 2),
        *_table(results),
    ]


def _table(results: Sequence[Result]) -> Iterator[str]:
    for row in tally_rows(results):
        start = f"{size_text(row.width, row.height):6}{plain(row.band, 9) or '-':10}"
        yield start + "   ".join([_tally_text(row.unaided), _tally_text(row.helped)])


def _tally_text(tally: Tally) -> str:
    best, median = ("-" if ms is None else clock_text(ms) for ms in (tally.best_ms, tally.median_ms))
    return f"{tally.solved:>7}{best:>10}{median:>10}"
