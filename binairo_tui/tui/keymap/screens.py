"""Commands of the screens without a board, and those that are heard everywhere."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, Scope

_list = partial(Command, Scope.LIST)
_games = partial(Command, Scope.GAMES)
_home = partial(Command, Scope.HOME)
_daily = partial(Command, Scope.DAILY)
_new = partial(Command, Scope.NEW)
_import = partial(Command, Scope.IMPORT)
_statistics = partial(Command, Scope.STATISTICS)
_page = partial(Command, Scope.PAGE)
_question = partial(Command, Scope.QUESTION)
_palette = partial(Command, Scope.PALETTE)
_app = partial(Command, Scope.APP)

SCREEN_COMMANDS: tuple[Command, ...] = (
    _list("list.up", ("up", "k", "w"), "step(-1)", "Up", "Go up."),
    _list("list.down", ("down", "j", "s"), "step(1)", "Down", "Go down."),
    _list("list.page-up", ("pageup",), "page(-1)", "Page up", "Go up a page."),
    _list("list.page-down", ("pagedown",), "page(1)", "Page down", "Go down a page."),
    _list("list.first", ("home", "g"), "jump(0)", "First", "Go to the first line."),
    _list("list.last", ("end", "G"), "jump(-1)", "Last", "Go to the last line."),
    _list("list.open", ("enter", "l", "right", "d"), "open", "Open", "Open the line; in the settings: the next value."),
    _list(
        "list.back",
        ("left", "h", "a"),
        "back",
        "Back",
        "Go back, but not from the first screen; in the settings: the value before.",
    ),
    _games("games.delete", ("delete", "x"), "delete", "Delete", "Delete the unfinished game, after a question."),
    _home("home.daily", ("D",), "go('daily')", "Daily", "Go to the puzzles of the days."),
    _home("home.new", ("N",), "go('new')", "New", "Choose a kind of puzzle to be made."),
    _home("home.collections", ("C",), "go('collections')", "Collections", "Go to the collections."),
    _home("home.editor", ("E",), "go('editor')", "Editor", "Draw a puzzle of your own."),
    _home("home.import", ("I",), "go('import')", "Import", "Paste or type a puzzle."),
    _home("home.tutorial", ("T",), "go('tutorial')", "Tutorial", "Go to the first steps and the lessons."),
    _home("home.statistics", ("S",), "go('statistics')", "Statistics", "Go to the statistics."),
    _daily("daily.left", ("left", "h", "a"), "day(-1)", "Day before", "Go a day back."),
    _daily("daily.right", ("right", "l", "d"), "day(1)", "Day after", "Go a day on."),
    _daily("daily.up", ("up", "k", "w"), "day(-7)", "Week before", "Go a week back."),
    _daily("daily.down", ("down", "j", "s"), "day(7)", "Week after", "Go a week on."),
    _daily("daily.month-before", ("pageup",), "month(-1)", "Month before", "Go a month back."),
    _daily("daily.month-after", ("pagedown",), "month(1)", "Month after", "Go a month on."),
    _daily("daily.today", ("t", "home"), "today", "Today", "Go to the day of today."),
    _daily("daily.size", ("tab", "z"), "size", "Size", "Choose the next size."),
    _daily("daily.play", ("enter",), "play", "Play", "Play the puzzle of the day."),
    _new("new.up", ("up", "k", "w"), "step(-1)", "Up", "Go a row up."),
    _new("new.down", ("down", "j", "s"), "step(1)", "Down", "Go a row down."),
    _new("new.previous", ("left", "h", "a"), "change(-1)", "Less", "Choose the value before in the row."),
    _new("new.next", ("right", "l", "d"), "change(1)", "More", "Choose the next value in the row."),
    _new("new.make", ("enter",), "make", "Make", "Have a puzzle of this kind made, and play it."),
    _import(
        "import.play", ("ctrl+s", "f5"), "play", "Play", "Play the puzzle that the text was taken for.", priority=True
    ),
    _import(
        "import.solutions",
        ("f6",),
        "solutions",
        "All solutions",
        "Page through the solutions of the puzzle.",
        priority=True,
    ),
    _import("import.edit", ("f7",), "edit", "Edit", "Take the puzzle into the editor.", priority=True),
    _import(
        "import.next",
        ("f8",),
        "next",
        "Next puzzle of the text",
        "Take the next puzzle of a text that holds several.",
        priority=True,
    ),
    _statistics("statistics.style", ("f",), "style", "How", "Show all solves, then strict, unaided, helped ones."),
    _statistics("statistics.size", ("z",), "board", "Size", "Show one size after the other, then all."),
    _statistics("statistics.band", ("b",), "band", "Band", "Show one band after the other, then all."),
    _statistics("statistics.chart", ("tab", "t"), "chart", "Chart", "Show the other chart."),
    _statistics("statistics.year-before", ("y",), "year(-1)", "Year before", "Show the days of the year before."),
    _statistics("statistics.year-after", ("Y",), "year(1)", "Year after", "Show the days of the year after."),
    _statistics("statistics.csv", ("e",), "export('csv')", "Export", "Write what is shown to a CSV file."),
    _statistics("statistics.json", ("E",), "export('json')", "Export", "Write what is shown to a JSON file."),
    _page("page.up", ("up", "k", "w"), "scroll(-1)", "Up", "Scroll up."),
    _page("page.down", ("down", "j", "s"), "scroll(1)", "Down", "Scroll down."),
    _question("question.yes", ("y",), "answer(True)", "Yes", "Do what is asked about."),
    _question("question.no", ("n",), "answer(False)", "No", "Leave everything as it is."),
    _palette("palette.up", ("up", "ctrl+p"), "step(-1)", "Up", "Go up."),
    _palette("palette.down", ("down", "ctrl+n"), "step(1)", "Down", "Go down."),
    _palette("palette.run", ("enter",), "run", "Run", "Give the command."),
    _palette(
        "palette.erase", ("backspace",), "erase", "Erase", "Take back what was typed last; with nothing typed, close."
    ),
    _palette("palette.close", ("escape", "ctrl+g"), "close", "Close", "Close the palette."),
    _app("app.help", ("question_mark", "f1"), "app.help", "Help", "Show the keys."),
    _app("app.palette", ("colon", "ctrl+p"), "app.palette", "Palette", "Find any command by its name."),
    _app("app.settings", ("comma",), "app.settings", "Settings", "Change how the program looks and behaves."),
    _app(
        "app.back", ("q", "escape"), "app.leave", "Back", "Go back; a game is kept as it is. On the first screen: quit."
    ),
    _app("app.quit", ("ctrl+q", "ctrl+c"), "app.quit", "Quit", "Quit at once; a game is kept.", priority=True),
    _app("app.suspend", ("ctrl+z",), "app.suspend_process", "Suspend", "Back to the shell; `fg` returns."),
    _app("app.repaint", ("ctrl+l",), "app.repaint", "Repaint", "Draw the screen anew."),
)
