"""The statistics: a table by size and band, a year of days, a distribution of times; filters and exports."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.containers import Horizontal

from binairo_tui.files.paths import exports_dir
from binairo_tui.game.aids import SolveStyle
from binairo_tui.player.statistics import (
    Selection,
    bands_of,
    export_results,
    group_results,
    select_results,
    sizes_of,
    streaks,
)
from binairo_tui.player.text import plain, streak_text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.statistics_text import (
    HEADING,
    Review,
    figures_line,
    review_lines,
    selection_text,
    summary_text,
)
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.menu import MARKER, Menu
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from binairo_tui.tui.messages import Navigator

T = TypeVar("T")
LEAST_REVIEW = 11
"""Lines that the charts need."""
_ABOVE_AND_BELOW = 6
"""Heading, summary, names of columns, blank line, note and keys."""


class StatisticsScreen(BaseScreen[None]):
    """What was solved: rows to choose from, and charts of what is chosen."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.STATISTICS,)
    DEFAULT_CSS = """
    StatisticsScreen {
        padding: 0 1;

        & > #top { height: 1; }
        & #heading { width: 1fr; text-style: bold; }
        & #aside { width: 36; text-align: right; color: $muted; }
        & > #summary, & > #columns { color: $muted; }
        & > #review { height: 1fr; margin: 1 0 0 0; }
        & > #note { color: $accent; }
        & > KeyFooter { padding: 0; }
    }
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        progress = navigator.progress
        self._everything = progress.results()
        self._today = progress.now().date()
        self._selection = Selection()
        self._review = Review((), (), self._today.year, self._today, shows_times=False)

    def compose(self) -> ComposeResult:
        """Heading, table, charts, note, keys."""
        current, longest = streaks([result.day for result in self._everything], self._today)
        with Horizontal(id="top"):
            yield Label("Statistics", id="heading")
            yield Label(streak_text(current) + (f", longest {longest}" if longest > current else ""), id="aside")
        yield Label(id="summary")
        yield Label(" " * len(MARKER) + HEADING, id="columns")
        yield Menu()
        yield Sheet(id="review")
        yield Label(id="note")
        yield KeyFooter(FooterContext.STATISTICS)

    def on_mount(self) -> None:
        """Show everything."""
        self._show_all()

    def on_resize(self) -> None:
        """Share the height between table and charts."""
        rows = len(self.query_one(Menu).lines)
        room = max(self.size.height - _ABOVE_AND_BELOW - LEAST_REVIEW, 1)
        self.query_one(Menu).styles.height = max(min(rows, room), 1)
        self.call_after_refresh(self._show_review)

    def on_menu_moved(self, message: Menu.Moved) -> None:
        """Another row, another distribution."""
        message.stop()
        self._show_review()

    def on_menu_opened(self, message: Menu.Opened) -> None:
        """Show the times of the row where there is no room for both charts."""
        message.stop()
        self.action_chart()

    def on_menu_left(self, message: Menu.Left) -> None:
        """Go back."""
        message.stop()
        self.app.pop_screen()

    # Commands.

    def action_style(self) -> None:
        """Look at all, the strict, the unaided, the helped solves in turn."""
        self._select(self._selection._replace(style=_after(list(SolveStyle), self._selection.style)))

    def action_board(self) -> None:
        """Look at one size after the other, then at all."""
        self._select(self._selection._replace(size=_after(sizes_of(self._everything), self._selection.size)))

    def action_band(self) -> None:
        """Look at one band after the other, then at all."""
        self._select(self._selection._replace(band=_after(bands_of(self._everything), self._selection.band)))

    def action_chart(self) -> None:
        """Show the other chart."""
        self._review = self._review._replace(shows_times=not self._review.shows_times)
        self._show_review()

    def action_year(self, by: int) -> None:
        """Show another year, none without solves before it and none after this one."""
        first = min((result.day.year for result in self._everything), default=self._today.year)
        year = min(max(self._review.year + by, first), self._today.year)
        self._review = self._review._replace(year=year)
        self._show_review()

    def action_export(self, form: str) -> None:
        """Write what is selected to a file."""
        results = select_results(self._everything, self._selection)
        self.run_worker(partial(self._export, results, form), thread=True, exclusive=True, exit_on_error=False)

    def _export(self, results: Sequence[object], form: str) -> None:
        """Write the file; runs in a thread."""
        try:
            path = export_results(results, exports_dir(), form, self._today)  # type: ignore[arg-type]
            text = f"Written: {path}"
        except OSError as error:
            text = f"Not written: {error.strerror or error}."
        self.app.call_from_thread(self.query_one("#note", Label).show, plain(text, 200))

    # What is seen.

    def _select(self, selection: Selection) -> None:
        self._selection = selection
        self._show_all()

    def _show_all(self) -> None:
        results = select_results(self._everything, self._selection)
        self._review = self._review._replace(results=results, rows=group_results(results))
        self.query_one("#heading", Label).show(f"Statistics{selection_text(self._selection)}")
        self.query_one("#summary", Label).show(summary_text(results))
        self.query_one(Menu).show([figures_line(row) for row in self._review.rows], 0)
        self.on_resize()

    def _show_review(self) -> None:
        sheet, menu = self.query_one("#review", Sheet), self.query_one(Menu)
        sheet.show(review_lines(self._review, menu.current, sheet.size.width, sheet.size.height))
        menu.place_terminal_cursor()


def _after(values: Sequence[T], value: T | None) -> T | None:
    """The value after one, None after the last, the first after None."""
    if value is None:
        return values[0] if values else None
    following = values[values.index(value) + 1 :] if value in values else ()
    return following[0] if following else None
