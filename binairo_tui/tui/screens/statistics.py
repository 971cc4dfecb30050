"""Screen of the statistics: a table by size and band, a year of days, a distribution of times; filters and export."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from binairo_tui.files.paths import exports_dir
from binairo_tui.player.statistics import STYLE_CHOICES, GroupStatistics, export_results
from binairo_tui.player.text import DAILY_STREAK, SOLVING_STREAK, plain, streak_text
from binairo_tui.store.queries import Selection
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.text_screen import Choice, ListScreen
from binairo_tui.tui.view.spans import Span, cut, line
from binairo_tui.tui.view.statistics_text import (
    HEADING,
    ChartData,
    chart_lines,
    figures_line,
    selection_text,
    summary_text,
)
from binairo_tui.tui.widgets.menu import MARKER, Menu
from binairo_tui.tui.widgets.text_lines import TextLines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.app import ComposeResult

    from binairo_tui.tui.keymap import Command
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine

T = TypeVar("T")
LEAST_CHART = 11
"""The least height of a chart, in lines."""
_OTHER_LINES = 6
"""The height of everything else: heading, summary, column names, blank line, note and keys."""


class StatisticsScreen(ListScreen):
    """The table of solved puzzles, and charts for the current row."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.STATISTICS,)
    CONTEXT = FooterContext.STATISTICS

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        progress = navigator.progress
        self._today = progress.today()
        self._streaks = (
            streak_text(DAILY_STREAK, progress.daily_streaks()),
            streak_text(SOLVING_STREAK, progress.solving_streaks()),
        )
        self._selection = Selection(STYLE_CHOICES[0])
        self._overview = progress.overview(self._selection)
        self._year = self._today.year
        self._shows_times = False

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="summary")
        yield from super().compose_body()

    def heading(self) -> tuple[str, ...]:
        return f"Statistics{selection_text(self._selection)}", *self._streaks

    def choices(self) -> Sequence[Choice]:
        return [
            Choice(figures_line(row), self.action_chart, partial(self._chart_lines, row))
            for row in self._overview.groups
        ]

    def _chart_lines(self, row: GroupStatistics, width: int, height: int) -> list[TextLine]:
        selection = Selection(self._selection.styles, row.size, row.band)
        times = self.navigator.progress.times(selection)
        return chart_lines(
            ChartData(self._overview.days, row, times, self._year, self._today, self._shows_times), width, height
        )

    def show_all(self) -> None:
        """Show everything, dividing the height between table and charts."""
        super().show_all()
        summary = summary_text(self._overview.styles), " " * len(MARKER) + HEADING
        width = max(self.app.size.width - 2, 1)
        self.query_one("#summary", TextLines).show([line(Span(cut(text, width), "muted")) for text in summary])
        menu = self.query_one(Menu)
        menu.styles.height = max(min(len(menu.lines), self.size.height - _OTHER_LINES - LEAST_CHART), 1)
        self.call_after_refresh(self.show_preview)

    def _select(self, selection: Selection) -> None:
        self._selection = selection
        self._overview = self.navigator.progress.overview(selection)
        self.go_to(0)
        self.reload()

    def action_style(self) -> None:
        following = _after(STYLE_CHOICES, self._selection.styles)
        self._select(self._selection._replace(styles=following or STYLE_CHOICES[0]))

    def action_board(self) -> None:
        self._select(self._selection._replace(size=_after(self._overview.sizes, self._selection.size)))

    def action_band(self) -> None:
        self._select(self._selection._replace(band=_after(self._overview.bands, self._selection.band)))

    def action_chart(self) -> None:
        self._shows_times = not self._shows_times
        self.reload()

    def action_year(self, by: int) -> None:
        """Show a later (`by` 1) or earlier (-1) year, from the year of the first solve to the current year."""
        first = min((day.year for day in self._overview.days), default=self._today.year)
        self._year = min(max(self._year + by, first), self._today.year)
        self.reload()

    def awaited(self, command: Command | None) -> Iterable[str]:
        del command
        return ("export",)  # which another one would call off

    def action_solves(self) -> None:
        self.navigator.go(Place.SOLVES)

    def action_export(self, form: str) -> None:
        if self.navigator.together:
            self.note("On this host no files are written.")
            return
        progress, selection = self.navigator.progress, self._selection

        def export(_is_cancelled: object) -> Iterator[str]:
            results = progress.results(selection=selection)
            try:
                yield f"Written: {export_results(results, exports_dir(), form, self._today)}"
            except OSError as error:
                yield f"Not written: {error.strerror or error}."

        self.run_beside("export", export, lambda sentence: self.note(plain(sentence, 200)))


def _after(values: Sequence[T], value: T | None) -> T | None:
    """Return the value that follows `value`: None after the last value, the first value after None."""
    if value is None:
        return values[0] if values else None
    following = values[values.index(value) + 1 :] if value in values else ()
    return following[0] if following else None
