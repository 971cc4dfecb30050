"""Screens of a lesson: a worked example, and drills that ask for a value and its reason (see `player.drill_play`)."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from binairo_tui.engine import Cell, Puzzle, WalkStep, bands
from binairo_tui.game import GameSession, steps
from binairo_tui.player import catalog, drill_play, lessons, practice, text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import board_screen, places
from binairo_tui.tui.view import appearance, hint_text, lesson_text, spans

NEXT = "next"
SIGNS = "Binairo+ puzzles have signs between cells: = equal, × different."


class LessonScreen(board_screen.BoardScreen[GameSession]):
    """A screen of a lesson, from which the player goes on to the next drill or to a whole board."""

    CANCELLABLE: ClassVar[tuple[str, ...]] = (NEXT,)
    _lesson: lessons.Lesson

    def go_to_next(self) -> None:
        """Go to the next drill or, after the last one, to a whole board; at the end of a lesson about a game, leave."""
        lesson = self._lesson
        if lesson.is_over:
            self.app.pop_screen()
        elif lesson.is_board_next and lesson.entry:
            self.app.pop_screen()
            self.navigator.open_entry(lesson.entry, note=lesson.board_note)
        elif lesson.is_board_next:
            self.read_in_background(NEXT, lesson.board, self._open_board)
        else:
            make = partial(next_play, self.navigator, lesson)
            self.read_in_background(
                NEXT, make, lambda play: self.app.switch_screen(DrillScreen(self.navigator, lesson, play))
            )

    def _open_board(self, board: Puzzle) -> None:
        technique = self._lesson.chosen
        self.app.pop_screen()
        self.navigator.open_puzzle(
            board, catalog.lesson_title(technique), bands.BAND_OF[technique].title, note=self._lesson.board_note
        )


def next_play(navigator: Navigator, lesson: lessons.Lesson) -> drill_play.DrillPlay:
    """Return the next drill of a lesson. May take a second: call it in a thread."""
    return drill_play.DrillPlay(lesson.next_drill(navigator.progress.now()), lesson.practice)


def practise(
    screen: board_screen.BoardScreen[Any], group: str, make_lesson: Callable[[practice.Practice], lessons.Lesson]
) -> None:
    """Make a lesson in the background, as work of `group`, and go from `screen` to its first drill."""
    navigator = screen.navigator

    def make() -> tuple[lessons.Lesson, drill_play.DrillPlay]:
        lesson = make_lesson(practice.open_practice(navigator.progress))
        return lesson, next_play(navigator, lesson)

    screen.read_in_background(group, make, lambda made: navigator.go(places.Places.DRILL, *made))


class DrillScreen(LessonScreen):
    """A drill; the rule is shown unless the player has lately given right reasons for the technique."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.DRILL, Scope.LESSON, Scope.BOARD, Scope.FILL)

    def __init__(self, navigator: Navigator, lesson: lessons.Lesson, play: drill_play.DrillPlay) -> None:
        self._lesson, self.play = lesson, play
        self._session = play.session
        self._shows_rule = not lesson.practice.has_given_reasons(play.drill.technique)
        self._reply: drill_play.Reply | None = None
        super().__init__(FooterContext.DRILL, navigator)

    def _change(self, sentence: str = "") -> None:
        """Show what the learner has changed, and `sentence` instead of the last sentence, unless the drill is done."""
        if not self.play.is_done:
            self._reply, self.play.hint_page = None, None
            self.note(sentence)

    def action_game(self, command: str, *arguments: Any) -> None:
        play = self.play
        if play.is_done:
            return
        if command in ("undo", "redo"):
            self._change(getattr(play.session, command)().message)
            self.follow_cursor()
        else:
            cell: Cell = arguments[0]
            held = self.puzzle.geometry.value(play.session.position, cell)
            self._change(play.place(cell, steps.NEXT_VALUE[held] if command == "cycle" else arguments[1]))

    def action_line(self, kind: str) -> None:
        self.play.toggle_line(self.puzzle.geometry.lines_of(self.cursor)[kind == "column"])
        self._change()

    def action_mark(self) -> None:
        self._change(self.play.toggle_cell(self.cursor))

    def action_branch(self) -> None:
        self.play.open_branch()
        self._change("" if self.play.needs_branch else "This technique needs no branch.")

    def action_drop(self) -> None:
        self.play.drop_branch()
        self._change()

    def action_hint(self) -> None:
        if self.play.is_done:
            return
        if self.play.show_hint():
            self._reply = None
            self.note("")
        else:
            self._give_up()

    def action_hint_back(self) -> None:
        if self.play.hint_page:
            self.play.hint_page -= 1
            self.show_all()

    def close_part(self) -> bool:
        if self.play.hint_page is None:
            return super().close_part()
        self.play.hint_page = None
        self.show_all()
        return True

    def action_next(self) -> None:
        if self.play.is_done:
            self.go_to_next()
        else:
            self._give_up()

    def action_more(self) -> None:
        play = self.play
        if play.filled is not None and not play.is_done and self._reply is None:
            reply = play.answer(self.navigator.progress.now())
            self._take(reply if reply.text else reply._replace(text=lesson_text.missing_text(play)))
        elif self.panel.has_more and self.panel.turn():
            return
        elif play.is_done:
            self.go_to_next()
        elif play.filled is None:
            self._change(lesson_text.missing_text(play))

    def _give_up(self) -> None:
        self._take(self.play.give_up(self.navigator.progress.now()))
        self.board.move_cursor(self.cursor)

    def _take(self, reply: drill_play.Reply) -> None:
        if reply.record is not None:
            self.navigator.progress.record_practice([reply.record])
        self._reply = reply
        self.note("")

    def show_all(self) -> None:
        play, lesson = self.play, self._lesson
        advice = None if play.hint_page is None else hint_text.hint_advice(play.hint, play.hint_page, None, "")
        pointer = advice.pointer if advice else lesson_text.drill_pointer(play, self._reply)
        stop = advice.stop if advice else None
        self.board.show(appearance.board_look(play.session, pointer=pointer, symbols=self.symbols, stop=stop))
        word = "Lesson" if lesson.entry else "Practice"
        self.show_heading(f"{word} · {play.drill.technique}", lesson.place)
        told = lesson_text.drill_paragraphs(
            play,
            lesson,
            self.key_of,
            said=advice.message if advice else self.message,
            reply=self._reply,
            shows_rule=self._shows_rule,
        )
        self.show_panel(told, word)
        self.footer.show(lesson_text.drill_context(play))


