"""Screen of all solves, newest first, a page at a time; each opens its result."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from binairo_tui.player.text import plain
from binairo_tui.store.errors import StoreError
from binairo_tui.tui.screens.text_screen import Choice, ListScreen, preview_of
from binairo_tui.tui.view.list_text import played_text, result_line, title_lines, with_picture
from binairo_tui.tui.view.spans import BLANK, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.store.queries import Result
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine

PAGE = 100
"""The number of solves on a page."""


class SolvesScreen(ListScreen):
    """All solves, newest first."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._offset = 0
        self._count = 0

    def heading(self) -> tuple[str, ...]:
        if not self._count:
            return ("Nothing is solved yet",)
        last = min(self._offset + PAGE, self._count)
        return "Solved puzzles", f"{self._offset + 1}-{last} of {self._count}"

    def choices(self) -> Sequence[Choice]:
        progress = self.navigator.progress
        self._count = progress.result_count()
        found = [
            Choice(result_line(result), partial(self.navigator.open_saved, result.id), partial(self._preview, result))
            for result in progress.latest_results(PAGE, self._offset)
        ]
        if self._offset:
            found.insert(0, self._page_choice("Newer", -PAGE))
        if self._offset + PAGE < self._count:
            found.append(self._page_choice("Older", PAGE))
        return found

    def _page_choice(self, name: str, by: int) -> Choice:
        return Choice(line(Span(name, "strong")), partial(self._turn, by), preview_of(f"{name} solves."))

    def _turn(self, by: int) -> None:
        self._offset = max(self._offset + by, 0)
        self.reload()
        self.go_to(0 if by > 0 else len(self.choices()) - 1)

    def _preview(self, result: Result, width: int, height: int) -> list[TextLine]:
        title = title_lines(result.title, width)
        try:
            saved, snapshot = self.navigator.progress.load(result.id)
            text = played_text(saved.puzzle, snapshot)
        except (StoreError, ValueError) as error:
            return [*title, BLANK, *wrapped(plain(f"{error}", 200), width, "error")]
        return with_picture(title, saved.puzzle, text, width, height, symbols=self.symbols)
