"""What the panel says beside the board, one thing below the other, the newest on top. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.explain import violation_text
from binairo_tui.game import Style
from binairo_tui.tui.appearance import board_look
from binairo_tui.tui.phrases import clock_text, rank_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from binairo_tui.game import GameSession
    from binairo_tui.store import Result, SavedGame

SHOWN_VIOLATIONS = 3
PAUSED = "Paused. The clock stands still."


TONES = ("normal", "strong", "error", "muted")


class Paragraph(NamedTuple):
    """A sentence or two, and in which tone of `TONES`."""

    text: str
    tone: str = "normal"


class Report(NamedTuple):
    """What there is to say beside what the session shows.

    `message` is the last command's, `praise` what `solved_sentences` said, `trouble` a sentence about saving;
    `shows_column` asks for the counters of the cursor's column, because the board has no room for them.
    """

    message: str = ""
    praise: tuple[str, ...] = ()
    is_paused: bool = False
    trouble: str = ""
    shows_column: bool = False


def panel_paragraphs(session: GameSession, report: Report) -> list[Paragraph]:
    """Everything the panel says now."""
    paragraphs = [Paragraph(PAUSED, "strong")] if report.is_paused else list(_play_paragraphs(session, report))
    if report.trouble:
        paragraphs.append(Paragraph(report.trouble, "error"))
    return paragraphs


def _play_paragraphs(session: GameSession, report: Report) -> Iterator[Paragraph]:
    if session.is_solved:
        heading, *rest = report.praise or ("Solved.",)
        yield Paragraph(heading, "strong")
        for sentence in (*rest, report.message):
            if sentence:
                yield Paragraph(sentence)
        return
    if report.shows_column:
        yield Paragraph(_column_text(session), "muted")
    if report.message:
        yield Paragraph(report.message)
    violations = session.violations
    for violation in violations[:SHOWN_VIOLATIONS]:
        sentence = violation_text(session.puzzle, session.position, violation)
        if sentence not in report.message:
            yield Paragraph(sentence, "error")
    if len(violations) > SHOWN_VIOLATIONS:
        yield Paragraph(f"And {len(violations) - SHOWN_VIOLATIONS} more.", "error")


def solved_sentences(game: SavedGame, session: GameSession, earlier: Sequence[Result]) -> tuple[str, str]:
    """The quiet moment: the time; how it was solved, and the place among one's own times.

    `earlier` are all results but this one.
    """
    elapsed_ms, helped = session.clock.elapsed_ms, session.style is Style.HELPED
    puzzle = game.puzzle
    kind = (puzzle.width, puzzle.height, game.band, helped)
    times = [
        result.elapsed_ms for result in earlier if (result.width, result.height, result.band, result.helped) == kind
    ]
    how = "With help." if helped else "Unaided."
    return f"Solved in {clock_text(elapsed_ms)}.", f"{how} {rank_text(elapsed_ms, times)}"


def _column_text(session: GameSession) -> str:
    column = session.cursor % session.puzzle.width
    line = session.puzzle.height + column
    zeros, ones = board_look(session).counters[2 * line : 2 * line + 2]
    left = "done" if zeros.is_done else f"{zeros.text}×0 {ones.text}×1 left"
    return f"Column {column + 1}: {left}"
