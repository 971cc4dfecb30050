"""Two blanks: a line with two blanks that otherwise equals a finished line takes the opposite values there.

    0 1 1 0 0 1     a finished line
    0 1 . . 0 1     this one becomes 0 1 0 1 0 1

Only puzzles with unique lines need this technique. It does not work in lines that may have one more 0 or one more 1.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, opposite
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, View, places_of
from binairo_tui.engine.techniques.line_fillings import may_become


def find(view: View) -> Iterator[Deduction]:
    """Yield the two blanks of every line that otherwise equals a finished line of its direction."""
    if not view.puzzle.unique_lines:
        return
    height, geometry = view.puzzle.height, view.puzzle.geometry
    for lines in (view.lines[:height], view.lines[height:]):
        finished = [line for line in lines if EMPTY not in line.text]
        for line in [line for line in lines if line.text.count(EMPTY) == 2 and not line.mark]:
            blanks = places_of(line.text, EMPTY)
            for twin in finished:
                if may_become(line.text, twin.text):
                    first, second = [geometry.value(view.position, twin.cells[place]) for place in blanks]
                    if first != second:
                        yield Deduction(
                            NAME,
                            tuple([line.cells[place] for place in blanks]),
                            (opposite(first), opposite(second)),
                            tuple(sorted(view.filled_cells(line.line) + twin.cells)),
                            (line.line, twin.line),
                        )


NAME = "two blanks"
TECHNIQUE = BoardTechnique(
    NAME, "The last two blanks of a line must not make the line a copy of a finished line.", find
)
