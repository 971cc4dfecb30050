"""What can be done everywhere."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import SOLVED_MOMENTS, Command, Moment, Scope

_app = partial(Command, scope=Scope.APP)

APP_COMMANDS: tuple[Command, ...] = (
    _app(
        "app.help",
        ("question_mark", "f1"),
        "app.help",
        "Help",
        "Show the keys.",
        footer="help",
        moments=(
            Moment.PLAYING,
            Moment.STRICT,
            Moment.BRANCHING,
            Moment.HINTING,
            Moment.HINTED,
            Moment.EDITING,
            Moment.LIST,
            Moment.HOME,
            Moment.HOME_GAME,
        ),
    ),
    _app("app.palette", ("colon", "ctrl+p"), "app.palette", "Palette", "Find any command by its name."),
    _app("app.settings", ("comma",), "app.settings", "Settings", "Change how the program looks and behaves."),
    _app(
        "app.back",
        ("q", "escape"),
        "app.leave",
        "Back",
        "Go back; a game is kept as it is. On the first screen: quit.",
        footer="back",
        moments=(
            Moment.PAUSED,
            *SOLVED_MOMENTS,
            Moment.PLAYING,
            Moment.STRICT,
            Moment.BRANCHING,
            Moment.HINTING,
            Moment.HINTED,
            Moment.REPLAY,
            Moment.EDITING,
            Moment.SOLUTIONS,
            Moment.LIST,
            Moment.GAMES,
            Moment.HOME,
            Moment.HOME_GAME,
            Moment.DAILY,
            Moment.NEW,
            Moment.MAKING,
            Moment.LESSON,
            Moment.IMPORT,
            Moment.STATISTICS,
            Moment.SHARE,
            Moment.PAGE,
            Moment.SETTINGS,
        ),
        words={Moment.HOME: "quit", Moment.HOME_GAME: "quit", Moment.MAKING: "give up", Moment.LESSON: "skip"},
    ),
    _app("app.quit", ("ctrl+q", "ctrl+c"), "app.quit", "Quit", "Quit at once; a game is kept.", priority=True),
    _app("app.suspend", ("ctrl+z",), "app.suspend_process", "Suspend", "Back to the shell; `fg` returns."),
    _app("app.repaint", ("ctrl+l",), "app.repaint", "Repaint", "Draw the screen anew."),
)
