"""The screen for watching a race, with a delay. It shows who leads, and the boards of those who allow it."""

from math import ceil

from textual.containers import VerticalScroll

from binairo_tui.engine import parse_puzzle
from binairo_tui.player import host_client, watched_race
from binairo_tui.player.text import clock_text, plain
from binairo_tui.tui.messages import HostNews, Navigator
from binairo_tui.tui.screens.host.host_screen import OnHost
from binairo_tui.tui.screens.page import PageScreen
from binairo_tui.tui.view import race_text, spans

OVER = "The race is over. Past races on Together has its replays."


class WatchScreen(OnHost, PageScreen):
    """The progress of all racers, and below it boards side by side; the page scrolls if there is no room for all."""

    LEAST_NOTE_LINES = 1
    NOTE_TONE = "normal"

    def __init__(self, navigator: Navigator, race: watched_race.WatchedRace) -> None:
        super().__init__(navigator)
        self._race = race
        self._puzzle = parse_puzzle(race.puzzle)

    def heading(self) -> tuple[str, ...]:
        race = self._race
        at = "over" if race.is_over else clock_text(race.elapsed_ms)
        return f"Watching · {plain(race.title)}", at, f"{race.delay_ms // 1000} s late"

    def text_lines(self, width: int) -> list[spans.TextLine]:
        puzzle = self._puzzle
        standings = race_text.standings(self._race, puzzle.geometry.cell_count - puzzle.given_count, width)
        boards = [racer for racer in self._race.racers if racer.grid]
        if not boards:
            return standings
        columns = max(min(width // (2 * puzzle.width + 3), len(boards)), 1)
        rows = ceil(len(boards) / columns)
        columns = ceil(len(boards) / rows)
        room = (self.query_one(VerticalScroll).size.height - len(standings)) // rows - 2
        lines = standings
        for start in range(0, len(boards), columns):
            shown = boards[start : start + columns]
            lines += [spans.BLANK, *self._boards(shown, width // columns, max(room, puzzle.height + 1))]
        return lines

    def _boards(self, racers: list[watched_race.WatchedRacer], width: int, height: int) -> list[spans.TextLine]:
        """Return the boards of racers side by side, each `width` columns wide, below their names."""
        blocks = []
        for racer in racers:
            picture = self.painter.board(self._puzzle, racer.grid, width - 1, height)
            blocks.append([*spans.centred([spans.line(spans.Span(plain(racer.name), "strong"))], width - 1), *picture])
        return [tuple([part for it in row for part in spans.fitted(it, width)]) for row in zip(*blocks, strict=True)]

    def on_host_news(self, message: HostNews) -> None:
        if not isinstance(message.news, host_client.WatchChanged):
            return
        if message.news.watched is None:
            self.navigator.leave()
        elif self.is_attached:
            self._race = message.news.watched
            self.note(OVER if self._race.is_over else "")
            self.show_all()

    def on_unmount(self) -> None:
        self.host.stop_watching()
