"""Text of the editor, and what its board shows in addition to the givens; text and grid of the solutions screen."""

from collections.abc import Iterator
from typing import NamedTuple

from binairo_tui.engine import Cell, Grade, Puzzle, find_violations, wording
from binairo_tui.engine.analysis import Analysis
from binairo_tui.game.solutions import SolutionList
from binairo_tui.player.text import lines_rule
from binairo_tui.tui.view import appearance, play_text, spans

_COUNTS = ("no solution", "one solution", "several solutions")
_HEADLINES = (
    spans.Paragraph("No solution.", "error"),
    spans.Paragraph("One solution.", "strong"),
    spans.Paragraph("More than one solution.", "strong"),
)
"""Headlines, indexed by the number of solutions, as `_COUNTS` is; index 2 means two or more."""
MAX_MARKED = 10
"""The maximum number of superfluous givens that are marked on the board; if there are more, none is marked."""


class EditStatus(NamedTuple):
    """What the panel shows in addition to the puzzle.

    `message` is the result of the last command, and `tells_count` is True if it says how many solutions there are.
    `trouble` is a sentence about saving the draft. `analysis` is None while nothing is known, and `is_slow` is True
    if the analysis takes long. `shows_agreed` is True if the board shows the values that all solutions share.
    `agreed_key` is the key that shows or hides these values, and `reduce_key` is the key that removes superfluous
    givens. If the board has no room for signs, `cursor` is the cell whose signs the panel names; otherwise it is
    None.
    """

    message: str = ""
    tells_count: bool = False
    trouble: str = ""
    analysis: Analysis | None = None
    is_slow: bool = False
    shows_agreed: bool = True
    agreed_key: str = ""
    reduce_key: str = ""
    cursor: Cell | None = None


def edit_paragraphs(puzzle: Puzzle, status: EditStatus) -> list[spans.Paragraph]:
    signs = "" if status.cursor is None else play_text.signs_text(puzzle, status.cursor)
    paragraphs = [spans.Paragraph(signs, "muted")] if signs else []
    if status.message:
        paragraphs.append(spans.Paragraph(status.message, _message_tone(status)))
    if status.analysis is not None:
        paragraphs += _analysis_paragraphs(status.analysis, status)
    elif status.is_slow:
        paragraphs.append(spans.Paragraph("Looking for solutions...", "muted"))
    if status.trouble:
        paragraphs.append(spans.Paragraph(status.trouble, "error"))
    return paragraphs


def _message_tone(status: EditStatus) -> str:
    if not status.tells_count:
        return "normal"
    return "error" if status.analysis is not None and status.analysis.count == 0 else "strong"


def edited_grid(puzzle: Puzzle, analysis: Analysis | None, *, shows_agreed: bool) -> appearance.GridContents:
    """Return the contents of the board: the givens and, if `shows_agreed`, the values that all solutions share.

    Shared values are left out while they are unknown. They are also left out if there is only one solution, because
    givens would be hard to see on a full board.
    """
    position = puzzle.givens
    if shows_agreed and analysis is not None and analysis.backbone is not None:
        board = puzzle.geometry
        position |= analysis.backbone & ~board.mask(board.cells(position))
    return appearance.GridContents(puzzle, position, find_violations(puzzle, puzzle.givens))


def edit_pointer(puzzle: Puzzle, analysis: Analysis | None) -> appearance.Pointer:
    """Return the givens to mark: those that conflict or, if none conflict, up to `MAX_MARKED` superfluous ones."""
    if find_violations(puzzle, puzzle.givens):
        return appearance.Pointer()  # the board marks the cells that break a rule
    cells = (analysis.conflicting_givens or _marked(analysis.superfluous or ())) if analysis is not None else ()
    return appearance.Pointer(because=tuple([cell for cell in cells if puzzle.is_given(cell)]))


def rules_text(puzzle: Puzzle) -> str:
    """Return the size and the rule about lines for the heading, such as `6x6 · unique lines`."""
    return f"{puzzle.width}x{puzzle.height} · {lines_rule(puzzle)}"


def facts(puzzle: Puzzle, analysis: Analysis | None = None) -> tuple[str, ...]:
    """Return texts such as `11 givens` about the number of solutions, if known, and the numbers of givens and signs."""
    count = () if analysis is None else (_COUNTS[analysis.count],)
    signs = (wording.plural(len(puzzle.signs), "sign"),) if puzzle.signs else ()
    return (*count, wording.plural(puzzle.given_count, "given"), *signs)


def grade_text(grade: Grade) -> str:
    if not grade.is_solved:
        return f"{grade.band.title}: beyond all techniques."
    return f"{grade.band.title}, score {grade.score}." + (
        f' Hardest technique: "{grade.hardest}".' if grade.hardest else ""
    )


