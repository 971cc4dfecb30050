"""What can be done with the puzzles of the days."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_daily = partial(Command, scope=Scope.DAILY)
_DAILY = (FooterContext.DAILY,)

DAILY_COMMANDS: tuple[Command, ...] = (
    _daily("daily.left", ("left", "h", "a"), "day(-1)", "Day before", "Go a day back.", footer="day", contexts=_DAILY),
    _daily("daily.right", ("right", "l", "d"), "day(1)", "Day after", "Go a day on.", footer="day", contexts=_DAILY),
    _daily("daily.up", ("up", "k", "w"), "day(-7)", "Week before", "Go a week back."),
    _daily("daily.down", ("down", "j", "s"), "day(7)", "Week after", "Go a week on."),
    _daily(
        "daily.month-before",
        ("pageup",),
        "month(-1)",
        "Month before",
        "Go a month back.",
        footer="month",
        contexts=_DAILY,
    ),
    _daily(
        "daily.month-after", ("pagedown",), "month(1)", "Month after", "Go a month on.", footer="month", contexts=_DAILY
    ),
    _daily("daily.today", ("t", "home"), "today", "Today", "Go to the day of today."),
    _daily("daily.size", ("tab", "z"), "size", "Size", "Choose the next size.", footer="size", contexts=_DAILY),
    _daily("daily.play", ("enter",), "play", "Play", "Play the puzzle of the day.", footer="play", contexts=_DAILY),
)
