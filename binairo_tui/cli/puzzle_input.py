"""What puzzle arguments turn out to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binairo_tui.engine.puzzle import Puzzle
    from binairo_tui.formats import Imported


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle of an argument. `title` is what people call it, safe to print: `8x8 #3`, `puzzles.txt:12`, `6x6`."""

    puzzle: Puzzle
    title: str
    imported: Imported | None = None
    """What was found out about the text; None for a puzzle of a collection."""
    band: str = ""
    """How hard it is, if a collection says so."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """What cannot be used: `file:line:column: what is wrong`, or without line and column where there are none."""

    message: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How texts are to be read: in this format (else it is found out), with this rule (else as written, or counted)."""

    format: str | None = None
    unique_lines: bool | None = None


AS_WRITTEN = Reading()
"""What a text is taken for is found out, and so is its rule if it does not say."""
