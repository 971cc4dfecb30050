"""What can be done on the first screen and with unfinished games, beside what can be done in lists."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_games = partial(Command, scope=Scope.GAMES)
_home = partial(Command, scope=Scope.HOME)

GAMES_COMMANDS: tuple[Command, ...] = (
    _games(
        "games.delete",
        ("delete", "x"),
        "delete",
        "Delete",
        "Delete the unfinished game, after a question.",
        footer="delete",
        contexts=(FooterContext.GAMES, FooterContext.HOME_GAME),
    ),
)

HOME_COMMANDS: tuple[Command, ...] = (
    _home("home.daily", ("D",), "go('daily')", "Daily", "Go to the puzzles of the days."),
    _home("home.new", ("N",), "go('new')", "New", "Choose a kind of puzzle to be made."),
    _home("home.collections", ("C",), "go('collections')", "Collections", "Go to the collections."),
    _home("home.editor", ("E",), "go('editor')", "Editor", "Draw a puzzle of your own."),
    _home("home.import", ("I",), "go('import')", "Import", "Paste or type a puzzle."),
    _home("home.tutorial", ("T",), "go('tutorial')", "Tutorial", "Go to the first steps and the lessons."),
    _home("home.statistics", ("S",), "go('statistics')", "Statistics", "Go to the statistics."),
)
