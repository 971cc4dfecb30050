"""Renders a `Scene` to lines of text with roles, and finds the areas in which two scenes differ."""

from collections.abc import Iterable, Sequence

from binairo_tui.engine import Cell, Line
from binairo_tui.tui import view
from binairo_tui.tui.view import appearance, tiles
from binairo_tui.tui.view.layout import Area, BoardLayout, Zoom

POINTED = ">"
"""Shown after the number of a row at which a hint points."""
_GRID_ZOOM = Zoom(4, 2)
"""The only size of cells with a grid in their gaps.

Without the grid, a terminal that needs cells of this size could not show where the cells end.
"""
_JUNCTIONS = {"top": ("┌", "┬", "┐"), "within": ("├", "┼", "┤"), "bottom": ("└", "┴", "┘")}
"""Maps the place of a horizontal line of the grid to the characters at its left end, at crossings and at its right
end."""


def changed_areas(before: tiles.Scene, after: tiles.Scene) -> list[Area] | None:
    """Return the areas in which two scenes differ.

    Return None, which means the whole board, if the scenes differ in layout or symbols, or if only one scene is a
    picture.
    """
    layout = after.layout
    if before.layout != layout or before.look.symbols != after.look.symbols or before.is_picture != after.is_picture:
        return None
    areas: list[Area | None] = []
    if before.cursor != after.cursor:
        areas += [layout.ring_area(before.cursor), layout.ring_area(after.cursor)]
        areas += _number_areas(layout, {*before.cursor_lines} ^ {*after.cursor_lines})
    if before.look != after.look:
        areas += _cell_areas(after, before.look.cells)
        counters = zip(before.look.counters, after.look.counters, strict=True)
        areas += [
            layout.counter_area(*divmod(i, 2)) for i, (old, new) in enumerate(counters) if old is not new and old != new
        ]
        areas += _number_areas(layout, before.look.lines ^ after.look.lines)
        edged = (before.look.targets ^ after.look.targets) | (before.look.because ^ after.look.because)
        areas += [layout.ring_area(cell) for cell in edged]
    return list({area: None for area in areas if area is not None})


def _cell_areas(scene: tiles.Scene, before: Sequence[appearance.CellLook]) -> list[Area | None]:
    """Return the areas of the cells of a scene that looked different `before`.

    In cells one line high, a sign can be drawn in the next cell. If a sign differs, the areas of the cells to the
    right and below are therefore included.
    """
    layout, after = scene.layout, scene.look.cells
    areas = []
    for row in range(0, len(after), layout.columns):
        cells = range(row, row + layout.columns)
        if before[row : cells.stop] == after[row : cells.stop]:  # almost every row, compared without a loop
            continue
        for cell in cells:
            old, new = before[cell], after[cell]
            if old == new:
                continue
            has_same_signs = (old.right, old.below) == (new.right, new.below)
            areas.append(_cell_area(scene, cell, has_same_signs=has_same_signs))
            if layout.zoom.height == 1 and not has_same_signs:
                areas += [layout.cell_area(it) for it in (cell + 1, cell + layout.columns) if it < len(after)]
    return areas


def _cell_area(scene: tiles.Scene, cell: Cell, *, has_same_signs: bool) -> Area | None:
    """Return the area to draw when the look of a cell has changed; None if the cell is not in view.

    If a joined cell has a ring, the lines above and below its value show only the ring, and need not be drawn again.
    `has_same_signs` is False if a sign beside or below the cell has changed, too; signs are in the gaps.
    """
    area, zoom = scene.layout.cell_area(cell), scene.layout.zoom
    if area is None:
        return None
    if zoom.has_gaps and has_same_signs:
        return area._replace(width=zoom.width - 1, height=min(area.height, zoom.height - zoom.has_lines_between))
    if not zoom.is_joined:
        return area
    if has_same_signs and not zoom.is_whole and (cell == scene.ring or cell in scene.look.targets):
        return area._replace(height=1)
    return scene.layout.ring_area(cell)


