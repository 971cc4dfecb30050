"""The ratings of a host's players: today, yesterday, this month and of all time, and a page about each player."""

from collections.abc import Sequence

from binairo_tui.host.client import host_client, hub_link
from binairo_tui.host.screens.host_screen import HostList
from binairo_tui.player.ratings import SURE
from binairo_tui.player.text import clock_text, ordinal, plain
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import ListItem, Preview, preview_of, text_preview
from binairo_tui.tui.view import charts
from binairo_tui.tui.view.spans import BLANK, Paragraph, Span, TextLine, column, line, wrapped_paragraphs

PERIODS = ("Today", "Yesterday", "This month", "All time")
"""The periods of `LeagueLine.changes`. For each period, only the players who have played in it are listed."""
ALL_TIME = len(PERIODS) - 1


class LeagueScreen(HostList[Sequence[host_client.LeagueLine], host_client.LeagueLine]):
    """The players by rating. Those whose ratings are not certain yet come last, and have no place."""

    TITLE_OF_LIST = "Players"
    data: Sequence[host_client.LeagueLine] = ()

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._period = ALL_TIME

    def heading(self) -> tuple[str, ...]:
        rows = self.rows()
        own = next((place for place, row in enumerate(rows, 1) if row.name == self.host.name), 0)
        is_placed = own and rows[own - 1].deviation <= SURE
        place = f"you are {ordinal(own)}" if is_placed else "you have no place yet"
        return f"Ratings · {PERIODS[self._period].lower()}", place, f"{len(rows)} rated"

    def ask(self) -> Sequence[host_client.LeagueLine]:
        return self.host.league()

    def rows(self) -> Sequence[host_client.LeagueLine]:
        return [row for row in self.data if row.changes[self._period] is not None]

    def list_items(self) -> Sequence[ListItem[host_client.LeagueLine]]:
        following = PERIODS[(self._period + 1) % len(PERIODS)]
        sentence = "Show those who have played in this period, and what their ratings gained."
        item = ListItem[host_client.LeagueLine](
            line(f"Show {following.lower()}"), self._turn, preview_of(sentence, title=following), above=(BLANK,)
        )
        return [*super().list_items(), item]

    def _turn(self) -> None:
        self._period = (self._period + 1) % len(PERIODS)
        self.show_all()
        self.go_to(0)

    def row_line(self, row: host_client.LeagueLine) -> TextLine:
        place = f"{self.rows().index(row) + 1:>3}" if row.deviation <= SURE else "  -"
        gain = f"{row.changes[self._period] or 0:+.0f}" if self._period != ALL_TIME else ""
        text = f"{place} {column(plain(row.name), 17)}{row.value:>6.0f}"
        tone = "accent" if row.name == self.host.name else "normal"
        return line(Span(text, tone), Span(f" ± {row.deviation:<4.0f}{gain:>6}", "muted"))

    def open(self, row: host_client.LeagueLine) -> None:
        self.note("" if row.deviation <= SURE else f"{plain(row.name)}'s rating is not certain yet.")

    def preview(self, row: host_client.LeagueLine) -> Preview:
        try:
            page = self.host.page(row.name)
        except hub_link.HostError as error:
            return text_preview(str(error))
        told = [Paragraph(f"Races: {page.races}, won: {page.won}.", "muted")] if page.races else []
        best = ", ".join(map(str, page.storms))
        told += [Paragraph(f"Best in Storm beside others: {best}.", "muted")] if best else []
        sizes = [
            line(f"{column(size, 8)}{solved:>4} solved{clock_text(best_ms):>8}") for size, solved, best_ms in page.sizes
        ]

        def content(width: int, height: int) -> Sequence[TextLine]:
            values = [round(value) for value in page.history[-width:]]
            chart = [line(Span(charts.sparkline(values), "accent")), line(f"{min(values)} to {max(values)}")]
            return [*chart, BLANK, *sizes, BLANK, *wrapped_paragraphs(told, width)][:height]

        return Preview(f"{plain(row.name)} {row.value:.0f} ± {row.deviation:.0f}", content)
