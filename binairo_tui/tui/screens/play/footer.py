"""The footer of the play screen: which keys it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.game import SolveStyle
from binairo_tui.tui.keymap import FooterContext

if TYPE_CHECKING:
    from binairo_tui.player.play import Play
    from binairo_tui.player.questions import Questions


def footer_context(play: Play, after: FooterContext | None) -> FooterContext:
    """Return the context of a game; `after` is that of its solved puzzle, if it is known already."""
    session = play.session
    if session.is_solved:
        return after or FooterContext.SOLVED_LAST
    if play.is_paused:
        return FooterContext.PAUSED
    if play.questions.hint is not None:
        return _hint_context(play.questions, in_branch=bool(session.branches))
    if session.branches:
        return FooterContext.BRANCHING
    return FooterContext.STRICT if session.is_strict else FooterContext.PLAYING


def hidden_commands(play: Play, *, has_more: bool) -> list[str]:
    """Return the ids of the commands that would do nothing now: a solve by the program is not raced against."""
    is_by_program = play.outcome is not None and play.outcome.style is SolveStyle.PROGRAM
    return ["play.more"] * (not has_more) + ["play.ghost"] * is_by_program


def _hint_context(questions: Questions, *, in_branch: bool) -> FooterContext:
    if not questions.is_walking and in_branch:
        return FooterContext.BRANCH_HINTING if questions.has_more_hint else FooterContext.BRANCH_HINTED
    if not questions.is_walking:
        return FooterContext.HINTING if questions.has_more_hint else FooterContext.HINTED
    if questions.has_more_hint:
        return FooterContext.WALKING
    return FooterContext.WALKED if questions.reason_cell is None else FooterContext.EXPLAINED
