"""Screens of practice: the list of techniques, and the drills, one after another (see `player.practice`)."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from binairo_tui.engine import EMPTY, Cell, Puzzle, Value, bands, drills
from binairo_tui.game import Clock, GameSession
from binairo_tui.player import catalog, coach, text
from binairo_tui.player.practice import (
    TASK,
    TECHNIQUES,
    Lesson,
    Practice,
    board_note,
    first_answer,
    judge,
    known_techniques,
)
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import board_screen, places, text_screen
from binairo_tui.tui.view import appearance, practice_text, spans
from binairo_tui.tui.widgets.board_view import BoardView

_TONES = {True: "strong", False: "error", None: "normal"}
"""Maps the verdict on an answer to a tone: right, wrong, or None for a cell that the technique does not decide."""
NEXT = "next"
"""The group of the work that makes the next drill."""


class PracticeScreen(text_screen.ListScreen[tuple[Practice | None, Mapping[str, coach.Mastery]], str]):
    """The next drill, and the techniques to choose from."""

    AWAITED = (NEXT,)
    TITLE_OF_LIST = "Techniques"
    data: tuple[Practice | None, Mapping[str, coach.Mastery]] = (None, {})

    def heading(self) -> tuple[str, ...]:
        return ("Practice",)

    def load(self) -> tuple[Practice, Mapping[str, coach.Mastery]]:
        practice, known = known_techniques(self.navigator.progress)
        return practice, {mastery.technique: mastery for mastery in known}

    def list_items(self) -> Sequence[text_screen.ListItem[str]]:
        """Return the techniques. Once the games have been read, each technique is listed with its due time."""
        practice, _ = self.data
        due = practice.next_technique(self.navigator.progress.now()) if practice else ""
        first = spans.line(spans.Span("Next drill", "strong"), spans.Span(f"  {due}", "accent"))
        return [text_screen.ListItem(first, partial(self.open, ""), partial(self.preview, due)), *super().list_items()]

    def rows(self) -> Sequence[str]:
        return TECHNIQUES

    def row_line(self, row: str) -> spans.TextLine:
        return practice_text.technique_line(row, self.data[0], self.navigator.progress.now())

    def above(self, row: str) -> Sequence[spans.TextLine]:
        return (spans.BLANK, spans.line(spans.Span("Choose a technique", "muted"))) if row == TECHNIQUES[0] else ()

    def open(self, row: str) -> None:
        practice, _ = self.data
        if practice is None:  # a click can come before the games are read
            return
        lesson, now = Lesson(practice, row), self.navigator.progress.now()
        self.read_in_background(
            NEXT, partial(lesson.next_drill, now), lambda drill: self.navigator.go(places.Places.DRILL, lesson, drill)
        )

    def preview(self, row: str) -> text_screen.Preview:
        """Return the rule of a technique, when it is due, and how well the player knows it."""
        practice, mastery = self.data[0], self.data[1].get(row)
        facts = [practice_text.practised_text(row, practice, self.navigator.progress.now())] if practice else []
        facts += [practice_text.mastery_text(mastery)] if mastery else []
        rule = [spans.Paragraph(text.rule_text(row))] if row else []
        told = [*rule, *[spans.Paragraph(fact, "muted") for fact in facts]]
        return text_screen.Preview(
            row.capitalize(), lambda width, height: spans.wrapped_paragraphs(told, width)[:height]
        )


class DrillScreen(board_screen.BoardScreen):
    """A drill. The rule is shown until the player has answered a drill for the technique correctly."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LESSON, Scope.BOARD, Scope.FILL)
    AWAITED = (NEXT,)

    def __init__(self, navigator: Navigator, lesson: Lesson, drill: drills.Drill) -> None:
        self._lesson, self._drill = lesson, drill
        self._shows_rule = not lesson.practice.has_succeeded(drill.technique)
        self._session: GameSession = GameSession(drill.puzzle, Clock(time.monotonic))
        self._session.cursor = drill.puzzle.geometry.text(drill.puzzle.givens).index(EMPTY)
        self._started = time.monotonic()
        self._is_answered = self._is_done = False
        self._message = spans.Paragraph("")
        board = BoardView(self.puzzle, appearance.board_look(self._session), self.cursor)
        super().__init__(board, FooterContext.DRILL, navigator)

    def action_game(self, command: str, *arguments: Any) -> None:
        """Judge the value that the player chose. There is nothing to undo, because wrong values are not placed."""
        if command == "place":
            self._answer(*arguments)
        elif command == "cycle":
            self._message = spans.Paragraph("Press 0 or 1 on a cell that the technique decides.")
            self.show_all()

    def _answer(self, cell: Cell, value: Value) -> None:
        if self._is_done or value == EMPTY:
            return
        is_right, sentence = judge(self._drill, cell, value)
        self._message = spans.Paragraph(sentence, _TONES[is_right])
        if is_right is not None and not self._is_answered:
            self._record(is_right)
        if is_right:
            self._is_done = True
            self._session.place(cell, value)
        self.show_all()

    def action_next(self) -> None:
        """Go to the next drill or to the whole board.

        If this drill is not done, show an answer instead. If the player has not answered yet, this counts as a wrong
        answer.
        """
        if self._is_done:
            self._go_on()
            return
        if not self._is_answered:
            self._record(is_right=False)
        cell, value, reason = first_answer(self._drill)
        self._is_done = True
        self._session.cursor = cell
        self._session.place(cell, value)
        self.board.move_cursor(cell)
        self._message = spans.Paragraph(reason)
        self.show_all()

    def action_more(self) -> None:
        """Show more of the text if there is any. Otherwise, if the drill is done, go on as `action_next` does."""
        if not (self.panel.has_more and self.panel.turn()) and self._is_done:
            self._go_on()

    def _go_on(self) -> None:
        lesson = self._lesson
        if lesson.is_board_next and lesson.entry:
            self.app.pop_screen()
            self.navigator.open_entry(lesson.entry, note=board_note(lesson.chosen))
        elif lesson.is_board_next:
            self.read_in_background(NEXT, lesson.board, self._open_board)
        else:
            make = partial(lesson.next_drill, self.navigator.progress.now())
            self.read_in_background(NEXT, make, self._open_drill)

    def _open_drill(self, drill: drills.Drill) -> None:
        self.app.switch_screen(DrillScreen(self.navigator, self._lesson, drill))

    def _open_board(self, board: Puzzle) -> None:
        technique = self._lesson.chosen
        self.app.pop_screen()
        self.navigator.open_puzzle(
            board, catalog.lesson_title(technique), bands.BAND_OF[technique].title, note=board_note(technique)
        )

    def _record(self, is_right: bool) -> None:
        self._is_answered = True
        milliseconds = round((time.monotonic() - self._started) * 1000)
        progress = self.navigator.progress
        record = self._lesson.practice.answer(
            self._drill.technique, is_right=is_right, milliseconds=milliseconds, now=progress.now()
        )
        progress.record_practice([record])

    def show_all(self) -> None:
        technique = self._drill.technique
        self.board.show(appearance.board_look(self._session, symbols=self.symbols))
        word = "Lesson" if self._lesson.entry else "Practice"
        self.show_heading(f"{word} · {technique}", self._lesson.place)
        task = f"{TASK} {self.key_of('lesson.next')} shows the answer."
        follows = "plays a whole board that needs it" if self._lesson.is_board_next else "continues"
        told = [spans.Paragraph(text.lesson_text(technique) if self._shows_rule else technique.capitalize())]
        if self._message.text:
            told.insert(0, self._message)
        told.append(spans.Paragraph(f"{self.key_of('play.more')} {follows}." if self._is_done else task, "muted"))
        self.panel.show(told, word)
        self.footer.show(FooterContext.LESSON_STEP if self._is_done else FooterContext.DRILL)
