"""What is said about a puzzle that is being made, and what its board shows beside the givens. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import find_violations
from binairo_tui.engine.wording import cell_names
from binairo_tui.tui.view.appearance import Grid, Pointer
from binairo_tui.tui.view.play_text import Paragraph, signs_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.engine.analysis import Analysis
    from binairo_tui.engine.grading import Grade


_COUNTS = ("no solution", "one solution", "several solutions")
MAX_MARKED = 10
"""Superfluous givens that are marked on the board at most."""


class EditReport(NamedTuple):
    """What there is to say beside what the puzzle shows.

    `message` is the last command's, `trouble` a sentence about keeping the draft. `analysis` is None while nothing is
    known, `is_slow` then says that this takes long. `shows_agreed` says that values which all solutions share are on
    the board, `agreed_key` is what changes that, and `reduce_key` what takes superfluous givens away.
    `cursor` is the cell whose signs are to be said, because the board has no room for them.
    """

    message: str = ""
    trouble: str = ""
    analysis: Analysis | None = None
    is_slow: bool = False
    shows_agreed: bool = True
    agreed_key: str = ""
    reduce_key: str = ""
    cursor: Cell | None = None


def edit_paragraphs(puzzle: Puzzle, report: EditReport) -> list[Paragraph]:
    """Everything the panel says now."""
    signs = "" if report.cursor is None else signs_text(puzzle, report.cursor)
    paragraphs = [Paragraph(signs, "muted")] if signs else []
    if report.message:
        paragraphs.append(Paragraph(report.message))
    if report.analysis is not None:
        paragraphs += _analysis_paragraphs(puzzle, report.analysis, report)
    elif report.is_slow:
        paragraphs.append(Paragraph("Looking for solutions...", "muted"))
    if report.trouble:
        paragraphs.append(Paragraph(report.trouble, "error"))
    return paragraphs


def edited_grid(puzzle: Puzzle, analysis: Analysis | None, *, shows_agreed: bool) -> Grid:
    """What the board shows: the givens and, if they are known and wanted, the values that several solutions share.

    If there is but one solution, all of it would be shown, and the givens would be lost in it.
    """
    position = puzzle.givens
    if shows_agreed and analysis is not None and analysis.backbone is not None:
        board = puzzle.geometry
        position |= analysis.backbone & ~board.mask(board.cells(position))
    return Grid(puzzle, position, find_violations(puzzle, puzzle.givens))


def edit_pointer(puzzle: Puzzle, analysis: Analysis | None) -> Pointer:
    """What the sentences speak of: givens that cannot stand together, givens that could go."""
    cells = (analysis.conflicting_givens or _marked(analysis.superfluous or ())) if analysis is not None else ()
    return Pointer(because=tuple([cell for cell in cells if puzzle.is_given(cell)]))


def rules_text(puzzle: Puzzle) -> str:
    """Size and rules, for the heading."""
    return f"{puzzle.width}x{puzzle.height} · {'lines differ' if puzzle.unique_lines else 'lines may be alike'}"


def facts(puzzle: Puzzle, analysis: Analysis | None = None) -> tuple[str, ...]:
    """How many solutions there are, if that is known, givens and signs."""
    count = () if analysis is None else (_COUNTS[analysis.count],)
    signs = (_counted(len(puzzle.signs), "sign"),) if puzzle.signs else ()
    return (*count, _counted(puzzle.given_count, "given"), *signs)


def grade_text(grade: Grade) -> str:
    """Band and score, and what the hardest step is."""
    if not grade.is_solved:
        return f"{grade.band.title}: beyond every technique."
    return f"{grade.band.title}, score {grade.score}." + (f" The hardest: {grade.hardest}." if grade.hardest else "")


def _analysis_paragraphs(puzzle: Puzzle, analysis: Analysis, report: EditReport) -> Iterator[Paragraph]:
    if analysis.count == 0:
        yield Paragraph("No solution.", "error")
        yield Paragraph(_why_none(puzzle, analysis))
    elif analysis.count == 1:
        yield Paragraph("One solution.", "strong")
        if analysis.grade is not None:
            yield Paragraph(grade_text(analysis.grade))
        if analysis.superfluous is not None:
            yield Paragraph(_superfluous_text(puzzle, analysis.superfluous, report.reduce_key))
    else:
        yield Paragraph("More than one solution.", "strong")
        if analysis.backbone is not None:
            yield Paragraph(_agreed_text(puzzle, analysis.backbone.bit_count(), report))


def _why_none(puzzle: Puzzle, analysis: Analysis) -> str:
    reason = analysis.reason or ""
    conflicting_givens = analysis.conflicting_givens
    if conflicting_givens is None or find_violations(puzzle, puzzle.givens):
        return reason
    if not conflicting_givens:
        signs = ", rules and signs" if puzzle.signs else " and rules"
        return f"Size{signs} alone allow none, whatever is given."
    if len(conflicting_givens) == 1:
        return f"{reason} The given {cell_names(puzzle, conflicting_givens)} (*) alone makes it impossible."
    signs = " under these signs" if puzzle.signs else ""
    return f"{reason} These givens (*) cannot stand together{signs}: {cell_names(puzzle, conflicting_givens)}."


def _marked(superfluous: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Those to be marked: not where nearly every given would be."""
    return superfluous if len(superfluous) <= MAX_MARKED else ()


def _superfluous_text(puzzle: Puzzle, cells: tuple[Cell, ...], key: str) -> str:
    if not cells:
        return "No given could go."
    if len(cells) == 1:
        return f"The given {cell_names(puzzle, cells)} (*) could go."
    text = f"{len(cells)} givens could go, each alone"
    if _marked(cells):
        return f"{text} (*): {cell_names(puzzle, cells)}."
    return f"{text}." + (f" {key} takes away as many as can go together." if key else "")


def _agreed_text(puzzle: Puzzle, backbone: int, report: EditReport) -> str:
    cell_count, givens = puzzle.geometry.cell_count, puzzle.given_count
    text = f"They agree on {backbone} of {cell_count} cells"
    if backbone == givens:
        return f"{text}, the givens." if backbone else "They agree on no cell."
    switch = (
        f" {report.agreed_key} {'hides' if report.shows_agreed else 'shows'} what follows." if report.agreed_key else ""
    )
    return f"{text}, {backbone - givens} more than are given.{switch}"


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
