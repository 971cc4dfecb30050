"""Renders a `Scene` to lines of text with roles, and finds the areas in which two scenes differ.

A role is a tuple of words, each of which the widget maps to a style; the styles add up (`one` + `given` + `cursor`).
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.tui.view.appearance import BECAUSE_MARK, TARGET_MARK, VIOLATED_MARK, CellLook, SignLook, value_role
from binairo_tui.tui.view.layout import Area

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from binairo_tui.engine import Cell, Line
    from binairo_tui.tui.view.appearance import BoardLook
    from binairo_tui.tui.view.layout import BoardLayout

Role = tuple[str, ...]
ROLES = (
    *("ground", "zero", "one", "empty", "sign", "lit", "given", "branch", "underlined", "noted", "bracket"),
    *("because", "target", "violated", "number", "here", "pointed", "counter", "done", "cursor"),
)
"""The words of roles; later ones override earlier ones."""
GROUND: Role = ("ground",)
SIGN: Role = ("sign",)
NOTE = "'"
"""Shown before the value of a cell that the player has marked."""
BRACKETS = ("", "()", "[]", "{}")
"""Shown around values filled in what-if branches, by depth; the last for all deeper branches."""
POINTED = ">"
"""Shown after the number of a row that is pointed at."""
NARROW = 2
"""The width of cells whose column numbers touch if they have two digits."""
_BELOW = {"=": "₌", "×": "ₓ"}
_ABOVE = {"=": "⁼", "×": "ˣ"}
"""Signs towards the cell below or above, where there is no line between the rows for them."""
_NO_CELL = CellLook("")
_MARK_ROLES = {VIOLATED_MARK: "violated", TARGET_MARK: "target", BECAUSE_MARK: "because"}


class RoleSpan(NamedTuple):
    """Text within a line, one column a character, in one role."""

    text: str
    role: Role


class Scene(NamedTuple):
    """All that is visible of a board."""

    layout: BoardLayout
    look: BoardLook
    cursor: Cell

    @property
    def cursor_lines(self) -> tuple[Line, Line]:
        """The cursor's row and column."""
        return _lines_of(self.layout, self.cursor)


def changed_areas(before: Scene, after: Scene) -> list[Area] | None:
    """Return the areas in which two scenes differ; None for everything, if the layouts or symbols differ."""
    layout = after.layout
    if before.layout != layout or before.look.symbols != after.look.symbols:
        return None
    areas: list[Area | None] = []
    if before.cursor != after.cursor:
        areas += [layout.cell_area(before.cursor), layout.cell_area(after.cursor)]
        areas += _number_areas(layout, {*before.cursor_lines} ^ {*after.cursor_lines})
    if before.look != after.look:
        areas += _cell_areas(layout, before.look.cells, after.look.cells)
        counters = zip(before.look.counters, after.look.counters, strict=True)
        areas += [layout.counter_area(*divmod(i, 2)) for i, (old, new) in enumerate(counters) if old != new]
        pointed = before.look.lines ^ after.look.lines
        areas += _number_areas(layout, pointed)
        areas += [layout.cell_area(cell) for line in pointed for cell in layout.line_cells(line)]
    return list({area: None for area in areas if area is not None})


def _cell_areas(layout: BoardLayout, before: Sequence[CellLook], after: Sequence[CellLook]) -> list[Area | None]:
    """Return the areas of cells that differ; in cells one line high, a sign can be drawn in the next cell."""
    areas = []
    for cell, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            areas.append(layout.cell_area(cell))
            if layout.zoom.height == 1 and (old.right, old.below) != (new.right, new.below):
                areas += [layout.cell_area(it) for it in (cell + 1, cell + layout.columns) if it < len(after)]
    return areas


def _number_areas(layout: BoardLayout, lines: Iterable[Line]) -> list[Area | None]:
    """Return the areas of the numbers of some lines, and of neighbours that they may show or hide."""
    if layout.zoom.width > NARROW:
        return [layout.number_area(line) for line in lines]
    columns = range(layout.rows, layout.rows + layout.columns)
    beside = {line + by for line in lines if line in columns for by in (-1, 1)} & {*columns}
    return [layout.number_area(line) for line in {*lines, *beside}]


def paint_line(scene: Scene, y: int, width: int) -> list[RoleSpan]:
    """Return line `y` of a scene, exactly `width` columns, neighbours of the same role joined."""
    layout, cells = scene.layout, scene.layout.cells_area
    line = _Line(width)
    if layout.gutters.numbers and y == layout.top:
        _paint_heading(line, scene)
    elif cells.y <= y < cells.y + cells.height:
        _paint_row(line, scene, y - cells.y)
    elif layout.gutters.column_counters and 0 <= y - cells.y - cells.height < 2:
        _paint_column_counters(line, scene, y - cells.y - cells.height)
    return line.spans()


