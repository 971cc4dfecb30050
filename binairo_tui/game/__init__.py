"""A game in play, with undo and resume, and an editing session that makes a puzzle.

The package is pure: it uses neither the screen nor the disk, and reads only the clock that it is given.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.game import aids, why
    from binairo_tui.game.aids import Aid, SolveStyle, style_of
    from binairo_tui.game.clock import Clock
    from binairo_tui.game.session import GameSession
    from binairo_tui.game.steps import Change, Move, SessionSnapshot, Step, StepKind
else:
    __getattr__ = lazy_exports(
        __name__,
        {
            "aids": ["Aid", "SolveStyle", "style_of"],
            "clock": ["Clock"],
            "session": ["GameSession"],
            "steps": ["Change", "Move", "SessionSnapshot", "Step", "StepKind"],
        },
    )

__all__ = [
    "Aid",
    "Change",
    "Clock",
    "GameSession",
    "Move",
    "SessionSnapshot",
    "SolveStyle",
    "Step",
    "StepKind",
    "style_of",
]
