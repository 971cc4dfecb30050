"""Statistics screen: a table by size and band, which can be filtered, a map of the days of a year, and the times."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

from textual.app import ComposeResult
from textual.containers import Container

from binairo_tui.engine.wording import plural
from binairo_tui.player import coach, practice, statistics, text
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.view import charts, practice_text, spans, statistics_text
from binairo_tui.tui.widgets import footer, text_lines

T = TypeVar("T")
_NOT_LOADED = statistics.Overview((), {}, {}, (), ())
FIRST = "Once you have solved a puzzle, your times and days are here, and how you use each technique."
"""The sentence of the preview before the first solve."""
RECENT_SOLVES = 30
"""The number of latest solves that are listed, if there is room for them."""


class _Data(NamedTuple):
    """What the statistics screen shows.

    `overview` holds the solves of `selection`, `streak` the daily streak in words, and `recent` the latest solves.
    `masteries` says how well the player knows each technique; it is None until the player asks for it.
    """

    overview: statistics.Overview = _NOT_LOADED
    streak: str = ""
    recent: Sequence[queries.Result] = ()
    masteries: Sequence[coach.Mastery] | None = None
    selection: queries.Selection = queries.Selection(statistics.STYLE_CHOICES[0])


class StatisticsScreen(text_screen.ListScreen[_Data, None]):
    """The table of solved puzzles, with the times of the current row, the days of a year and the latest solves."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.STATISTICS,)
    CONTEXT = FooterContext.STATISTICS
    LEAST_NOTE_LINES = 0
    TITLE_OF_LIST = "By size and difficulty"
    data = _Data()

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._today = navigator.progress.today()
        self._chosen: queries.Selection | None = None
        self._shows_techniques = False

    def compose_body(self) -> ComposeResult:
        with Container(id="figures"):
            yield from super().compose_body()
        with Container(id="days"):
            yield text_lines.TextLines(id="year", classes=text_lines.FRAME)
            yield text_lines.TextLines(id="recent", classes=text_lines.FRAME)

    def heading(self) -> tuple[str, ...]:
        if self._shows_techniques:  # these are of all games, whatever is selected
            return "Statistics", self.rating, self.data.streak
        return f"Statistics{statistics_text.selection_text(self._selection)}", self.rating, self.data.streak

    def load(self) -> _Data:
        progress = self.navigator.progress
        streak = text.streak_text(progress.read(statistics.daily_streaks, self._today))
        masteries = practice.known_techniques(progress)[1] if self._shows_techniques else self.data.masteries
        recent = progress.read(queries.read_results, limit=RECENT_SOLVES, newest_first=True)
        selection = self._chosen or queries.Selection(progress.read(statistics.usual_styles))
        return _Data(progress.read(statistics.overview, selection), streak, recent, masteries, selection)

    def take_data(self, data: _Data) -> None:
        if data.recent != self.data.recent:
            self.read_rating()
        super().take_data(data)

    def list_items(self) -> Sequence[text_screen.ListItem[None]]:
        return self._technique_items() if self._shows_techniques else self._group_items()

    def _technique_items(self) -> Sequence[text_screen.ListItem[None]]:
        practise = partial(self.navigator.go, places.Places.PRACTICE)
        return [
            text_screen.ListItem(practice_text.mastery_line(it), practise, partial(_technique_preview, it))
            for it in self.data.masteries or ()
        ]

    def _group_items(self) -> Sequence[text_screen.ListItem[None]]:
        groups = self.data.overview.groups
        if not groups and not self.data.recent:
            choose = partial(self.navigator.go, places.Places.COLLECTIONS)
            preview = partial(self.first_puzzle_preview, FIRST, "A first puzzle")
            return [text_screen.ListItem(spans.line("Choose a first puzzle"), choose, preview)]
        sizes = [None, *[group.size for group in groups]]
        return [
            text_screen.ListItem(
                self._table.row(group, repeats_size=group.size == above),
                self.action_chart,
                partial(self._times_preview, group),
            )
            for group, above in zip(groups, sizes, strict=False)
        ]

    def sections(self) -> Mapping[int, Sequence[spans.TextLine]]:
        if self.data.overview is _NOT_LOADED:
            return {}
        if self._shows_techniques:
            return {0: self._technique_heading()}
        summary = spans.line(
            spans.Span(
                statistics_text.summary_text(self.data.overview.styles, is_first=not self.data.overview.sizes), "muted"
            )
        )
        heading = spans.line(" " * len(text_lines.MARKER), *self._table.heading())
        key = keymap_of(self.app).key_of("statistics.style")
        if self.data.overview.groups:
            chosen = self._selection.styles
            note = statistics_text.left_out_lines(chosen, self.data.overview.styles, key)
            return {0: (summary, *note, spans.BLANK, heading)}
        if not any(self.data.overview.styles.values()):
            return {0: (summary,)}
        return {0: (summary, spans.BLANK, *statistics_text.none_shown_lines(self._selection.styles, key))}

    def _technique_heading(self) -> Sequence[spans.TextLine]:
        if self.data.masteries:
            return (
                *practice_text.mastery_notes(self.data.masteries),
                spans.BLANK,
                spans.line(" " * len(text_lines.MARKER), *practice_text.mastery_heading()),
            )
        is_known = self.data.masteries is not None
        none = "Solve a puzzle yourself to see how you use the techniques." if is_known else "Looking at your games..."
        return (spans.line(spans.Span(none, "muted")),)

    def footer_context(self) -> FooterContext:
        has_room_for_both = self.query_one("#preview").display and self.query_one("#year").display
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
    def _table(self) -> statistics_text.Table:
        width = self.app.size.width
        is_beside = self.has_class("-broad") and (self.has_class("-high") or self.has_class("-tall"))
        return statistics_text.Table.for_width(min(width - 4, 120) * 2 // 3 - 6 if is_beside else width - 5)

    def _times_preview(self, group: queries.GroupStatistics) -> text_screen.Preview:
        kind = queries.Selection(self._selection.styles, group.size, group.band)
        times = self.navigator.progress.read(queries.read_times, kind)
        return text_screen.Preview(
            statistics_text.times_title(group), lambda width, height: statistics_text.times_lines(times, width, height)
        )

    @property
    def _selection(self) -> queries.Selection:
        """The solves to show: those that the player chose or, before any choice, those that were loaded."""
        return self._chosen or self.data.selection

    def _select(self, selection: queries.Selection) -> None:
        self._chosen = selection
        self.go_to(0)
        self.reload()

    def action_style(self) -> None:
        following = _after(statistics.STYLE_CHOICES, self._selection.styles)
        self._select(self._selection._replace(styles=following or statistics.STYLE_CHOICES[0]))

    def action_board(self) -> None:
        self._select(self._selection._replace(size=_after(self.data.overview.sizes, self._selection.size)))

    def action_band(self) -> None:
        self._select(self._selection._replace(band=_after(self.data.overview.bands, self._selection.band)))

    def action_chart(self) -> None:
        self.toggle_class("-times")
        self.query_one(footer.KeyFooter).show(self.footer_context())

    def action_techniques(self) -> None:
        self._shows_techniques = not self._shows_techniques
        title = "By technique" if self._shows_techniques else self.TITLE_OF_LIST
        self.query_one(text_lines.Menu).border_title = title
        self.show_all()
        self.go_to(0)
        self.reload()


def _technique_preview(mastery: coach.Mastery) -> text_screen.Preview:
    rule = spans.Paragraph(text.lesson_text(mastery.technique))
    title = text.technique_name(mastery.technique).capitalize()
    return text_screen.text_preview(rule, practice_text.mastery_text(mastery), title=title)


def _after(values: Sequence[T], value: T | None) -> T | None:
    """Return the value that follows `value`."""
    if value is None:
        return values[0] if values else None
    following = values[values.index(value) + 1 :] if value in values else ()
    return following[0] if following else None
