"""The footer of the play screen: which keys it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.tui.keymap import FooterContext

if TYPE_CHECKING:
    from binairo_tui.player.play import Play


def footer_context(play: Play, after: FooterContext | None) -> FooterContext:
    """Return the context of a game; `after` is that of its solved puzzle, if it is known already."""
    session = play.session
    if session.is_solved:
        return after or FooterContext.SOLVED_LAST
    if play.is_paused:
        return FooterContext.PAUSED
    if play.questions.is_walking:
        return FooterContext.WALKING if play.questions.has_more_hint else FooterContext.WALKED
    if play.questions.hint is not None:
        return FooterContext.HINTING if play.questions.has_more_hint else FooterContext.HINTED
    if session.branches:
        return FooterContext.BRANCHING
    return FooterContext.STRICT if session.is_strict else FooterContext.PLAYING
