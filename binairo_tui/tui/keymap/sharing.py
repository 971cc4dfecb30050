"""What can be done with a puzzle as such, wherever it stands, and while it is shared."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import SOLVED_CONTEXTS, Command, FooterContext, Scope

_share = partial(Command, scope=Scope.SHARE)
_SHARE = (FooterContext.SHARE,)

SHARING_COMMANDS: tuple[Command, ...] = (
    Command(
        "share.show",
        ("Y",),
        "share",
        "Share",
        "Show the puzzle as text in a format of your choice: to be copied, or written to a file.",
        Scope.PUZZLE,
        footer="share",
        contexts=SOLVED_CONTEXTS,
    ),
    Command(
        "puzzle.edit",
        ("E",),
        "edit_copy",
        "Edit a copy",
        "Take a copy of the puzzle into the editor; while it is played, this counts as help.",
        Scope.COPY,
    ),
    _share(
        "share.previous",
        ("left", "h", "a"),
        "format(-1)",
        "Format before",
        "Show the text in the format before.",
        footer="format",
        contexts=_SHARE,
    ),
    _share(
        "share.next",
        ("right", "l", "d"),
        "format(1)",
        "Next format",
        "Show the text in the next format.",
        footer="format",
        contexts=_SHARE,
    ),
    _share(
        "share.copy",
        ("c", "Y"),
        "copy",
        "Copy",
        "Send the text to the terminal's clipboard, from far away, too, if the terminal lets it (OSC 52).",
        footer="copy",
        contexts=_SHARE,
    ),
    _share(
        "share.file",
        ("f", "ctrl+s"),
        "file",
        "Write to a file",
        "Write the text to a file.",
        footer="to a file",
        contexts=_SHARE,
    ),
    _share(
        "share.values",
        ("v",),
        "values",
        "What you filled",
        "With what you have filled, or with the givens alone, in formats that keep them apart.",
        footer="your values",
        contexts=_SHARE,
    ),
)