def _analysis_paragraphs(analysis: Analysis, status: EditStatus) -> Iterator[spans.Paragraph]:
    puzzle = analysis.puzzle  # while the player types, it may be an earlier puzzle than that on the board
    if not status.tells_count:
        yield _HEADLINES[analysis.count]
    if analysis.count == 0:
        violations = find_violations(puzzle, puzzle.givens)
        yield from play_text.violation_paragraphs(puzzle, puzzle.givens, violations)
        if not violations:
            yield spans.Paragraph(_why_none(puzzle, analysis))
    elif analysis.count == 1:
        if analysis.grade is not None:
            yield spans.Paragraph(grade_text(analysis.grade))
        if analysis.superfluous is not None:
            yield spans.Paragraph(_superfluous_text(puzzle, analysis.superfluous, status.reduce_key))
    elif analysis.backbone is not None:
        yield spans.Paragraph(_agreed_text(puzzle, analysis.backbone.bit_count(), status))


def _why_none(puzzle: Puzzle, analysis: Analysis) -> str:
    reason = analysis.reason or ""
    conflicting = analysis.conflicting_givens
    if conflicting is None:
        return reason
    if not conflicting:
        signs = ", rules and signs" if puzzle.signs else " and rules"
        return f"The size{signs} alone allow no solution, whatever the givens are."
    if len(conflicting) == 1:
        return f"{reason} The given {wording.cell_names(puzzle, conflicting)} (*) alone rules out every solution."
    signs = " with the signs" if puzzle.signs else ""
    return f"{reason} Together{signs}, these givens (*) allow no solution: {wording.cell_names(puzzle, conflicting)}."


def _marked(superfluous: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return superfluous if len(superfluous) <= MAX_MARKED else ()


def _superfluous_text(puzzle: Puzzle, cells: tuple[Cell, ...], key: str) -> str:
    if not cells:
        return "Every given is needed."
    if len(cells) == 1:
        return f"The given {wording.cell_names(puzzle, cells)} (*) is redundant."
    condition = "could be left out, but perhaps not all together"
    if _marked(cells):
        return f"Each of {len(cells)} givens (*) {condition}: {wording.cell_names(puzzle, cells)}."
    return f"Each of {len(cells)} givens {condition}." + (f" {key} removes as many as possible." if key else "")


def _agreed_text(puzzle: Puzzle, agreed: int, status: EditStatus) -> str:
    cell_count, givens = puzzle.geometry.cell_count, puzzle.given_count
    text = f"All solutions agree on {agreed} of {cell_count} cells"
    if agreed == givens:
        return f"{text}: the givens." if agreed else "No cell has the same value in all solutions."
    switch = (
        f" {status.agreed_key} {'hides' if status.shows_agreed else 'shows'} the shared values."
        if status.agreed_key
        else ""
    )
    return f"{text}, {agreed - givens} more than the givens.{switch}"


def solution_grid(listed: SolutionList, index: int) -> tuple[appearance.GridContents, appearance.Pointer]:
    """Return the contents of the board, solution `index`, counting from 0, and the cells to mark.

    The marked cells are the smaller of two groups: cells in which solutions differ (`?`), and cells that have the same
    value in all solutions but are not given (`*`).
    """
    puzzle, board = listed.puzzle, listed.puzzle.geometry
    if not listed.found:
        return appearance.GridContents(puzzle, puzzle.givens), appearance.POINTS_NOWHERE
    solution = listed.found[index]
    pointer = (
        appearance.Pointer(targets=board.changed(listed.backbone, solution))
        if _marks_differing(listed)
        else appearance.Pointer(because=board.changed(puzzle.givens, listed.backbone))
    )
    return appearance.GridContents(puzzle, solution), pointer


def solutions_paragraphs(listed: SolutionList, index: int) -> list[spans.Paragraph]:
    if not listed.found:
        return [
            spans.Paragraph("Looking for solutions..." if listed.is_searching else "There is no solution.", "strong")
        ]
    if listed.is_complete and len(listed.found) == 1:
        return [spans.Paragraph("The only solution.", "strong")]
    marks = "the others are marked with ?" if _marks_differing(listed) else "those not given are marked with *"
    who = "All solutions" if listed.is_backbone_known else f"The {len(listed.found):,} found so far"
    shared = listed.backbone.bit_count()
    what = f"{who} agree on {shared} of {listed.puzzle.geometry.cell_count} cells; {marks}."
    if not shared:
        all_of_them = "solutions" if listed.is_backbone_known else f"{len(listed.found):,} found so far"
        what = f"No cell has the same value in all {all_of_them}."
    heading = f"Solution {index + 1} of {listed.count_text}."
    paragraphs = [spans.Paragraph(heading, "strong"), spans.Paragraph(what)]
    return [*paragraphs, spans.Paragraph("Still searching...", "muted")] if listed.is_searching else paragraphs


def _marks_differing(listed: SolutionList) -> bool:
    """Return whether the cells in which solutions differ are at most as many as the shared ones that are not given."""
    shared = listed.backbone.bit_count()
    return listed.puzzle.geometry.cell_count - shared <= shared - listed.puzzle.given_count
