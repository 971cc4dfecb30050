"""Commands: what a player can do, where, and by which keys."""

from enum import Enum
from functools import partial
from typing import NamedTuple


class Scope(Enum):
    """Where a command can be given; the value is the heading of its keys in the help.

    BOARD and FILL are shared by all screens with boards: BOARD moves on a board, FILL fills it. The keys of SOLVED mean
    nothing while playing, so that no key typed ahead or pressed by habit skips the result. HOME takes precedence over
    LIST on the first screen. PUZZLE is active wherever there is a puzzle, COPY in the same places except the editor.
    Commands of APP share no key with any other command, except those of PALETTE.
    """

    BOARD = "On a board"
    FILL = "While filling in values"
    PLAY = "While playing"
    SOLVED = "Once solved"
    REPLAY = "During a replay"
    EDITOR = "In the editor"
    SOLUTIONS = "Paging through solutions"
    LIST = "In lists"
    GAMES = "On an unfinished game"
    HOME = "On the first screen"
    DAILY = "On the calendar"
    NEW = "When making a new puzzle"
    LESSON = "In the tutorial and in practice"
    STORM = "In Storm"
    DRILL = "In a drill"
    IMPORT = "When importing"
    STATISTICS = "In the statistics"
    PUZZLE = "Wherever a puzzle is shown"
    COPY = "Where a puzzle can be played"
    SHARE = "When sharing"
    QUESTION = "In a question"
    PAGE = "On pages of text"
    PALETTE = "In the palette"
    APP = "Everywhere"


class Command(NamedTuple):
    """A command that a player can give.

    `id` never changes, because the players' settings refer to it. `default_keys` (separated by commas) and `action` are
    in Textual's syntax: `undo` calls `action_undo` of the screen, and `app.leave` that of the app. On screens with
    boards, `game('undo')` calls the method `undo` of what is played or edited, and `cell('cycle')` calls `cycle` with
    the cursor's cell. `help` is a sentence. A command with `priority` gets its keys before a text field does.
    """

    scope: Scope
    id: str
    default_keys: str
    action: str
    title: str
    help: str
    priority: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.default_keys.split(","))


_board = partial(Command, Scope.BOARD)
_fill = partial(Command, Scope.FILL)
_play = partial(Command, Scope.PLAY)
_solved = partial(Command, Scope.SOLVED)
_replay = partial(Command, Scope.REPLAY)
_lesson = partial(Command, Scope.LESSON)
_storm = partial(Command, Scope.STORM)
_drill = partial(Command, Scope.DRILL)
_puzzle = partial(Command, Scope.PUZZLE)
_copy = partial(Command, Scope.COPY)
_share = partial(Command, Scope.SHARE)
_editor = partial(Command, Scope.EDITOR)
_solutions = partial(Command, Scope.SOLUTIONS)
_list = partial(Command, Scope.LIST)
_games = partial(Command, Scope.GAMES)
_home = partial(Command, Scope.HOME)
_daily = partial(Command, Scope.DAILY)
_new = partial(Command, Scope.NEW)
_import = partial(Command, Scope.IMPORT, priority=True)
_statistics = partial(Command, Scope.STATISTICS)
_page = partial(Command, Scope.PAGE)
_question = partial(Command, Scope.QUESTION)
_palette = partial(Command, Scope.PALETTE)
_app = partial(Command, Scope.APP)

_BESIDE = {"RIGHT": ("to the right", "to its right"), "BELOW": ("below", "below it")}


def _sign(command_id: str, keys: str, side: str, sign: str) -> Command:
    where, beside = _BESIDE[side]
    sentence = f"Put {sign} between this cell and the one {beside}, or remove it."
    return _editor(command_id, keys, f"sign('{side}',{sign == '='})", f"{sign} {where}", sentence)


