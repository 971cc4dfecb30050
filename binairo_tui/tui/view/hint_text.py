"""Text of hints, reasons and checks, and the cells and lines that they mark on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.wording import cell_names, plural
from binairo_tui.tui.view.appearance import POINTS_NOWHERE, Pointer

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.engine.hints import Hint
    from binairo_tui.engine.position_check import Check
    from binairo_tui.game import Why


class Advice(NamedTuple):
    """A text and the cells and lines to mark, shown until the next command."""

    text: str = ""
    pointer: Pointer = POINTS_NOWHERE


NO_ADVICE = Advice()


def stages_shown(hint: Hint) -> int:
    """Return the number of stages shown before the hint key acts.

    If the hint fills cells, its last stage is the report that they were filled.
    """
    return len(hint.stages) - bool(hint.values)


def hint_advice(hint: Hint, stage: int, way_back: str) -> Advice:
    """Return a stage of a hint; `stage` counts from 0. `way_back` is the key that goes to the last good position."""
    count = len(hint.stages)
    sentences = [f"Hint {stage + 1} of {count}: {hint.stages[stage]}" if count > 1 else hint.stages[stage]]
    if hint.note:
        sentences.append(hint.note)
    if hint.goes_back and stage < count - 1:
        sentences.append(f"{way_back} goes back to before it at once.")
    if stage < count - 2:
        return Advice(" ".join(sentences), Pointer(hint.lines))
    because = hint.deduction.because_cells if hint.deduction else ()
    return Advice(" ".join(sentences), Pointer(hint.lines, hint.cells, because))


def why_advice(why: Why, cell: Cell) -> Advice:
    """Return the reason why a cell holds its value."""
    if why.deduction is None:
        return Advice(why.text)
    return Advice(why.text, Pointer(why.deduction.because_lines, (cell,), why.deduction.because_cells))


def check_advice(puzzle: Puzzle, check: Check, keys: tuple[str, str], *, is_where: bool) -> Advice:
    """Return the result of a check and, with `is_where`, the cells that are wrong.

    `keys` holds the key that shows the mistakes and the key that goes back to the last good position.
    """
    # Imported here, so that startup does not wait for the search.
    from binairo_tui.engine.position_check import Solvability

    where_key, back_key = keys
    if check.mistakes:
        if not is_where:
            return Advice(f"{plural(len(check.mistakes), 'mistake')}. {where_key} shows where.")
        names = cell_names(puzzle, check.mistakes)
        return Advice(f"Not as in the solution: {names}.", Pointer(targets=check.mistakes))
    if check.mistakes is not None:
        return Advice("No mistakes.")
    match check.solvability:
        case Solvability.SOLVABLE:
            return Advice("This puzzle has more than one solution. The grid can still be finished.")
        case Solvability.UNSOLVABLE:
            return Advice(f"The grid can not be finished any more: something is wrong. {back_key} goes back.")
        case Solvability.UNKNOWN:
            return Advice("Whether the grid can still be finished takes too long to find out.")
