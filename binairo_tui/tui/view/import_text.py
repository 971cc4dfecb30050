"""What the import screen says about a text. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.formats.rule_inference import solution_remark
from binairo_tui.player.text import plain, size_text
from binairo_tui.tui.view.spans import BLANK, TextLine, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from binairo_tui.engine import Puzzle, PuzzleFormatError
    from binairo_tui.formats import Imported
    from binairo_tui.processes.worker import Analysis

INVITATION = (
    "Paste a puzzle, or type it.",
    "Rows of 0, 1 and dots, one line of cells, game IDs of Unruly and most other forms will do.",
)
SOLUTIONS = {
    0: "No solution: it cannot be finished.",
    1: "One solution.",
    2: "More than one solution: any of them will do.",
    None: "How many solutions it has is not known: counting takes too long.",
}
LENGTH = 300
"""Characters of a sentence that may quote the text."""


def invitation_lines(width: int) -> list[TextLine]:
    """What stands there before there is a text."""
    return _paragraphs([(INVITATION[0], "strong"), (INVITATION[1], "muted")], width)


def fault_lines(fault: PuzzleFormatError, width: int) -> list[TextLine]:
    """Where the text is wrong, and how."""
    where = f"Line {fault.line}, column {fault.column}:"
    return _paragraphs(
        [(f"{where} {plain(fault.message, LENGTH)}.", "error"), ("The text stays for mending.", "muted")], width
    )


def refusal_lines(reason: str, width: int) -> list[TextLine]:
    """Why nothing was pasted."""
    return _paragraphs([(reason, "error"), ("What stood here stays.", "muted")], width)


def import_lines(
    imported: Imported, analysis: Analysis | None, width: int, *, play_key: str, next_key: str
) -> list[TextLine]:
    """What the text was taken for, the puzzle, its solutions and its grade, which may still be missing."""
    sentences = [(plain(imported.reason, LENGTH), "muted"), (puzzle_text(imported.puzzle), "strong")]
    count = imported.solution_count
    sentences += [(plain(note, LENGTH), "normal") for note in imported.notes if note != solution_remark(count)]
    sentences.append((SOLUTIONS[count], "done" if count == 1 else "error"))
    if count == 1:
        sentences.append((_grade_text(analysis), "normal"))
    more = f" {next_key} goes to the next one." if imported.puzzle_count > 1 and next_key else ""
    return _paragraphs([*sentences, (f"{play_key} plays it.{more}", "accent")], width)


def puzzle_text(puzzle: Puzzle) -> str:
    """Size, rules and givens: `6x6, no two lines alike, 11 givens`."""
    parts = [size_text(puzzle.width, puzzle.height)]
    parts.append("no two lines alike" if puzzle.unique_lines else "lines may be alike")
    if puzzle.signs:
        parts.append(f"{len(puzzle.signs)} sign{'s' * (len(puzzle.signs) > 1)}")
    givens = puzzle.given_count
    return f"{', '.join(parts)}, {givens} given{'s' * (givens != 1)}."


def _grade_text(analysis: Analysis | None) -> str:
    if analysis is None:
        return "Looking how hard it is..."
    if not analysis.band:
        return "How hard it is is not known."
    hardest = f" The hardest: {analysis.hardest}." if analysis.hardest else ""
    return f"{analysis.band}, score {analysis.score}.{hardest}"


def _paragraphs(sentences: Iterable[tuple[str, str]], width: int) -> list[TextLine]:
    lines: list[TextLine] = []
    for sentence, tone in sentences:
        lines += [*wrapped(sentence, max(width, 1), tone), BLANK]
    return lines[:-1]
