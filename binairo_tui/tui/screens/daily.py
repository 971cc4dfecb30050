"""Screen of the daily puzzles: a calendar, and the puzzles of the selected day, one of each size."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.geometry import Offset

from binairo_tui.engine import Puzzle
from binairo_tui.engine.request import daily_band, daily_request
from binairo_tui.player import catalog, statistics
from binairo_tui.player.text import clock_text, size_text, streak_text
from binairo_tui.processes.worker import WorkerError
from binairo_tui.store import errors, queries
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import PREVIEW_DELAY, TextScreen
from binairo_tui.tui.view import list_text, race_text, spans
from binairo_tui.tui.view.calendar import LEGEND, Month, day_place, days_later, month_lines, months_later
from binairo_tui.tui.widgets.text_lines import FRAME, TextLines

Picture = tuple[Puzzle, str]
Shown = tuple[int, Picture | None, Sequence[race_text.RankedSolve]]
"""A size by its index, then the picture of its puzzle (None if it is not shown), and the ranking."""

LEAST_MONTH_HEIGHT = 13
"""The height of a month with two lines for each week. A pane that is no higher has no line for the legend."""
GENERATION_DELAY = 0.3
"""Seconds that a day must stay selected before its puzzle is generated for the picture."""
FOUR_PICTURES = (44, 20)
"""The minimum width and height of a pane that shows a picture of each size."""
SIZE_WIDTH = 24
"""The width, in columns, of a line that names a size, its band, and the player's time."""
PICTURE_LINES = 18
"""The number of lines kept for a picture if there is room, so that the lines below stay in place."""
GENERATED: dict[tuple[date, int, int], Puzzle] = {}
"""The puzzles that were generated for pictures, by day, width and height."""
_SIZE_NAMES = [size_text(*size) for size in catalog.DAILY_SIZES]


class _Data(NamedTuple):
    """What the store knows about the daily puzzles, and the player's streaks.

    `states` and `best_ms` are mappings by collection (one for each size), then by puzzle number. `games` maps
    (collection, puzzle number) to the id of an unfinished game.
    """

    states: Mapping[str, Mapping[int, queries.PuzzleState]] = {}
    best_ms: Mapping[str, Mapping[int, int]] = {}
    games: Mapping[tuple[str, int], str] = {}
    streaks: statistics.Streaks = statistics.Streaks(0, 0)

    def state(self, day: date, width: int, height: int) -> queries.PuzzleState | None:
        return catalog.daily_state(self.states, day, width, height)


