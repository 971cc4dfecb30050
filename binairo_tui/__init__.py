"""Binairo (Takuzu, binary puzzle) for the terminal, and the puzzle engine behind it."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.engine import Board
else:
    __getattr__ = lazy_exports(__name__, {"engine": ["Board"]})

__all__ = ["Board"]
__version__ = "0.1.0"
