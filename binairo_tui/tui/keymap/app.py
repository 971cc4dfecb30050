"""What can be done everywhere."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import SOLVED_CONTEXTS, Command, FooterContext, Scope

_app = partial(Command, scope=Scope.APP)

APP_COMMANDS: tuple[Command, ...] = (
    _app(
        "app.help",
        ("question_mark", "f1"),
        "app.help",
        "Help",
        "Show the keys.",
        footer="help",
        contexts=(
            FooterContext.PLAYING,
            FooterContext.STRICT,
            FooterContext.BRANCHING,
            FooterContext.HINTING,
            FooterContext.HINTED,
            FooterContext.EDITING,
            FooterContext.LIST,
            FooterContext.HOME,
            FooterContext.HOME_GAME,
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
        contexts=(
            FooterContext.PAUSED,
            *SOLVED_CONTEXTS,
            FooterContext.PLAYING,
            FooterContext.STRICT,
            FooterContext.BRANCHING,
            FooterContext.HINTING,
            FooterContext.HINTED,
            FooterContext.REPLAY,
            FooterContext.EDITING,
            FooterContext.SOLUTIONS,
            FooterContext.LIST,
            FooterContext.GAMES,
            FooterContext.HOME,
            FooterContext.HOME_GAME,
            FooterContext.DAILY,
            FooterContext.NEW,
            FooterContext.MAKING,
            FooterContext.LESSON,
            FooterContext.IMPORT,
            FooterContext.STATISTICS,
            FooterContext.SHARE,
            FooterContext.PAGE,
            FooterContext.SETTINGS,
        ),
        words={
            FooterContext.HOME: "quit",
            FooterContext.HOME_GAME: "quit",
            FooterContext.MAKING: "give up",
            FooterContext.LESSON: "skip",
        },
    ),
    _app("app.quit", ("ctrl+q", "ctrl+c"), "app.quit", "Quit", "Quit at once; a game is kept.", priority=True),
    _app("app.suspend", ("ctrl+z",), "app.suspend_process", "Suspend", "Back to the shell; `fg` returns."),
    _app("app.repaint", ("ctrl+l",), "app.repaint", "Repaint", "Draw the screen anew."),
)
