"""Text of practice: when techniques are due, and how well the player knows them.

The wait for a technique is the time before the player filled a cell that it decided.
"""

from collections.abc import Sequence
from datetime import datetime

from binairo_tui.engine.wording import plural
from binairo_tui.game.review import BEYOND
from binairo_tui.player.coach import Mastery
from binairo_tui.player.practice import Practice
from binairo_tui.player.text import COUNTED_TECHNIQUES, MEDIAN_WAITS, technique_name, usual_wait_text
from binairo_tui.tui.view import charts, spans

NAME_WIDTH = 19
_HOUR = 3600
_DAY = 24 * _HOUR
_MONTH = 30 * _DAY


def technique_line(technique: str, practice: Practice | None, now: datetime) -> spans.TextLine:
    """Return a technique in columns: its name, and when it is due, if that is known."""
    due = due_text(practice.due(technique), now).replace("now", "due") if practice else ""
    return spans.line(
        spans.Span(spans.column(technique, NAME_WIDTH), "strong"),
        spans.Span(due, "accent" if due == "due" else "muted"),
    )


def practised_text(technique: str, practice: Practice, now: datetime) -> str:
    """Return sentences that say how many drills for a technique the player has done, and when it is due."""
    due, number = practice.due(technique), practice.drill_number(technique) - 1
    if due is None:
        return "You have not practised it yet."
    if not number:
        return "Seen in your games, not practised yet."
    return f"{plural(number, 'drill')} so far. Due {due_text(due, now)}."


def due_text(due: datetime | None, now: datetime) -> str:
    """Return in words when a technique is due, such as `new`, `now`, `in 10 minutes` or `in 3 days`."""
    if due is None:
        return "new"
    seconds = (due - now).total_seconds()
    for unit, name in ((_MONTH, "month"), (_DAY, "day"), (_HOUR, "hour"), (60, "minute")):
        if seconds >= unit:
            return f"in {plural(int(seconds // unit), name)}"
    return "in a minute" if seconds > 0 else "now"


def mastery_line(mastery: Mastery) -> spans.TextLine:
    """Return a line with the name of a technique and the player's record with it.

    The columns are the cells filled with it, the games, the usual time before such a cell, and its trend.
    """
    return spans.line(
        spans.Span(spans.column(technique_name(mastery.technique), NAME_WIDTH), "strong"),
        f"{mastery.cells:>6}{mastery.games:>7}{usual_wait_text(mastery.usual_ms):>8}",
        spans.Span(f"   {charts.sparkline(mastery.trend)}", "bar"),
    )


def mastery_heading() -> spans.TextLine:
    """Return the names of the columns of `mastery_line`."""
    return spans.line(spans.Span(f"{'technique':{NAME_WIDTH}}{'cells':>6}{'games':>7}{'wait':>8}   trend", "muted"))


def mastery_notes(masteries: Sequence[Mastery]) -> list[spans.TextLine]:
    """Return the sentences that explain the columns of `mastery_line`."""
    told = [COUNTED_TECHNIQUES, MEDIAN_WAITS]
    if any(it.technique == BEYOND for it in masteries):
        told.append(f'"{technique_name(BEYOND)}": only a hypothesis decided the cell then.')
    return [spans.line(spans.Span(text, "muted")) for text in told]


def mastery_text(mastery: Mastery) -> str:
    """Return sentences about a technique: how many cells of solved games it decided, and the player's usual wait."""
    games, cells = plural(mastery.games, "game"), plural(mastery.cells, "cell")
    decided = "that only a hypothesis decided then" if mastery.technique == BEYOND else "that this technique decided"
    usual = usual_wait_text(mastery.usual_ms)
    return f"In {games}, you filled {cells} {decided}.{f' Your usual wait lately: {usual}.' if usual != '-' else ''}"
