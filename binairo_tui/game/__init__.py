"""A game in play, with undo and resume, and an editing session, in which a player makes a puzzle.

The package is pure: it uses no screen and no disk, and reads only the clock that it is given.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.game import aids, why
    from binairo_tui.game.aids import Aid, SolveStyle, style_of
    from binairo_tui.game.branches import Judgement
    from binairo_tui.game.clock import Clock
    from binairo_tui.game.history import Branch, Origin
    from binairo_tui.game.session import GameSession
    from binairo_tui.game.steps import Change, Move, SessionSnapshot, Step, StepKind
    from binairo_tui.game.why import Why
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "aids": ["Aid", "SolveStyle", "style_of"],
            "branches": ["Judgement"],
            "clock": ["Clock"],
            "history": ["Branch", "Origin"],
            "session": ["GameSession"],
            "steps": ["Change", "Move", "SessionSnapshot", "Step", "StepKind"],
            "why": ["Why"],
        },
    )

__all__ = [
    "Aid",
    "Branch",
    "Change",
    "Clock",
    "GameSession",
    "Judgement",
    "Move",
    "Origin",
    "SessionSnapshot",
    "SolveStyle",
    "Step",
    "StepKind",
    "Why",
    "style_of",
]