class ExampleScreen(LessonScreen):
    """The example of a lesson; after its last page, the first drill follows."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LESSON, Scope.BOARD, Scope.FILL)

    def __init__(self, navigator: Navigator, lesson: lessons.Lesson, example: lessons.WorkedExample) -> None:
        self._lesson, self._example = lesson, example
        self._page = 0
        self._session = GameSession(example.puzzle)
        self._session.cursor = example.proof.cells[0]
        super().__init__(FooterContext.LESSON_STEP, navigator)

    @property
    def _step(self) -> WalkStep | None:
        return self._example.walk[self._page - 1] if self._page else None

    @property
    def _is_last(self) -> bool:
        return self._page == len(self._example.walk)

    def action_more(self) -> None:
        if not (self.panel.has_more and self.panel.turn()):
            self.action_next()

    def action_next(self) -> None:
        if self._is_last:
            self.go_to_next()
        else:
            self._page += 1
            self.show_all()

    def show_all(self) -> None:
        proof, step = self._example.proof, self._step
        whole = appearance.Pointer(proof.because_lines, proof.cells, proof.reason_cells)
        pointer = hint_text.stop_pointer(step) if step else whole
        self.board.show(appearance.board_look(self._session, pointer=pointer, symbols=self.symbols, stop=step))
        self.show_heading(f"Lesson · {proof.technique}", "example")
        signs = [spans.Paragraph(SIGNS)] if self.puzzle.signs and step is None else []
        last = (
            "plays a whole board that needs it"
            if self._lesson.is_board_next
            else "begins the drills: find such a cell yourself"
        )
        follows = last if self._is_last else "shows the next step"
        told = (
            *signs,
            spans.Paragraph(text.lesson_text(proof.technique)),
            spans.Paragraph(step.text if step else proof.text, "strong"),
            spans.Paragraph(f"{self.key_of('play.more')} {follows}.", "muted"),
        )
        self.show_panel(told, "Example")
