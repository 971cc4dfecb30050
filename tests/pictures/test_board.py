"""Drawn and written boards: the whole puzzle can be read off the picture."""

import xml.etree.ElementTree as ET
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, Position, Puzzle, parse_puzzle
from binairo_tui.pictures.board import CELL, board_size, draw_board
from binairo_tui.pictures.drawing import Anchor, Box, Drawing, Ink, Label, Stroke, moved
from binairo_tui.pictures.svg import html_text, svg_text
from binairo_tui.pictures.text import board_text
from tests.strategies import position_texts, puzzles, to_puzzle

WIDE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")
SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def drawn(draw: st.DrawFn) -> tuple[Puzzle, Position]:
    """Draw a puzzle and a position that extends its givens."""
    puzzle = to_puzzle(draw(puzzles()))
    geometry = puzzle.geometry
    text = draw(position_texts(puzzle.width, puzzle.height))
    givens = geometry.text(puzzle.givens)
    return puzzle, geometry.position("".join([a if a != EMPTY else b for a, b in zip(givens, text, strict=True)]))


@given(drawn())
def test_values_stand_in_their_cells_and_givens_on_plates(of: tuple[Puzzle, Position]) -> None:
    puzzle, position = of
    drawing = draw_board(puzzle, position)
    labels = {
        cell_at(puzzle, label.x, label.y - CELL / 5): label for label in drawing.shapes if isinstance(label, Label)
    }
    seen = "".join([labels[cell].text if cell in labels else EMPTY for cell in range(puzzle.width * puzzle.height)])
    assert seen == puzzle.geometry.text(position)
    plates = [it for it in drawing.shapes if isinstance(it, Box) and it.ink is Ink.PLATE]
    givens = puzzle.geometry.cells(puzzle.givens)
    assert tuple(cell_at(puzzle, plate.x + CELL / 2, plate.y + CELL / 2) for plate in plates) == givens
    assert tuple(cell for cell, label in sorted(labels.items()) if label.is_bold) == givens


