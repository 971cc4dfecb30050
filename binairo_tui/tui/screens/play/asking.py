"""Asking for help, and what follows from it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from binairo_tui.game import Aid
from binairo_tui.tui.keymap import keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.play.base import PlayBase
from binairo_tui.tui.view.hint_text import check_advice, hint_advice, stages_shown, why_advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.engine.hints import Hint


class AskActions(PlayBase):
    """Hints, reasons, the way back."""

    def action_hint(self) -> None:
        """A hint; again: its next stage; after the last one do what it says."""
        if self.is_paused or self.session.is_solved:
            return
        hint = self.hint
        if hint is not None and self.panel.is_cut(self.message):
            self.panel.turn()
            return
        if hint is None:
            self.ask("hint", self.session.ask_hint, self._begin_hint)
        elif self.stage + 1 < stages_shown(hint):
            self.stage += 1
            self._show_hint(hint)
        elif hint.values:
            self.do(partial(self.session.apply_hint, hint))
        elif hint.goes_back:
            self.action_last_good()

    def action_why(self) -> None:
        """Say why the cursor's cell holds what it holds."""
        if self.is_paused:
            return
        cell = self.session.cursor
        self.hint = None
        self.ask(
            f"why {cell}", partial(self.session.ask_why, cell), lambda answer: self.advise(why_advice(answer, cell))
        )

    def action_check(self, where: bool) -> None:
        """Say whether anything is wrong, and if asked for where."""
        if self.is_paused or self.session.is_solved:
            return
        keymap = keymap_of(self.app)
        keys = keymap.key_of("play.check-where"), keymap.key_of("play.last-good")
        self.hint = None
        self.ask(
            f"check {where}",
            self.session.ask_check,
            lambda found: self.advise(check_advice(self.session.puzzle, found, keys, is_where=where)),
        )

    def action_solutions(self) -> None:
        """Page through all solutions, having said that this counts as help."""
        self._reveal("Looking at solutions counts as help, and shows everything. Show them?", self._show_solutions)

    def action_edit_copy(self) -> None:
        """Take a copy of the puzzle into the editor, having said that this counts as help."""
        self._reveal("This counts as help. Edit a copy?", self._edit_copy)

    def _reveal(self, question: str, go: Callable[[], None]) -> None:
        """Go where solutions can be seen, unless the player does not want that or must not."""
        if self.is_paused:
            return
        refusal = self.session.aid_refusal()
        if refusal and not self.session.is_solved:
            self.do(lambda: refusal)
        elif self.session.is_solved or Aid.SOLUTIONS in self.session.aids:
            go()
        else:
            from binairo_tui.tui.screens.confirm import QuestionScreen

            self.app.push_screen(QuestionScreen(question), lambda answer: go() if answer else None)

    def _show_solutions(self) -> None:
        title, cursor = self.game.title, self.session.cursor
        find = self.session.ask_solutions()
        self.keep()
        self.navigator.go(Place.SOLUTIONS, self.session.puzzle, title, find, cursor)

    def _edit_copy(self) -> None:
        self.session.ask_solutions()  # as the editor does
        self.keep()
        self.navigator.go(Place.EDITOR, self.session.puzzle)

    def action_more(self) -> None:
        """Show the next page of what the panel says."""
        self.panel.turn()

    def action_last_good(self) -> None:
        """Undo until nothing is wrong."""
        if self.is_paused or self.session.is_solved:
            return
        self.ask(
            "last good",
            self.session.ask_last_good,
            lambda head: self.do(partial(self.session.go_back_to, head)),
        )

    def _begin_hint(self, hint: Hint) -> None:
        self.hint, self.stage = hint, 0
        self._show_hint(hint)

    def _show_hint(self, hint: Hint) -> None:
        self.advise(hint_advice(hint, self.stage, keymap_of(self.app).key_of("play.last-good")))