class _Line:
    """A line being painted: characters and roles by column."""

    def __init__(self, width: int) -> None:
        self._characters = [" "] * width
        self._roles = [GROUND] * width

    def put(self, x: int, text: str, role: Role) -> None:
        """Put text at a column; text outside the line is cut off."""
        for column, character in enumerate(text, x):
            if 0 <= column < len(self._characters):
                self._characters[column] = character
                self._roles[column] = role

    def spans(self) -> list[RoleSpan]:
        pairs = zip(self._characters, self._roles, strict=True)
        groups = groupby(pairs, key=itemgetter(1))
        return [RoleSpan("".join([character for character, _ in group]), role) for role, group in groups]


def _paint_heading(line: _Line, scene: Scene) -> None:
    """Paint the column numbers, and the symbols above the row counters."""
    layout = scene.layout
    for column in range(layout.first_column, layout.first_column + layout.view_columns):
        _paint_number(line, scene, layout.rows + column)
    if layout.gutters.row_counters:
        cells, width = layout.cells_area, layout.counter_width
        for value in (0, 1):
            x = cells.x + cells.width + 1 + value * width
            line.put(x, scene.look.symbols[value].rjust(width), (value_role(str(value)),))


def _paint_row(line: _Line, scene: Scene, y: int) -> None:
    """Paint a line of cells; `y` counts from the first visible one."""
    layout = scene.layout
    row, inner = layout.first_row + y // layout.zoom.height, y % layout.zoom.height
    for column in range(layout.first_column, layout.first_column + layout.view_columns):
        _paint_cell(line, scene, row * layout.columns + column, inner)
    if inner == layout.zoom.glyph[1]:
        _paint_number(line, scene, row)
        for value in (0, 1):
            _paint_counter(line, scene, row, value)


def _paint_column_counters(line: _Line, scene: Scene, value: int) -> None:
    layout = scene.layout
    line.put(layout.left, scene.look.symbols[value].rjust(layout.number_width - 1), (value_role(str(value)),))
    for column in range(layout.first_column, layout.first_column + layout.view_columns):
        _paint_counter(line, scene, layout.rows + column, value)


def _paint_cell(line: _Line, scene: Scene, cell: Cell, inner: int) -> None:
    """Paint line `inner` of a cell.

    Cells two lines high have a blank line below for signs; in all others the cell's colour fills all lines. The cursor
    is one line high: whole cells would double the bytes that a move sends.
    """
    layout, look = scene.layout, scene.look.cells[cell]
    area = layout.cell_area(cell)
    if area is None:
        return
    role = _cell_role(scene, cell, is_cursor=cell == scene.cursor and inner == layout.zoom.glyph[1])
    (glyph_x, glyph_y), (width, height) = layout.zoom.glyph, layout.zoom
    if inner == glyph_y:
        line.put(area.x, " " * width, role)
        line.put(area.x + glyph_x, look.glyph, (*role, "underlined") if look.is_underlined else role)
        _paint_beside(line, scene, cell, area, role)
    elif height > 2:
        line.put(area.x, " " * width, role)
    if look.below and height > 1 and inner == height - 1:
        _paint_sign(line, area.x + glyph_x, look.below)


def _paint_beside(line: _Line, scene: Scene, cell: Cell, area: Area, role: Role) -> None:
    """Paint what stands before and after a value: narrow cells have room for one character on each side."""
    zoom, look = scene.layout.zoom, scene.look.cells[cell]
    bracket = BRACKETS[min(look.depth, len(BRACKETS) - 1)]
    # The cursor keeps its colours: marks and brackets can be told without colour.
    noted, bracketed = (role, role) if "cursor" in role else ((*role, "noted"), (*role, "bracket"))
    left_sign, right_sign = _narrow_signs(scene, cell) if zoom.height == 1 else (None, look.right)
    before, after = area.x + zoom.glyph[0] - 1, area.x + zoom.glyph[0] + 1
    if look.mark:
        line.put(before, look.mark, role)
    elif left_sign:
        _paint_sign(line, before, left_sign)
    elif look.is_noted:
        line.put(before, NOTE, noted)
    elif bracket:
        line.put(before, bracket[0], bracketed)
    if bracket and zoom.width > 2:
        line.put(after, bracket[1], bracketed)
    if right_sign:
        _paint_sign(line, area.x + zoom.width - 1, right_sign)


