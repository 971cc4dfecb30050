"""Drawing a board: a scene is all that is visible; its lines are runs of text with roles; two scenes differ in boxes.

Pure. Roles are words that the widget turns into styles; several words add up (`one` + `given` + `cursor`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.tui.view.appearance import BECAUSE_MARK, TARGET_MARK, VIOLATED_MARK, CellLook, SignLook, value_role
from binairo_tui.tui.view.layout import Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from binairo_tui.engine import Cell, Line
    from binairo_tui.tui.view.appearance import BoardLook
    from binairo_tui.tui.view.layout import BoardLayout

Role = tuple[str, ...]
ROLES = (
    "ground",
    "zero",
    "one",
    "empty",
    "sign",
    "lit",
    "given",
    "branch",
    "underlined",
    "noted",
    "bracket",
    "because",
    "target",
    "violated",
    "number",
    "here",
    "pointed",
    "counter",
    "done",
    "cursor",
)
"""Every word of a role; later ones prevail."""
GROUND: Role = ("ground",)
SIGN: Role = ("sign",)
NOTE = "'"
"""Stands before the value of a cell that the player has marked."""
BRACKETS = ("", "()", "[]", "{}")
"""Around the values of cells filled in what-if branches, by depth; the last for all deeper ones."""
POINTED = ">"
"""Stands behind the number of a row that is pointed at."""
NARROW = 2
"""Columns of a cell in which numbers of two digits touch."""
_BELOW = {"=": "₌", "×": "ₓ"}
_ABOVE = {"=": "⁼", "×": "ˣ"}
"""Signs towards the cell below or above, where there is no line between the rows to draw them on."""
_NO_CELL = CellLook("")
_MARK_ROLES = {VIOLATED_MARK: "violated", TARGET_MARK: "target", BECAUSE_MARK: "because"}


class Run(NamedTuple):
    """Some text, one column a character, in one role."""

    text: str
    role: Role


class Scene(NamedTuple):
    """A board as it is seen."""

    layout: BoardLayout
    look: BoardLook
    cursor: Cell

    @property
    def cursor_lines(self) -> tuple[Line, Line]:
        """The row and column of the cursor."""
        return _lines_of(self.layout, self.cursor)


def changed_boxes(before: Scene, after: Scene) -> list[Box] | None:
    """Where two scenes differ; None if everything may, because the layout does."""
    layout = after.layout
    if before.layout != layout or before.look.symbols != after.look.symbols:
        return None
    boxes: list[Box | None] = []
    if before.cursor != after.cursor:
        boxes += [layout.cell_box(before.cursor), layout.cell_box(after.cursor)]
        boxes += _number_boxes(layout, {*before.cursor_lines} ^ {*after.cursor_lines})
    if before.look != after.look:
        boxes += _cell_boxes(layout, before.look.cells, after.look.cells)
        counters = zip(before.look.counters, after.look.counters, strict=True)
        boxes += [layout.counter_box(*divmod(i, 2)) for i, (old, new) in enumerate(counters) if old != new]
        pointed = before.look.lines ^ after.look.lines
        boxes += _number_boxes(layout, pointed)
        boxes += [layout.cell_box(cell) for line in pointed for cell in layout.line_cells(line)]
    return list({box: None for box in boxes if box is not None})


def _cell_boxes(layout: BoardLayout, before: Sequence[CellLook], after: Sequence[CellLook]) -> list[Box | None]:
    """The boxes of cells that look different; signs may be drawn in those of the cells behind them."""
    boxes = []
    for cell, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            boxes.append(layout.cell_box(cell))
            if layout.zoom.height == 1 and (old.right, old.below) != (new.right, new.below):
                boxes += [layout.cell_box(it) for it in (cell + 1, cell + layout.columns) if it < len(after)]
    return boxes


def _number_boxes(layout: BoardLayout, lines: Iterable[Line]) -> list[Box | None]:
    """Where numbers may look different once some lines are shown otherwise: theirs, and those beside."""
    if layout.zoom.width > NARROW:
        return [layout.number_box(line) for line in lines]
    columns = range(layout.rows, layout.rows + layout.columns)
    beside = {line + by for line in lines if line in columns for by in (-1, 1)} & {*columns}
    return [layout.number_box(line) for line in {*lines, *beside}]


def paint_line(scene: Scene, y: int, width: int) -> list[Run]:
    """Line `y` of a scene, exactly `width` columns, neighbours of the same role joined."""
    layout, cells = scene.layout, scene.layout.cells_box
    line = _Line(width)
    if layout.frame.numbers and y == layout.top:
        _paint_heading(line, scene)
    elif cells.y <= y < cells.y + cells.height:
        _paint_row(line, scene, y - cells.y)
    elif layout.frame.column_counters and 0 <= y - cells.y - cells.height < 2:
        _paint_column_counters(line, scene, y - cells.y - cells.height)
    return line.runs()


class _Line:
    """One line being painted: characters and roles by column."""

    def __init__(self, width: int) -> None:
        self._characters = [" "] * width
        self._roles = [GROUND] * width

    def put(self, x: int, text: str, role: Role) -> None:
        """Text at a column; what lies outside the line is cut off."""
        for column, character in enumerate(text, x):
            if 0 <= column < len(self._characters):
                self._characters[column] = character
                self._roles[column] = role

    def runs(self) -> list[Run]:
        runs: list[Run] = []
        start = 0
        for end in range(1, len(self._roles) + 1):
            if end == len(self._roles) or self._roles[end] != self._roles[start]:
                runs.append(Run("".join(self._characters[start:end]), self._roles[start]))
                start = end
        return runs


def _paint_heading(line: _Line, scene: Scene) -> None:
    """The column numbers, and what the row counters count."""
    layout = scene.layout
    for column in range(layout.first_column, layout.first_column + layout.view_columns):
        _paint_number(line, scene, layout.rows + column)
    if layout.frame.row_counters:
        cells, width = layout.cells_box, layout.counter_width
        for value in (0, 1):
            x = cells.x + cells.width + 1 + value * width
            line.put(x, scene.look.symbols[value].rjust(width), (value_role(str(value)),))


def _paint_row(line: _Line, scene: Scene, y: int) -> None:
    """A line of cells; `y` counts from the first visible one."""
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
    """Line `inner` of one cell.

    Cells two lines high have a blank line below for signs; in all others the colour of the cell fills it whole. The
    cursor is as high as the value: whole cells would double what a move sends.
    """
    layout, look = scene.layout, scene.look.cells[cell]
    box = layout.cell_box(cell)
    if box is None:
        return
    role = _cell_role(scene, cell, is_cursor=cell == scene.cursor and inner == layout.zoom.glyph[1])
    (glyph_x, glyph_y), (width, height) = layout.zoom.glyph, layout.zoom
    if inner == glyph_y:
        line.put(box.x, " " * width, role)
        line.put(box.x + glyph_x, look.glyph, (*role, "underlined") if look.is_underlined else role)
        _paint_beside(line, scene, cell, box, role)
    elif height > 2:
        line.put(box.x, " " * width, role)
    if look.below and height > 1 and inner == height - 1:
        _paint_sign(line, box.x + glyph_x, look.below)


def _paint_beside(line: _Line, scene: Scene, cell: Cell, box: Box, role: Role) -> None:
    """What stands before and behind a cell's value: in narrow cells there is room for one thing at each side."""
    zoom, look = scene.layout.zoom, scene.look.cells[cell]
    bracket = BRACKETS[min(look.depth, len(BRACKETS) - 1)]
    # The cursor's colours are its own: what stands beside the value is not told by colour alone anyway.
    noted, bracketed = (role, role) if "cursor" in role else ((*role, "noted"), (*role, "bracket"))
    left_sign, right_sign = _narrow_signs(scene, cell) if zoom.height == 1 else (None, look.right)
    before, after = box.x + zoom.glyph[0] - 1, box.x + zoom.glyph[0] + 1
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
        _paint_sign(line, box.x + zoom.width - 1, right_sign)