def _number_areas(layout: BoardLayout, lines: Iterable[Line]) -> list[Area | None]:
    """Return the areas of the numbers of some lines, with None for numbers that are not shown."""
    if layout.zoom.width > tiles.NARROW:
        return [layout.number_area(line) for line in lines]
    columns = range(layout.rows, layout.rows + layout.columns)
    # Numbers beside these can appear or disappear.
    beside = {line + by for line in lines if line in columns for by in (-1, 1)} & {*columns}
    return [layout.number_area(line) for line in {*lines, *beside}]


def paint_line(scene: tiles.Scene, y: int, width: int, part: tuple[int, int] | None = None) -> list[tiles.RoleSpan]:
    """Return line `y` of a scene, exactly `width` columns wide; neighbouring spans with the same role are joined.

    `part` is (start, end): return only the columns from `start` up to, but not including, `end`.
    """
    start, end = part or (0, width)
    layout, cells = scene.layout, scene.layout.cells_area
    columns = layout.columns_between(start, end)
    line = _Line()
    inner = y - cells.y
    if 0 <= inner < cells.height:
        _paint_row(line, scene, inner, columns)
    elif -2 <= inner < 0:
        _paint_above(line, scene, y, columns)
    elif layout.gutters.column_counters and 0 <= inner - cells.height < layout.counter_lines:
        _paint_column_counters(line, scene, inner - cells.height, columns)
    elif y == layout.position_y:
        line.put(cells.x, position_text(layout, width - cells.x), ("position",))
    return line.spans(start, end)


class _Line:
    """A line that is painted from left to right; `width` is the number of columns painted so far."""

    def __init__(self) -> None:
        self._spans: list[tiles.RoleSpan] = []
        self.width = 0

    def put(self, x: int, text: str, role: tiles.Role) -> None:
        """Put text at a column, after everything that was put before."""
        if x > self.width:
            self._spans.append(tiles.RoleSpan(" " * (x - self.width), tiles.GROUND))
        self._spans.append(tiles.RoleSpan(text, role))
        self.width = max(x, self.width) + len(text)

    def add(self, x: int, spans: Iterable[tiles.RoleSpan], width: int) -> None:
        """Add spans with a total of `width` columns at a column, after everything that was put before."""
        self.put(x, "", tiles.GROUND)
        self._spans += spans
        self.width += width

    def spans(self, start: int, end: int) -> list[tiles.RoleSpan]:
        """Return the spans from column `start` up to, but not including, `end`; what was not painted is blank."""
        if self.width < end:
            self._spans.append(tiles.RoleSpan(" " * (end - self.width), tiles.GROUND))
        joined: list[tiles.RoleSpan] = []
        x = 0
        for text, role in self._spans:
            at, x = x, x + len(text)
            if x <= start or not text:
                continue
            if at >= end:
                break
            part = text if start <= at and x <= end else text[max(start - at, 0) : end - at]
            if joined and joined[-1].role == role:
                joined[-1] = tiles.RoleSpan(joined[-1].text + part, role)
            else:
                joined.append(tiles.RoleSpan(part, role))
        return joined


def _paint_above(line: _Line, scene: tiles.Scene, y: int, columns: range) -> None:
    """Paint a line above the cells of some columns: numbers, and the upper edges of rings in the first row."""
    layout, cells, gutters = scene.layout, scene.layout.cells_area, scene.gutters
    has_numbers = gutters.numbers and y == layout.top
    spans: list[tiles.RoleSpan] = []
    if layout.zoom.has_lines_between and y == cells.y - 1:
        spans = _line_between(scene, layout.first_row - 1, columns, has_tiles=gutters.margin)
    if has_numbers:
        spans = _over(layout, spans, [_column_number(scene, column) for column in columns])
    if spans:
        line.add(_first_x(layout, columns), spans, sum([len(text) for text, _ in spans]))
    if has_numbers and gutters.row_counters:
        for value, x, width in _row_counter_places(layout):
            role = (f"label-{appearance.value_role(str(value))}",)
            line.put(x, scene.look.symbols[value].rjust(width), role)


def _line_between(scene: tiles.Scene, row: int, columns: range, *, has_tiles: bool = True) -> list[tiles.RoleSpan]:
    """Return the line below a row of cells. Unless `has_tiles`, the edges of joined tiles are left out."""
    if scene.layout.zoom.is_joined:
        return view.small_cells.shared_line(scene, row, columns, has_tiles=has_tiles)
    spans = tiles.gap_line(scene, row, columns)
    return _grid_between_rows(scene.layout, spans, row, columns) if _has_grid(scene.layout) else spans


