"""One play of one puzzle, which the player can undo and resume, and the making of a puzzle.

Pure: knows neither screen nor disk, and no clock but the one that it is given.
"""

from binairo_tui.game.aids import Aid, SolveStyle, style_of
from binairo_tui.game.branches import Judgement, Verdict
from binairo_tui.game.clock import Clock
from binairo_tui.game.session import GameSession, SessionSnapshot
from binairo_tui.game.steps import Change, Move, Step, StepKind
from binairo_tui.game.why import Origin, Why, why

__all__ = [
    "Aid",
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
    "Verdict",
    "Why",
    "style_of",
    "why",
]
