"""Screen of all solves, newest first, a page at a time; each opens its result."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from binairo_tui.player.text import STYLE_WORDS, clock_text, plain, puzzle_name
from binairo_tui.store.queries import Result
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.games import saved_preview
from binairo_tui.tui.screens.text_screen import Choice, ListScreen, Preview, preview_of
from binairo_tui.tui.view.list_text import result_line
from binairo_tui.tui.view.spans import Paragraph, Span, line

PAGE = 100
"""The number of solves on a page."""


class SolvesScreen(ListScreen):
    """All solves, newest first."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.GAMES,)
    CONTEXT = FooterContext.SOLVES
    TITLE_OF_LIST = "All solves"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._offset = 0
        self._count = 0
        self._results: Sequence[Result] = ()

    def heading(self) -> tuple[str, ...]:
        if not self._count:
            return ("Nothing is solved yet",)
        last = min(self._offset + PAGE, self._count)
        return "Solved puzzles", f"{self._offset + 1}-{last} of {self._count}"

    def load(self) -> Callable[[], None]:
        progress = self.navigator.progress
        return partial(self._take_results, progress.result_count(), progress.latest_results(PAGE, self._offset))

    def _take_results(self, count: int, results: Sequence[Result]) -> None:
        self._count, self._results = count, results

    def choices(self) -> Sequence[Choice]:
        found = [
            Choice(
                result_line(result, self.line_width),
                partial(self.navigator.open_saved, result.id),
                partial(self._preview, result),
            )
            for result in self._results
        ]
        if self._offset:
            found.insert(0, self._page_choice("Newer", -PAGE))
        if self._offset + PAGE < self._count:
            found.append(self._page_choice("Older", PAGE))
        return found

    def action_delete(self) -> None:
        index = self.current_index - bool(self._offset)
        if 0 <= index < len(self._results):
            result = self._results[index]
            question = f"Delete the replay of {puzzle_name(result.title)}? The solve stays in the statistics."
            self.navigator.confirm(question, partial(self._delete, result))

    def _delete(self, result: Result) -> None:
        problem = self.navigator.progress.delete(result.id)
        self.reload()
        self.note(plain(problem, 200))

    def _page_choice(self, name: str, by: int) -> Choice:
        return Choice(line(Span(name, "strong")), partial(self._turn, by), preview_of(f"{name} solves.", title=name))

    def _turn(self, by: int) -> None:
        """Show the next page of older solves, or of newer ones if `by` is negative."""
        self._offset = max(self._offset + by, 0)
        self.go_to(0 if by > 0 else PAGE)
        self.reload()

    def _preview(self, result: Result) -> Preview:
        style = STYLE_WORDS[result.style]
        return saved_preview(self, result.id, result.title, Paragraph(f"{clock_text(result.elapsed_ms)} · {style}"))
