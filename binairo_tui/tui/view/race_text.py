"""Text of races, including those against recorded games: how much another player has filled, and tables of times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from binairo_tui.engine import wording
from binairo_tui.game.pace import QUARTERS, Pace
from binairo_tui.host.client import race_results
from binairo_tui.player.text import clock_text, plain
from binairo_tui.tui.view.spans import GAP, column, flush_right

if TYPE_CHECKING:
    from binairo_tui.host.client.host_client import RoomReport

BAR = 6
"""The width of the bar that shows how much another player has filled, in columns."""
LEAST_WIDTH = 32
"""The minimum width of a panel in which other players have a bar."""
NAME_WIDTH = 10
_DIGITS = (
    "### #.# #.# #.# ###",
    ".#. ##. .#. .#. ###",
    "### ..# ### #.. ###",
    "### ..# ### ..# ###",
    "#.# #.# ### ..# ..#",
    "### #.. ### ..# ###",
    "### #.. ### #.# ###",
    "### ..# ..# ..# ..#",
    "### #.# ### #.# ###",
    "### #.# ### ..# ###",
)
"""Drawings of the digits: rows of points. A point is drawn as two columns of a line, which is nearly a square."""
_MOST_SCALE = 4
"""The largest number of lines that a point takes."""


def rival_line(name: str, share: float, state: str, width: int) -> str:
    """Return a line about another player: name, share filled (0 to 1) and `state`, such as the result of `ahead_text`.

    If there is room, a bar shows the share; a `state` that does not fit beside the bar is on a line of its own.
    """
    if width < LEAST_WIDTH:
        return f"{plain(name)} {share:.0%}, {state}"
    bar = "━" * int(share * BAR) + "─" * (BAR - int(share * BAR))
    line = f"{column(plain(name), NAME_WIDTH)}{bar} {share:>4.0%}"
    has_room = len(line) + len(GAP) + len(state) <= width
    return f"{line}{GAP}{state}" if has_room else f"{line}\n{'':{NAME_WIDTH}}{state}"


def result_line(result: race_results.RaceResult) -> str:
    """Return the name of a racer and the result, such as the time."""
    return f"{column(plain(result.name), NAME_WIDTH)} {race_results.result_text(result)}"


def storm_standing(room: RoomReport) -> str:
    """Return a line with the number of solved boards for each player in a Storm that is running, the best first."""
    rows = [(racer.filled, racer.name, "" if racer.is_here else "away") for racer in room.racers]
    rows += [(result.solved or 0, result.name, "left") for result in room.results]
    rows.sort(key=lambda row: -row[0])
    lines = [f"{column(plain(name), NAME_WIDTH)} {solved:>2} solved{GAP}{state}" for solved, name, state in rows]
    return "\n".join(lines)


def storm_table(results: Sequence[race_results.RaceResult]) -> str:
    """Return a line for each result of a Storm, best first: place, solved boards, and how far behind the winner.

    The distance is in boards or, between equal numbers of boards, in time.
    """
    lines = []
    for result in results:
        fewer = (results[0].solved or 0) - (result.solved or 0)
        later = f"+{race_results.margin_text(results[0].elapsed_ms, result.elapsed_ms)}"
        behind = f"{GAP}{-fewer if fewer else later}" if result.place > 1 else ""
        lines.append(result_line(result) + behind)
    return "\n".join(lines)


def rematch_text(room: RoomReport, own: str) -> str:
    """Return a sentence that names the players other than `own` who are ready for a rematch; empty if nobody is."""
    ready = [plain(racer.name) for racer in room.racers if racer.is_ready and racer.name != own]
    return f"Ready for a rematch: {wording.join_words(ready)}." if ready else ""


def large_number(number: int, width: int, height: int) -> list[str]:
    """Return the lines of a number in large digits, with a margin.

    The digits are as large as fits into `width` x `height`, within limits: they may be larger than a small space.
    """
    digits = [_DIGITS[int(digit)].split() for digit in str(number)]
    rows = [".".join(parts) for parts in zip(*digits, strict=True)]
    scale = max(min((width - 4) // (2 * len(rows[0])), (height - 2) // len(rows), _MOST_SCALE), 1)
    lines = ["".join([(" █"[point == "#"] * 2 * scale) for point in row]) for row in rows for _ in range(scale)]
    blank = " " * (len(lines[0]) + 4)
    return [blank, *[f"  {line}  " for line in lines], blank]


def splits_table(names: Sequence[str], paces: Sequence[Pace], width: int) -> str:
    """Return a table of the times after which players had filled 25, 50, 75 and 100 % of the board.

    The table has as many players as fit into `width` columns. If there are two players and there is room, its last
    column is the first player's time minus the second's.
    """
    splits = [pace.splits() for pace in paces]
    columns = [["", *[f"{quarter}%" for quarter in QUARTERS]]]
    for name, times in zip(names, splits, strict=True):
        shown_times = ["-" if ms is None else clock_text(ms) for ms in times]
        columns.append([plain(name, NAME_WIDTH - 1), *shown_times])
    if len(splits) == 2:
        columns.append(["", *map(difference_text, *splits)])
    shown = [flush_right(texts) for texts in columns]
    while len(shown) > 2 and len(GAP.join([texts[0] for texts in shown])) > width:
        del shown[-1]
    return "\n".join([GAP.join(row) for row in zip(*shown, strict=True)])


def difference_text(own_ms: int | None, other_ms: int | None) -> str:
    """Return the difference between two times as text, such as `-0:03`; empty if either time is None.

    It is the difference between the times as they are shown, in whole seconds.
    """
    if own_ms is None or other_ms is None:
        return ""
    seconds = own_ms // 1000 - other_ms // 1000
    sign = "+" if seconds > 0 else "-" if seconds else ""
    return f"{sign}{clock_text(1000 * abs(seconds))}"
