"""What can be done where a puzzle is pasted or typed, beside writing."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_import = partial(Command, scope=Scope.IMPORT)

IMPORT_COMMANDS: tuple[Command, ...] = (
    _import(
        "import.play",
        ("ctrl+s", "f5"),
        "play",
        "Play",
        "Play the puzzle that the text was taken for.",
        footer="play",
        contexts=(FooterContext.IMPORT,),
        priority=True,
    ),
    _import(
        "import.solutions",
        ("f6",),
        "solutions",
        "All solutions",
        "Page through the solutions of the puzzle.",
        footer="solutions",
        contexts=(FooterContext.IMPORT,),
        priority=True,
    ),
    _import(
        "import.edit",
        ("f7",),
        "edit",
        "Edit",
        "Take the puzzle into the editor.",
        footer="edit",
        contexts=(FooterContext.IMPORT,),
        priority=True,
    ),
    _import(
        "import.next",
        ("f8",),
        "next",
        "Next puzzle of the text",
        "Take the next puzzle of a text that holds several.",
        priority=True,
    ),
)
