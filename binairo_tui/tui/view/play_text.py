"""What the panel says beside the board, one thing below the other. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import cell_name
from binairo_tui.engine.wording import violation_text
from binairo_tui.game import Aid
from binairo_tui.tui.view.appearance import shows
from binairo_tui.tui.view.symbols import DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.game import GameSession
    from binairo_tui.tui.view.appearance import CounterLook
    from binairo_tui.tui.view.symbols import Symbols

SHOWN_VIOLATIONS = 3
PAUSED = "Paused. The clock stands still."


TONES = ("normal", "strong", "error", "muted")


class Paragraph(NamedTuple):
    """A sentence or two, or several lines, and in which tone of `TONES`."""

    text: str
    tone: str = "normal"


class Report(NamedTuple):
    """What there is to say beside what the session shows.

    `message` is the last command's, `trouble` a sentence about saving. `solved` is said once the puzzle is solved.
    `column` are the counters of the cursor's column, and `shows_signs` asks for the signs beside its cell, where the
    board has not room enough for them; `is_brief` says that there is hardly room here, either. `drop_key` drops a
    branch.
    """

    message: str = ""
    solved: tuple[Paragraph, ...] = ()
    is_paused: bool = False
    trouble: str = ""
    column: tuple[CounterLook, ...] = ()
    shows_signs: bool = False
    is_brief: bool = False
    drop_key: str = ""
    symbols: Symbols = DIGITS


def panel_paragraphs(session: GameSession, report: Report) -> list[Paragraph]:
    """Everything the panel says now."""
    if report.is_paused:
        paragraphs = [Paragraph(PAUSED, "strong")]
    elif session.is_solved:
        paragraphs = [*report.solved, *([Paragraph(report.message)] if report.message else [])]
    else:
        notes, news = list(_notes(session, report)), list(_news(session, report))
        # What always stands there stands on top, where it keeps its place; if only one fits, news come first.
        paragraphs = [*news, *notes] if report.is_brief else [*notes, *news]
    if report.trouble:
        paragraphs.append(Paragraph(report.trouble, "error"))
    return paragraphs


def _notes(session: GameSession, report: Report) -> Iterator[Paragraph]:
    """What holds until the cursor moves or a branch is closed."""
    texts = []
    if report.column and session.shown & Aid.LINES:
        texts.append(_column_text(session, report))
    if report.shows_signs:
        texts.append(signs_text(session.puzzle, session.cursor))
    if session.branches:
        texts.append(_branch_text(session))
    text = "\n".join([text for text in texts if text])
    if text:
        yield Paragraph(text, "muted")


def _news(session: GameSession, report: Report) -> Iterator[Paragraph]:
    """What the last command said, and what is wrong."""
    if report.message:
        yield Paragraph(report.message)
    violations = session.violations
    if not shows(session, Aid.VIOLATIONS):
        if session.puzzle.geometry.is_full(session.position):
            yield Paragraph("The grid is full, but a rule is broken.", "error")
        return
    for violation in violations[:SHOWN_VIOLATIONS]:
        sentence = violation_text(session.puzzle, session.position, violation)
        if sentence not in report.message:
            yield Paragraph(sentence, "error")
    if len(violations) > SHOWN_VIOLATIONS:
        yield Paragraph(f"And {len(violations) - SHOWN_VIOLATIONS} more.", "error")
    if violations and session.branches and report.drop_key:
        yield Paragraph(f"The branch ends here: {report.drop_key} drops it.")


def _column_text(session: GameSession, report: Report) -> str:
    """What the cursor's column lacks, each number in its own place: so a move changes few characters."""
    column, width = session.cursor % session.puzzle.width, len(str(session.puzzle.width))
    digits = len(str(session.puzzle.height // 2))
    left = [f"{look.text:>{digits}}×{symbol}" for look, symbol in zip(report.column, report.symbols, strict=True)]
    text = "done" if report.column[0].is_done else " ".join(left)
    return f"Column {column + 1:>{width}}: {text}"


def signs_text(puzzle: Puzzle, cursor: Cell) -> str:
    """The signs beside the cursor's cell: `r1c1: = r1c2, × r2c1`; empty if there are none."""
    signs = [
        f"{'=' if same else '×'} {cell_name(b if a == cursor else a, puzzle.width)}"
        for a, b, same in puzzle.signs
        if cursor in (a, b)
    ]
    return f"{cell_name(cursor, puzzle.width)}: {', '.join(signs)}" if signs else ""


def _branch_text(session: GameSession) -> str:
    depth = len(session.branches)
    cells = list(session.branch_depths.values()).count(depth)
    return f"Branch {depth} open: {cells} cell{'s' * (cells != 1)}"
