"""The pages of a hint or a reason: what each press of the key for hints shows, before the last press carries it out."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from binairo_tui import engine, game
from binairo_tui.engine.techniques import sentences

PRESS_AGAIN = "Press again"
"""How a page asks for the next press of the key."""

_SUBJECTS = {engine.HintKind.REASON: "Reason", engine.HintKind.BRANCH_PROVES: "Proof"}


class HintPage(NamedTuple):
    """One page of a hint: its text and, if the page shows a step of a proof, the board at that step (`stop`)."""

    text: str
    stop: engine.WalkStep | None = None


def hint_pages(hint: engine.Hint, again: str = PRESS_AGAIN, *, fills: bool = True) -> tuple[HintPage, ...]:
    """Return the pages that are shown, one per key press, before the hint is carried out.

    If there are several pages, they are numbered. If `fills`, the key press that carries out the hint counts as one
    more page; in a drill, nothing carries it out. `again` is how a page asks for the next key press.
    """
    told = list(hint.stages[:-1] if hint.values else hint.stages)
    if hint.kind is engine.HintKind.REVEAL:
        told[0] = f"{told[0]} {again} for a value of the solution."
    place = len(told) - hint.ends_in_advice
    if hint.ends_in_advice:
        told[-1] = f"{again} to {told[-1][0].lower()}{told[-1][1:]}"
    found = [HintPage(text) for text in told]
    found[place:place] = [HintPage(stop.text, stop) for stop in hint.walk]
    if len(found) == 1:
        return tuple(found)
    word = _SUBJECTS.get(hint.kind, "Hint")
    count = len(found) + (fills and bool(hint.values))
    return tuple([HintPage(f"{word} {place} of {count}: {text}", stop) for place, (text, stop) in enumerate(found, 1)])


def first_page(why: game.why.Why) -> str:
    """Return the sentence of a reason, numbered if a proof follows it."""
    return hint_pages(why.hint())[0].text if why.walk else why.text


def as_before(puzzle: engine.Puzzle, hint: engine.Hint, last: engine.Hint | None) -> engine.Hint:
    """Return `hint` with the successive steps that `last` already showed joined into one step.

    A hint about the same cells as `last` stays as it is, because a player who asks again wants to see all of it.
    """
    if not (hint.proof and last and last.proof) or hint.proof.cells == last.proof.cells:
        return hint
    told = {stop.text for stop in last.walk}

    def is_known(stop: engine.WalkStep) -> bool:
        return stop.text in told and bool(stop.number and stop.step.cells) and not stop.step.steps

    stops: list[engine.WalkStep] = []
    for known, group in groupby(hint.walk, is_known):
        run = list(group)
        stops += [_joined(puzzle, run)] if known and len(run) > 1 else run
    return replace(hint, walk=tuple(stops))


def _joined(puzzle: engine.Puzzle, stops: list[engine.WalkStep]) -> engine.WalkStep:
    filled = sorted([pair for stop in stops for pair in zip(stop.step.cells, stop.step.values, strict=True)])
    cells, values = zip(*filled, strict=True)
    because = {cell for stop in stops for cell in stop.step.reason_cells}.difference(cells)
    step = replace(stops[-1].step, cells=cells, values=values, because_cells=tuple(sorted(because)))
    step = replace(step, because_signs=(), premises=engine.proof.Premises())
    text = f"As in the last proof, {sentences.Words(puzzle, step).conclusion}."
    return replace(stops[-1], text=text, step=replace(step, text=text))
