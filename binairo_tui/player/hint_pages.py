"""The pages of a hint or a reason. Each press of the hint key shows a page; the last press carries out the hint."""

from __future__ import annotations

from typing import NamedTuple

from binairo_tui import engine, game

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
    more page. In a drill, no key press carries out the hint. `again` is the phrase with which a page asks for the next
    key press.
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
