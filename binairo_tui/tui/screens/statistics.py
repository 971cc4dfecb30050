"""Statistics screen: a table by size and band (for chosen styles), a map of the days of a year, and the times."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.containers import Container

from binairo_tui.engine.wording import plural
from binairo_tui.game import SolveStyle
from binairo_tui.player import statistics, text
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.view import charts, spans, statistics_text
from binairo_tui.tui.widgets import text_lines

_NOT_LOADED = statistics.Overview((), {}, {})
FIRST = "Once you have solved a puzzle, your times and days are here."
"""The sentence of the preview before the first solve."""
RECENT_SOLVES = 30
"""The number of latest solves that are listed, if there is room for them."""


class _Data(NamedTuple):
    """What the statistics screen shows.

    `overview` holds the solves in `styles`, `streak` the daily streak in words, and `recent` the latest solves.
    """

    overview: statistics.Overview = _NOT_LOADED
    streak: str = ""
    recent: Sequence[queries.Result] = ()
    styles: tuple[SolveStyle, ...] = statistics.STYLE_CHOICES[0]


class StatisticsScreen(text_screen.ListScreen[_Data, None]):
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.STATISTICS,)
    CONTEXT = FooterContext.STATISTICS
    LEAST_NOTE_LINES = 0
    TITLE_OF_LIST = "By size and difficulty"
    data = _Data()

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._today = navigator.progress.today()
        self._chosen: tuple[SolveStyle, ...] | None = None

    def compose_body(self) -> ComposeResult:
        with Container(id="figures"):
            yield from super().compose_body()
        with Container(id="days"):
            yield text_lines.TextLines(id="year", classes=text_lines.FRAME)
            yield text_lines.TextLines(id="recent", classes=text_lines.FRAME)

    def heading(self) -> tuple[str, ...]:
        return f"Statistics · {text.styles_text(self._styles)}", self.rating, self.data.streak

    def load(self) -> _Data:
        progress = self.navigator.progress
        streak = text.streak_text(progress.read(statistics.daily_streaks, self._today))
        recent = progress.read(queries.read_results, limit=RECENT_SOLVES, newest_first=True)
        styles = self._chosen or progress.read(statistics.usual_styles)
        return _Data(progress.read(statistics.overview, queries.Selection(styles)), streak, recent, styles)

    def take_data(self, data: _Data) -> None:
        if data.recent != self.data.recent:
            self.read_rating()
        super().take_data(data)

    def list_items(self) -> Sequence[text_screen.ListItem[None]]:
        groups = self.data.overview.groups
        if not groups and not self.data.recent:
            choose = partial(self.navigator.go, places.Places.COLLECTIONS)
            preview = partial(self.first_puzzle_preview, FIRST, "A first puzzle")
            return [text_screen.ListItem(spans.line("Choose a first puzzle"), choose, preview)]
        sizes = [None, *[group.size for group in groups]]
        return [
            text_screen.ListItem(
                statistics_text.table_row(group, repeats_size=group.size == above, has_trend=self._has_trend),
                self.action_chart,
                partial(self._times_preview, group),
            )
            for group, above in zip(groups, sizes, strict=False)
        ]

    def sections(self) -> Mapping[int, Sequence[spans.TextLine]]:
        if self.data.overview is _NOT_LOADED:
            return {}
        counts, key = self.data.overview.styles, self.key_of("statistics.style")
        summary = spans.line(spans.Span(statistics_text.summary_text(counts), "muted"))
        heading = spans.line(" " * len(text_lines.MARKER), *statistics_text.table_heading(has_trend=self._has_trend))
        names = (spans.BLANK, heading) if self.data.overview.groups else ()
        return {0: (summary, *statistics_text.left_out_lines(self._styles, counts, key), *names)}

    def footer_context(self) -> FooterContext:
        has_room_for_both = self.query_one("#preview").display and self.query_one("#days").display
        return FooterContext.ALL_STATISTICS if has_room_for_both else FooterContext.STATISTICS

    def show_all(self) -> None:
        super().show_all()
        is_loaded = self.data.overview is not _NOT_LOADED
        self.set_class(is_loaded and not self._list_items, "-untimed")
        self.set_class(is_loaded and not self.data.recent, "-unsolved")
        days, has_tones, today = self.data.overview.days, self.painter.has_tones, self._today
        self.query_one("#year", text_lines.TextLines).show(
            lambda width, _height: charts.weeks_map(days, today, width, has_tones=has_tones),
            f"{sum(days.values())} solved on {plural(len(days), 'day')}",
        )
        now = self.navigator.progress.now()
        self.query_one("#recent", text_lines.TextLines).show(
            [statistics_text.recent_line(it, now) for it in self.data.recent], "Latest solves"
        )

    @property
    def _has_trend(self) -> bool:
        width = self.app.size.width
        is_beside = self.has_class("-broad") and (self.has_class("-high") or self.has_class("-tall"))
        room = min(width - 4, 120) * 2 // 3 - 6 if is_beside else width - 5
        return room >= statistics_text.FULL_WIDTH

    def _times_preview(self, group: queries.GroupStatistics) -> text_screen.Preview:
        kind = queries.Selection(self._styles, group.size, group.band)
        times = self.navigator.progress.read(queries.read_times, kind)
        return text_screen.Preview(
            f"Times of {text.size_text(*group.size)} {text.plain(group.band)}".rstrip(),
            lambda width, height: statistics_text.times_lines(times, width, height),
        )

    @property
    def _styles(self) -> tuple[SolveStyle, ...]:
        return self._chosen or self.data.styles

    def action_style(self) -> None:
        choices = statistics.STYLE_CHOICES
        self._chosen = choices[(choices.index(self._styles) + 1) % len(choices)]
        self.go_to(0)
        self.reload()

    def action_chart(self) -> None:
        self.toggle_class("-times")