# A row is one line, or two if its sentence is long.
# fmt: off
COMMANDS: tuple[Command, ...] = (
    _board("board.up", "up,k,w", "move(-1,0)", "Up", "Move up."),
    _board("board.down", "down,j,s", "move(1,0)", "Down", "Move down."),
    _board("board.left", "left,h,a", "move(0,-1)", "Left", "Move left."),
    _board("board.right", "right,l,d", "move(0,1)", "Right", "Move right."),
    _board("board.row-first", "home,circumflex_accent", "line_end('row',0)", "Row start",
        "Move to the first cell of the row."),
    _board("board.row-last", "end,dollar_sign", "line_end('row',-1)", "Row end", "Move to the last cell of the row."),
    _board("board.column-first", "pageup", "line_end('column',0)", "Column top",
        "Move to the first cell of the column."),
    _board("board.column-last", "pagedown", "line_end('column',-1)", "Column end",
        "Move to the last cell of the column."),
    _play("board.next-empty", "n", "next_empty(1)", "Next blank", "Move to the next blank."),
    _play("board.previous-empty", "N", "next_empty(-1)", "Previous blank", "Move to the previous blank."),
    _play("board.next-violation", "e", "next_violation", "Next broken rule", "Move to the next cell of a broken rule."),
    _fill("cell.zero", "0", "cell('place','0')", "Place 0", "Fill in a 0."),
    _fill("cell.one", "1", "cell('place','1')", "Place 1", "Fill in a 1."),
    _fill("cell.cycle", "space", "cell('cycle')", "Cycle", "Change the cell from empty to 0, to 1, and back to empty."),
    _play("cell.clear", "backspace,delete,x,full_stop", "clear", "Clear", "Empty the cell."),
    _fill("play.undo", "u", "game('undo')", "Undo", "Undo the last step."),
    _fill("play.redo", "r,ctrl+r", "game('redo')", "Redo", "Redo the step that was undone."),
    _play("play.propagate-once", "f", "game('propagate_once')", "Fill one pass",
        "Fill in only the cells that the rules force at once."),
    _play("play.propagate", "F", "game('propagate')", "Fill all",
        "Fill in everything that the rules force. Asks first if the game would then count as solved with more help."),
    _play("play.hint", "i", "hint", "Hint",
        "Show a hint. Press again for more detail; in the end it fills a cell, or empties a wrong one."),
    _play("play.hint-back", "I", "game('hint_back')", "Previous part of the hint",
        "Show the previous part of the hint."),
    _play("play.why", "y", "cell('ask_why')", "Why?",
        "Explain the value of this cell, or the value that a blank must take."),
    _play("play.last-good", "g", "game('go_back')", "Return to the last good position",
        "Undo to the last position without a mistake; redo brings everything back."),
    _play("play.check", "c", "check(False)", "Check", "Count the mistakes without showing them."),
    _play("play.check-where", "C", "check(True)", "Show mistakes", "Show the mistakes."),
    _play("play.mark", "m", "cell('toggle_mark')", "Mark", "Mark the cell, or remove its mark."),
    _play("play.branch", "b", "game('open_branch')", "What if", "Start a what-if branch; branches can be nested."),
    _play("play.drop-branch", "B", "game('drop_branch')", "Drop the branch",
        "Return to where the branch began. If a rule was broken, say what that proves."),
    _play("play.keep-branch", "D", "game('keep_branch')", "Keep the branch",
        "End the branch and keep what you filled in."),
    _play("play.restart", "R", "game('restart')", "Restart", "Clear everything but the givens; undo brings it back."),
    _play("play.pause", "p", "game('pause')", "Pause", "Stop the clock and hide the grid, or continue."),
    _board("view.zoom-in", "z,plus", "zoom(1)", "Larger", "Draw larger cells; a board that does not fit scrolls."),
    _board("view.zoom-out", "Z,minus", "zoom(-1)", "Smaller", "Draw smaller cells."),
    _solved("play.next", "tab", "next", "Next puzzle",
        "Continue with the next unsolved puzzle of the collection, another new puzzle, the calendar or the lessons."),
    _solved("play.again", "A", "again", "Play again",
        "Play the puzzle again as a new game, alone or against your fastest; the first solve stays in the statistics."),
    _solved("play.drills", "M", "drills", "Practise your slowest cells",
        "Give short drills from this game: find out why the cells that took you longest hold their values."),
    _solved("play.times", "W", "times", "Where time went",
        "Show how long each cell took you: the brighter, the longer. Press it again to end this."),
    _solved("play.replay", "P", "replay", "Replay", "Replay the game step by step."),
    _board("play.more", "enter", "more", "More", "Show the rest of the text in the panel, or continue a lesson."),
    _replay("replay.next", "right,l,d,down,j,s", "replay_step(1)", "Next step", "Show the next step."),
    _replay("replay.back", "left,h,a,up,k,w", "replay_step(-1)", "Previous step", "Show the previous step."),
    _replay("replay.first", "home", "replay_step(-100000)", "First", "Go to the start."),
    _replay("replay.last", "end", "replay_step(100000)", "Last", "Go to the end."),
    _replay("replay.run", "space", "replay_run", "Run", "Start or stop the replay."),
    _replay("replay.wait", "n", "wait", "Longest waits", "Go to the longest waits, one after another."),
    _replay("replay.race", "R", "race", "Race", "Play the puzzle yourself, against this game."),
    _replay("replay.file", "f,ctrl+s", "file", "Write to a file",
        "Write the game to a file, as a page to step through in a browser."),
    _replay("replay.end", "P,enter", "app.leave", "End", "End the replay."),
    _lesson("lesson.clear", "backspace,delete,x,full_stop", "cell('place','.')", "Clear", "Empty the cell."),
    _lesson("lesson.next", "n", "next", "Continue",
        "Show the next step or drill. In practice, the first press shows the answer."),
    _storm("storm.clear", "backspace,delete,x,full_stop", "cell('place','.')", "Clear", "Empty the cell."),
    _storm("storm.next-empty", "n", "next_empty(1)", "Next blank", "Move to the next blank."),
    _storm("storm.previous-empty", "N", "next_empty(-1)", "Previous blank", "Move to the previous blank."),
    _storm("storm.again", "tab", "again", "Play again", "Begin another run; does nothing before the run is over."),
    _storm("storm.practise", "P", "practise", "Practise",
        "Practise the technique that slowed you down most; does nothing before the run is over."),
    _drill("drill.row", "R", "line('row')", "Mark the row", "Mark the row as the reason, or remove its mark."),
    _drill("drill.column", "C", "line('column')", "Mark the column",
        "Mark the column as the reason, or remove its mark."),
    _drill("drill.cell", "m", "mark", "Mark the cell",
        "Mark the cell as the reason, or remove its mark. A sign between marked cells is part of the reason."),
    _drill("drill.branch", "b", "branch", "What if", "Start a what-if branch, where the technique needs one."),
    _drill("drill.drop", "B", "drop", "Drop the branch", "Return to where the branch began."),
    _drill("drill.hint", "i", "hint", "Hint",
        "Show a hint. Press again for more detail. An answer after a hint does not count as known."),
    _drill("drill.hint-back", "I", "hint_back", "Previous part of the hint", "Show the previous part of the hint."),
    _puzzle("share.show", "Y", "share", "Share",
        "Show the puzzle or the current game as text, to copy it or write it to a file."),
    _copy("puzzle.edit", "E", "edit_copy", "Edit a copy",
        "Open a copy of the puzzle in the editor. During a game, this counts as help."),
    _share("share.previous", "left,h,a", "format(-1)", "Previous format", "Show the text in the previous format."),
    _share("share.next", "right,l,d", "format(1)", "Next format", "Show the text in the next format."),
    _share("share.copy", "c,Y", "copy", "Copy",
        "Copy the text to the clipboard of your terminal, also over SSH, if the terminal allows it (OSC 52)."),
    _share("share.file", "f,ctrl+s", "file", "Write to a file", "Write the text to a file."),
    _editor("edit.clear", "backspace,delete,full_stop", "cell('place','.')", "Clear", "Remove the given."),
    _sign("edit.equal", "equals_sign,e", "RIGHT", "="),
    _sign("edit.unequal", "x", "RIGHT", "×"),
    _sign("edit.equal-below", "E", "BELOW", "="),
    _sign("edit.unequal-below", "X", "BELOW", "×"),
    _editor("edit.unique-lines", "U", "game('toggle_unique_lines')", "Unique lines",
        "Switch between unique lines and lines that may repeat."),
    _editor("edit.size", "b", "size", "Board size", "Change the size; everything outside the new board is removed."),
    _editor("edit.clear-all", "R", "game('clear')", "Clear all", "Remove all givens and signs; undo brings them back."),
    _editor("edit.complete-few", "c,C", "complete", "Complete",
        "Add a few givens until there is exactly one solution. After an undo, it adds different ones."),
    _editor("edit.reduce", "f", "reduce", "Fewest givens",
        "Remove as many givens as possible without adding solutions."),
    _editor("edit.count", "n", "count", "Count solutions", "Count the solutions; on large boards, only up to a limit."),
    _editor("edit.solutions", "S", "solutions", "All solutions", "Page through the solutions."),
    _editor("edit.show-agreed", "v", "show_agreed", "Show shared values",
        "Show the values that all solutions share, or only the givens."),
    _editor("edit.save", "ctrl+s,W", "save", "Save", "Save the puzzle in a collection of your own."),
    _editor("edit.play", "p", "play", "Play", "Play the puzzle as it is now."),
    _solutions("solutions.next", "n", "turn(1)", "Next", "Show the next solution."),
    _solutions("solutions.previous", "N", "turn(-1)", "Previous", "Show the previous solution."),
    _solutions("solutions.first", "g", "show(0)", "First", "Show the first solution."),
    _solutions("solutions.last", "G", "show(-1)", "Last", "Show the last solution found."),
    _list("list.up", "up,k,w", "step(-1)", "Up", "Go up."),
    _list("list.down", "down,j,s", "step(1)", "Down", "Go down."),
    _list("list.page-up", "pageup", "page(-1)", "Page up", "Go up a page."),
    _list("list.page-down", "pagedown", "page(1)", "Page down", "Go down a page."),
    _list("list.first", "home,g", "jump(0)", "First", "Go to the first line."),
    _list("list.last", "end,G", "jump(-1)", "Last", "Go to the last line."),
    _list("list.open", "enter,l,right,d", "open", "Open",
        "Open the current line. In the settings: choose the next value."),
    _list("list.back", "left,h,a", "back", "Back", "Go back. In the settings: choose the previous value."),
    _games("games.delete", "delete,x", "delete", "Delete this saved game",
        "Delete the unfinished game, or the replay of a solved one, after asking."),
    _home("home.daily", "D,d", "app.go('DAILY')", "Daily", "Open the calendar of daily puzzles."),
    _home("home.new", "N,n", "app.go('NEW')", "New", "Choose a kind of puzzle, and make one."),
    _home("home.collections", "C,c", "app.go('COLLECTIONS')", "Collections", "List the collections of puzzles."),
    _home("home.editor", "E,e", "app.go('EDITOR')", "Editor", "Draw a puzzle of your own."),
    _home("home.import", "I,i", "app.go('IMPORT')", "Import", "Paste or type a puzzle."),
    _home("home.tutorial", "T,t", "app.go('TUTORIAL')", "Tutorial", "Learn the rules, the keys and the techniques."),
    _home("home.practice", "P,p", "app.go('PRACTICE')", "Practice", "Practise one technique at a time."),
    _home("home.storm", "O,o", "app.go('STORM')", "Storm", "Solve as many boards as you can in three minutes."),
    _home("home.statistics", "S,s", "app.go('STATISTICS')", "Statistics", "See what you have solved, and how fast."),
    _daily("daily.left", "left,h,a", "day(-1)", "Previous day", "Go to the previous day."),
    _daily("daily.right", "right,l,d", "day(1)", "Next day", "Go to the next day."),
    _daily("daily.up", "up,k,w", "day(-7)", "Previous week", "Go to the previous week."),
    _daily("daily.down", "down,j,s", "day(7)", "Next week", "Go to the next week."),
    _daily("daily.month-before", "pageup", "month(-1)", "Previous month", "Go to the previous month."),
    _daily("daily.month-after", "pagedown", "month(1)", "Next month", "Go to the next month."),
    _daily("daily.today", "t,home", "today", "Today", "Go to today."),
    _daily("daily.size", "tab,z", "size", "Size", "Choose the next size."),
    _daily("daily.play", "enter", "play", "Play", "Play the daily puzzle."),
    _new("new.up", "up,k,w", "step(-1)", "Up", "Move up."),
    _new("new.down", "down,j,s", "step(1)", "Down", "Move down."),
    _new("new.first", "home,g", "jump(0)", "First", "Go to the first line."),
    _new("new.last", "end,G", "jump(-1)", "Last", "Go to the last line."),
    _new("new.previous", "left,h,a", "change(-1)", "Previous value", "Choose the previous value."),
    _new("new.next", "right,l,d", "change(1)", "Next value", "Choose the next value."),
    _new("new.make", "enter", "make", "Make", "Make a puzzle of this kind and play it."),
    _import("import.play", "ctrl+s,f5", "play", "Play", "Play the puzzle."),
    _import("import.solutions", "f6", "solutions", "All solutions", "Page through the solutions."),
    _import("import.edit", "f7", "edit", "Edit", "Open the puzzle in the editor."),
    _import("import.next", "f8", "next", "Next puzzle in the text", "Go to the next puzzle in the text."),
    _import("import.other", "f9", "other", "Read differently",
        "Read the text differently: swap 0 and 1, count from 0 or 1, or let another symbol stand for blanks.",
        priority=True),
    _statistics("statistics.style", "f", "style", "Style",
        "Show strict and unaided solves, then all styles, then each style by itself."),
    _statistics("statistics.chart", "tab,t", "chart", "Chart", "Show the other chart."),
    _statistics("statistics.solves", "v", "app.go('SOLVES')", "All solves", "List all solves, newest first."),
    _page("page.up", "up,k,w", "scroll(-1)", "Up", "Scroll up."),
    _page("page.down", "down,j,s", "scroll(1)", "Down", "Scroll down."),
    _page("page.page-up", "pageup", "page(-1)", "Page up", "Go up a page."),
    _page("page.page-down", "pagedown,space", "page(1)", "Page down", "Go down a page."),
    _page("page.top", "home,g", "jump(0)", "Top", "Go to the top."),
    _page("page.end", "end,G", "jump(-1)", "End", "Go to the end."),
    _question("question.yes", "y", "answer(True)", "Yes", "Yes."),
    _question("question.no", "n", "answer(False)", "No", "No."),
    _palette("palette.up", "up,ctrl+p", "step(-1)", "Up", "Go up."),
    _palette("palette.down", "down,ctrl+n", "step(1)", "Down", "Go down."),
    _palette("palette.run", "enter", "run", "Run", "Run the command."),
    _palette("palette.erase", "backspace", "erase", "Erase", "Delete the last character, or close the empty palette."),
    _palette("palette.close", "escape,ctrl+g", "close", "Close", "Close the palette."),
    _app("app.help", "question_mark,f1", "app.go('HELP')", "Help", "Show the rules and the keys."),
    _app("app.palette", "colon,ctrl+p", "app.palette", "Palette", "Find any command by its name."),
    _app("app.settings", "comma", "app.go('SETTINGS')", "Settings", "Change how the program looks and behaves."),
    _app("app.back", "q,escape", "app.leave", "Back",
        "Go back. The game is saved. On the first screen: quit. Esc closes a hint first, and does not quit."),
    _app("app.quit", "ctrl+q,ctrl+c", "app.quit", "Quit", "Quit at once. The game is saved.", priority=True),
    _app("app.suspend", "ctrl+z", "app.suspend_process", "Suspend", "Return to the shell; `fg` continues the program."),
    _app("app.repaint", "ctrl+l", "app.repaint", "Repaint", "Redraw the screen."),
)
# fmt: on
