"""Commands on a puzzle as such: to share it, to edit it, to page through its solutions."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, Scope

_puzzle = partial(Command, Scope.PUZZLE)
_copy = partial(Command, Scope.COPY)
_share = partial(Command, Scope.SHARE)
_editor = partial(Command, Scope.EDITOR)
_solutions = partial(Command, Scope.SOLUTIONS)

PUZZLE_COMMANDS: tuple[Command, ...] = (
    _puzzle(
        "share.show",
        ("Y",),
        "share",
        "Share",
        "Show the puzzle as text in a format of your choice: to be copied, or written to a file.",
    ),
    _copy(
        "puzzle.edit",
        ("E",),
        "edit_copy",
        "Edit a copy",
        "Take a copy of the puzzle into the editor; while it is played, this counts as help.",
    ),
    _share("share.previous", ("left", "h", "a"), "format(-1)", "Format before", "Show the text in the format before."),
    _share("share.next", ("right", "l", "d"), "format(1)", "Next format", "Show the text in the next format."),
    _share(
        "share.copy",
        ("c", "Y"),
        "copy",
        "Copy",
        "Send the text to the terminal's clipboard, from far away, too, if the terminal lets it (OSC 52).",
    ),
    _share("share.file", ("f", "ctrl+s"), "file", "Write to a file", "Write the text to a file."),
    _share(
        "share.values",
        ("v",),
        "values",
        "What you filled",
        "With what you have filled, or with the givens alone, in formats that keep them apart.",
    ),
    _editor("edit.clear", ("backspace", "delete", "full_stop"), "place('.')", "Clear", "Take the given away."),
    _editor(
        "edit.equal",
        ("equals_sign", "e"),
        "sign('RIGHT',True)",
        "= to the right",
        "Put = between the cell and the one to its right; again: take it away.",
    ),
    _editor(
        "edit.unequal",
        ("x",),
        "sign('RIGHT',False)",
        "× to the right",
        "Put × between the cell and the one to its right; again: take it away.",
    ),
    _editor(
        "edit.equal-below",
        ("E",),
        "sign('BELOW',True)",
        "= below",
        "Put = between the cell and the one below it; again: take it away.",
    ),
    _editor(
        "edit.unequal-below",
        ("X",),
        "sign('BELOW',False)",
        "× below",
        "Put × between the cell and the one below it; again: take it away.",
    ),
    _editor("edit.unique-lines", ("U",), "unique_lines", "Unique lines", "Let lines be alike, or forbid it."),
    _editor("edit.size", ("b",), "size", "Board size", "Ask for another size; what fits stays."),
    _editor(
        "edit.type", ("i",), "type", "Type a puzzle", "Ask for a puzzle in any format; it can also just be pasted."
    ),
    _editor(
        "edit.clear-all", ("R",), "clear_all", "Clear all", "Take all givens and signs away; undo brings them back."
    ),
    _editor(
        "edit.complete",
        ("c",),
        "complete(False)",
        "Complete",
        "Add givens until there is exactly one solution; after an undo again: others.",
    ),
    _editor(
        "edit.complete-few",
        ("C",),
        "complete(True)",
        "Complete with few",
        "Add as few givens as it can see until there is exactly one solution.",
    ),
    _editor(
        "edit.reduce",
        ("f",),
        "reduce",
        "Fewest givens",
        "Take away as many givens as can go while one solution is left.",
    ),
    _editor(
        "edit.count",
        ("n",),
        "count",
        "Count solutions",
        "Say how many solutions there are: all of them on small boards, up to a limit on others.",
    ),
    _editor("edit.solutions", ("S",), "solutions", "All solutions", "Page through the solutions."),
    _editor(
        "edit.show-agreed",
        ("v",),
        "show_agreed",
        "Show what follows",
        "Show the values that all solutions share, or only the givens.",
    ),
    _editor("edit.save", ("ctrl+s", "W"), "save", "Save", "Put the puzzle into a collection of your own."),
    _editor("edit.play", ("p",), "play", "Play", "Play the puzzle as it is now."),
    _solutions("solutions.next", ("n",), "turn(1)", "Next", "Show the next solution."),
    _solutions("solutions.previous", ("N",), "turn(-1)", "Previous", "Show the solution before."),
    _solutions("solutions.first", ("g",), "show(0)", "First", "Show the first solution."),
    _solutions("solutions.last", ("G",), "show(-1)", "Last", "Show the last solution that was found."),
    _solutions(
        "solutions.show-agreed",
        ("v",),
        "show_agreed",
        "What all share",
        "Show only the values that all solutions share, or whole solutions again.",
    ),
)
