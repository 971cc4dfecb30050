"""What can be done at the first steps, beside moving on a board and filling it."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_lesson = partial(Command, scope=Scope.LESSON)

LESSON_COMMANDS: tuple[Command, ...] = (
    _lesson("lesson.clear", ("backspace", "delete", "x", "full_stop"), "place('.')", "Clear", "Empty the cell."),
    _lesson(
        "lesson.next",
        ("n",),
        "next",
        "Go on",
        "Go on to the next step.",
        footer="go on",
        contexts=(FooterContext.LESSON,),
    ),
)
