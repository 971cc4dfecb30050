"""What can be done on a board, and while playing, in the order of footer and help."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.commands.command import Command, Moment, Scope

_board = partial(Command, scope=Scope.BOARD)
_fill = partial(Command, scope=Scope.FILL)
_play = partial(Command, scope=Scope.PLAY)
_solved = partial(Command, scope=Scope.SOLVED)
_PLAYING = (Moment.PLAYING,)

PLAY_COMMANDS: tuple[Command, ...] = (
    _board("board.up", ("up", "k", "w"), "move(-1,0)", "Up", "Go one cell up; from the top to the bottom."),
    _board("board.down", ("down", "j", "s"), "move(1,0)", "Down", "Go one cell down."),
    _board("board.left", ("left", "h", "a"), "move(0,-1)", "Left", "Go one cell to the left."),
    _board("board.right", ("right", "l", "d"), "move(0,1)", "Right", "Go one cell to the right."),
    _fill("cell.zero", ("0",), "place('0')", "Place 0", "Put a 0 into the cell.", footer="place", moments=_PLAYING),
    _fill("cell.one", ("1",), "place('1')", "Place 1", "Put a 1 into the cell.", footer="place", moments=_PLAYING),
    _fill("cell.cycle", ("space",), "cycle", "Cycle", "From empty to 0, to 1, to empty."),
    _play(
        "cell.clear",
        ("backspace", "delete", "x", "full_stop"),
        "place('.')",
        "Clear",
        "Empty the cell.",
        footer="clear",
        moments=_PLAYING,
    ),
    _fill("play.undo", ("u",), "undo", "Undo", "Take the last step back.", footer="undo", moments=_PLAYING),
    _fill("play.redo", ("r", "ctrl+r"), "redo", "Redo", "Make the step again that was taken back."),
    _play(
        "play.propagate-once", ("f",), "propagate_once", "Fill a step", "Fill what the first rule that applies forces."
    ),
    _play(
        "play.propagate",
        ("F",),
        "propagate",
        "Fill all",
        "Fill everything the rules force; one undo takes it back.",
    ),
    _play(
        "play.hint",
        ("i",),
        "hint",
        "Hint",
        "A hint; again: more of it, until it fills a cell or goes back to before a mistake.",
        footer="hint",
        moments=_PLAYING,
    ),
    _play("play.why", ("y",), "why", "Why?", "Say why the cell holds what it holds."),
    _play(
        "play.last-good",
        ("g",),
        "last_good",
        "To the last good position",
        "Undo until nothing is wrong; redo brings it back.",
    ),
    _play("play.restart", ("R",), "restart", "Restart", "Empty all but the givens; undo brings it back."),
    _play(
        "play.pause",
        ("p",),
        "pause",
        "Pause",
        "Stop the clock and hide the grid, or go on.",
        footer="go on",
        moments=(Moment.PAUSED,),
    ),
    _solved(
        "play.next",
        ("n",),
        "next",
        "Next puzzle",
        "Go to the next unsolved puzzle of the collection.",
        footer="next puzzle",
        moments=(Moment.SOLVED,),
    ),
)
