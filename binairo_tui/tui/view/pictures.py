"""Small pictures of boards, drawn with the same tiles as the board in play."""

from collections.abc import Iterator
from typing import NamedTuple

from binairo_tui.engine import Puzzle, find_violations, parse_puzzle, wording
from binairo_tui.tui.view import appearance, arrangement, painting, spans
from binairo_tui.tui.view.layout import MOST_TRIMMED, ZOOMS, BoardLayout, Gutters, Zoom, Zooms, zoom_named
from binairo_tui.tui.view.tiles import OVER, PIXELS, Scene

LARGEST = Zoom(6, 3)
SMALLEST_WITH_SIGNS = Zoom(3, 2, True), Zoom(2, 2)
"""The smallest cells, joined or with gaps, that have room for a value and for signs beside and below it."""
_BARE = Gutters(False, False, False)
_SAMPLE = parse_puzzle("4x4;1.0....1........")


class Painter(NamedTuple):
    """Draws pictures of boards as a terminal can show them.

    `symbols` are the characters for 0 and 1. `has_tones` means that the terminal can show shades of colours.
    `zooms` are the sizes of cells that look right in it.
    """

    symbols: appearance.Symbols = appearance.DIGITS
    has_tones: bool = True
    zooms: Zooms = ZOOMS

    def board(self, puzzle: Puzzle, text: str, width: int, height: int) -> list[spans.TextLine]:
        """Return a picture of the grid in `text` in the middle of `width` columns; empty if there is no room.

        The cells are as large as there is room for, at most `LARGEST`. If not even the smallest cells fit, and the
        terminal has tones and shows joined cells, each character shows the colours of two cells. If the cells have no
        room for signs, the number of signs is shown below the picture.
        """
        look = appearance.grid_look(
            appearance.GridContents(puzzle, puzzle.geometry.position(text), is_live=False), symbols=self.symbols
        )
        layouts = _layouts(puzzle, self.zooms)
        layout = next((it for it in layouts if it.size[0] <= width and it.size[1] <= height), None)
        if layout is not None:
            lines = _painted(Scene(layout, look, cursor=-1), *layout.size)
        elif (
            self.has_tones
            and any(zoom.is_joined for zoom in self.zooms)
            and puzzle.width <= width
            and (puzzle.height + 1) // 2 <= height
        ):
            lines = _pixels(puzzle, look)
        else:
            return []
        if puzzle.signs and len(lines) < height and not (layout and layout.zoom.is_tall):
            count = spans.cut(f"+ {wording.plural(len(puzzle.signs), 'sign')}", width).rstrip()
            lines.append(spans.line(spans.Span(count, "muted")))
        return spans.centred(lines, width)

    def sample(self, zoom: str, width: int, height: int) -> list[spans.TextLine]:
        """Return a sample board with givens, values and a broken rule; `zoom` is a value of that setting."""
        position = _SAMPLE.geometry.position("1.0010.11.....0.")
        look = appearance.grid_look(
            appearance.GridContents(_SAMPLE, position, find_violations(_SAMPLE, position)), symbols=self.symbols
        )
        layout = arrangement.fit(_SAMPLE, width, height, zoom=zoom_named(zoom, self.zooms), zooms=self.zooms)
        return _painted(Scene(layout, look, cursor=6), width, height)

    def captioned(self, puzzle: Puzzle, *captions: spans.Paragraph, text: str = "") -> spans.Content:
        """Return a function that draws a grid, with the values in `text` or the givens, and captions below it."""

        def lines(width: int, height: int) -> list[spans.TextLine]:
            told = [(spans.with_drawn_signs(it.text), it.tone) for it in captions]
            below = [it for sentence, tone in told for it in spans.wrapped(sentence, width, tone)]
            values = text or puzzle.geometry.text(puzzle.givens)
            room = height - len(below)
            picture = self.board(puzzle, values, width, room)
            return [*picture, *([spans.BLANK] if 0 < len(picture) < room else ()), *below]

        return lines


def _layouts(puzzle: Puzzle, zooms: Zooms) -> Iterator[BoardLayout]:
    """Yield the possible layouts of a picture, the best first; signs are shown only between large cells.

    There is no gap below the last row. If joined cells do not fit, they are tried again without the outer half lines of
    the first and the last row.
    """
    sizes = [
        zoom
        for zoom in zooms
        if zoom.width <= LARGEST.width and not (zoom.is_joined and zoom.is_whole and puzzle.signs)
    ]
    tall = [zoom for zoom in sizes if zoom.is_tall]
    can_join = any(zoom.is_joined for zoom in sizes)
    with_signs = [zoom for zoom in SMALLEST_WITH_SIGNS if puzzle.signs and (can_join or not zoom.is_joined)]
    for group in (tall, with_signs):
        for zoom in group:
            is_tight = zoom.has_lines_between and not zoom.is_joined
            has_margin = zoom.is_joined and not zoom.is_whole
            yield _layout(puzzle, zoom, _BARE._replace(margin=has_margin, is_tight=is_tight))
        for zoom in group:
            if zoom.is_joined and zoom.width <= MOST_TRIMMED:
                yield _layout(puzzle, zoom, _BARE._replace(is_tight=True))
    yield from [_layout(puzzle, zoom, _BARE) for zoom in sizes if not zoom.is_tall]


def _layout(puzzle: Puzzle, zoom: Zoom, gutters: Gutters) -> BoardLayout:
    return BoardLayout(puzzle.width, puzzle.height, zoom, gutters, puzzle.width, puzzle.height)


def _painted(scene: Scene, width: int, height: int) -> list[spans.TextLine]:
    return [
        spans.line(*[spans.Span(text, role) for text, role in painting.paint_line(scene, y, width)])
        for y in range(height)
    ]


def _pixels(puzzle: Puzzle, look: appearance.BoardLook) -> list[spans.TextLine]:
    """Return a picture in which each character shows two cells, one above the other."""
    columns = puzzle.width
    tiles = [cell.tile for cell in look.cells] + ["ground"] * columns
    return [
        spans.line(
            *[
                spans.Span("▀", (PIXELS, tiles[cell], OVER, tiles[cell + columns]))
                for cell in range(start, start + columns)
            ]
        )
        for start in range(0, columns * puzzle.height, 2 * columns)
    ]
