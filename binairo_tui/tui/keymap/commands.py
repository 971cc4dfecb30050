"""Commands: what a player can do, where, and by which keys."""

from enum import Enum
from typing import NamedTuple


class Scope(Enum):
    """Where a command can be given; the value is the heading of its keys in the help.

    All screens with boards share BOARD (moving and zooming) and FILL (filling cells). The keys of SOLVED mean nothing
    while playing, so that a key typed too early or by habit does not skip the result. On the first screen, a key of
    both HOME and LIST means the command of HOME. PUZZLE is active wherever there is a puzzle; COPY is active there,
    too, but not in the editor. Outside the palette, the keys of APP commands have no other meaning.
    """

    BOARD = "On a board"
    FILL = "While filling in values"
    PLAY = "While playing"
    SOLVED = "Once solved"
    REPLAY = "During a replay"
    EDITOR = "In the editor"
    SOLUTIONS = "Paging through solutions"
    LIST = "In lists"
    GAMES = "On a saved game"
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
    boards, `game('undo')` calls the method `undo` of the game or the editor, and `cell('cycle')` calls `cycle` with the
    cursor's cell. `help` is what the help says about the command. A command with `priority` gets its keys before a text
    field does.
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


# A row is one line, or two if its sentence is long.
# fmt: off
COMMANDS: tuple[Command, ...] = (
    Command(Scope.BOARD, "board.up", "up,k,w", "move(-1,0)", "Up", "Move up."),
    Command(Scope.BOARD, "board.down", "down,j,s", "move(1,0)", "Down", "Move down."),
    Command(Scope.BOARD, "board.left", "left,h,a", "move(0,-1)", "Left", "Move left."),
    Command(Scope.BOARD, "board.right", "right,l,d", "move(0,1)", "Right", "Move right."),
    Command(Scope.BOARD, "board.row-first", "home,circumflex_accent", "line_end('row',0)", "Row start",
        "Move to the first cell of the row."),
    Command(Scope.BOARD, "board.row-last", "end,dollar_sign", "line_end('row',-1)", "Row end",
        "Move to the last cell of the row."),
    Command(Scope.BOARD, "board.column-first", "pageup", "line_end('column',0)", "Column top",
        "Move to the first cell of the column."),
    Command(Scope.BOARD, "board.column-last", "pagedown", "line_end('column',-1)", "Column end",
        "Move to the last cell of the column."),
    Command(Scope.PLAY, "board.next-empty", "n", "next_empty(1)", "Next blank", "Move to the next blank."),
    Command(Scope.PLAY, "board.previous-empty", "N", "next_empty(-1)", "Previous blank", "Move to the previous blank."),
    Command(Scope.PLAY, "board.next-violation", "e", "next_violation", "Next broken rule",
        "Move to the next cell of a broken rule."),
    Command(Scope.FILL, "cell.zero", "0", "cell('place','0')", "Place 0", "Fill in a 0."),
    Command(Scope.FILL, "cell.one", "1", "cell('place','1')", "Place 1", "Fill in a 1."),
    Command(Scope.FILL, "cell.cycle", "space", "cell('cycle')", "Cycle",
        "Change the cell from empty to 0, to 1, and back to empty."),
    Command(Scope.PLAY, "cell.clear", "backspace,delete,x,full_stop", "clear", "Clear", "Empty the cell."),
    Command(Scope.FILL, "play.undo", "u", "game('undo')", "Undo", "Undo the last step."),
    Command(Scope.FILL, "play.redo", "r,ctrl+r", "game('redo')", "Redo", "Redo the step that was undone."),
    Command(Scope.PLAY, "play.propagate-once", "f", "game('propagate_once')", "Fill one pass",
        "Find the easiest rule that can fill a cell, and fill in every cell that it forces now."),
    Command(Scope.PLAY, "play.propagate", "F", "game('propagate')", "Fill all",
        "Fill in all that the rules force. If this solves the puzzle or changes how the game counts, F asks first."),
    Command(Scope.PLAY, "play.hint", "i", "hint", "Hint",
        "Show a hint. Press again for more detail; the last press fills a cell, or empties a wrong cell."),
    Command(Scope.PLAY, "play.hint-back", "I", "game('hint_back')", "Previous part of the hint",
        "Show the previous part of the hint."),
    Command(Scope.PLAY, "play.why", "y", "cell('ask_why')", "Why?",
        "Explain the value of this cell, or the value that a blank must take."),
    Command(Scope.PLAY, "play.last-good", "g", "game('go_back')", "Return to the last good position",
        "Undo to the last position without a mistake; redo brings everything back."),
    Command(Scope.PLAY, "play.check", "c", "game('ask_check',False)", "Check",
        "Count the mistakes without showing them."),
    Command(Scope.PLAY, "play.check-where", "C", "game('ask_check',True)", "Show mistakes", "Show the mistakes."),
    Command(Scope.PLAY, "play.mark", "m", "cell('toggle_mark')", "Mark", "Mark the cell, or remove its mark."),
    Command(Scope.PLAY, "play.branch", "b", "game('open_branch')", "What if",
        "Start a what-if branch; branches can be nested."),
    Command(Scope.PLAY, "play.drop-branch", "B", "game('drop_branch')", "Drop the branch",
        "Return to where the branch began. If the branch broke a rule, the panel says what this proves."),
    Command(Scope.PLAY, "play.keep-branch", "D", "game('keep_branch')", "Keep the branch",
        "End the branch and keep its values."),
    Command(Scope.PLAY, "play.restart", "R", "game('restart')", "Restart",
        "Clear all cells except the givens. Undo brings the values back."),
    Command(Scope.PLAY, "play.pause", "p", "game('pause')", "Pause", "Stop the clock and hide the grid, or continue."),
    Command(Scope.BOARD, "view.zoom-in", "z,plus", "zoom(1)", "Larger",
        "Draw larger cells; a board that does not fit scrolls."),
    Command(Scope.BOARD, "view.zoom-out", "Z,minus", "zoom(-1)", "Smaller", "Draw smaller cells."),
    Command(Scope.SOLVED, "play.next", "tab", "next", "Next puzzle",
        "Go on to what follows: the next unsolved puzzle, a new puzzle, the calendar or the lessons."),
    Command(Scope.SOLVED, "play.again", "A", "again", "Play again",
        "Solve the puzzle again, alone or against your fastest game. The first solve stays in the statistics."),
    Command(Scope.SOLVED, "play.drills", "M", "drills", "Practise your slowest cells",
        "Practise the cells of this game that took you longest, in short drills."),
    Command(Scope.SOLVED, "play.times", "W", "times", "Where time went",
        "Make the cells that took you longest the brightest. Press again for the normal colours."),
    Command(Scope.SOLVED, "play.replay", "P", "replay", "Replay", "Replay the game step by step."),
    Command(Scope.BOARD, "play.more", "enter", "more", "More",
        "Show the rest of the text in the panel, or continue a lesson."),
    Command(Scope.REPLAY, "replay.next", "right,l,d,down,j,s", "replay_step(1)", "Next step", "Show the next step."),
    Command(Scope.REPLAY, "replay.back", "left,h,a,up,k,w", "replay_step(-1)", "Previous step",
        "Show the previous step."),
    Command(Scope.REPLAY, "replay.first", "home", "replay_jump(0)", "First", "Go to the start."),
    Command(Scope.REPLAY, "replay.last", "end", "replay_jump(-1)", "Last", "Go to the end."),
    Command(Scope.REPLAY, "replay.run", "space", "replay_run", "Run", "Start or stop the replay."),
    Command(Scope.REPLAY, "replay.wait", "n", "wait", "Longest waits",
        "Go to the longest wait. Press again for the next longest."),
    Command(Scope.REPLAY, "replay.race", "R", "race", "Race", "Race against the replayed game."),
    Command(Scope.REPLAY, "replay.file", "f,ctrl+s", "file", "Write to a file",
        "Write the game to a file: a web page that shows it step by step."),
    Command(Scope.REPLAY, "replay.end", "P,enter", "app.leave", "End", "End the replay."),
    Command(Scope.LESSON, "lesson.clear", "backspace,delete,x,full_stop", "cell('place','.')", "Clear",
        "Empty the cell."),
    Command(Scope.LESSON, "lesson.next", "n", "next", "Continue",
        "Show the next step or drill. In practice, the first press shows the answer."),
    Command(Scope.STORM, "storm.clear", "backspace,delete,x,full_stop", "cell('place','.')", "Clear",
        "Empty the cell."),
    Command(Scope.STORM, "storm.next-empty", "n", "next_empty(1)", "Next blank", "Move to the next blank."),
    Command(Scope.STORM, "storm.previous-empty", "N", "next_empty(-1)", "Previous blank",
        "Move to the previous blank."),
    Command(Scope.STORM, "storm.again", "tab", "again", "Play again",
        "After the end of a run, begin another run."),
    Command(Scope.STORM, "storm.practise", "P", "practise", "Practise",
        "After the end of a run, practise the technique that slowed you down most."),
    Command(Scope.DRILL, "drill.row", "R", "line('row')", "Mark the row",
        "Mark the row as the reason, or remove its mark."),
    Command(Scope.DRILL, "drill.column", "C", "line('column')", "Mark the column",
        "Mark the column as the reason, or remove its mark."),
    Command(Scope.DRILL, "drill.cell", "m", "mark", "Mark the cell",
        "Mark the cell as the reason, or remove its mark. A sign between marked cells is part of the reason."),
    Command(Scope.DRILL, "drill.branch", "b", "branch", "What if",
        "In a drill for hypotheses, start a what-if branch."),
    Command(Scope.DRILL, "drill.drop", "B", "drop", "Drop the branch", "Return to where the branch began."),
    Command(Scope.DRILL, "drill.hint", "i", "hint", "Hint",
        "Show a hint. Press again for more detail. After a hint, a right answer counts less."),
    Command(Scope.DRILL, "drill.hint-back", "I", "hint_back", "Previous part of the hint",
        "Show the previous part of the hint."),
    Command(Scope.PUZZLE, "share.show", "Y", "share", "Share",
        "Show the puzzle or the current game as text, to copy it or write it to a file."),
    Command(Scope.COPY, "puzzle.edit", "E", "edit_copy", "Edit a copy",
        "Open a copy of the puzzle in the editor. During a game, this counts as help."),
    Command(Scope.SHARE, "share.previous", "left,h,a", "format(-1)", "Previous format",
        "Show the text in the previous format."),
    Command(Scope.SHARE, "share.next", "right,l,d", "format(1)", "Next format", "Show the text in the next format."),
    Command(Scope.SHARE, "share.copy", "c,Y", "copy", "Copy",
        "Copy the text to the clipboard of your terminal, also over SSH, if the terminal allows it (OSC 52)."),
    Command(Scope.SHARE, "share.file", "f,ctrl+s", "file", "Write to a file", "Write the text to a file."),
    Command(Scope.EDITOR, "edit.clear", "backspace,delete,full_stop", "cell('place','.')", "Clear",
        "Remove the given."),
    Command(Scope.EDITOR, "edit.equal", "equals_sign,e", "sign('RIGHT',True)", "= to the right",
        "Put = between this cell and the one to its right, or remove it."),
    Command(Scope.EDITOR, "edit.unequal", "x", "sign('RIGHT',False)", "× to the right",
        "Put × between this cell and the one to its right, or remove it."),
    Command(Scope.EDITOR, "edit.equal-below", "E", "sign('BELOW',True)", "= below",
        "Put = between this cell and the one below it, or remove it."),
    Command(Scope.EDITOR, "edit.unequal-below", "X", "sign('BELOW',False)", "× below",
        "Put × between this cell and the one below it, or remove it."),
    Command(Scope.EDITOR, "edit.unique-lines", "U", "game('toggle_unique_lines')", "Unique lines",
        "Switch between unique lines and lines that may repeat."),
    Command(Scope.EDITOR, "edit.size", "b", "size", "Board size",
        "Change the size; everything outside the new board is removed."),
    Command(Scope.EDITOR, "edit.clear-all", "R", "game('clear')", "Clear all",
        "Remove all givens and signs; undo brings them back."),
    Command(Scope.EDITOR, "edit.complete-few", "c,C", "complete", "Complete",
        "Add a few givens until there is exactly one solution. Undo and press the key again for other givens."),
    Command(Scope.EDITOR, "edit.reduce", "f", "reduce", "Fewest givens",
        "Remove as many givens as possible without adding solutions."),
    Command(Scope.EDITOR, "edit.count", "n", "count", "Count solutions",
        "Count the solutions; on large boards, only up to a limit."),
    Command(Scope.EDITOR, "edit.solutions", "S", "solutions", "All solutions", "Page through the solutions."),
    Command(Scope.EDITOR, "edit.show-agreed", "v", "show_agreed", "Show shared values",
        "Show the values that all solutions share, or only the givens."),
    Command(Scope.EDITOR, "edit.save", "ctrl+s,W", "save", "Save", "Save the puzzle in a collection of your own."),
    Command(Scope.EDITOR, "edit.play", "p", "play", "Play", "Play the puzzle as it is now."),
    Command(Scope.SOLUTIONS, "solutions.next", "n", "turn(1)", "Next", "Show the next solution."),
    Command(Scope.SOLUTIONS, "solutions.previous", "N", "turn(-1)", "Previous", "Show the previous solution."),
    Command(Scope.SOLUTIONS, "solutions.first", "g", "show(0)", "First", "Show the first solution."),
    Command(Scope.SOLUTIONS, "solutions.last", "G", "show(-1)", "Last", "Show the last solution found."),
    Command(Scope.LIST, "list.up", "up,k,w", "step(-1)", "Up", "Go up."),
    Command(Scope.LIST, "list.down", "down,j,s", "step(1)", "Down", "Go down."),
    Command(Scope.LIST, "list.page-up", "pageup", "page(-1)", "Page up", "Go up a page."),
    Command(Scope.LIST, "list.page-down", "pagedown", "page(1)", "Page down", "Go down a page."),
    Command(Scope.LIST, "list.first", "home,g", "jump(0)", "First", "Go to the first line."),
    Command(Scope.LIST, "list.last", "end,G", "jump(-1)", "Last", "Go to the last line."),
    Command(Scope.LIST, "list.open", "enter,l,right,d", "open", "Open",
        "Open the selected item. In the settings: choose the next value."),
    Command(Scope.LIST, "list.back", "left,h,a", "back", "Back",
        "Go back. In the settings: choose the previous value."),
    Command(Scope.GAMES, "games.delete", "delete,x", "delete", "Delete this saved game",
        "Delete an unfinished game, or the replay of a solved game. The program asks first."),
    Command(Scope.HOME, "home.daily", "D,d", "app.go('DAILY')", "Daily", "Open the calendar of daily puzzles."),
    Command(Scope.HOME, "home.new", "N,n", "app.go('NEW')", "New", "Choose a kind of puzzle, and make one."),
    Command(Scope.HOME, "home.collections", "C,c", "app.go('COLLECTIONS')", "Collections",
        "List the collections of puzzles."),
    Command(Scope.HOME, "home.editor", "E,e", "app.go('EDITOR')", "Editor", "Draw a puzzle of your own."),
    Command(Scope.HOME, "home.import", "I,i", "app.go('IMPORT')", "Import", "Paste or type a puzzle."),
    Command(Scope.HOME, "home.tutorial", "T,t", "app.go('TUTORIAL')", "Tutorial",
        "Learn the rules, the keys and the techniques."),
    Command(Scope.HOME, "home.practice", "P,p", "app.go('PRACTICE')", "Practice", "Practise one technique at a time."),
    Command(Scope.HOME, "home.storm", "O,o", "app.go('STORM')", "Storm",
        "Solve as many boards as you can in three minutes."),
    Command(Scope.HOME, "home.statistics", "S,s", "app.go('STATISTICS')", "Statistics",
        "See what you have solved, and how fast."),
    Command(Scope.DAILY, "daily.left", "left,h,a", "day(-1)", "Previous day", "Go to the previous day."),
    Command(Scope.DAILY, "daily.right", "right,l,d", "day(1)", "Next day", "Go to the next day."),
    Command(Scope.DAILY, "daily.up", "up,k,w", "day(-7)", "Previous week", "Go to the previous week."),
    Command(Scope.DAILY, "daily.down", "down,j,s", "day(7)", "Next week", "Go to the next week."),
    Command(Scope.DAILY, "daily.month-before", "pageup", "month(-1)", "Previous month", "Go to the previous month."),
    Command(Scope.DAILY, "daily.month-after", "pagedown", "month(1)", "Next month", "Go to the next month."),
    Command(Scope.DAILY, "daily.today", "t,home", "today", "Today", "Go to today."),
    Command(Scope.DAILY, "daily.size", "tab,z", "size", "Size", "Choose the next size."),
    Command(Scope.DAILY, "daily.play", "enter", "play", "Play", "Play the daily puzzle."),
    Command(Scope.NEW, "new.up", "up,k,w", "step(-1)", "Up", "Move up."),
    Command(Scope.NEW, "new.down", "down,j,s", "step(1)", "Down", "Move down."),
    Command(Scope.NEW, "new.first", "home,g", "jump(0)", "First", "Go to the first line."),
    Command(Scope.NEW, "new.last", "end,G", "jump(-1)", "Last", "Go to the last line."),
    Command(Scope.NEW, "new.previous", "left,h,a", "change(-1)", "Previous value", "Choose the previous value."),
    Command(Scope.NEW, "new.next", "right,l,d", "change(1)", "Next value", "Choose the next value."),
    Command(Scope.NEW, "new.make", "enter", "make", "Make", "Make a puzzle of this kind and play it."),
    Command(Scope.IMPORT, "import.play", "ctrl+s,f5", "play", "Play", "Play the puzzle.", priority=True),
    Command(Scope.IMPORT, "import.solutions", "f6", "solutions", "All solutions",
        "Page through the solutions.", priority=True),
    Command(Scope.IMPORT, "import.edit", "f7", "edit", "Edit", "Open the puzzle in the editor.", priority=True),
    Command(Scope.IMPORT, "import.next", "f8", "next", "Next puzzle in the text",
        "Go to the next puzzle in the text.", priority=True),
    Command(Scope.IMPORT, "import.other", "f9", "other", "Read differently",
        "Read the text differently: swap 0 and 1, count rows and columns from 0 or 1, or change the symbol for blanks.",
        priority=True),
    Command(Scope.STATISTICS, "statistics.style", "f", "style", "Style",
        "Choose the next group of solves: strict and unaided ones, those of all styles, or those of one style."),
    Command(Scope.STATISTICS, "statistics.chart", "tab,t", "chart", "Chart", "Switch between the two charts."),
    Command(Scope.STATISTICS, "statistics.solves", "v", "app.go('SOLVES')", "All solves",
        "List all solves, newest first."),
    Command(Scope.PAGE, "page.up", "up,k,w", "scroll(-1)", "Up", "Scroll up."),
    Command(Scope.PAGE, "page.down", "down,j,s", "scroll(1)", "Down", "Scroll down."),
    Command(Scope.PAGE, "page.page-up", "pageup", "page(-1)", "Page up", "Go up a page."),
    Command(Scope.PAGE, "page.page-down", "pagedown,space", "page(1)", "Page down", "Go down a page."),
    Command(Scope.PAGE, "page.top", "home,g", "jump(0)", "Top", "Go to the top."),
    Command(Scope.PAGE, "page.end", "end,G", "jump(-1)", "End", "Go to the end."),
    Command(Scope.QUESTION, "question.yes", "y", "dismiss(True)", "Yes", "Yes."),
    Command(Scope.QUESTION, "question.no", "n", "dismiss(False)", "No", "No."),
    Command(Scope.PALETTE, "palette.up", "up,ctrl+p", "step(-1)", "Up", "Go up."),
    Command(Scope.PALETTE, "palette.down", "down,ctrl+n", "step(1)", "Down", "Go down."),
    Command(Scope.PALETTE, "palette.run", "enter", "run", "Run", "Run the command."),
    Command(Scope.PALETTE, "palette.erase", "backspace", "erase", "Erase",
        "Delete the last character. If there is none, close the palette."),
    Command(Scope.PALETTE, "palette.close", "escape,ctrl+g", "dismiss", "Close", "Close the palette."),
    Command(Scope.APP, "app.help", "question_mark,f1", "app.go('HELP')", "Help", "Show the rules and the keys."),
    Command(Scope.APP, "app.palette", "colon,ctrl+p", "app.palette", "Palette", "Find any command by its name."),
    Command(Scope.APP, "app.settings", "comma", "app.go('SETTINGS')", "Settings",
        "Change how the program looks and behaves."),
    Command(Scope.APP, "app.back", "q,escape", "app.leave", "Back",
        "Go back, or quit on the first screen. The game is saved. Esc closes a hint first, and never quits."),
    Command(Scope.APP, "app.quit", "ctrl+q,ctrl+c", "app.quit", "Quit",
        "Quit at once. The game is saved.", priority=True),
    Command(Scope.APP, "app.suspend", "ctrl+z", "app.suspend_process", "Suspend",
        "Return to the shell; `fg` continues the program."),
    Command(Scope.APP, "app.repaint", "ctrl+l", "app.repaint", "Repaint", "Redraw the screen."),
)
# fmt: on
