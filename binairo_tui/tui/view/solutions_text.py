"""Text of the solutions screen, and the grid it shows."""

from binairo_tui.game.solutions import SolutionList
from binairo_tui.tui.view import appearance, spans


def solution_grid(listed: SolutionList, index: int) -> tuple[appearance.GridContents, appearance.Pointer]:
    """Return the contents of the board, solution `index`, counting from 0, and the cells to mark.

    These are the cells in which solutions differ (`?`) or those whose shared values are not given (`*`), whichever are
    fewer.
    """
    puzzle, board = listed.puzzle, listed.puzzle.geometry
    if not listed.found:
        return appearance.GridContents(puzzle, puzzle.givens), appearance.POINTS_NOWHERE
    solution = listed.found[index]
    if _marks_differing(listed):
        return appearance.GridContents(puzzle, solution), appearance.Pointer(
            targets=board.changed(listed.backbone, solution)
        )
    return appearance.GridContents(puzzle, solution), appearance.Pointer(
        because=board.changed(puzzle.givens, listed.backbone)
    )


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
        what = f"{who}: no cell has the same value in all of them."
    heading = f"Solution {index + 1} of {listed.count_text}."
    paragraphs = [spans.Paragraph(heading, "strong"), spans.Paragraph(what)]
    return [*paragraphs, spans.Paragraph("Still searching...", "muted")] if listed.is_searching else paragraphs


def _marks_differing(listed: SolutionList) -> bool:
    """Return whether to mark the cells in which solutions differ, rather than the shared cells that are not given.

    The smaller group is marked. If the groups are equally large, the differing cells are marked.
    """
    shared = listed.backbone.bit_count()
    return listed.puzzle.geometry.cell_count - shared <= shared - listed.puzzle.given_count
