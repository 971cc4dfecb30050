"""Text about a solved puzzle: time, style, the techniques needed and the longest waits."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from binairo_tui import engine, player
from binairo_tui.engine import Grade, Puzzle, cell_name
from binairo_tui.game import GameSession, Step
from binairo_tui.game.review import LEAST_WAIT_MS, Stretch, longest_wait, pace_of, stretches
from binairo_tui.player import play_interface, text
from binairo_tui.player.ghost import Ghost
from binairo_tui.tui.view import race_text, spans

SHORTEST_BAR, LONGEST_BAR = 4, 16
"""The limits of the length of the longest bar, in columns; if there is less room, there are no bars."""


class SolveReview(NamedTuple):
    """The grade of a puzzle and the time spent on each technique, both empty until the puzzle has been graded.

    `problem` is a sentence that explains why there is no grade. If the player raced against a recorded game and its
    steps are known, `rivals` holds the time spent on each technique in that game. `waits` holds sentences about the
    longest waits, each followed by the step that the player had not found yet. `standing` holds sentences about the
    rating and the daily streak, if the puzzle counts for them. `slow` are the cells that took longest, with drills.
    """

    grade: Grade | None = None
    stretches: tuple[Stretch, ...] = ()
    rivals: tuple[Stretch, ...] = ()
    problem: str = ""
    waits: tuple[str, ...] = ()
    standing: str = ""
    slow: tuple[player.coach.SlowCell, ...] = ()


def solved_paragraphs(
    outcome: play_interface.Outcome | None,
    session: GameSession,
    review: SolveReview,
    width: int,
    today: date,
    *,
    drills_key: str = "",
    ghost: Ghost | None = None,
) -> Iterator[spans.Paragraph]:
    """Yield the text of the panel, `width` columns wide, about a solved game.

    `drills_key` is the key that gives drills, and `ghost` the recorded game that the player raced against, if any.
    """
    steps = session.steps[: session.head]
    if not session.is_race:  # the host measures the time of a race, and refuses help
        yield spans.Paragraph(text.solved_sentence(outcome, today), "strong")
    if outcome and not session.is_race:
        yield spans.Paragraph(" ".join(filter(None, (outcome.standing, review.standing))))
    if ghost:
        paces = pace_of(session.puzzle, steps), ghost.pace
        yield spans.Paragraph(f"Time until filled\n{race_text.splits_table(('You', ghost.name), paces, width)}")
    stuck = stuck_sentence(session.puzzle, steps)
    if stuck and not review.waits:
        yield spans.Paragraph(stuck)
    if review.grade is not None:
        table = techniques_table(review.stretches, review.rivals, width, ghost.name if ghost else "")
        yield spans.Paragraph(
            f"{review.grade.band.title}. The techniques it needs, and the time for their cells:\n{table}"
        )
    elif review.problem:
        yield spans.Paragraph(review.problem)
    if review.waits:
        yield spans.Paragraph("Longest waits", "strong")
    for wait in review.waits:
        yield spans.Paragraph(wait)
    if review.slow:
        yield spans.Paragraph(f"{drills_key}: drills about the cells that took you longest.", "muted")


def stuck_sentence(puzzle: Puzzle, steps: Sequence[Step]) -> str:
    """Return a sentence about where the player was stuck longest; empty if no wait reached LEAST_WAIT_MS."""
    wait = longest_wait(steps)
    if wait is None or wait.elapsed_ms < LEAST_WAIT_MS:
        return ""
    name = cell_name(wait.step.moves[0].cell, puzzle.width)
    return f"Longest wait: {text.clock_text(wait.elapsed_ms)} before {name} (step {wait.number} of {len(steps)})."


def techniques_table(stretches: Sequence[Stretch], rivals: Sequence[Stretch], width: int, rival: str = "") -> str:
    """Return a table of techniques with their times and, if they fit into `width` columns, numbers of cells and bars.

    The length of a bar shows the time. `rivals` are the times of another game, if any, and `rival` is the name of that
    game. The first line names the columns.
    """
    if not stretches:
        return ""
    others = {it.technique: it.elapsed_ms for it in rivals}
    names = ["technique", *[text.technique_name(it.technique).capitalize() for it in stretches]]
    longest = max(map(len, names))
    counts = spans.flush_right(["cells", *[f"{it.cells}" for it in stretches]])
    times = [spans.flush_right(["you" if others else "time", *[text.clock_text(it.elapsed_ms) for it in stretches]])]
    if others:
        times.append(
            spans.flush_right([rival.lower(), *[text.clock_text(others.get(it.technique, 0)) for it in stretches]])
        )
    rows = [spans.GAP.join(row) for row in zip([name.ljust(longest) for name in names], counts, *times, strict=True)]
    if any(len(row) > width for row in rows):
        room = max(width - sum([len(spans.GAP) + len(column[0]) for column in times]), 2)
        rows = [
            spans.GAP.join(row)
            for row in zip([spans.cut(name, min(longest, room)) for name in names], *times, strict=True)
        ]
    elif not others:
        # If more text follows on another page, each line leaves room for an ellipsis.
        room = min(width - len(rows[0]) - len(spans.GAP) - len(spans.MORE), LONGEST_BAR)
        most = max([it.elapsed_ms for it in stretches]) or 1
        bars = ["━" * round(it.elapsed_ms / most * room) if room >= SHORTEST_BAR else "" for it in stretches]
        rows = [spans.GAP.join((row, bar)).rstrip() for row, bar in zip(rows, ["", *bars], strict=True)]
    return "\n".join(rows)


def review_solve(session: GameSession, rival: tuple[Step, ...], is_cancelled: Callable[[], bool]) -> SolveReview:
    """Return the review of a solve, without `standing`; `rival` holds the steps of the recorded game raced against.

    May take seconds: call it in a thread.
    """
    puzzle, steps = session.puzzle, session.steps[: session.head]
    fills = list(player.coach.fills(puzzle, steps, is_cancelled=is_cancelled))
    slow = player.coach.slow_cells(puzzle, session.position, fills)
    waits = tuple(
        [
            player.coach.wait_text(puzzle, fill) + (f" {proof.text}" if proof else "")
            for fill, proof in player.coach.longest_waits(puzzle, fills)
        ]
    )
    try:
        found = engine.grade(puzzle, is_cancelled=is_cancelled)
    except engine.GradingError as error:
        return SolveReview(problem=text.NOT_UNIQUE if error.solution_count else "", waits=waits, slow=slow)
    rivals = stretches(puzzle, found, rival) if rival else ()
    return SolveReview(found, stretches(puzzle, found, steps), rivals, waits=waits, slow=slow)
