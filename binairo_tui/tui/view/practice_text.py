"""Text of practice: when techniques are due, and how well the player knows them.

The wait for a technique is the time before the player filled a cell that it decided.
"""

from datetime import datetime

from binairo_tui.engine.wording import plural
from binairo_tui.game.review import BEYOND
from binairo_tui.player.coach import Mastery
from binairo_tui.player.practice import Practice
from binairo_tui.player.text import usual_wait_text
from binairo_tui.tui.view import charts, list_text, spans

NAME_WIDTH, DUE_WIDTH = 19, 15
_HOUR = 3600
_DAY = 24 * _HOUR
_MONTH = 30 * _DAY


def technique_heading(width: int) -> spans.TextLine:
    """Return the names of the columns of `technique_line`, as many as fit into `width` columns."""
    names = f"{'technique':{NAME_WIDTH}}", f"{'due':{DUE_WIDTH}}", f"{'cells':>5}{'wait':>8}   ", "trend"
    return list_text.in_columns([spans.Span(it, "muted") for it in names], width)


def technique_line(
    technique: str, practice: Practice | None, mastery: Mastery | None, now: datetime, width: int
) -> spans.TextLine:
    """Return a technique in as many columns as fit: its name, when it is due, and the player's record with it.

    The record is the cells filled with it, the usual time before such a cell, and its trend.
    """
    due = due_text(practice.due(technique), now).replace("now", "due") if practice else ""
    parts = [
        spans.Span(spans.column(technique, NAME_WIDTH), "strong"),
        spans.Span(spans.column(due, DUE_WIDTH), "accent" if due == "due" else "muted"),
    ]
    if mastery:
        parts += [spans.Span(f"{mastery.cells:>5}{usual_wait_text(mastery.usual_ms):>8}   ")]
        parts += [spans.Span(charts.sparkline(mastery.trend), "bar")]
    return list_text.in_columns(parts, width)


def practised_text(technique: str, practice: Practice) -> str:
    """Return a sentence that says how many drills for a technique the player has done."""
    number = practice.drill_number(technique) - 1
    return f"{plural(number, 'drill')} so far." if number else "You have not practised it yet."


def due_text(due: datetime | None, now: datetime) -> str:
    """Return in words when a technique is due, such as `new`, `now`, `in 10 minutes` or `in 3 days`."""
    if due is None:
        return "new"
    seconds = (due - now).total_seconds()
    for unit, name in ((_MONTH, "month"), (_DAY, "day"), (_HOUR, "hour"), (60, "minute")):
        if seconds >= unit:
            return f"in {plural(int(seconds // unit), name)}"
    return "in a minute" if seconds > 0 else "now"


def mastery_text(mastery: Mastery) -> str:
    """Return sentences about a technique: how many cells of solved games it decided, and the player's usual wait."""
    games, cells = plural(mastery.games, "game"), plural(mastery.cells, "cell")
    decided = "that only a hypothesis decided then" if mastery.technique == BEYOND else "that this technique decided"
    usual = usual_wait_text(mastery.usual_ms)
    return f"In {games}, you filled {cells} {decided}.{f' Your usual wait lately: {usual}.' if usual != '-' else ''}"
