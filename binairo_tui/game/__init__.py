"""A game in play, with undo and resume, and an editing session that makes a puzzle.

Pure: knows neither the screen nor the disk, and reads only the clock that it is given.
"""

from binairo_tui.game.aids import Aid, SolveStyle, style_of
from binairo_tui.game.branches import Judgement, Verdict
from binairo_tui.game.clock import Clock
from binairo_tui.game.session import GameSession
from binairo_tui.game.steps import Change, Move, SessionSnapshot, Step, StepKind
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
