"""Text of races on a host: results, tables, and the large digits of the countdown."""

from collections.abc import Sequence

from binairo_tui.engine import wording
from binairo_tui.host.client import race_results
from binairo_tui.host.client.host_client import RoomReport
from binairo_tui.player.text import plain
from binairo_tui.tui.view.race_text import NAME_WIDTH
from binairo_tui.tui.view.spans import GAP, column

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
