"""The puzzles of the days: a calendar, the sizes of a day, and the way to play one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal
from textual.geometry import Offset

from binairo_tui.engine.bands import Band
from binairo_tui.engine.request import daily_request
from binairo_tui.player.catalog import DAILY_SIZES, daily_collection, daily_number, daily_states
from binairo_tui.player.statistics import best_times, days_solved_on_time, streaks
from binairo_tui.player.text import clock_text, size_text, streak_text
from binairo_tui.store import PuzzleState, SaveState
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.calendar import KEY, Month, day_place, month_lines, month_on, moved
from binairo_tui.tui.view.spans import BLANK, Span, column, line
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from datetime import date

    from textual.app import ComposeResult

    from binairo_tui.tui.messages import Navigator, SaveStatusChanged
    from binairo_tui.tui.view.spans import TextLine

_SIZE_NAMES = [size_text(*size) for size in DAILY_SIZES]
_WORDS = {None: "not played", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}


class DailyScreen(BaseScreen[None]):
    """A calendar month; beside it the chosen day's puzzles, one a size. The chosen size is played."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.DAILY,)
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
        super().__init__()
        self._progress = navigator.progress
        self._navigator = navigator
        self._today = navigator.progress.now().date()
        self._day = self._today
        self._chosen = _SIZE_NAMES.index(navigator.settings.daily_size)
        self._month = Month(self._day, self._today, {})
        self._states: dict[str, dict[int, PuzzleState]] = {}
        self._best: dict[str, dict[int, int]] = {}

    def compose(self) -> ComposeResult:
        """Heading, calendar and day, note, keys."""
        yield Label("Daily puzzles", id="heading")
        yield Label(id="aside")
        with Horizontal(id="middle"):
            yield Sheet(id="month")
            yield Sheet(id="day")
        yield Label(id="note")
        yield KeyFooter(FooterContext.DAILY)

    def on_screen_resume(self) -> None:
        """Show what has changed since: games, or the day itself."""
        self._today = self._progress.now().date()
        self.reload()

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """A game that was just left is now in the database. Behind another screen nothing is looked up or drawn."""
        if message.status.state is SaveState.SAVED and self.is_active:
            self.reload()

    def on_resize(self) -> None:
        """There is room for more or less, and the terminal's cursor has moved with the calendar."""
        self.call_after_refresh(self._settle)

    def reload(self) -> None:
        """Look everything up anew."""
        results = self._progress.results()
        self._states = self._progress.states()
        self._best = best_times(results)
        kept = streaks(days_solved_on_time(results), self._today)
        longest = f", longest {kept.longest}" if kept.longest > kept.current else ""
        self.query_one("#aside", Label).show(streak_text(kept.current) + longest)
        self._month = Month(self._day, self._today, daily_states(self._states))
        self._show()

    def note(self, sentence: str) -> None:
        """Say one sentence under the calendar."""
        self.query_one("#note", Label).show(sentence)

    # Commands.

    def action_day(self, days: int) -> None:
        """Go so many days on."""
        self._go_to(moved(self._day, days, self._today))

    def action_month(self, months: int) -> None:
        """Go so many months on."""
        self._go_to(month_on(self._day, months, self._today))

    def action_today(self) -> None:
        """Go to the day of today."""
        self._go_to(self._today)

    def action_size(self) -> None:
        """Choose the next size."""
        self._chosen = (self._chosen + 1) % len(DAILY_SIZES)
        self._show()

    def action_play(self) -> None:
        """Play the day's puzzle of the chosen size, its unfinished game or else a new one; the size is remembered."""
        width, height = DAILY_SIZES[self._chosen]
        if self._navigator.settings.daily_size != _SIZE_NAMES[self._chosen]:
            self._navigator.change_setting("daily_size", _SIZE_NAMES[self._chosen])
        self._navigator.open_day(self._day, width, height)

    # What is seen.

    def _go_to(self, day: date) -> None:
        self._day = day
        self.note("")
        self._show()

    def _settle(self) -> None:
        self._show()
        self.query_one("#month").refresh()  # the terminal's cursor gets to its place with a frame, even of nothing new

    def _show(self) -> None:
        self._month = self._month._replace(selected=self._day, today=self._today)
        self.query_one("#month", Sheet).show([*month_lines(self._month), BLANK, line(Span(KEY, "muted"))])
        self.query_one("#day", Sheet).show(self._day_lines())
        self._place_cursor()

    def _day_lines(self) -> list[TextLine]:
        """The chosen day, its band, and its sizes with what became of them."""
        request, _ = daily_request(self._day, *DAILY_SIZES[self._chosen])
        band = (request.band or Band.EASY).title
        title = f"{self._day:%A}, {self._day.day} {self._day:%B %Y}"
        if self.has_class("-narrow"):
            return [BLANK, line(Span(f"{title}  ", "strong"), Span(band, "muted")), self._size_line(self._chosen)]
        lines = [line(Span(title, "strong")), line(Span(band, "muted"))]
        return [*lines, BLANK, *[self._size_line(index) for index in range(len(DAILY_SIZES))]]

    def _size_line(self, index: int) -> TextLine:
        size = DAILY_SIZES[index]
        name, number = daily_collection(*size), daily_number(self._day)
        best = self._best.get(name, {}).get(number)
        text = column(size_text(*size), 8) + _WORDS[self._states.get(name, {}).get(number)]
        text += f"  {clock_text(best)}" if best is not None else ""
        return line(Span(f"› {text}", "accent")) if index == self._chosen else line(f"  {text}")

    def _place_cursor(self) -> None:
        x, y = day_place(self._day)
        put_cursor(self, self.query_one("#month").region.offset + Offset(x, y))
