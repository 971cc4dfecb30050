"""A game in play in plain mode: turns commands into lines of words. Reading and writing are left to the caller."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from binairo_tui import engine, player
from binairo_tui.engine import Puzzle, wording
from binairo_tui.game import GameSession, aids, review
from binairo_tui.plain import commands, speech
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import (
    READ_ONLY,
    Asked,
    Changed,
    CheckGiven,
    Event,
    FillAsked,
    HintGiven,
    Lost,
    PauseChanged,
    Refused,
    Solved,
    WhyGiven,
    fill_question,
    lost_text,
)

WHILE_PAUSED = frozenset({"pause", "time", "save", "help", "verbose", "menu", "quit", "yes", "no"})
"""The names of the commands that are carried out while the game is paused and the grid is hidden."""
VERDICT_SECONDS = 2.0
"""An answer waits at most this many seconds until the command is saved."""
_NOT_SHOWN = "The help level in the settings hides this."
_PAUSED_NOW = "Paused: the clock is stopped, and the grid is not read. Type pause to continue."
_AWAY = "The clock stopped while you were away."
_NOT_COUNTED = "You were away: the time since your last command does not count."
_NO_QUESTION = "There is no question to answer."
_NOT_SOLVED = "The puzzle is not solved yet."
MANY = 6
"""A step that changed more cells than this is described only by the number of cells."""
_AFTER_SOLVED = "Type result, replay, card, again, next, menu or quit."


def _place(play: Play, command: commands.ParsedCommand) -> None:
    assert command.cell is not None  # noqa: S101 - guaranteed by the parser
    assert command.value is not None  # noqa: S101
    play.move_to(command.cell)
    play.place(command.cell, command.value)


_ACTIONS: dict[str, Callable[[Play, commands.ParsedCommand], None]] = {
    "place": _place,
    "undo": lambda play, command: play.undo(command.number or 1),
    "redo": lambda play, command: play.redo(command.number or 1),
    "back": lambda play, _: play.go_back(),
    "restart": lambda play, _: play.restart(),
    "once": lambda play, _: play.propagate_once(),
    "fill": lambda play, _: play.propagate(),
    "branch": lambda play, _: play.open_branch(),
    "drop": lambda play, _: play.drop_branch(),
    "keep": lambda play, _: play.keep_branch(),
    "check": lambda play, _: play.ask_check(names_cells=False),
    "where": lambda play, _: play.ask_check(names_cells=True),
    "hint": lambda play, _: play.ask_hint(),
    "previous": lambda play, _: play.hint_back(),
    "why": lambda play, command: play.ask_why(command.cell or 0),
    "pause": lambda play, _: play.pause(),
}
"""The commands that act on the game. The game reports their results as events."""


class PlainGame:
    """One game in play, which answers commands in lines of words; `verbose` is explained in `speech`."""

    def __init__(self, play: Play, *, verbose: bool = True) -> None:
        self.play = play
        self.verbose = verbose
        self._events: list[Event] = []
        self._is_away = False
        self._head_before = 0
        """The `head` of the session before the current command."""
        self.asked: FillAsked | None = None
        """The question that the player has not answered yet."""
        play.connect(self.listen)

    @property
    def session(self) -> GameSession:
        """The `GameSession` of `play`. It is replaced if steps are taken back because they were not saved."""
        return self.play.session

    @property
    def _puzzle(self) -> Puzzle:
        return self.play.game.puzzle

    def begin(self) -> list[str]:
        self.play.begin()
        self.play.resume()
        puzzle = self._puzzle
        filled, blanks = speech.progress(puzzle, self.session.position)
        rules = "" if puzzle.unique_lines else " Lines may repeat."
        rules += "" if puzzle.more_ones else " A line of odd length has one more 0 or one more 1."
        branches = f" {branches_text(self.session)}" if self.session.branches else ""
        name = game_name(puzzle.width, puzzle.height, self.play.game.band, self.play.game.title)
        if self.session.is_solved:
            return [f"{name}.", *self._board(), f"{self._solved_text()} {_AFTER_SOLVED}"]
        return [f"{name}. {filled} of {wording.plural(blanks, 'blank')} filled.{rules}{branches}", *self._board()]

    def come_back(self) -> list[str]:
        """Resume after an automatic pause; return a line that says so, or no line if there was no such pause."""
        self.play.touch()
        if not self._is_away:
            return []
        self._is_away = False
        self.play.pause()
        self._events.clear()
        return [_AWAY if self.play.counts_idle else _NOT_COUNTED]

    def answer(self, command: commands.ParsedCommand) -> list[str]:
        """Carry out a command that does not leave the game. Wait at most `VERDICT_SECONDS` until the game is saved."""
        if self.play.is_paused and command.name not in WHILE_PAUSED:
            return ["The game is paused. Type pause to continue."]
        self._events.clear()
        self._head_before = self.session.head
        asked, self.asked = self.asked, None
        if asked is not None and command.name in ("yes", "no"):  # a question without fields would be false
            lines = self._reply(command, asked)
        else:
            lines = self._carry_out(command)
        self.play.settle(VERDICT_SECONDS)
        losses = [event for event in self._events if isinstance(event, Lost)]
        if losses:  # what the command did is taken back, so only refusals are still true
            return [*[it.sentence for it in self._events if isinstance(it, Refused)], lost_text(losses[0])]
        return [*lines, *[line for event in self._events for line in self._event_lines(event, command)]]

    def save(self) -> list[str]:
        """Save the game now; return a sentence if the game was taken over or is read-only, otherwise nothing."""
        self._events.clear()
        self.play.save()
        self.play.settle(VERDICT_SECONDS)
        return [lost_text(event) for event in self._events if isinstance(event, Lost)] or (
            [READ_ONLY] if self.play.is_read_only else []
        )

    def _reply(self, command: commands.ParsedCommand, asked: FillAsked) -> list[str]:
        if command.name == "no":
            return ["Not filled in."]
        self.play.agree(asked)
        return []

    def _carry_out(self, command: commands.ParsedCommand) -> list[str]:
        if command.name == "previous" and not self.play.questions.hint_page:
            return ["There is no previous part. Type hint or why first."]
        if command.name in ("result", "replay", "card") and not self.session.is_solved:
            return [_NOT_SOLVED]
        act = _ACTIONS.get(command.name)
        if act is None:
            return self._read(command)
        act(self.play, command)
        return []

    def _read(self, command: commands.ParsedCommand) -> list[str]:
        if command.name in self._READINGS:
            return self._READINGS[command.name](self)
        if command.name == "verbose":
            return self._set_verbose(command.switch)
        counts = aids.Aid.LINES in self.session.shown
        return speech.read(self._puzzle, self.session.position, command, verbose=self.verbose, counts=counts)

    # Events.

    def listen(self, event: Event) -> None:
        self._events.append(event)
        if isinstance(event, PauseChanged) and event.is_automatic:
            self._is_away = True

    def _event_lines(self, event: Event, command: commands.ParsedCommand) -> list[str]:
        match event:
            case Changed():
                told = self._undone_or_redone() if command.name in ("undo", "redo") else []
                lines = [*told, *self._changed(event, command)]
            case Refused(sentence):
                lines = [sentence]
            case HintGiven():
                lines = [self._hint(event)]
            case WhyGiven(why):
                lines = [f"{player.hint_pages.first_page(why)} Type why again for more." if why.walk else why.text]
            case CheckGiven(check, names_cells):
                lines = [speech.checked_text(self._puzzle, check, names_cells=names_cells)]
            case Solved():
                lines = [self._solved(event)]
            case PauseChanged(is_paused):
                lines = [_PAUSED_NOW if is_paused else "The clock is running again."]
            case FillAsked():
                self.asked = event
                lines = [f"{fill_question(event)} Type yes to agree."]
            case Asked() | Lost():
                lines = []
        return lines

    def _changed(self, event: Changed, command: commands.ParsedCommand) -> list[str]:
        change, puzzle, position = event.change, self._puzzle, self.session.position
        if command.name == "place" and not change.cells:  # the cell already had this value
            return [speech.cell_text(puzzle, position, self.session.cursor)]
        lines = [change.message] if change.message else []
        if change.cells:
            lines += speech.changed_lines(puzzle, position, change.cells, verbose=self.verbose)
        if change.solved:
            return lines
        news = ""
        if aids.Aid.VIOLATIONS in self.session.shown:
            news = speech.news_of_violations(puzzle, position, event.violations, self.session.violations)
        elif puzzle.geometry.is_full(position):
            news = player.text.FULL_BUT_BROKEN
        lines += [news] if news and news not in change.message else []
        # A step without changed cells opens or closes a branch. Or it sets a mark, which only the app shows.
        return lines or [branches_text(self.session)]

    def _solved(self, event: Solved) -> str:
        if not self.play.game.band:
            self._grade()
        text = f"Solved in {speech.duration_text(self.session.clock.elapsed_ms)}."
        if not event.is_first or event.outcome is None:
            return text
        return f"{text} {speech.spoken(event.outcome.standing)} {_AFTER_SOLVED}"

    def _solved_text(self) -> str:
        outcome = self.play.outcome
        sentence = player.text.solved_sentence(outcome, self.play.store.today(), speech.duration_text)
        return f"{sentence} {speech.spoken(outcome.standing)}" if outcome else sentence

    def _result(self) -> list[str]:
        session = self.session
        grade = self._grade()
        if grade is None:
            return [self._solved_text(), player.text.NOT_UNIQUE]
        needed = [
            f"{player.text.technique_name(it.technique).capitalize()}: {wording.plural(it.cells, 'cell')}, "
            f"{speech.duration_text(it.elapsed_ms)}."
            for it in review.stretches(session.puzzle, grade, session.steps[: session.head])
        ]
        return [
            self._solved_text(),
            f"{grade.band.title}. The techniques it needs, and the time for their cells:",
            *needed,
        ]

    def _replay(self) -> list[str]:
        session = self.session
        return [
            f"{number}. {speech.duration_text(step.at_ms)}: {review.step_text(session.puzzle, step)}."
            for number, step in enumerate(session.steps[: session.head], 1)
        ] or ["This game has no steps."]

    def _card(self) -> list[str]:
        outcome = self.play.outcome
        if outcome is None:
            return [_NOT_SOLVED]
        steps = self.session.steps[: self.session.head]
        return [*player.result_card.result_card(self.play.game, outcome, steps, is_ascii=True)]

    def _grade(self) -> engine.Grade | None:
        """Return the grade of the puzzle, and save its band; None if the puzzle does not have exactly one solution."""
        with suppress(engine.GradingError):
            found = engine.grade(self._puzzle)
            self.play.take_band(found.band.title)
            return found
        return None

    def _hint(self, event: HintGiven) -> str:
        hint, index = event
        page = player.hint_pages.hint_pages(hint, "Type hint again")[index]
        again = " Type hint again for more." if index == 0 and self.play.questions.has_more_hint else ""
        if hint.kind is engine.HintKind.BRANCH_PROVES and not index:
            does = "for more" if self.play.questions.has_more_hint else "to fill it in"
            again = f" Type hint {does}, which counts as help."
        note = f" {hint.note}" if hint.note and page.stop is None else ""
        return f"{page.text}{note}{again}"

    def _undone_or_redone(self) -> list[str]:
        before, now = self._head_before, self.session.head
        steps = self.session.steps[min(before, now) : max(before, now)]
        if len(steps) != 1:
            what = wording.plural(len(steps), "step")
        elif len(steps[0].moves) > MANY:
            what = f"{wording.plural(len(steps[0].moves), 'cell')} at once"
        else:
            what = review.step_text(self._puzzle, steps[0])
            what = what[0].lower() + what[1:]
        return [f"{'Undone' if now < before else 'Redone'}: {what}."] if steps else []

    # Reading.

    def _board(self) -> list[str]:
        return speech.board_lines(self._puzzle, self.session.position, verbose=self.verbose)

    def _counts(self) -> list[str]:
        is_shown = aids.Aid.LINES in self.session.shown
        return speech.counts_lines(self._puzzle, self.session.position) if is_shown else [_NOT_SHOWN]

    def _broken(self) -> list[str]:
        if aids.Aid.VIOLATIONS not in self.session.shown:
            return [_NOT_SHOWN]
        return speech.broken_lines(self._puzzle, self.session.position, self.session.violations)

    def _time(self) -> list[str]:
        share = player.text.percent_text(self.session.filled_share).replace("%", " percent")
        return [f"You have played {speech.duration_text(self.session.clock.elapsed_ms)}. {share} is filled."]

    def _set_verbose(self, switch: bool | None) -> list[str]:
        self.verbose = not self.verbose if switch is None else switch
        return [f"Verbose {'on: an empty cell is blank' if self.verbose else 'off: an empty cell is a point'}."]

    _READINGS: ClassVar[dict[str, Callable[[PlainGame], list[str]]]] = {
        "counts": _counts,
        "broken": _broken,
        "time": _time,
        "result": _result,
        "replay": _replay,
        "card": _card,
        "key": lambda game: [engine.Board(game.session.puzzle, game.session.position).key()],
        "help": lambda _: commands.help_lines(),
        "yes": lambda _: [_NO_QUESTION],
        "no": lambda _: [_NO_QUESTION],
    }


def game_name(width: int, height: int, band: str, title: str) -> str:
    """Return the name of a game in words, such as `6x6, Gentle, 6x6 number 1`."""
    size = player.text.size_text(width, height)
    title = player.text.puzzle_name(title).replace(" #", " number ").replace("no. ", "puzzle ")
    return ", ".join([part for part in (size, band, "" if title == size else title) if part])


def branches_text(session: GameSession) -> str:
    count = len(session.branches)
    return {0: "No branch is open.", 1: "One branch is open."}.get(count, f"{count} branches are open.")
