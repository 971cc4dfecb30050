"""Text of the solutions screen, and the grid it shows."""

from binairo_tui.game.solutions import SolutionList
from binairo_tui.tui.view import appearance, spans


def solution_grid(
    listed: SolutionList, index: int, *, shows_agreed: bool
) -> tuple[appearance.GridContents, appearance.Pointer]:
    """Return the contents of the board and the cells to mark.

    The contents are solution `index`, counting from 0, or, if `shows_agreed`, the values that all solutions share. In
    a solution, the marked cells are those in which solutions differ (`?`) or those whose shared values are not given
    (`*`), whichever are fewer.
    """
    puzzle, board = listed.puzzle, listed.puzzle.geometry
    if shows_agreed or not listed.found:
        return appearance.GridContents(puzzle, listed.backbone or puzzle.givens), appearance.POINTS_NOWHERE
    solution = listed.found[index]
    if _marks_differing(listed):
        return appearance.GridContents(puzzle, solution), appearance.Pointer(
            targets=board.changed(listed.backbone, solution)
        )
    return appearance.GridContents(puzzle, solution), appearance.Pointer(
        because=board.changed(puzzle.givens, listed.backbone)
    )


def place_text(listed: SolutionList, index: int, *, shows_agreed: bool) -> str:
    """Return the number of the solution shown and of all solutions, such as `2 of 5`; empty if there are none."""
    if not listed.found:
        return ""
    return f"all of {listed.count_text}" if shows_agreed else f"{index + 1} of {listed.count_text}"


def solutions_paragraphs(listed: SolutionList, index: int, key: str, *, shows_agreed: bool) -> list[spans.Paragraph]:
    """Return the paragraphs of the panel; `key` switches between whole solutions and the values that all share."""
    if not listed.found:
        return [
            spans.Paragraph("Looking for solutions..." if listed.is_searching else "There is no solution.", "strong")
        ]
    if listed.is_complete and len(listed.found) == 1:
        return [spans.Paragraph("The only solution.", "strong")]
    if shows_agreed:
        heading, marks = "The values that all solutions share.", "; the others are left empty."
    else:
        heading = f"Solution {index + 1} of {listed.count_text}."
        marks = "; the others are marked with ?." if _marks_differing(listed) else _shared_marks(listed)
    who = "All solutions" if listed.is_backbone_known else f"The {len(listed.found):,} found so far"
    shared = listed.backbone.bit_count()
    what = f"{who} agree on {shared} of {listed.puzzle.geometry.cell_count} cells{marks}"
    if not shared:
        what = f"{who}: no cell has the same value in all of them."
    switch = f"{key} shows {'whole solutions' if shows_agreed else 'only the shared values'}."
    paragraphs = [spans.Paragraph(heading, "strong"), spans.Paragraph(what), spans.Paragraph(switch, "muted")]
    return [*paragraphs, spans.Paragraph("Still searching...", "muted")] if listed.is_searching else paragraphs


def _marks_differing(listed: SolutionList) -> bool:
    """Return whether to mark the cells in which solutions differ, rather than the shared cells that are not given.

    The smaller group is marked. If the groups are equally large, the differing cells are marked.
    """
    shared = listed.backbone.bit_count()
    return listed.puzzle.geometry.cell_count - shared <= shared - listed.puzzle.given_count


def _shared_marks(listed: SolutionList) -> str:
    more = listed.backbone.bit_count() - listed.puzzle.given_count
    return f"; the {more} that are not given are marked with *." if more else ", the givens."
