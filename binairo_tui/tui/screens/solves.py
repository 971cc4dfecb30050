"""Screen of all solves, newest first, a page at a time. Choosing a solve opens the solved game."""

from collections.abc import Sequence
from functools import partial

from binairo_tui.player.text import STYLE_WORDS, clock_text, puzzle_name
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens import games, text_screen
from binairo_tui.tui.view import list_text, spans

PAGE = 100
"""The number of solves on a page."""


class SolvesScreen(games.SavedScreen[tuple[int, Sequence[queries.Result]], queries.Result]):
    """All solves, newest first.

    `data` holds the number of all solves, and the solves on the current page.
    """

    CONTEXT = FooterContext.SOLVES
    TITLE_OF_LIST = "All solves"
    data: tuple[int, Sequence[queries.Result]] = (0, ())
    _offset = 0

    def heading(self) -> tuple[str, ...]:
        count = self.data[0]
        if not count:
            return ("Nothing is solved yet",)
        return "Solved puzzles", f"{self._offset + 1}-{min(self._offset + PAGE, count)} of {count}"

    def load(self) -> tuple[int, Sequence[queries.Result]]:
        progress = self.navigator.progress
        results = progress.read(queries.read_results, limit=PAGE, offset=self._offset, newest_first=True)
        return progress.read(queries.count_results), results

    def rows(self) -> Sequence[queries.Result]:
        return self.data[1]

    def row_line(self, row: queries.Result) -> spans.TextLine:
        return list_text.result_line(row, self.line_width)

    def captions(self, row: queries.Result) -> Sequence[spans.Paragraph]:
        return (spans.Paragraph(f"{clock_text(row.elapsed_ms)} · {STYLE_WORDS[row.style]}"),)

    def delete_question(self, row: queries.Result) -> str:
        return f"Delete the replay of {puzzle_name(row.title)}? The solve stays in the statistics."

    def list_items(self) -> Sequence[text_screen.ListItem[queries.Result]]:
        newer = [self._page_item("Newer", -PAGE)] if self._offset else []
        older = [self._page_item("Older", PAGE)] if self._offset + PAGE < self.data[0] else []
        return [*newer, *super().list_items(), *older]

    def _page_item(self, name: str, by: int) -> text_screen.ListItem[queries.Result]:
        return text_screen.ListItem(
            spans.line(spans.Span(name, "strong")),
            partial(self._turn, by),
            text_screen.preview_of(f"{name} solves.", title=name),
        )

    def _turn(self, by: int) -> None:
        """Show the page that begins `by` solves further down the list; a negative `by` leads to newer solves."""
        self._offset = max(self._offset + by, 0)
        self.go_to(0 if by > 0 else PAGE)
        self.reload()
