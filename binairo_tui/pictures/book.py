"""Lays out a puzzle book: cover, rules and contents, chapters of lessons and puzzles, and the solutions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from binairo_tui.engine import Cell, Position, Puzzle
from binairo_tui.pictures.board import Marks, board_size, draw_board
from binairo_tui.pictures.drawing import Anchor, Drawing, Ink, Label, Shape, Stroke, moved
from binairo_tui.pictures.lettering import fitted, wrapped
from binairo_tui.pictures.sheets import FOOT, MARGIN, PAPERS, SMALL, Area, Item, batches, board_grid

_TEXT = 10.0
_LEAD = 1.45
"""Distance between two lines of text, relative to the font size."""
_HEADING = 22.0
_COVER = 40.0
_DIAGRAM = 128.0
"""Largest width and height of a diagram in a lesson."""
_LESSON_GAP = 26.0
_GRIDS = ((8, (2, 3)), (10, (2, 2)), (14, (1, 2)))
"""Pairs of a maximum board side and the (columns, rows) of such puzzles on a page; a larger board fills a page."""
_RULES = (
    "Fill the grid: each cell takes a 0 or a 1.",
    "No three equal values stand next to each other in a row or column.",
    "Every row and every column has as many 0s as 1s.",
    "No two rows are the same, and no two columns.",
)
_SIGN_RULE = "Cells joined by = are equal, and cells joined by \xd7 are different."


class Diagram(NamedTuple):
    """A technique with an example: the positions before and after, the forcing cells, and the forced cells."""

    name: str
    rule: str
    text: str
    puzzle: Puzzle
    before: Position
    after: Position
    because_cells: tuple[Cell, ...]
    cells: tuple[Cell, ...]


class Part(NamedTuple):
    """A chapter: its title, a sentence about it, its lessons and its puzzles with their solutions."""

    title: str
    note: str
    lessons: Sequence[Diagram]
    items: Sequence[Item]


class Book(NamedTuple):
    """A book; `paper` is a key of `PAPERS`. `example` is a puzzle with its solution, to explain the rules."""

    title: str
    subtitle: str
    imprint: str
    example: Item
    parts: Sequence[Part]
    paper: str = "a4"


class _Page(NamedTuple):
    """A page without its foot. The foot shows the page number and `part`, the title of the chapter."""

    part: str
    shapes: Sequence[Shape]


def book_pages(book: Book) -> list[Drawing]:
    """Return the pages of a book in order."""
    width, height = PAPERS[book.paper]
    area = Area(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN - FOOT)
    body: list[_Page] = []
    contents: list[tuple[str, int]] = []
    for part in book.parts:
        contents.append((part.title, len(body) + 3))  # after the cover and the page of rules and contents
        body += _part_pages(part, area)
    contents.append(("Solutions", len(body) + 3))
    body += _solution_pages(book, area)
    numbered = [_Page("", list(_introduction(book, contents, area))), *body]
    return [
        Drawing(width, height, tuple(_cover(book, width, height))),
        *[
            Drawing(width, height, (*page.shapes, *_foot(page.part, number, width, height)))
            for number, page in enumerate(numbered, 2)
        ],
    ]


def _foot(part: str, number: int, width: float, height: float) -> Iterator[Shape]:
    """Yield the title of the chapter and the page number, at the outer edge of the page."""
    is_right = number % 2 == 1
    x, anchor = (width - MARGIN, Anchor.END) if is_right else (MARGIN, Anchor.START)
    text = " · ".join(filter(None, [part, str(number)][:: 1 if is_right else -1]))
    yield Label(x, height - MARGIN, text, SMALL, anchor, ink=Ink.DARK)


def _cover(book: Book, width: float, height: float) -> Iterator[Shape]:
    room = width - 2 * MARGIN
    item = book.parts[-1].items[0]
    title = fitted(book.title, room, _COVER, is_bold=True)
    yield Label(MARGIN, 0.2 * height, title, _COVER, Anchor.START, is_bold=True)
    for number, line in enumerate(wrapped(book.subtitle, room, 15)):
        yield Label(MARGIN, 0.2 * height + 30 + 20 * number, line, 15, Anchor.START, ink=Ink.DARK)
    side = min(room, 0.55 * height)
    board = draw_board(item.puzzle, cell=side / max(board_size(item.puzzle, 1.0)))
    for shape in board.shapes:
        yield moved(shape, MARGIN, height - MARGIN - 40 - board.height)
    yield Label(MARGIN, height - MARGIN, fitted(book.imprint, room, SMALL), SMALL, Anchor.START, ink=Ink.DARK)


def _introduction(book: Book, contents: Sequence[tuple[str, int]], area: Area) -> Iterator[Shape]:
    """Yield the rules with an example, how to read a puzzle code, and the table of contents."""
    y = area.y + _HEADING
    yield _heading("Rules", area.x, y)
    side = 0.42 * area.width
    top = y + 16
    example = book.example
    for offset, position in ((0.0, None), (area.width - side, example.solution)):
        board = draw_board(example.puzzle, position, cell=side / max(board_size(example.puzzle, 1.0)))
        yield from (moved(shape, area.x + offset, top) for shape in board.shapes)
    yield Label(area.x + area.width / 2, top + side / 2, "becomes", _TEXT, ink=Ink.DARK)
    y = top + side + 24
    has_signs = any(item.puzzle.signs for part in book.parts for item in part.items)
    for rule in (*_RULES, *([_SIGN_RULE] if has_signs else [])):
        for line in wrapped(rule, area.width, _TEXT):
            yield Label(area.x, y, line, _TEXT, Anchor.START)
            y += _LEAD * _TEXT
    text = (
        "Each puzzle has exactly one solution, and each can be solved without guessing by the techniques that the book"
        f' teaches. The code above a puzzle opens it in the terminal: "binairo play {book.parts[0].items[0].band}".'
    )
    y += 0.5 * _TEXT
    for line in wrapped(text, area.width, _TEXT):
        yield Label(area.x, y, line, _TEXT, Anchor.START)
        y += _LEAD * _TEXT
    y += 2 * _HEADING
    yield _heading("Contents", area.x, y)
    y += 8
    for title, number in contents:
        y += 2 * _TEXT
        yield Label(area.x, y, title, _TEXT + 1, Anchor.START)
        yield Label(area.x + area.width, y, str(number), _TEXT + 1, Anchor.END)
        yield Stroke(area.x + 0.5, y + 5, area.x + area.width - 0.5, y + 5, 0.4, Ink.LIGHT)


def _part_pages(part: Part, area: Area) -> Iterator[_Page]:
    """Yield the pages of a chapter: its lessons under the heading, then its puzzles."""
    shapes: list[Shape] = [_heading(part.title, area.x, area.y + _HEADING)]
    y = area.y + _HEADING + 20
    for line in wrapped(part.note, area.width, _TEXT):
        shapes.append(Label(area.x, y, line, _TEXT, Anchor.START, ink=Ink.DARK))
        y += _LEAD * _TEXT
    y += _LESSON_GAP / 2
    for diagram in part.lessons:
        lesson, height = _lesson(diagram, area.width)
        if y + height > area.y + area.height:
            yield _Page(part.title, shapes)
            shapes, y = [], area.y
        shapes += [moved(shape, area.x, y) for shape in lesson]
        y += height + _LESSON_GAP
    yield _Page(part.title, shapes)
    size = max(max(item.puzzle.width, item.puzzle.height) for item in part.items)
    columns, rows = next((grid for most, grid in _GRIDS if size <= most), (1, 1))
    for batch in batches(part.items, columns * rows):
        yield _Page(part.title, board_grid(batch, area, (columns, rows)))


def _lesson(diagram: Diagram, width: float) -> tuple[list[Shape], float]:
    """Return the shapes of a lesson, with its text on the left and two diagrams on the right, and its height."""
    shapes: list[Shape] = [Stroke(0.5, 0, width - 0.5, 0, 0.6, Ink.LIGHT)]
    side = min(_DIAGRAM, 0.27 * width)
    cell = side / max(board_size(diagram.puzzle, 1.0))
    marks = Marks(diagram.because_cells, diagram.cells)
    boards = [draw_board(diagram.puzzle, it, cell=cell, marks=marks) for it in (diagram.before, diagram.after)]
    left, gap = width - 2 * side - 16, 16
    for board, x in zip(boards, (left, left + side + gap), strict=True):
        shapes += [moved(shape, x, 12) for shape in board.shapes]
    y = 12 + 1.2 * _TEXT
    shapes.append(Label(0, y, diagram.name, _TEXT + 3, Anchor.START, is_bold=True))
    for text, ink in ((diagram.rule, Ink.BLACK), (diagram.text, Ink.DARK)):
        y += 0.4 * _TEXT
        for line in wrapped(text, left - 20, _TEXT):
            y += _LEAD * _TEXT
            shapes.append(Label(0, y, line, _TEXT, Anchor.START, ink=ink))
    return shapes, max(y + _TEXT, 12 + max(board.height for board in boards))


def _solution_pages(book: Book, area: Area) -> Iterator[_Page]:
    """Yield the pages of solutions, with fewer boards on a page if the boards are large."""
    items = [item._replace(band="") for part in book.parts for item in part.items if item.solution is not None]
    for grid, chosen in (((4, 5), _sized(items, 0, 10)), ((3, 4), _sized(items, 10, 40))):
        for number, batch in enumerate(batches(chosen, grid[0] * grid[1])):
            is_first = number == 0 and chosen[0] is items[0]
            heading = [_heading("Solutions", area.x, area.y + _HEADING)] if is_first else []
            top = _HEADING + 24 if is_first else 0.0
            rest = Area(area.x, area.y + top, area.width, area.height - top)
            yield _Page("Solutions", [*heading, *board_grid(batch, rest, grid, is_solved=True)])


def _sized(items: Iterable[Item], above: int, most: int) -> list[Item]:
    return [item for item in items if above < max(item.puzzle.width, item.puzzle.height) <= most]


def _heading(text: str, x: float, y: float) -> Label:
    return Label(x, y, text, _HEADING, Anchor.START, is_bold=True)
