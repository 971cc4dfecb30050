"""Screen of practice: the list of techniques with what is known about each (see `player.practice`)."""

from collections.abc import Mapping, Sequence
from functools import partial

from binairo_tui.engine.drills import DRILLED
from binairo_tui.player import coach, lessons, text
from binairo_tui.player.practice import Practice, known_techniques
from binairo_tui.tui.screens import drill, places, text_screen
from binairo_tui.tui.view import lesson_text, spans
from binairo_tui.tui.widgets.text_lines import MARKER

ABOUT = (
    "Each drill asks for a cell and for the reason for its value. What you know comes back less and less often; what "
    "you forget comes back soon."
)
"""The preview of the next drill shows this text until the games have been read."""


class PracticeScreen(text_screen.ListScreen[tuple[Practice | None, Mapping[str, coach.Mastery]], str]):
    CANCELLABLE = (text_screen.LOADING, drill.NEXT)
    TITLE = "Practice"
    TITLE_OF_LIST = "Techniques"
    data: tuple[Practice | None, Mapping[str, coach.Mastery]] = (None, {})
    _chosen: str | None = None
    """The row that was chosen before the games were read; '' for the next drill, and None if no row was chosen."""

    def confirm_leave(self) -> bool:
        """If a drill is being made, cancel it and return False, so that the player stays here."""
        return not self.cancel_in_background(drill.NEXT)

    def load(self) -> tuple[Practice, Mapping[str, coach.Mastery]]:
        practice, known = known_techniques(self.navigator.progress)
        return practice, {mastery.technique: mastery for mastery in known}

    def take_data(self, data: tuple[Practice | None, Mapping[str, coach.Mastery]]) -> None:
        super().take_data(data)
        chosen, self._chosen = self._chosen, None
        if chosen is not None and drill.NEXT in self._work:
            self.open(chosen)

    def list_items(self) -> Sequence[text_screen.ListItem[str]]:
        practice, _ = self.data
        due = practice.next_technique(self.navigator.progress.now()) if practice else ""
        first = spans.line(spans.Span("Next drill", "strong"), spans.Span(f"  {due}", "accent"))
        return [text_screen.ListItem(first, partial(self.open, ""), partial(self.preview, due)), *super().list_items()]

    def rows(self) -> Sequence[str]:
        return DRILLED

    def row_line(self, row: str) -> spans.TextLine:
        practice, mastery = self.data[0], self.data[1].get(row)
        return lesson_text.technique_line(row, practice, mastery, self.navigator.progress.now(), self.line_width)

    def above(self, row: str) -> Sequence[spans.TextLine]:
        heading = spans.line(" " * len(MARKER), *lesson_text.technique_heading(self.line_width))
        return (spans.BLANK, heading) if row == DRILLED[0] else ()

    def open(self, row: str) -> None:
        practice, _ = self.data
        if practice is None:
            self._chosen = row
            self.expect_in_background(drill.NEXT)
            return
        lesson = lessons.Lesson(practice, row)
        self.read_in_background(
            drill.NEXT,
            partial(drill.next_play, self.navigator, lesson),
            lambda play: self.navigator.go(places.Places.DRILL, lesson, play),
        )

    def preview(self, row: str) -> text_screen.Preview:
        practice, mastery = self.data[0], self.data[1].get(row)
        facts = [lesson_text.practised_text(row, practice)] if practice else []
        facts += [lesson_text.mastery_text(mastery)] if mastery else []
        rule = spans.Paragraph(text.rule_text(row) if row else ABOUT)
        return text_screen.text_preview(rule, *facts, title=row.capitalize() or "Practice")
