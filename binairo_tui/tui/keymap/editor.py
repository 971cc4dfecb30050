"""What can be done in the editor and among the solutions of a puzzle, beside moving on a board and filling it."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_edit = partial(Command, scope=Scope.EDITOR)
_solutions = partial(Command, scope=Scope.SOLUTIONS)
_EDITING = (FooterContext.EDITING,)
_SOLUTIONS = (FooterContext.SOLUTIONS,)

EDITOR_COMMANDS: tuple[Command, ...] = (
    _edit("edit.clear", ("backspace", "delete", "full_stop"), "place('.')", "Clear", "Take the given away."),
    _edit(
        "edit.equal",
        ("equals_sign", "e"),
        "sign('RIGHT',True)",
        "= to the right",
        "Put = between the cell and the one to its right; again: take it away.",
        footer="sign",
        contexts=_EDITING,
    ),
    _edit(
        "edit.unequal",
        ("x",),
        "sign('RIGHT',False)",
        "× to the right",
        "Put × between the cell and the one to its right; again: take it away.",
        footer="sign",
        contexts=_EDITING,
    ),
    _edit(
        "edit.equal-below",
        ("E",),
        "sign('BELOW',True)",
        "= below",
        "Put = between the cell and the one below it; again: take it away.",
    ),
    _edit(
        "edit.unequal-below",
        ("X",),
        "sign('BELOW',False)",
        "× below",
        "Put × between the cell and the one below it; again: take it away.",
    ),
    _edit("edit.unique-lines", ("U",), "unique_lines", "Unique lines", "Let lines be alike, or forbid it."),
    _edit("edit.size", ("b",), "size", "Board size", "Ask for another size; what fits stays."),
    _edit("edit.type", ("i",), "type", "Type a puzzle", "Ask for a puzzle in any format; it can also just be pasted."),
    _edit("edit.clear-all", ("R",), "clear_all", "Clear all", "Take all givens and signs away; undo brings them back."),
    _edit(
        "edit.complete",
        ("c",),
        "complete(False)",
        "Complete",
        "Add givens until there is exactly one solution; after an undo again: others.",
        footer="complete",
        contexts=_EDITING,
    ),
    _edit(
        "edit.complete-few",
        ("C",),
        "complete(True)",
        "Complete with few",
        "Add as few givens as it can see until there is exactly one solution.",
    ),
    _edit(
        "edit.reduce",
        ("f",),
        "reduce",
        "Fewest givens",
        "Take away as many givens as can go while one solution is left.",
    ),
    _edit(
        "edit.count",
        ("n",),
        "count",
        "Count solutions",
        "Say how many solutions there are: all of them on small boards, up to a limit on others.",
    ),
    _edit("edit.solutions", ("S",), "solutions", "All solutions", "Page through the solutions."),
    _edit(
        "edit.show-agreed",
        ("v",),
        "show_agreed",
        "Show what follows",
        "Show the values that all solutions share, or only the givens.",
    ),
    _edit(
        "edit.save",
        ("ctrl+s", "W"),
        "save",
        "Save",
        "Put the puzzle into a collection of your own.",
        footer="save",
        contexts=_EDITING,
    ),
    _edit("edit.play", ("p",), "play", "Play", "Play the puzzle as it is now."),
)

SOLUTIONS_COMMANDS: tuple[Command, ...] = (
    _solutions(
        "solutions.next", ("n",), "turn(1)", "Next", "Show the next solution.", footer="next", contexts=_SOLUTIONS
    ),
    _solutions(
        "solutions.previous",
        ("N",),
        "turn(-1)",
        "Previous",
        "Show the solution before.",
        footer="previous",
        contexts=_SOLUTIONS,
    ),
    _solutions("solutions.first", ("g",), "show(0)", "First", "Show the first solution."),
    _solutions("solutions.last", ("G",), "show(-1)", "Last", "Show the last solution that was found."),
    _solutions(
        "solutions.show-agreed",
        ("v",),
        "show_agreed",
        "What all share",
        "Show only the values that all solutions share, or whole solutions again.",
        footer="what all share",
        contexts=_SOLUTIONS,
    ),
)
