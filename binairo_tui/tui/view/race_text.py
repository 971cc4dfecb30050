"""Text of daily rankings and of races, including races against recorded games."""

from collections.abc import Sequence
from typing import NamedTuple

from binairo_tui.game.review import QUARTERS, Pace
from binairo_tui.player.text import UNVERIFIED, clock_text, ordinal, plain
from binairo_tui.tui.view.spans import GAP, Span, TextLine, column, flush_right, line

BAR = 6
"""The width of the bar that shows how much another player has filled, in columns."""
LEAST_WIDTH = 32
"""The minimum width of a panel in which other players have a bar."""
NAME_WIDTH = 10


class RankedSolve(NamedTuple):
    """A solve in the ranking of a daily puzzle; `is_own` says whether it is the player's, and `style` is in words."""

    name: str
    style: str
    elapsed_ms: int
    is_own: bool


def own_place(ranking: Sequence[RankedSolve]) -> int:
    """Return the player's place in a ranking, counting from 1; 0 without a solve."""
    return next((place for place, it in enumerate(ranking, 1) if it.is_own), 0)


def place_text(ranking: Sequence[RankedSolve]) -> str:
    """Return the player's place, such as `2nd of 14`; empty without a solve."""
    place = own_place(ranking)
    return f"{ordinal(place)} of {len(ranking)}" if place else ""


def behind_text(ranking: Sequence[RankedSolve]) -> str:
    """Return the player's place and how far it is behind the next better one, such as `2nd of 14, 0:12 behind anna`.

    Solves with less help come first, however long they took. Solves that look like the work of a program come last,
    and their times are not compared.
    """
    place = own_place(ranking)
    if place and ranking[place - 1].style == UNVERIFIED:
        return f"{place_text(ranking)}, {UNVERIFIED}"
    if place < 2:
        return place_text(ranking)
    before, own = ranking[place - 2 : place]
    name = plain(before.name)
    if before.style != own.style:
        return f"{place_text(ranking)}, behind {name}, {before.style}"
    return f"{place_text(ranking)}, {clock_text(own.elapsed_ms - before.elapsed_ms)} behind {name}"


def ranking_lines(ranking: Sequence[RankedSolve], width: int, height: int) -> list[TextLine]:
    """Return a line for each of the first places; if the player's place is lower, it takes the last line."""
    if not ranking:
        return [line(Span("Nobody has solved it yet.", "muted"))][:height]
    place = own_place(ranking)
    shown = [*range(1, min(len(ranking), height) + 1)]
    if place > height > 0:
        shown[-1] = place
    room = max(min(width - 11, 2 * NAME_WIDTH), 2)
    return [
        line(Span(f"{it:>3} {column(plain(name), room)}{clock_text(ms):>7}", "accent" if is_own else "normal"))
        for it in shown
        for name, _, ms, is_own in (ranking[it - 1],)
    ]


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


def splits_table(names: Sequence[str], paces: Sequence[Pace], width: int) -> str:
    """Return a table of the times after which players had filled 25, 50, 75 and 100 % of the board.

    The table has as many players as fit into `width` columns. If there are two players and there is room, its last
    column is the first player's time minus the second's.
    """
    splits = [pace.splits() for pace in paces]
    columns = [["", *[f"{quarter}%" for quarter in QUARTERS]]]
    for name, times in zip(names, splits, strict=True):
        columns.append([plain(name, NAME_WIDTH - 1), *["-" if ms is None else clock_text(ms) for ms in times]])
    if len(splits) == 2:
        columns.append(["", *map(difference_text, *splits)])
    shown = [flush_right(texts) for texts in columns]
    while len(shown) > 2 and len(GAP.join([texts[0] for texts in shown])) > width:
        del shown[-1]
    return "\n".join([GAP.join(row) for row in zip(*shown, strict=True)])


def difference_text(own_ms: int | None, other_ms: int | None) -> str:
    """Return a difference, such as `-0:03`, of times rounded down to seconds as they are shown; '' if one is None."""
    if own_ms is None or other_ms is None:
        return ""
    seconds = own_ms // 1000 - other_ms // 1000
    sign = "+" if seconds > 0 else "-" if seconds else ""
    return f"{sign}{clock_text(1000 * abs(seconds))}"
