"""What can be done with the statistics, beside what can be done in lists."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_statistics = partial(Command, scope=Scope.STATISTICS)
_shown = partial(_statistics, contexts=(FooterContext.STATISTICS,))

STATISTICS_COMMANDS: tuple[Command, ...] = (
    _shown(
        "statistics.style",
        ("f",),
        "style",
        "How",
        "Show all solves, then strict, unaided, helped ones.",
        footer="how solved",
    ),
    _shown("statistics.size", ("z",), "board", "Size", "Show one size after the other, then all.", footer="size"),
    _shown("statistics.band", ("b",), "band", "Band", "Show one band after the other, then all.", footer="band"),
    _shown("statistics.chart", ("tab", "t"), "chart", "Chart", "Show the other chart.", footer="days or times"),
    _statistics("statistics.year-before", ("y",), "year(-1)", "Year before", "Show the days of the year before."),
    _statistics("statistics.year-after", ("Y",), "year(1)", "Year after", "Show the days of the year after."),
    _shown("statistics.csv", ("e",), "export('csv')", "Export", "Write what is shown to a CSV file.", footer="export"),
    _statistics("statistics.json", ("E",), "export('json')", "Export", "Write what is shown to a JSON file."),
)
