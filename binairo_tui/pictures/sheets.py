"""Lays puzzles out on printable pages, with titles and page numbers, and their solutions on separate pages.

All lengths and font sizes are in points.
"""

from collections.abc import Iterator, Sequence
from enum import Flag
from typing import NamedTuple

from binairo_tui.engine import Position, Puzzle
from binairo_tui.pictures.board import board_size, draw_board
from binairo_tui.pictures.drawing import Anchor, Drawing, Ink, Label, Shape, Stroke, moved
from binairo_tui.pictures.lettering import fitted, text_width, wrapped

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Maps the number of puzzles per page to the columns and rows in which they are placed."""

MARGIN = 42.0
_TITLE = 13.0
_LINE = 11.0
"""Distance between two lines of the rules."""
_NAME = 22.0
"""Height of the line for name and date."""
FOOT = 16.0
GAP = 22.0
_MAX_CELL = 40.0
CAPTION = 11.0
"""Font size of the line above a board. The line takes twice this height."""
SMALL = 8.5
"""Font size of rules, page numbers and the captions of solutions."""
_MANY_CELLS = 14
"""If any board has more rows or columns than this, fewer solutions are on each page, so that they are larger."""


class Item(NamedTuple):
    """A puzzle to print, below `title` and `band`. `band` is the difficulty (in a book, the code), or '' if unknown.

    The board shows the values in `position`, or only the givens. Without `solution`, no solution is printed.
    """

    puzzle: Puzzle
    title: str
    band: str = ""
    solution: Position | None = None
    position: Position | None = None


class Area(NamedTuple):
    """A part of a page: the place of its upper left corner, and its size, in points."""

    x: float
    y: float
    width: float
    height: float


class Content(Flag):
    """The kinds of pages to make."""

    PUZZLES = 1
    SOLUTIONS = 2


class SheetOptions(NamedTuple):
    """`paper` is a key of `PAPERS`, `per_page` of `GRIDS`. With `has_name_line`, pupils can write name and date."""

    paper: str = "a4"
    per_page: int = 4
    title: str = "Binairo"
    content: Content = Content.PUZZLES | Content.SOLUTIONS
    has_name_line: bool = False


class _Page(NamedTuple):
    """A page before its number is added: the puzzles, their grid as (columns, rows), and the heading."""

    items: Sequence[Item]
    grid: tuple[int, int]
    title: str
    is_solved: bool = False
    has_name_line: bool = False


def sheet_pages(items: Sequence[Item], options: SheetOptions) -> list[Drawing]:
    """Return the pages in `options.content`: pages with the puzzles, then pages with solutions in the same order.

    There are 12 solutions on a page, or 6 if any board is large.
    """
    puzzles = [item.puzzle for item in items]
    if len({puzzle.unique_lines for puzzle in puzzles}) > 1:
        items = [
            item if item.puzzle.unique_lines else item._replace(band=_joined(item.band, "lines may repeat"))
            for item in items
        ]
    pages: list[_Page] = []
    if Content.PUZZLES in options.content:
        pages += [
            _Page(batch, GRIDS[options.per_page], options.title, has_name_line=options.has_name_line)
            for batch in _batches(items, options.per_page)
        ]
    if Content.SOLUTIONS in options.content:
        solved = [item for item in items if item.solution is not None]
        is_large = any(max(item.puzzle.width, item.puzzle.height) > _MANY_CELLS for item in solved)
        columns, rows = (2, 3) if is_large else (3, 4)
        title = f"{options.title}: solutions"
        pages += [_Page(batch, (columns, rows), title, is_solved=True) for batch in _batches(solved, columns * rows)]
    rules = rules_text(puzzles)
    return [_draw(page, rules, f"{number} / {len(pages)}", options.paper) for number, page in enumerate(pages, 1)]


def rules_text(puzzles: Sequence[Puzzle]) -> str:
    """Return the rules that apply to these puzzles, as a paragraph."""
    counts = "Every row and column has as many 0s as 1s"
    if any(puzzle.width % 2 or puzzle.height % 2 for puzzle in puzzles):
        counts += f" (one more {'1' if all(puzzle.more_ones for puzzle in puzzles) else '0 or 1'} if its length is odd)"
    sentences = ["No three equal values next to each other.", f"{counts}."]
    unique = {puzzle.unique_lines for puzzle in puzzles}
    if True in unique:
        exception = ", unless the title says otherwise" if False in unique else ""
        sentences.append(f"No two rows and no two columns are the same{exception}.")
    else:
        sentences.append("Rows and columns may repeat.")
    if any(puzzle.signs for puzzle in puzzles):
        sentences.append("Cells joined by = are equal, cells joined by \xd7 are different.")
    return " ".join(sentences)


def _batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _draw(page: _Page, rules: str, number: str, paper: str) -> Drawing:
    width, height = PAPERS[paper]
    head, top = _head(page, rules, width)
    area = Area(MARGIN, top, width - 2 * MARGIN, height - MARGIN - top - FOOT)
    boards = board_grid(page.items, area, page.grid, is_solved=page.is_solved)
    foot = Label(width / 2, height - MARGIN, number, SMALL, ink=Ink.DARK)
    return Drawing(width, height, (*head, foot, *boards))


def board_grid(items: Sequence[Item], area: Area, grid: tuple[int, int], *, is_solved: bool = False) -> list[Shape]:
    """Return the shapes of boards with captions in a grid of (columns, rows). If `is_solved`, show the solutions."""
    columns, rows = grid
    width = (area.width - (columns - 1) * GAP) / columns
    height = (area.height - (rows - 1) * GAP) / rows
    shapes: list[Shape] = []
    for index, item in enumerate(items):
        row, column = divmod(index, columns)
        x, y = area.x + column * (width + GAP), area.y + row * (height + GAP)
        shapes += [moved(shape, x, y) for shape in _place(item, width, height, is_solved=is_solved)]
    return shapes


def _head(page: _Page, rules: str, paper_width: float) -> tuple[list[Shape], float]:
    """Return the shapes of a page's heading, and the distance from the top of the paper to the puzzles."""
    width = paper_width - 2 * MARGIN
    y = MARGIN + 10
    title = fitted(page.title, width, _TITLE, is_bold=True)
    shapes: list[Shape] = [Label(MARGIN, y, title, _TITLE, Anchor.START, is_bold=True)]
    y += 2
    for line in wrapped(rules, width, SMALL):
        y += _LINE
        shapes.append(Label(MARGIN, y, line, SMALL, Anchor.START, ink=Ink.DARK))
    if page.has_name_line:
        y += _NAME
        for x, end, text in ((0.0, 0.62, "Name"), (0.66, 1.0, "Date")):
            start, room = MARGIN + x * width, 34.0
            shapes.append(Label(start, y, text, CAPTION, Anchor.START))
            shapes.append(Stroke(start + room, y + 2, MARGIN + end * width - 1, y + 2, 0.6, Ink.DARK))
    return shapes, y + _LINE


def _place(item: Item, width: float, height: float, *, is_solved: bool) -> Iterator[Shape]:
    """Yield the shapes of a caption and of the board below it, scaled to fit this width and height."""
    caption = SMALL if is_solved else CAPTION
    room = height - 2 * caption
    cell = min(
        _MAX_CELL, *(side / whole for side, whole in zip((width, room), board_size(item.puzzle, 1.0), strict=True))
    )
    board = draw_board(item.puzzle, item.solution if is_solved else item.position, cell=cell)
    x, y = (width - board.width) / 2, 2 * caption
    text = item.title if is_solved else _joined(item.title, item.band)
    # The caption begins above the board's left edge or, if it is too long for that, further left.
    text = fitted(text, width, caption, is_bold=not is_solved)
    start = max(0.0, min(x, width - text_width(text, caption, is_bold=not is_solved)))
    yield Label(start, y - 0.6 * caption, text, caption, Anchor.START, is_bold=not is_solved)
    for shape in board.shapes:
        yield moved(shape, x, y)


def _joined(*parts: str) -> str:
    """Return the non-empty parts, separated by dots: `8x8 #3 · Hard`."""
    return " · ".join(filter(None, parts))