def _first_x(layout: BoardLayout, columns: range) -> int:
    """Return the column in the widget at which cells in `columns` begin, with the gap before them if there are gaps."""
    return layout.column_x(columns.start) - layout.zoom.has_gaps


def _over(layout: BoardLayout, edges: list[tiles.RoleSpan], texts: list[tiles.RoleSpan]) -> list[tiles.RoleSpan]:
    """Return a line that shows `texts`, one for each column of cells, and `edges` (of rings) where a text is blank."""
    found = [tiles.RoleSpan(" ", tiles.GROUND), *texts] if layout.zoom.has_gaps else texts
    if all(text.isspace() for text, _ in edges):
        return found
    shapes = "".join([text for text, _ in edges])
    characters = [(character, role) for text, role in found for character in text]
    places = zip(shapes, characters, strict=True)
    return tiles.overlay(edges, {x: it for x, (shape, it) in enumerate(places) if shape == " " or it[0] != " "})


def _row_counter_places(layout: BoardLayout) -> list[tuple[int, int, int]]:
    """Return (value, column, width) for the two columns of row counters: that of zeros and that of ones."""
    cells, width = layout.cells_area, layout.counter_width
    return [(value, cells.x + cells.width + 1 + value * width, width) for value in (0, 1)]


def _paint_row(line: _Line, scene: tiles.Scene, y: int, columns: range) -> None:
    """Paint a line of the cells of some columns; `y` counts lines from the top of the cells in view."""
    layout, cells, gutters = scene.layout, scene.layout.cells_area, scene.gutters
    x, width = layout.column_x(columns.start), len(columns) * layout.zoom.width
    row, inner = layout.first_row + y // layout.zoom.height, y % layout.zoom.height
    has_values = inner == layout.zoom.glyph[1]
    if has_values and gutters.numbers:
        _paint_row_number(line, scene, row)
    if not layout.zoom.is_tall:
        line.add(x, view.small_cells.dense_line(scene, row, columns), width)
        if scene.ring == row * layout.columns + layout.first_column + layout.view_columns - 1:
            line.put(cells.x + cells.width, view.small_cells.bar_after(layout.zoom), ("cursor",))
    else:
        if layout.zoom.has_lines_between and inner == layout.zoom.height - 1:
            spans = _line_between(scene, row, columns)
        elif layout.zoom.is_joined:
            spans = view.small_cells.joined_line(scene, row, columns)
        else:
            spans = tiles.tile_line(scene, row, inner, columns)
            is_pointed = has_values and gutters.numbers and row in scene.look.lines and spans[0].text == " "
            spans = [tiles.RoleSpan(POINTED, _number_role(scene, row)), *spans[1:]] if is_pointed else spans
            if _has_grid(layout):
                spans = [tiles.RoleSpan("│", tiles.GRID) if span == tiles.GAP else span for span in spans]
        line.add(_first_x(layout, columns), spans, layout.zoom.has_gaps + width)
    if has_values and gutters.row_counters:
        for value, at, room in _row_counter_places(layout):
            look = scene.look.counters[2 * row + value]
            line.put(at, look.text.rjust(room), _counter_role(look, value))


def _number_role(scene: tiles.Scene, line: Line) -> tiles.Role:
    role: tiles.Role = ("number", "here") if line in scene.cursor_lines else ("number",)
    return (*role, "pointed") if line in scene.look.lines else role


def _paint_row_number(line: _Line, scene: tiles.Scene, row: int) -> None:
    layout = scene.layout
    number = str(row + 1).rjust(layout.number_width - 1)
    is_pointed = not layout.zoom.has_gaps and row in scene.look.lines
    line.put(layout.left, number + POINTED * is_pointed, _number_role(scene, row))


def _column_number(scene: tiles.Scene, column: int) -> tiles.RoleSpan:
    """Return the number of a column.

    Above narrow cells, a number that would touch the next number is left out, unless its column is marked or has the
    cursor.
    """
    layout = scene.layout
    counted = layout.rows + column
    is_shown = counted in scene.cursor_lines or counted in scene.look.lines or layout.zoom.width > tiles.NARROW
    text = str(column + 1) if is_shown or not _touches_another(scene, column + 1) else ""
    return tiles.RoleSpan(_centred(text, layout), _number_role(scene, counted))


