"""Text of hints, reasons, checks and other events of a game, and what they mark on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from binairo_tui import engine, game, player
from binairo_tui.engine.wording import cell_names, plural
from binairo_tui.player.play_interface import (
    Changed,
    CheckGiven,
    Event,
    HintGiven,
    Lost,
    Refused,
    WhyGiven,
    lost_text,
)
from binairo_tui.player.text import check_text
from binairo_tui.tui.view.appearance import POINTS_NOWHERE, Pointer

MOST_REASONS = 12
"""The maximum number of cells that are marked as a reason."""


class Advice(NamedTuple):
    """The text to show until the next command, and the cells and lines to mark.

    During the walk through a proof, the board shows the step `stop` instead of the game. `branch_failed` is True if the
    text says that the open branch has failed. `note` is a sentence about something other than the hint, shown before
    the hint's text.
    """

    text: str = ""
    pointer: Pointer = POINTS_NOWHERE
    stop: engine.WalkStep | None = None
    branch_failed: bool = False
    note: str = ""

    @property
    def message(self) -> str:
        return "\n".join([part for part in (self.note, self.text) if part])


NO_ADVICE = Advice()


def event_advice(event: Event, puzzle: engine.Puzzle, key_of: Callable[[str], str]) -> Advice:
    """Return what to show after an event (NO_ADVICE for nothing); `key_of` returns the key of a command by its id."""
    match event:
        case HintGiven(hint, page):
            return hint_advice(hint, page, key_of("play.hint"), key_of("play.last-good"))
        case WhyGiven(why, cell):
            return why_advice(why, cell)
        case CheckGiven(check, names_cells):
            return check_advice(puzzle, check, key_of, is_where=names_cells)
        case Changed(change) if not change.solved:
            return Advice(change.message, _conflict_pointer(change.conflict), branch_failed=change.branch_failed)
        case Refused(sentence, conflict, branch_failed):
            return Advice(sentence, _conflict_pointer(conflict), branch_failed=branch_failed)
    return Advice(lost_text(event)) if isinstance(event, Lost) else NO_ADVICE


def hint_advice(hint: engine.Hint, index: int, fill: str | None, way_back: str) -> Advice:
    """Return the advice for page `index` of a hint, counting from 0.

    `fill` is the key that fills in the hinted value, None in a drill. `way_back` is the key that returns to the last
    good position.
    """
    pages = player.hint_pages.hint_pages(hint, fills=fill is not None)
    page = pages[index]
    if page.stop is not None:
        return Advice(page.text, stop_pointer(page.stop), page.stop)
    sentences = [page.text]
    if hint.note:
        sentences.append(hint.note)
    if hint.goes_back and index < len(pages) - 1:
        sentences.append(f"{way_back} returns to the last good position.")
    if hint.kind is engine.HintKind.BRANCH_PROVES and not index:
        does = "fills it in" if len(pages) == 1 else "shows more"
        sentences.append(f"{fill} {does}, which counts as help.")
    text = " ".join(sentences)
    if index < len(hint.stages) - 2 - hint.empties:
        return Advice(text, Pointer(hint.lines))
    because = _reasons(hint.proof) if hint.proof else ()
    has_failed = hint.kind is engine.HintKind.BRANCH_ENDS
    return Advice(text, Pointer(hint.lines, hint.cells, because), branch_failed=has_failed)


def _reasons(proof: engine.Proof) -> tuple[engine.Cell, ...]:
    """Return the cells to mark as the reason; none if there are more than `MOST_REASONS`, too many to show at once."""
    return proof.reason_cells if len(proof.reason_cells) <= MOST_REASONS else ()


def _conflict_pointer(conflict: engine.Conflict | None) -> Pointer:
    return Pointer(conflict.lines, conflict.cells) if conflict else POINTS_NOWHERE


def stop_pointer(stop: engine.WalkStep) -> Pointer:
    """Return a pointer to the cells that a step of a proof fills, and to the cells that force their values."""
    step = stop.step
    is_hypothetical = bool(step.steps)  # an assumption, or what follows from a refutation
    return Pointer(targets=step.cells, because=() if is_hypothetical else step.reason_cells)


def why_advice(why: game.why.Why, cell: engine.Cell) -> Advice:
    if why.proof is None:
        return Advice(why.text)
    return Advice(player.hint_pages.first_page(why), Pointer(why.proof.because_lines, (cell,), _reasons(why.proof)))


def check_advice(
    puzzle: engine.Puzzle, check: engine.position_check.Check, key_of: Callable[[str], str], *, is_where: bool
) -> Advice:
    """Return the advice that reports the result of a check. If `is_where`, it names the wrong cells."""
    mistakes = (check.mistakes or ()) if is_where else ()
    text = check_text(
        puzzle,
        check,
        names=cell_names(puzzle, mistakes),
        counted=f"{plural(len(check.mistakes or ()), 'mistake')}. {key_of('play.check-where')} shows where.",
        back=f"{key_of('play.last-good')} returns to the last good position.",
    )
    because = _reasons(check.proof) if check.proof and mistakes else ()
    if len(mistakes) == 1 and check.proof and check.proof.length > 1:
        text += f" {key_of('play.hint')} shows the steps."  # if there is one mistake, a hint walks through the proof
    return Advice(text, Pointer(targets=mistakes, because=because, are_wrong=True))
