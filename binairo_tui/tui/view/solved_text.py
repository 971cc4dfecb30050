"""Text about a solved puzzle: time, style, the techniques needed and the longest waits; and text of a replay."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from statistics import median
from typing import NamedTuple

from binairo_tui import engine, player
from binairo_tui.engine import Grade, Proof, Puzzle
from binairo_tui.game import GameSession, Step
from binairo_tui.game.review import Stretch, pace_of, stretches, waits
from binairo_tui.player import coach, play_interface, recording, text
from binairo_tui.tui.view import charts, race_text, spans

MONTH_DAYS = 30
"""The maximum number of days whose times are compared after a daily puzzle, up to the day of the solve."""
SHORTEST_BAR, LONGEST_BAR = 4, 16
"""The minimum and maximum length of the longest bar in columns; without room for the minimum, there are no bars."""


class Month(NamedTuple):
    """The player's latest times for the kind of a daily puzzle, in ms by day, and what to say about them.

    `facts` names the best and the median time, as in the statistics, and `tomorrow` announces the next puzzle.
    """

    times: Mapping[date, int]
    title: str
    facts: str
    tomorrow: str


class SolveReview(NamedTuple):
    """The grade of a puzzle and the time spent on each technique, both empty until the puzzle has been graded.

    `problem` is a sentence that explains why there is no grade. `waits` holds sentences about the longest waits.
    `standing` holds sentences about the rating and the daily streak, if the puzzle counts for them. `place` is a
    sentence about the place in a ranking. `slow` holds drills about the cells that took longest. `month` is about the
    days before a daily puzzle; None for other puzzles.
    """

    grade: Grade | None = None
    stretches: tuple[Stretch, ...] = ()
    problem: str = ""
    waits: tuple[str, ...] = ()
    standing: str = ""
    place: str = ""
    slow: tuple[player.coach.SlowCell, ...] = ()
    month: Month | None = None


def solved_paragraphs(
    outcome: play_interface.Outcome | None,
    session: GameSession,
    review: SolveReview,
    width: int,
    today: date,
    *,
    drills_key: str = "",
    ghost: recording.Ghost | None = None,
) -> Iterator[spans.Paragraph]:
    """Yield the text about a solved game, `width` columns wide; `ghost` is the recorded game that it raced against."""
    if not session.is_race:  # the host measures the time of a race, and refuses help
        yield spans.Paragraph(f"{text.solved_sentence(outcome, today)} {review.place}".rstrip(), "strong")
    if outcome and not session.is_race:
        yield spans.Paragraph(" ".join(filter(None, (outcome.standing, review.standing))))
    if ghost:
        paces = pace_of(session.puzzle, session.steps[: session.head]), ghost.pace
        yield spans.Paragraph(f"Time until filled\n{race_text.splits_table(('You', ghost.name), paces, width)}")
    if outcome and review.month:
        yield spans.Paragraph(month_text(review.month, outcome.day, min(MONTH_DAYS, width - len(spans.MORE))))
        if review.month.tomorrow:
            yield spans.Paragraph(review.month.tomorrow, "strong")
    if review.waits:
        yield spans.Paragraph("\n".join(("Longest waits", *review.waits)))
    if review.grade is not None:
        table = techniques_table(review.stretches, width)
        yield spans.Paragraph(f"{review.grade.band.title}: the techniques it needs, with your times\n{table}")
    elif review.problem:
        yield spans.Paragraph(review.problem)
    if review.slow:
        yield spans.Paragraph(f"{drills_key}: drills about the cells that took you longest.", "muted")


def best_and_median_text(times_ms: Sequence[int]) -> str:
    """Return the best and the median of times, such as `best 0:30, median 0:45`, as in the statistics."""
    if not times_ms:
        return "no time without help yet"
    return f"best {text.clock_text(min(times_ms))}, median {text.clock_text(round(median(times_ms)))}"


def month_text(month: Month, day: date, days: int) -> str:
    """Return a month's title, a bar for each of the `days` days up to `day`, and the facts with `▲` below the last bar.

    The higher the bar, the longer the time; a day without a time has a dot.
    """
    shown = [month.times.get(day - timedelta(days=before)) for before in reversed(range(days))]
    bars = iter(charts.sparkline([ms for ms in shown if ms is not None]))
    drawn = "".join(["·" if ms is None else next(bars) for ms in shown])
    return f"Last {days} days, {month.title}\n{drawn}\n{month.facts.ljust(days - 1)}▲"


def techniques_table(stretches: Sequence[Stretch], width: int) -> str:
    """Return names of columns, then techniques with times and, if `width` columns have room for them, bars."""
    if not stretches:
        return ""
    names = ["technique", *[text.technique_name(it.technique).capitalize() for it in stretches]]
    times = spans.flush_right(["time", *[text.clock_text(it.elapsed_ms) for it in stretches]])
    room = min(max(map(len, names)), max(width - len(spans.GAP) - len(times[0]), 2))
    rows = [spans.GAP.join((spans.cut(name, room), time)) for name, time in zip(names, times, strict=True)]
    # If more text follows on another page, each line leaves room for an ellipsis.
    room = min(width - len(rows[0]) - len(spans.GAP) - len(spans.MORE), LONGEST_BAR)
    most = max([it.elapsed_ms for it in stretches]) or 1
    bars = ["━" * round(it.elapsed_ms / most * room) if room >= SHORTEST_BAR else "" for it in stretches]
    return "\n".join([spans.GAP.join((row, bar)).rstrip() for row, bar in zip(rows, ["", *bars], strict=True)])


def review_solve(
    puzzle: engine.Puzzle, steps: Sequence[Step], position: engine.Position, is_cancelled: Callable[[], bool]
) -> SolveReview:
    """Return a review without `standing`, `place` and `month`. It may take seconds: call it in the background."""
    fills = list(player.coach.fills(puzzle, steps, is_cancelled=is_cancelled))
    slow = player.coach.slow_cells(puzzle, position, fills)
    waits = tuple([player.coach.wait_text(puzzle, fill) for fill in player.coach.longest_waits(fills)])
    try:
        found = engine.grade(puzzle, is_cancelled=is_cancelled)
    except engine.GradingError as error:
        return SolveReview(problem=text.NOT_UNIQUE if error.solution_count else "", waits=waits, slow=slow)
    return SolveReview(found, stretches(puzzle, found, steps), waits=waits, slow=slow)


def replay_paragraphs(puzzle: Puzzle, steps: Sequence[Step], head: int) -> Iterator[spans.Paragraph]:
    """Yield a description of step `head`, the last one shown in a replay: its number, time and effect."""
    waited_ms = next((wait.elapsed_ms for wait in waits(steps[:head]) if wait.number == head), 0)
    heading, said, wait = recording.step_sentences(puzzle, steps, head, waited_ms)
    yield spans.Paragraph(heading, "strong")
    yield spans.Paragraph(said)
    if wait:
        yield spans.Paragraph(wait, "muted")


def timeline(steps: Sequence[Step], head: int, width: int) -> str:
    """Return two lines of at most `width` columns about a game.

    The first line has a bar for each part of the game, as high as the longest wait in it. The second has a mark below
    the part of step `head`.
    """
    longest = [0] * min(width, len(steps))
    for wait in waits(steps):
        part = (wait.number - 1) * len(longest) // len(steps)
        longest[part] = max(longest[part], wait.elapsed_ms)
    at = max(head - 1, 0) * len(longest) // max(len(steps), 1)
    return f"{charts.sparkline(longest)}\n{' ' * at}▲"


def easiest_paragraphs(fill: coach.Fill, easiest: Proof | None) -> Iterator[spans.Paragraph]:
    yield spans.Paragraph(coach.opening_text(fill))
    if easiest is None:
        yield spans.Paragraph("At this point, no cell could be decided without a hypothesis.", "muted")
    elif fill.opening is not None and fill.opening.technique == easiest.technique:
        yield spans.Paragraph(f"There was no easier step at this point. {easiest.text}", "muted")
    else:
        yield spans.Paragraph(f'The easiest step at this point was by "{easiest.technique}". {easiest.text}', "muted")
