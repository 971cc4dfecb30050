"""Line logic: what every legal filling of a line agrees on.

    1 . . . . 1     the third 1 can only be in r1c3 or r1c4, or three 0s would stand together
    1 0 . . 0 1     so both ends of the gap are 0 in every filling

It finds all that follows from one line, and so everything that the simpler techniques find there.
"""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine.geometry import ONE, ZERO, Position, Value, geometry
from binairo_tui.engine.lines import line_table
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import Deduction, LineDeduction, LineTechnique, places_of
from binairo_tui.engine.wording import conclusion, line_text


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield everything that the legal fillings of a line agree on, as one deduction."""
    row = geometry(len(text), 1)
    entry = line_table(len(text), row.lane, signs)[row.position(text)]
    if entry and entry.row:
        forced = row.text(entry.row)
        places = places_of(forced)
        values: tuple[Value, ...] = tuple([ONE if forced[place] == ONE else ZERO for place in places])
        yield LineDeduction(places, values, places_of(text))


def can_be_filled(text: str, signs: LineSigns) -> bool:
    """Return whether a line has a legal filling."""
    row = geometry(len(text), 1)
    return line_table(len(text), row.lane, signs)[row.position(text)] is not None


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:  # noqa: ARG001
    """Return, for example: Row 5: in every legal filling r5c2 is 0 and r5c9 is 1."""
    line = line_text(puzzle, deduction.because_lines[0])
    return f"{line}: in every legal filling {conclusion(puzzle, deduction)}."


TECHNIQUE = LineTechnique("line logic", "What every legal filling of a line agrees on is settled.", explain, find)