def _paint_sign(line: _Line, x: int, sign: SignLook) -> None:
    line.put(x, sign.text, (*SIGN, "violated") if sign.is_broken else SIGN)


def _narrow_signs(scene: Scene, cell: Cell) -> tuple[SignLook | None, SignLook | None]:
    """Return the signs before and after the value of a cell one line high.

    A sign between two rows has no line of its own: it is drawn low beside the upper cell or, if another sign is there,
    high beside the lower one. Cells two columns wide have only the place before the value; some signs are left out.
    """
    look, above, below = _neighbours(scene, cell)
    if scene.layout.zoom.width > 2:
        right = look.right or _moved(look.below, _BELOW)
        if not right and above.right:
            right = _moved(above.below, _ABOVE)
        is_homeless = look.right and (below.right or below.below)
        return _moved(look.below, _BELOW) if is_homeless else None, right
    own = _sign_before(scene, cell) or _moved(look.below, _BELOW)
    if not own and _sign_before(scene, cell - scene.layout.columns):
        own = _moved(above.below, _ABOVE)
    return own, None


def _moved(sign: SignLook | None, likeness: Mapping[str, str]) -> SignLook | None:
    """Return a sign drawn high or low."""
    return sign and sign._replace(text=likeness[sign.text])


def _neighbours(scene: Scene, cell: Cell) -> tuple[CellLook, CellLook, CellLook]:
    """Return a cell, the one above and the one below; blank ones beyond the edges."""
    cells, columns = scene.look.cells, scene.layout.columns
    above = cells[cell - columns] if cell >= columns else _NO_CELL
    return cells[cell], above, cells[cell + columns] if cell + columns < len(cells) else _NO_CELL


def _sign_before(scene: Scene, cell: Cell) -> SignLook | None:
    """Return the sign between a cell and the one to its left."""
    return scene.look.cells[cell - 1].right if cell > 0 and cell % scene.layout.columns else None


def _cell_role(scene: Scene, cell: Cell, *, is_cursor: bool) -> Role:
    look = scene.look.cells[cell]
    role: Role = (look.role,)
    if scene.look.lines and not scene.look.lines.isdisjoint(_lines_of(scene.layout, cell)):
        role += ("lit",)
    if look.is_given:
        role += ("given",)
    if look.depth:
        role += ("branch",)
    if look.mark:
        role += (_MARK_ROLES[look.mark],)
    if is_cursor:
        role += ("cursor",)
    return role


def _lines_of(layout: BoardLayout, cell: Cell) -> tuple[Line, Line]:
    row, column = divmod(cell, layout.columns)
    return row, layout.rows + column


def _paint_number(line: _Line, scene: Scene, number_line: Line) -> None:
    """Paint the number of a row or column; above narrow cells, numbers that would touch are left out."""
    layout = scene.layout
    area = layout.number_area(number_line)
    if area is None:
        return
    is_here = number_line in scene.cursor_lines
    is_pointed = number_line in scene.look.lines
    role: Role = ("number", "here") if is_here else ("number",)
    if is_pointed:
        role += ("pointed",)
    if number_line < layout.rows:
        line.put(area.x, str(number_line + 1).rjust(area.width - 1) + (POINTED if is_pointed else " "), role)
        return
    number = number_line - layout.rows + 1
    is_shown = is_here or is_pointed or area.width > NARROW or not _touches_another(scene, number)
    line.put(area.x, _centred(str(number) if is_shown else "", layout), role)


def _touches_another(scene: Scene, number: int) -> bool:
    """Return whether a column number would touch one beside it, in cells two columns wide."""
    if number % 2 == 0:
        return number >= 10
    shown = {*scene.cursor_lines, *scene.look.lines}
    return any(it >= 10 and scene.layout.rows + it - 1 in shown for it in (number - 1, number + 1))


def _paint_counter(line: _Line, scene: Scene, counted: Line, value: int) -> None:
    layout, look = scene.layout, scene.look.counters[2 * counted + value]
    area = layout.counter_area(counted, value)
    if area is None:
        return
    role: Role = ("counter", "violated") if look.is_violated else ("counter", "done") if look.is_done else ("counter",)
    text = look.text.rjust(area.width) if counted < layout.rows else _centred(look.text, layout)
    line.put(area.x, text, role)


def _centred(text: str, layout: BoardLayout) -> str:
    """Return text above or below a column of cells, its last character above the values."""
    return text.rjust(layout.zoom.glyph[0] + 1).ljust(layout.zoom.width)