class DailyScreen(TextScreen[_Data]):
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.DAILY,)
    CONTEXT = FooterContext.DAILY
    data = _Data()

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._today = self._day = navigator.progress.today()
        self._chosen = _SIZE_NAMES.index(navigator.settings.daily_size)
        self._month = Month(self._day, self._today, {})
        self._drawn: dict[int, Picture] = {}
        self._rankings: dict[int, Sequence[race_text.RankedSolve]] = {}

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="month", classes=FRAME)
        yield TextLines(id="day", classes=FRAME)

    def heading(self) -> tuple[str, ...]:
        is_small = self.has_class("-narrow") and not (self.has_class("-high") or self.has_class("-tall"))
        chosen = f"{_SIZE_NAMES[self._chosen]} {self._band}" if is_small else ""  # little or nothing is below the month
        return "Daily puzzles", chosen, streak_text(self.data.streaks)

    @property
    def _band(self) -> str:
        return daily_band(self._day, *catalog.DAILY_SIZES[self._chosen]).title

    def load(self) -> _Data:
        progress = self.navigator.progress
        best = {
            name: progress.read(queries.best_times, name)
            for name in map(catalog.daily_collection, *zip(*catalog.DAILY_SIZES, strict=True))
        }
        games = progress.read(queries.unfinished_dailies)
        streaks = progress.read(statistics.daily_streaks, progress.today())
        return _Data(progress.states(), best, games, streaks)

    def take_data(self, data: _Data) -> None:
        """Store the data. If the chosen size has been solved in the meantime, choose the next unsolved size."""
        days, chosen = catalog.daily_states(data.states), self._chosen
        if self.data is DailyScreen.data:  # the first data
            size = catalog.offered_size(self.navigator.settings.daily_size, days)
            self._chosen = catalog.DAILY_SIZES.index(size)
        elif self._is_solved(chosen, data) and not self._is_solved(chosen, self.data):
            others = *range(chosen + 1, len(catalog.DAILY_SIZES)), *range(chosen)
            self._chosen = next((it for it in others if not self._is_solved(it, data)), chosen)
        super().take_data(data)
        self._today = self.navigator.progress.today()
        self._month = Month(self._day, self._today, days)

    def _is_solved(self, index: int, data: _Data) -> bool:
        return data.state(self._day, *catalog.DAILY_SIZES[index]) is queries.PuzzleState.SOLVED

    def show_all(self) -> None:
        super().show_all()
        self.query_one("#month", TextLines).show(self._month_lines, f"{self._day:%B %Y}")
        self._show_day()
        self.set_timer(PREVIEW_DELAY, partial(self._draw, self._day, self._chosen))

    def on_resize(self) -> None:
        self._draw(self._day, self._chosen)

    def cursor_place(self) -> Offset | None:
        calendar = self.query_one("#month", TextLines)
        width, height = calendar.content_room
        return calendar.content_place + Offset(*day_place(self._day, width, _month_height(height)))

    def action_day(self, days: int) -> None:
        self._go_to(days_later(self._day, days, self._today))

    def action_month(self, months: int) -> None:
        self._go_to(months_later(self._day, months, self._today))

    def action_today(self) -> None:
        self._go_to(self._today)

    def action_size(self) -> None:
        self._chosen = (self._chosen + 1) % len(catalog.DAILY_SIZES)
        self.show_all()

    def action_play(self) -> None:
        name = _SIZE_NAMES[self._chosen]
        if self.navigator.settings.daily_size != name:
            self.navigator.change_setting("daily_size", name)
        self.navigator.open_day(self._day, *catalog.DAILY_SIZES[self._chosen])

    def _go_to(self, day: date) -> None:
        self._day, self._drawn, self._rankings = day, {}, {}
        self._month = self._month._replace(selected=day)
        self.note("")
        self.show_all()

    def _month_lines(self, width: int, height: int) -> list[spans.TextLine]:
        legend = spans.centred([spans.line(spans.Span(LEGEND, "muted"))], width)
        return [*month_lines(self._month, width, _month_height(height), has_tones=self.painter.has_tones), *legend]

    def _draw(self, day: date, chosen: int) -> None:
        """Draw the puzzles of a day, first the size with index `chosen`, unless the selection has changed."""
        if (day, chosen) == (self._day, self._chosen) and self.is_attached:
            self.run_in_background("picture", self._pictures(day, chosen), self._take_picture)

    async def _pictures(self, day: date, chosen: int) -> AsyncIterator[Shown]:
        """Yield what the pane shows for each size. A picture is None if it must stay hidden or cannot be made."""
        surroundings, has_room = self.navigator.surroundings, _has_room(*self.query_one("#day", TextLines).content_room)
        for index in dict.fromkeys((chosen, *(range(len(catalog.DAILY_SIZES)) if has_room else ()))):
            size = catalog.DAILY_SIZES[index]
            is_drawn = index == chosen or not surroundings.ranks_days  # a host makes no puzzle that is not needed
            ranking = await asyncio.to_thread(surroundings.ranking, day, size_text(*size))
            yield index, await self._picture(day, *size) if is_drawn else None, ranking

    async def _picture(self, day: date, width: int, height: int) -> Picture | None:
        """Return a picture of a day's puzzle, generating the puzzle if necessary.

        Return None while the player can still be ranked for this puzzle: the time starts when the player first sees it.
        """
        name, number = catalog.daily_collection(width, height), catalog.daily_number(day)
        game_id = self.data.games.get((name, number))
        if game_id is not None:
            with suppress(errors.StoreError, ValueError):
                saved, snapshot = await asyncio.to_thread(self.navigator.progress.load, game_id)
                return saved.puzzle, list_text.played_text(saved.puzzle, snapshot)
        is_new = self.data.state(day, width, height) is None
        if self.navigator.surroundings.ranks_days and day >= self._today and is_new:
            return None
        puzzle = GENERATED.get((day, width, height))
        if puzzle is None:
            await asyncio.sleep(GENERATION_DELAY)
            request, seed = daily_request(day, width, height)
            with suppress(WorkerError, OSError):
                puzzle = (await self.navigator.surroundings.daily(day, request, seed, lambda _: None)).puzzle
                GENERATED[day, width, height] = puzzle
        return (puzzle, puzzle.geometry.text(puzzle.givens)) if puzzle else None

    def _take_picture(self, found: Shown) -> None:
        index, picture, self._rankings[index] = found
        if picture is not None:
            self._drawn[index] = picture
        self._show_day()

    def _show_day(self) -> None:
        def lines(width: int, height: int) -> list[spans.TextLine]:
            sizes = [self._size_line(index) for index in range(len(catalog.DAILY_SIZES))]
            half, room = (width - len(spans.GAP)) // 2, height - len(sizes) - 1
            pairs = [*zip(sizes[::2], sizes[1::2], strict=True)]
            if _has_room(width, height):
                # One line for each row of a board gives all boards the same scale.
                blocks = [
                    [title, *self._board(index, half, (height - 3) // 2, rows + 1)]
                    for index, (title, (_, rows)) in enumerate(zip(sizes, catalog.DAILY_SIZES, strict=True))
                ]
                pairs = [*zip(*blocks[:2], strict=True), (spans.BLANK, spans.BLANK), *zip(*blocks[2:], strict=True)]
            elif room > 0:
                return [*self._board(self._chosen, width, min(room, PICTURE_LINES)), spans.BLANK, *sizes]
            elif height < len(pairs) or half < SIZE_WIDTH:
                return [sizes[self._chosen]]
            return [spans.line(*spans.fitted(left, half), spans.GAP, *right) for left, right in pairs]

        self.query_one("#day", TextLines).show(lines, f"{self._day:%A} {self._day.day} {self._day:%B}")

    def _board(self, index: int, width: int, height: int, most: int = PICTURE_LINES) -> list[spans.TextLine]:
        """Return `height` lines: a picture, `most` lines high at most, or a ranking on a host, and then blank lines."""
        board = list[spans.TextLine]()
        if index in self._drawn:
            board = self.painter.board(*self._drawn[index], width, min(height, most))
        elif index in self._rankings and self.navigator.surroundings.ranks_days:
            board = race_text.ranking_lines(self._rankings[index], width, height)
        return [*board, *[spans.BLANK] * (height - len(board))]

    def _size_line(self, index: int) -> spans.TextLine:
        size = catalog.DAILY_SIZES[index]
        name, number = catalog.daily_collection(*size), catalog.daily_number(self._day)
        state = self.data.state(self._day, *size)
        best = self.data.best_ms.get(name, {}).get(number)
        place = race_text.place_text(self._rankings.get(index, ()))
        text = f"{list_text.MARKS[state]} {place or (clock_text(best) if best is not None else '')}" if state else ""
        is_chosen = index == self._chosen
        title = spans.Span(f"{'›' if is_chosen else ' '} {size_text(*size):6}", "accent" if is_chosen else "strong")
        band = f"{daily_band(self._day, *size).title:8}"
        return spans.line(title, band, spans.Span(text, "done" if state is queries.PuzzleState.SOLVED else "normal"))


def _has_room(width: int, height: int) -> bool:
    return width >= FOUR_PICTURES[0] and height >= FOUR_PICTURES[1]


def _month_height(height: int) -> int:
    """Return how many of the `height` lines of a pane the month takes; the legend takes the others."""
    return max(height - 1, min(height, LEAST_MONTH_HEIGHT))
