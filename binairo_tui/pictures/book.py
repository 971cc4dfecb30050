"""Lays out a puzzle book: cover, rules and contents, chapters of lessons and puzzles, and the solutions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from binairo_tui.engine.techniques.registry import ProofStep, technique
from binairo_tui.pictures.board import Marks, board_size, draw_board
from binairo_tui.pictures.drawing import Anchor, Drawing, Ink, Label, Shape, Stroke, moved
from binairo_tui.pictures.lettering import fitted, text_width, wrapped
from binairo_tui.pictures.sheets import CAPTION, FOOT, GAP, MARGIN, PAPERS, SMALL, Area, Item, board_grid

_TEXT = 10.0
_LEAD = 1.45
"""Distance between two lines of text, relative to the font size."""
_HEADING = 22.0
_COVER = 40.0
"""Largest font size of the title, in points. A longer title is set smaller, down to `_HEADING`, and then cut off."""
_DIAGRAM = 128.0
"""Largest width and height of a diagram in a lesson, in points."""
_LESSON_GAP = 26.0
_MOST_OF_TWO = 12
"""Boards are printed two side by side if none in the chapter has more rows or columns than this."""
_LEAST_CELL, _LEAST_BOARD = 17.5, 165.0
"""Smallest side lengths, in points, to which cells and boards of puzzles are reduced so that more fit on a page."""
_RULES = (
    "Fill the grid: each cell takes a 0 or a 1.",
    "No three equal values stand next to each other in a row or column.",
    "Every row and every column has as many 0s as 1s.",
    "No two rows are the same, and no two columns.",
)
_SIGN_RULE = "Cells joined by = are equal, and cells joined by \xd7 are different."


class Part(NamedTuple):
    """A chapter: its title, a sentence about it, examples of its techniques, and its puzzles with their solutions."""

    title: str
    note: str
    lessons: Sequence[ProofStep]
    items: Sequence[Item]


class Book(NamedTuple):
    """`paper` is a key of `PAPERS`, `example` explains the rules, `imprint` is the line at the foot of the cover."""

    title: str
    subtitle: str
    imprint: str
    example: Item
    parts: Sequence[Part]
    paper: str = "a4"


class _Page(NamedTuple):
    """A page without its foot. The foot shows the page number and `part`, the title of the last chapter on the page."""

    part: str
    shapes: list[Shape]


class _Flow:
    """Pages that are filled from top to bottom."""

    def __init__(self, area: Area) -> None:
        self.area = area
        self._y = area.y
        self.pages: list[_Page] = []

    @property
    def room(self) -> float:
        """The height that is left on the last page, in points; 0 if there is no page yet."""
        return self.area.y + self.area.height - self._y if self.pages else 0.0

    def begin_page(self, part: str = "") -> None:
        """Begin a page in the chapter `part`; by default, in the same chapter as before."""
        self.pages.append(_Page(part or self.pages[-1].part, []))
        self._y = self.area.y

    def begin_part(self, title: str, least: float) -> int:
        """Begin a chapter on the last page if `least` points are left there, otherwise on a new page.

        Return the page number, which counts from 3, because the cover and the introduction precede these pages.
        """
        if self.room < least:
            self.begin_page(title)
        self.pages[-1] = self.pages[-1]._replace(part=title)
        return len(self.pages) + 2

    def add(self, shapes: Iterable[Shape], height: float, gap: float) -> None:
        """The coordinates of the shapes are relative to their common upper left corner."""
        self.pages[-1].shapes.extend([moved(shape, self.area.x, self._y) for shape in shapes])
        self._y += height + gap

    def add_boards(
        self, items: Sequence[Item], columns: int, least: float, most: float, *, is_solved: bool = False
    ) -> None:
        """Rows are `least` to `most` points high with their captions; rows that fill a page may be higher."""
        while items:
            rows = min(-(-len(items) // columns), int((self.room + GAP) / (least + GAP)))
            if not rows:
                self.begin_page()
                continue
            batch, items = items[: rows * columns], items[rows * columns :]
            height = (self.room + GAP) / rows - GAP
            height = rows * (height if items else min(height, most)) + (rows - 1) * GAP
            grid = (columns if is_solved or len(batch) > 1 else 1, rows)
            self.add(board_grid(batch, Area(0, 0, self.area.width, height), grid, is_solved=is_solved), height, 2 * GAP)


def book_pages(book: Book) -> list[Drawing]:
    """Return the pages of a book in order, from the cover to the solutions. Each chapter must have a puzzle."""
    width, height = PAPERS[book.paper]
    area = Area(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN - FOOT)
    flow = _Flow(area)
    contents = [(part.title, _add_part(flow, part)) for part in book.parts]
    contents.append(("Solutions", _add_solutions(flow, book)))
    numbered = [_Page("", list(_introduction(book, contents, area))), *flow.pages]
    return [
        Drawing(width, height, tuple(_cover(book, width, height))),
        *[
            Drawing(width, height, (*page.shapes, *_foot(page.part, number, width, height)))
            for number, page in enumerate(numbered, 2)
        ],
    ]


def _foot(part: str, number: int, width: float, height: float) -> Iterator[Shape]:
    is_right = number % 2 == 1
    x, anchor = (width - MARGIN, Anchor.END) if is_right else (MARGIN, Anchor.START)
    text = " · ".join(filter(None, [part, str(number)][:: 1 if is_right else -1]))
    yield Label(x, height - MARGIN, text, SMALL, anchor, ink=Ink.DARK)


def _cover(book: Book, width: float, height: float) -> Iterator[Shape]:
    room = width - 2 * MARGIN
    item = book.parts[-1].items[0]
    whole = text_width(book.title, 1.0, is_bold=True)
    size = max(_HEADING, min(_COVER, room / whole)) if whole else _COVER
    title = fitted(book.title, room, size, is_bold=True)
    yield Label(MARGIN, 0.2 * height, title, size, Anchor.START, is_bold=True)
    for number, line in enumerate(wrapped(book.subtitle, room, 15)):
        yield Label(MARGIN, 0.2 * height + 30 + 20 * number, line, 15, Anchor.START, ink=Ink.DARK)
    side = min(room, 0.55 * height)
    board = draw_board(item.puzzle, cell=side / max(board_size(item.puzzle, 1.0)))
    for shape in board.shapes:
        yield moved(shape, MARGIN, height - MARGIN - 40 - board.height)
    yield Label(MARGIN, height - MARGIN, fitted(book.imprint, room, SMALL), SMALL, Anchor.START, ink=Ink.DARK)


def _introduction(book: Book, contents: Sequence[tuple[str, int]], area: Area) -> Iterator[Shape]:
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
    note = (
        "Each puzzle has exactly one solution, which the techniques in this book find without guessing."
        f' The code above a puzzle opens it in the terminal: "binairo play {book.parts[0].items[0].band}".'
    )
    rules = (*_RULES, *([_SIGN_RULE] if has_signs else []))
    for text, gap in (*[(rule, 0.0) for rule in rules], (note, 0.5 * _TEXT)):
        y += gap
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


def _add_part(flow: _Flow, part: Part) -> int:
    """Add a chapter: its heading and lessons, then its puzzles. Return the number of its first page."""
    head: list[Shape] = [_heading(part.title, 0, _HEADING)]
    y = _HEADING + 20
    for line in wrapped(part.note, flow.area.width, _TEXT):
        head.append(Label(0, y, line, _TEXT, Anchor.START, ink=Ink.DARK))
        y += _LEAD * _TEXT
    lessons = [_lesson(example, flow.area.width) for example in part.lessons]
    size = max(max(item.puzzle.width, item.puzzle.height) for item in part.items)
    columns = 2 if size <= _MOST_OF_TWO else 1
    least = min(max(_LEAST_CELL * size, _LEAST_BOARD) + 2 * CAPTION, flow.area.height)
    page = flow.begin_part(part.title, y + _LESSON_GAP / 2 + (lessons[0][1] if lessons else least))
    flow.add(head, y, _LESSON_GAP / 2)
    for shapes, height in lessons:
        if height > flow.room:
            flow.begin_page()
        flow.add(shapes, height, _LESSON_GAP)
    flow.add_boards(part.items, columns, least, (flow.area.width - GAP) / 2 + 2 * CAPTION)
    return page


def _lesson(example: ProofStep, width: float) -> tuple[list[Shape], float]:
    """Return the shapes of a lesson, and its height. Its text is on the left, and its two boards are on the right."""
    proof = example.proof
    shapes: list[Shape] = [Stroke(0.5, 0, width - 0.5, 0, 0.6, Ink.LIGHT)]
    side = min(_DIAGRAM, 0.27 * width)
    cell = side / max(board_size(example.puzzle, 1.0))
    marks = Marks(proof.because_cells, proof.cells)
    boards = [draw_board(example.puzzle, it, cell=cell, marks=marks) for it in (example.before, example.after)]
    left, gap = width - 2 * side - 16, 16
    for board, x in zip(boards, (left, left + side + gap), strict=True):
        shapes += [moved(shape, x, 12) for shape in board.shapes]
    y = 12 + 1.2 * _TEXT
    shapes.append(Label(0, y, proof.technique.capitalize(), _TEXT + 3, Anchor.START, is_bold=True))
    for text, ink in ((technique(proof.technique).rule, Ink.BLACK), (proof.text, Ink.DARK)):
        y += 0.4 * _TEXT
        for line in wrapped(text, left - 20, _TEXT):
            y += _LEAD * _TEXT
            shapes.append(Label(0, y, line, _TEXT, Anchor.START, ink=ink))
    return shapes, max(y + _TEXT, 12 + max(board.height for board in boards))


def _add_solutions(flow: _Flow, book: Book) -> int:
    """Add the solutions, with fewer boards in a row if the boards are large. Return the number of their first page."""
    items = [item._replace(band="") for part in book.parts for item in part.items if item.solution is not None]
    page = flow.begin_part("Solutions", 0.5 * flow.area.height)
    flow.add([_heading("Solutions", 0, _HEADING)], _HEADING, 24)
    for columns, chosen in ((4, _sized(items, 0, 10)), (3, _sized(items, 10, 40))):
        height = (flow.area.width - (columns - 1) * GAP) / columns + 2 * SMALL
        flow.add_boards(chosen, columns, 0.85 * height, height, is_solved=True)
    return page


def _sized(items: Iterable[Item], above: int, most: int) -> list[Item]:
    return [item for item in items if above < max(item.puzzle.width, item.puzzle.height) <= most]


def _heading(text: str, x: float, y: float) -> Label:
    return Label(x, y, text, _HEADING, Anchor.START, is_bold=True)
