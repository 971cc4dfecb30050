"""Text of a replay: what the player did, what would have been easiest, and the longest waits.

A wait is the time between two steps that changed a value, or before the first of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from binairo_tui.engine import Proof, Puzzle
from binairo_tui.game import Step
from binairo_tui.game.review import waits
from binairo_tui.player import coach, recording
from binairo_tui.tui.view import charts
from binairo_tui.tui.view.spans import Paragraph


class Coaching(NamedTuple):
    """The cells that the player filled, by step number from 1, and the longest waits; both are empty until computed."""

    fills: Mapping[int, coach.Fill] = {}
    waits: Sequence[coach.Fill] = ()


def replay_paragraphs(puzzle: Puzzle, steps: Sequence[Step], head: int) -> Iterator[Paragraph]:
    """Yield a description of step `head`, the last one shown in a replay: its number, time and effect."""
    waited_ms = next((wait.elapsed_ms for wait in waits(steps[:head]) if wait.number == head), 0)
    heading, said, *wait = recording.step_sentences(puzzle, steps, head, waited_ms)
    yield Paragraph(heading, "strong")
    yield Paragraph(said)
    yield from [Paragraph(it, "muted") for it in wait]


def timeline(steps: Sequence[Step], head: int, width: int) -> str:
    """Return two lines of at most `width` columns about a game.

    The first line has a bar for each part of the game, as high as the longest wait in it. The second has a mark below
    the part of step `head`.
    """
    longest = longest_waits(steps, width)
    at = max(head - 1, 0) * len(longest) // max(len(steps), 1)
    return f"{charts.sparkline(longest)}\n{' ' * at}▲"


def longest_waits(steps: Sequence[Step], width: int) -> list[int]:
    """Return the longest wait, in ms, in each of up to `width` parts into which a game's steps are divided evenly."""
    longest = [0] * min(width, len(steps))
    for wait in waits(steps):
        part = (wait.number - 1) * len(longest) // len(steps)
        longest[part] = max(longest[part], wait.elapsed_ms)
    return longest


def easiest_paragraphs(fill: coach.Fill, easiest: Proof | None) -> Iterator[Paragraph]:
    """Yield sentences about the technique that decided a filled cell, and about the easiest step at that moment."""
    yield Paragraph(coach.opening_text(fill))
    if easiest is None:
        yield Paragraph("At this point, no cell could be decided without a hypothesis.", "muted")
    elif fill.opening is not None and fill.opening.technique == easiest.technique:
        yield Paragraph(f"There was no easier step at this point. {easiest.text}", "muted")
    else:
        yield Paragraph(f'The easiest step at this point was by "{easiest.technique}". {easiest.text}', "muted")