def cell_at(puzzle: Puzzle, x: float, y: float) -> int:
    return int(y // CELL) * puzzle.width + int(x // CELL)


@given(drawn())
def test_nothing_lies_outside(of: tuple[Puzzle, Position]) -> None:
    drawing = draw_board(*of)
    assert (drawing.width, drawing.height) == board_size(of[0], CELL)
    for shape in drawing.shapes:
        for x, y in corners(shape):
            assert -0.001 <= x <= drawing.width + 0.001
            assert -0.001 <= y <= drawing.height + 0.001


def corners(shape: Box | Stroke | Label) -> list[tuple[float, float]]:
    """Return the corners of a shape; of a label those of the box from its baseline to the top of a capital letter."""
    if isinstance(shape, Box):
        return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
    if isinstance(shape, Stroke):
        half = shape.thickness / 2
        return [(shape.x1 - half, shape.y1 - half), (shape.x2 + half, max(shape.y1, shape.y2) + half)]
    left = shape.left(shape.width)
    return [(left, shape.y - 0.72 * shape.size), (left + shape.width, shape.y)]


def test_signs_lie_on_the_lines_between_their_cells() -> None:
    white = [it for it in draw_board(WIDE, cell=100).shapes if isinstance(it, Box) and it.ink is Ink.WHITE]
    centres = [(round(it.x + it.width / 2 - 6.25), round(it.y + it.height / 2 - 6.25)) for it in white]
    assert centres == [(50, 100), (300, 50)]


@given(drawn())
def test_an_svg_is_xml_with_all_values(of: tuple[Puzzle, Position]) -> None:
    puzzle, position = of
    root = ET.fromstring(svg_text(draw_board(puzzle, position)))
    assert root.tag == f"{SVG}svg"
    values = "".join([it.text or "" for it in root.iter(f"{SVG}text")])
    assert values == puzzle.geometry.text(position).replace(EMPTY, "")


def test_foreign_text_in_an_svg_is_only_text() -> None:
    label = Label(1, 2, "<script>&\"'", 10, Anchor.END, is_bold=True, ink=Ink.DARK)
    root = ET.fromstring(svg_text(Drawing(10, 10, (label,))))
    (text,) = root.iter(f"{SVG}text")
    assert (text.text, text.get("text-anchor"), text.get("fill")) == ("<script>&\"'", "end", "#555555")


def test_an_svg_and_a_page_have_no_control_characters() -> None:
    title = "a\x1b]0;b\x07\x00\x85\ud800c"
    drawing = Drawing(10, 10, (Label(1, 2, title, 10), Label(1, 2, "\u041a\u043d\u0438\u0433\u0430", 10)))
    for text in (svg_text(drawing), html_text([drawing], title)):
        assert "a]0;bc" in text
        assert text.replace("\n", "").isprintable()
    assert "textLength" not in svg_text(Drawing(10, 10, drawing.shapes[1:]))  # its width is not known


def test_moving_a_shape_keeps_its_size() -> None:
    assert moved(Stroke(1, 2, 3, 4, 5), 10, 20) == Stroke(11, 22, 13, 24, 5)
    assert moved(Box(1, 2, 3, 4, Ink.PLATE), 10, 20) == Box(11, 22, 3, 4, Ink.PLATE)


# As text.


@given(drawn(), st.booleans())
def test_the_text_has_every_value_and_sign(of: tuple[Puzzle, Position], is_ascii: bool) -> None:
    puzzle, position = of
    lines = board_text(puzzle, position, is_ascii=is_ascii).split("\n")
    assert {len(line) for line in lines} == {4 * puzzle.width + 1}
    assert len(lines) == 2 * puzzle.height + 1
    values = "".join([line[2::4] for line in lines[1::2]]).replace(" ", EMPTY)
    assert values == puzzle.geometry.text(position)
    differ = "x" if is_ascii else "×"
    signs = {"=": True, differ: False}
    beside = [(row, col) for row in range(puzzle.height) for col in range(puzzle.width)]
    found = {
        **{(r * puzzle.width + c, r * puzzle.width + c + 1): signs.get(lines[2 * r + 1][4 * c + 4]) for r, c in beside},
        **{
            (r * puzzle.width + c, (r + 1) * puzzle.width + c): signs.get(lines[2 * r + 2][4 * c + 2])
            for r, c in beside
        },
    }
    assert {pair: same for pair, same in found.items() if same is not None} == {(a, b): s for a, b, s in puzzle.signs}
    assert not is_ascii or board_text(puzzle, position, is_ascii=True).isascii()


def test_the_text_of_a_small_board() -> None:
    assert board_text(WIDE).split("\n") == [
        "┌───┬───┬───┬───┐",
        "│   │ 1 │   =   │",
        "├─×─┼───┼───┼───┤",
        "│ 0 │   │   │   │",
        "└───┴───┴───┴───┘",
    ]


# As PNG.


def test_a_png_shows_plates_digits_and_lines() -> None:
    Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")  # noqa: N806 - a module
    from binairo_tui.pictures.png import png_bytes

    image = Image.open(BytesIO(png_bytes(draw_board(WIDE, cell=40))))
    assert (image.mode, image.size) == ("L", (330, 170))
    frame = 5
    at = {cell: (frame + 80 * (cell % 4), frame + 80 * (cell // 4)) for cell in range(8)}
    assert [image.getpixel((x + 12, y + 12)) for x, y in at.values()] == [255, 232, 255, 255, 232, 255, 255, 255]
    assert image.getpixel((4, 100)) == 0
    darkest = {cell: min(image.crop((x + 20, y + 10, x + 60, y + 70)).tobytes()) for cell, (x, y) in at.items()}
    assert [cell for cell, ink in darkest.items() if ink < 40] == [1, 4]
