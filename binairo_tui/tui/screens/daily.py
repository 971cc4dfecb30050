"""Screen of the daily puzzles: a calendar, and the sizes of the selected day."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.geometry import Offset

from binairo_tui.engine.bands import Band
from binairo_tui.engine.request import daily_request
from binairo_tui.player.catalog import DAILY_SIZES, daily_collection, daily_number, daily_states
from binairo_tui.player.statistics import Streaks
from binairo_tui.player.text import DAILY_STREAK, clock_text, size_text, streak_text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.calendar import (
    DAY_WORDS,
    LEGEND,
    Month,
    day_place,
    days_later,
    month_lines,
    months_later,
)
from binairo_tui.tui.view.spans import BLANK, Span, column, line
from binairo_tui.tui.widgets.text_lines import TextLines

if TYPE_CHECKING:
    from datetime import date

    from textual.app import ComposeResult

    from binairo_tui.store.queries import PuzzleState
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine

_SIZE_NAMES = [size_text(*size) for size in DAILY_SIZES]


class DailyScreen(TextScreen):
    """A calendar of a month, and beside it the puzzles of the selected day, one for each size."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.DAILY,)
    CONTEXT = FooterContext.DAILY
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-wide")]  # noqa: RUF012 - as Textual declares it
    DEFAULT_CSS = """
    DailyScreen {
        & #month { width: 39; height: 1fr; }
        & #day { width: 1fr; height: 1fr; }
        &.-narrow > #middle { layout: vertical; }
        &.-narrow #month { width: 1fr; height: 9; }
    }
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._today = self._day = navigator.progress.now().date()
        self._chosen = _SIZE_NAMES.index(navigator.settings.daily_size)
        self._streaks = Streaks(0, 0)
        self._states: dict[str, dict[int, PuzzleState]] = {}
        self._best_ms: dict[str, dict[int, int]] = {}
        self._month = Month(self._day, self._today, {})

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="month")
        yield TextLines(id="day")

    def heading(self) -> tuple[str, ...]:
        return "Daily puzzles", streak_text(DAILY_STREAK, self._streaks)

    def reload(self) -> None:
        progress = self.navigator.progress
        self._today = progress.now().date()
        self._states, self._streaks = progress.states(), progress.daily_streaks()
        names = [daily_collection(*size) for size in DAILY_SIZES]
        self._best_ms = {name: progress.best_times(name) for name in names}
        self._month = Month(self._day, self._today, daily_states(self._states))
        super().reload()

    def show_all(self) -> None:
        super().show_all()
        calendar = self.query_one("#month", TextLines)
        calendar.show([*month_lines(self._month), BLANK, line(Span(LEGEND, "muted"))])
        self.query_one("#day", TextLines).show(self._day_lines())
        put_cursor(self, calendar.region.offset + Offset(*day_place(self._day)))

    def action_day(self, days: int) -> None:
        self._go_to(days_later(self._day, days, self._today))

    def action_month(self, months: int) -> None:
        self._go_to(months_later(self._day, months, self._today))

    def action_today(self) -> None:
        self._go_to(self._today)

    def action_size(self) -> None:
        self._chosen = (self._chosen + 1) % len(DAILY_SIZES)
        self.show_all()

    def action_play(self) -> None:
        """Play the day's puzzle of the selected size, and remember the size."""
        name = _SIZE_NAMES[self._chosen]
        if self.navigator.settings.daily_size != name:
            self.navigator.change_setting("daily_size", name)
        self.navigator.open_day(self._day, *DAILY_SIZES[self._chosen])

    def _go_to(self, day: date) -> None:
        self._day = day
        self._month = self._month._replace(selected=day)
        self.note("")
        self.show_all()

    def _day_lines(self) -> list[TextLine]:
        """Return the lines for the selected day: its date, its band, and the state of each size."""
        request, _ = daily_request(self._day, *DAILY_SIZES[self._chosen])
        band = Span((request.band or Band.EASY).title, "muted")
        title = f"{self._day:%A}, {self._day.day} {self._day:%B %Y}"
        if self.has_class("-narrow"):
            return [BLANK, line(Span(f"{title}  ", "strong"), band), self._size_line(self._chosen)]
        sizes = [self._size_line(index) for index in range(len(DAILY_SIZES))]
        return [line(Span(title, "strong")), line(band), BLANK, *sizes]

    def _size_line(self, index: int) -> TextLine:
        size = DAILY_SIZES[index]
        name, number = daily_collection(*size), daily_number(self._day)
        best = self._best_ms.get(name, {}).get(number)
        text = column(size_text(*size), 8) + DAY_WORDS[self._states.get(name, {}).get(number)]
        text += f"  {clock_text(best)}" if best is not None else ""
        return line(Span(f"› {text}", "accent")) if index == self._chosen else line(f"  {text}")
