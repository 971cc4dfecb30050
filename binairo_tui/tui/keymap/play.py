"""Commands on boards that are filled: while playing, once solved, in a replay, and in the first steps."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, Scope

_board = partial(Command, Scope.BOARD)
_fill = partial(Command, Scope.FILL)
_play = partial(Command, Scope.PLAY)
_solved = partial(Command, Scope.SOLVED)
_replay = partial(Command, Scope.REPLAY)
_lesson = partial(Command, Scope.LESSON)

PLAY_COMMANDS: tuple[Command, ...] = (
    _board("board.up", ("up", "k", "w"), "move(-1,0)", "Up", "Go one cell up; from the top to the bottom."),
    _board("board.down", ("down", "j", "s"), "move(1,0)", "Down", "Go one cell down."),
    _board("board.left", ("left", "h", "a"), "move(0,-1)", "Left", "Go one cell to the left."),
    _board("board.right", ("right", "l", "d"), "move(0,1)", "Right", "Go one cell to the right."),
    _board(
        "board.row-first",
        ("home", "circumflex_accent"),
        "line_end('row',0)",
        "Row start",
        "Go to the first cell of the row.",
    ),
    _board(
        "board.row-last", ("end", "dollar_sign"), "line_end('row',-1)", "Row end", "Go to the last cell of the row."
    ),
    _board(
        "board.column-first", ("pageup",), "line_end('column',0)", "Column top", "Go to the first cell of the column."
    ),
    _board(
        "board.column-last", ("pagedown",), "line_end('column',-1)", "Column end", "Go to the last cell of the column."
    ),
    _play("board.next-empty", ("n",), "next_empty(1)", "Next empty", "Go to the next empty cell."),
    _play("board.previous-empty", ("N",), "next_empty(-1)", "Previous empty", "Go to the empty cell before."),
    _play("board.next-violation", ("e",), "next_violation", "Next violation", "Go to the next cell of a broken rule."),
    _fill("cell.zero", ("0",), "place('0')", "Place 0", "Put a 0 into the cell."),
    _fill("cell.one", ("1",), "place('1')", "Place 1", "Put a 1 into the cell."),
    _fill("cell.cycle", ("space",), "cycle", "Cycle", "From empty to 0, to 1, to empty."),
    _play("cell.clear", ("backspace", "delete", "x", "full_stop"), "place('.')", "Clear", "Empty the cell."),
    _fill("play.undo", ("u",), "undo", "Undo", "Take the last step back."),
    _fill("play.redo", ("r", "ctrl+r"), "redo", "Redo", "Make the step again that was taken back."),
    _play(
        "play.propagate-once", ("f",), "propagate_once", "Fill a step", "Fill what the first rule that applies forces."
    ),
    _play(
        "play.propagate", ("F",), "propagate", "Fill all", "Fill everything the rules force; one undo takes it back."
    ),
    _play(
        "play.hint",
        ("i",),
        "hint",
        "Hint",
        "A hint; again: more of it, until it fills a cell or goes back to before a mistake.",
    ),
    _play("play.why", ("y",), "why", "Why?", "Say why the cell holds what it holds."),
    _play(
        "play.last-good",
        ("g",),
        "last_good",
        "To the last good position",
        "Undo until nothing is wrong; redo brings it back.",
    ),
    _play("play.check", ("c",), "check(False)", "Check", "Say how many mistakes there are, but not where."),
    _play("play.check-where", ("C",), "check(True)", "Show mistakes", "Show where the mistakes are."),
    _play(
        "play.solutions",
        ("S",),
        "solutions",
        "All solutions",
        "Page through all solutions, after a question: it counts as help.",
    ),
    _play("play.mark", ("m",), "mark", "Mark", "Mark the cell, or take its mark away."),
    _play("play.branch", ("b",), "open_branch", "What if", "Begin a what-if branch, inside of an open one, too."),
    _play(
        "play.drop-branch",
        ("B",),
        "drop_branch",
        "Drop the branch",
        "Go back to where the branch began; if it proves its first cell wrong, fill it the other way.",
    ),
    _play(
        "play.keep-branch", ("D",), "keep_branch", "Make definite", "Close the branch and leave what was filled in it."
    ),
    _play("play.restart", ("R",), "restart", "Restart", "Empty all but the givens; undo brings it back."),
    _play("play.pause", ("p",), "pause", "Pause", "Stop the clock and hide the grid, or go on."),
    _board("view.zoom-in", ("z", "plus"), "zoom(1)", "Larger", "Draw the cells larger; what finds no room scrolls."),
    _board("view.zoom-out", ("Z", "minus"), "zoom(-1)", "Smaller", "Draw the cells smaller."),
    _board("view.symbols", ("o",), "symbols", "Symbols", "Draw 0 and 1 as digits, discs, squares or letters."),
    _play(
        "view.help-level", ("v",), "help_level", "Level of help", "Show broken rules and counts; counts alone; nothing."
    ),
    _play("view.clock", ("t",), "clock", "Clock", "Show or hide the playing time; it is kept all the same."),
    _solved(
        "play.next",
        ("n",),
        "next",
        "Next puzzle",
        "Go on: to the next unsolved puzzle of the collection, to another new one of the kind, to the calendar.",
    ),
    _solved("play.replay", ("P",), "replay", "Replay", "Play the game back, step by step."),
    _board("play.more", ("enter",), "more", "More", "Show the rest of a text that is too long for its place."),
    _replay("replay.next", ("right", "l", "d", "down", "j", "s"), "replay_step(1)", "Next step", "Show the next step."),
    _replay("replay.back", ("left", "h", "a", "up", "k", "w"), "replay_step(-1)", "Step before", "Go a step back."),
    _replay("replay.first", ("home",), "replay_step(-100000)", "First", "Go to the beginning."),
    _replay("replay.last", ("end",), "replay_step(100000)", "Last", "Go to the end."),
    _replay("replay.run", ("space",), "replay_run", "Run", "Go on by itself at a calm pace, or stop."),
    _replay("replay.end", ("P", "enter"), "replay_end", "End", "End the replay."),
    _lesson("lesson.clear", ("backspace", "delete", "x", "full_stop"), "place('.')", "Clear", "Empty the cell."),
    _lesson("lesson.next", ("n",), "next", "Go on", "Go on to the next step."),
)