def _touches_another(scene: tiles.Scene, number: int) -> bool:
    """Return whether a column number would touch the number of a neighbouring column, in cells two columns wide."""
    if number % 2 == 0:
        return number >= 10
    shown = {*scene.cursor_lines, *scene.look.lines}
    return any(it >= 10 and scene.layout.rows + it - 1 in shown for it in (number - 1, number + 1))


def _paint_column_counters(line: _Line, scene: tiles.Scene, value: int, columns: range) -> None:
    """Paint the column counters of zeros (value 0) or ones (1)."""
    layout, are_shown = scene.layout, scene.gutters.column_counters
    if are_shown:
        label = scene.look.symbols[value].rjust(max(layout.number_width - 1, 0))
        line.put(layout.left, label, (f"label-{appearance.value_role(str(value))}",))
    looks = [scene.look.counters[2 * (layout.rows + column) + value] for column in columns]
    texts = [
        tiles.RoleSpan(_centred(look.text if are_shown else "", layout), _counter_role(look, value)) for look in looks
    ]
    line.add(layout.column_x(columns.start), texts, len(columns) * layout.zoom.width)


def _counter_role(look: appearance.CounterLook, value: int) -> tiles.Role:
    if look.is_violated or look.is_done:
        return ("counter", "violated" if look.is_violated else "done")
    return ("counter", ("counter-zero", "counter-one")[value])


def position_text(layout: BoardLayout, width: int) -> str:
    """Return what is in view, such as `↓ rows 1-9 of 14`; without the words where they would be too wide."""
    rows = _part("rows", "↑↓", layout.first_row, layout.view_rows, layout.rows)
    columns = _part("columns", "←→", layout.first_column, layout.view_columns, layout.columns)
    long = "   ".join(filter(None, (rows, columns)))
    return long if len(long) <= width else long.replace("rows ", "").replace("columns ", "")


def _part(name: str, arrows: str, first: int, shown: int, count: int) -> str:
    """Return which rows or columns are in view, with arrows towards the others; empty if all are."""
    if shown >= count:
        return ""
    ways = arrows[0] * (first > 0) + arrows[1] * (first + shown < count)
    return f"{ways} {name} {first + 1}-{first + shown} of {count}"


def _centred(text: str, layout: BoardLayout) -> str:
    """Return text padded to the width of a cell, so that it ends in the column of the cell's value."""
    return text.rjust(layout.zoom.glyph[0] + 1).ljust(layout.zoom.width)


def _has_grid(layout: BoardLayout) -> bool:
    """Return whether the gaps of a board show a grid: if cells are 4x2, and the board is not a small picture."""
    return layout.zoom == _GRID_ZOOM and layout.gutters.numbers


def _grid_between_rows(
    layout: BoardLayout, spans: Sequence[tiles.RoleSpan], row: int, columns: range
) -> list[tiles.RoleSpan]:
    """Return `spans`, the gap below a row, with a horizontal stroke in its blank parts.

    The spans begin with the gap before `columns`. If `row` is not in view, `spans` is the gap above the first visible
    row, which is the upper edge of the grid.
    """
    last = layout.first_row + layout.view_rows - 1
    left, cross, right = _JUNCTIONS["top" if row < layout.first_row else "bottom" if row == last else "within"]
    junctions = dict.fromkeys(range(0, (len(columns) + 1) * _GRID_ZOOM.width, _GRID_ZOOM.width), cross)
    if columns.start == layout.first_column:
        junctions[0] = left
    if columns.stop == layout.columns_in_view.stop:
        junctions[len(columns) * _GRID_ZOOM.width] = right
    found = []
    x = 0
    for text, role in spans:
        if role == tiles.GROUND and text.isspace():
            drawn = "".join([junctions.get(x + i, "─") for i in range(len(text))])
            found.append(tiles.RoleSpan(drawn, tiles.GRID))
        else:
            found.append(tiles.RoleSpan(text, role))
        x += len(text)
    return found
