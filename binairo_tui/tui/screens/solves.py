"""Screen of all solves, newest first. Choosing a solve opens the solved game."""

from collections.abc import Sequence

from binairo_tui.player.text import STYLE_WORDS, clock_text, plain, puzzle_name, when_short, when_text
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens import games
from binairo_tui.tui.view import list_text, spans


class SolvesScreen(games.LongScreen[queries.Result]):
    CONTEXT = FooterContext.SOLVES
    TITLE_OF_LIST = "All solves"

    def heading(self) -> tuple[str, ...]:
        count, _ = self.data
        return ("Nothing is solved yet",) if count == 0 else ("Solved puzzles", f"{count} in all" if count else "")

    def load(self) -> tuple[int, Sequence[queries.Result]]:
        progress = self.navigator.progress
        results = progress.read(queries.read_results, limit=self.limit, newest_first=True)
        return progress.read(queries.count_results), results

    def row_line(self, row: queries.Result) -> spans.TextLine:
        return list_text.result_line(row, self.line_width, when_short(row.solved_utc, self.navigator.progress.now()))

    def captions(self, row: queries.Result) -> Sequence[spans.Paragraph]:
        facts = plain(row.band), clock_text(row.elapsed_ms), STYLE_WORDS[row.style]
        when = when_text(row.solved_utc, self.navigator.progress.now())
        return spans.Paragraph(" · ".join(filter(None, facts))), spans.Paragraph(f"Solved {when}", "muted")

    def delete_question(self, row: queries.Result) -> str:
        return f"Delete the replay of {puzzle_name(row.title)}? The solve stays in the statistics."
