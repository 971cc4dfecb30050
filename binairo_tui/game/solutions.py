"""Lists the solutions of a puzzle while the search for them is still running."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_

from binairo_tui.engine import Position, Puzzle, analysis, cancellation, solutions

MAX_SOLUTIONS = 1000


@dataclass(frozen=True, slots=True)
class SolutionList:
    """The solutions found so far, in the order in which they were found.

    `is_complete` means that there are no other solutions. `has_more` means that there are too many solutions to list.
    While both are False, the search is running. `backbone` holds the values that all solutions found so far share. If
    `is_backbone_known`, all solutions of the puzzle share these values.
    """

    puzzle: Puzzle
    found: tuple[Position, ...] = ()
    is_complete: bool = False
    has_more: bool = False
    backbone: Position = 0
    is_backbone_known: bool = False

    @property
    def is_searching(self) -> bool:
        return not self.is_complete and not self.has_more

    @property
    def count_text(self) -> str:
        """The number of solutions as text for the player: `12`, `more than 1,000`, `at least 12`."""
        count = f"{len(self.found):,}"
        if self.is_complete:
            return count
        return f"more than {count}" if self.has_more else f"at least {count}"


def list_solutions(
    puzzle: Puzzle, is_cancelled: cancellation.IsCancelled = cancellation.never, *, limit: int = MAX_SOLUTIONS
) -> Iterator[SolutionList]:
    """Yield the list after the first solution, then each time its length has more than doubled, and at the end.

    If there are more than `limit` solutions, the list is yielded again once the backbone is known. Raises
    CancelledError once `is_cancelled` returns True.
    """
    found: list[Position] = []
    told = 0
    listed = SolutionList(puzzle)
    for solution in solutions(puzzle, limit + 1, is_cancelled=is_cancelled):
        if len(found) == limit:
            listed = replace(listed, found=tuple(found), has_more=True)
            break
        found.append(solution)
        if len(found) > 2 * told:
            told = len(found)
            listed = replace(listed, found=tuple(found), backbone=_shared(found))
            yield listed
    if listed.has_more:
        yield replace(listed, backbone=_shared(found))
        backbone = analysis.find_backbone(puzzle, found, is_cancelled=is_cancelled)
        yield replace(listed, backbone=backbone, is_backbone_known=True)
    else:
        yield SolutionList(puzzle, tuple(found), is_complete=True, backbone=_shared(found), is_backbone_known=True)


def _shared(found: list[Position]) -> Position:
    """Return the values that all these solutions share, or an empty position if there are no solutions."""
    return reduce(and_, found) if found else 0
