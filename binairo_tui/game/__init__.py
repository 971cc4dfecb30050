"""One play of one puzzle.

What a player can do with it, take back, and come back to. Pure; knows no screen and no disk.
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
