"""Hints and reasons as the player meets them: what is said, and what is pointed at on the board. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.tui.appearance import POINTS_NOWHERE, Pointer

if TYPE_CHECKING:
    from binairo_tui.engine import Cell
    from binairo_tui.engine.hints import Hint
    from binairo_tui.game import Why


class Advice(NamedTuple):
    """What is said and shown until the next command."""

    text: str = ""
    pointer: Pointer = POINTS_NOWHERE


NO_ADVICE = Advice()


def stages_shown(hint: Hint) -> int:
    """How many stages are said before the next press acts; the last of a hint that fills cells says what it did."""
    return len(hint.stages) - bool(hint.values)


def hint_advice(hint: Hint, stage: int, way_back: str) -> Advice:
    """Stage `stage`, from 0, of a hint. `way_back` is the key that goes back to the last good position."""
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
    """Why a cell holds what it holds."""
    if why.deduction is None:
        return Advice(why.text)
    return Advice(why.text, Pointer(why.deduction.because_lines, (cell,), why.deduction.because_cells))
