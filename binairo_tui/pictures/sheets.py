"""Lays puzzles out on printable pages, with titles and page numbers, and their solutions on the last pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.pictures.board import board_size, draw_board
from binairo_tui.pictures.drawing import Anchor, Drawing, Ink, Label, Shape, moved

if TYPE_CHECKING:
    from binairo_tui.engine import Position, Puzzle

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of a page in points."""
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Maps the number of puzzles per page to the columns and rows in which they are placed."""

_MARGIN = 42.0
_HEAD = 34.0
"""Height of the title and the rules at the top of a page."""
_FOOT = 16.0
"""Height of the page number at the bottom."""
_GAP = 22.0
"""Space between two puzzles."""
_MAX_CELL = 40.0
_CAPTION = 11.0
"""Font size of the line above a board; the line takes twice that height."""
_LETTER = 0.52
"""Average width of a bold letter, relative to the font size."""
_SMALL = 8.5
_MANY_CELLS = 14
"""If a board has more rows or columns than this, there are fewer, larger solutions on a page."""


class Item(NamedTuple):
    """A puzzle to print, with its title, its band (empty if unknown), and the solution to print or None."""

    puzzle: Puzzle
    title: str
    band: str = ""
    solution: Position | None = None


class SheetOptions(NamedTuple):
    """Options for `sheet_pages`.

    `paper` is a key of `PAPERS`, `per_page` is a key of `GRIDS`, `title` is printed on every page, and `solutions` says
    whether the solutions follow the puzzles.
    """

    paper: str = "a4"
    per_page: int = 4
    title: str = "Binairo"
    solutions: bool = True


def sheet_pages(items: Sequence[Item], options: SheetOptions) -> list[Drawing]:
    """Return the pages: first the puzzles in order, then the solutions in the same order and smaller."""
    puzzles = [item.puzzle for item in items]
    if len({puzzle.unique_lines for puzzle in puzzles}) > 1:
        items = [item if item.puzzle.unique_lines else _note_loose_rule(item) for item in items]
    rules = rules_text(puzzles)
    pages = [
        (options.title, _page(batch, options.paper, GRIDS[options.per_page]))
        for batch in _batches(items, options.per_page)
    ]
    if options.solutions:
        solved = [item for item in items if item.solution is not None]
        is_large = any(max(item.puzzle.width, item.puzzle.height) > _MANY_CELLS for item in solved)
        columns, rows = (2, 3) if is_large else (3, 4)
        for batch in _batches(solved, columns * rows):
            shapes = _page(batch, options.paper, (columns, rows), is_solved=True)
            pages.append((f"{options.title}: solutions", shapes))
    width, height = PAPERS[options.paper]
    return [
        Drawing(width, height, (*_edges(title, rules, f"{number} / {len(pages)}", options.paper), *shapes))
        for number, (title, shapes) in enumerate(pages, 1)
    ]


def _note_loose_rule(item: Item) -> Item:
    return item._replace(band=_joined(item.band, "lines may be alike"))


def rules_text(puzzles: Sequence[Puzzle]) -> str:
    """Return one line of text with the rules that apply to these puzzles."""
    counts = "as many 0s as 1s in every line"
    if any(puzzle.width % 2 or puzzle.height % 2 for puzzle in puzzles):
        counts += " (in lines of odd length one 1 more)"
    parts = ["No three equal side by side", counts]
    unique = {puzzle.unique_lines for puzzle in puzzles}
    if True in unique:
        exception = ", unless the title says so" if False in unique else ""
        parts.append(f"no two rows and no two columns alike{exception}")
    else:
        parts.append("lines may be alike")
    if any(puzzle.signs for puzzle in puzzles):
        parts.append("= between equal cells, \xd7 between different ones")
    return f"{'; '.join(parts)}."


def _batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _edges(title: str, rules: str, number: str, paper: str) -> Iterator[Shape]:
    """Yield the title and rules at the top of a page, and the page number at the bottom."""
    width, height = PAPERS[paper]
    yield Label(_MARGIN, _MARGIN + 10, title, 13, Anchor.START, is_bold=True)
    yield Label(_MARGIN, _MARGIN + 23, rules, _SMALL, Anchor.START, ink=Ink.DARK)
    yield Label(width / 2, height - _MARGIN, number, _SMALL, ink=Ink.DARK)


def _page(items: Sequence[Item], paper: str, grid: tuple[int, int], *, is_solved: bool = False) -> list[Shape]:
    """Return the shapes of the puzzles on a page. Each puzzle is at the top of its place in the grid."""
    columns, rows = grid
    paper_width, paper_height = PAPERS[paper]
    width = (paper_width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    height = (paper_height - 2 * _MARGIN - _HEAD - _FOOT - (rows - 1) * _GAP) / rows
    shapes: list[Shape] = []
    for index, item in enumerate(items):
        row, column = divmod(index, columns)
        x, y = _MARGIN + column * (width + _GAP), _MARGIN + _HEAD + row * (height + _GAP)
        shapes += [moved(shape, x, y) for shape in _place(item, width, height, is_solved=is_solved)]
    return shapes


def _place(item: Item, width: float, height: float, *, is_solved: bool) -> Iterator[Shape]:
    """Yield the shapes of a caption and, below it, the board, as large as its place allows."""
    caption = _SMALL if is_solved else _CAPTION
    room = height - 2 * caption
    cell = min(
        _MAX_CELL, *(side / whole for side, whole in zip((width, room), board_size(item.puzzle, 1.0), strict=True))
    )
    board = draw_board(item.puzzle, item.solution if is_solved else None, cell=cell)
    x, y = (width - board.width) / 2, 2 * caption
    text = item.title if is_solved else _joined(item.title, item.band)
    most = int(width / (_LETTER * caption))
    text = text if len(text) <= most else f"{text[: most - 3]}..."
    yield Label(x, y - 0.6 * caption, text, caption, Anchor.START, is_bold=not is_solved)
    for shape in board.shapes:
        yield moved(shape, x, y)


def _joined(*parts: str) -> str:
    """Return the non-empty parts, separated by dots: `8x8 #3 · Hard`."""
    return " · ".join(filter(None, parts))