def _paint_sign(line: _Line, x: int, sign: SignLook) -> None:
    line.put(x, sign.text, (*SIGN, "violated") if sign.is_broken else SIGN)


def _narrow_signs(scene: Scene, cell: Cell) -> tuple[SignLook | None, SignLook | None]:
    """The signs before and behind the value of a cell that is one line high.

    A sign between two rows has no line of its own: it stands low beside the upper cell or, if another sign stands
    there, high beside the lower one. In cells two columns wide the only place is before the value: some find none.
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
    """A sign drawn high or low, where it has no line of its own."""
    return sign and sign._replace(text=likeness[sign.text])


def _neighbours(scene: Scene, cell: Cell) -> tuple[CellLook, CellLook, CellLook]:
    """A cell, the one above and the one below; blank ones beyond the edges."""
    cells, columns = scene.look.cells, scene.layout.columns
    above = cells[cell - columns] if cell >= columns else _NO_CELL
    return cells[cell], above, cells[cell + columns] if cell + columns < len(cells) else _NO_CELL


def _sign_before(scene: Scene, cell: Cell) -> SignLook | None:
    """The sign between a cell and the one to its left."""
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
    """The number of a row or column; in narrow cells not those that would run into another."""
    layout = scene.layout
    box = layout.number_box(number_line)
    if box is None:
        return
    is_here = number_line in scene.cursor_lines
    is_pointed = number_line in scene.look.lines
    role: Role = ("number", "here") if is_here else ("number",)
    if is_pointed:
        role += ("pointed",)
    if number_line < layout.rows:
        line.put(box.x, str(number_line + 1).rjust(box.width - 1) + (POINTED if is_pointed else " "), role)
        return
    number = number_line - layout.rows + 1
    is_shown = is_here or is_pointed or box.width > NARROW or not _runs_into_another(scene, number)
    line.put(box.x, _centred(str(number) if is_shown else "", layout), role)


def _runs_into_another(scene: Scene, number: int) -> bool:
    """Whether a column number would touch one that is shown beside it, in cells of two columns."""
    if number % 2 == 0:
        return number >= 10
    shown = {*scene.cursor_lines, *scene.look.lines}
    return any(it >= 10 and scene.layout.rows + it - 1 in shown for it in (number - 1, number + 1))


def _paint_counter(line: _Line, scene: Scene, counted: Line, value: int) -> None:
    layout, look = scene.layout, scene.look.counters[2 * counted + value]
    box = layout.counter_box(counted, value)
    if box is None:
        return
    role: Role = ("counter", "violated") if look.is_violated else ("counter", "done") if look.is_done else ("counter",)
    text = look.text.rjust(box.width) if counted < layout.rows else _centred(look.text, layout)
    line.put(box.x, text, role)


def _centred(text: str, layout: BoardLayout) -> str:
    """Text over or under a column of cells: its last character where the values stand."""
    return text.rjust(layout.zoom.glyph[0] + 1).ljust(layout.zoom.width)
