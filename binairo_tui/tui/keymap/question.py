"""How a question is answered."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_question = partial(Command, scope=Scope.QUESTION, contexts=(FooterContext.QUESTION,))

QUESTION_COMMANDS: tuple[Command, ...] = (
    _question("question.yes", ("y",), "answer(True)", "Yes", "Do what is asked about.", footer="yes"),
    _question("question.no", ("n",), "answer(False)", "No", "Leave everything as it is.", footer="no"),
)
