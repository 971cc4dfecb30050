"""Pictures of puzzles: what is read is right, and what cannot be read is refused with a sentence."""

import struct
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numpy", reason="pictures are read with numpy")

from PIL import Image, ImageDraw

from binairo_tui import pictures
from binairo_tui.engine import parse_puzzle
from binairo_tui.pictures.png import png_bytes
from binairo_tui.screenshots import lattice, opening, reading, regions
from binairo_tui.screenshots.sources import PictureError, is_picture, named_picture
from tests.cli.runs import binairo
from tests.puzzle_pictures.make_pictures import Sample, draw, drawn, looks, own
from tests.puzzle_pictures.measure import count, verdict
from tests.shipped import find_entry

PUZZLE = find_entry("6x6", 1).puzzle
SHORT = [*drawn(14), *own(6)]
judged = cache(verdict)


def as_png(image: Image.Image) -> bytes:
    data = BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def picture_of(name: str = "digits", side: float = 40, seed: int = 1) -> Image.Image:
    random = Random(seed)
    return draw(PUZZLE, looks(random)[name], side, random)


@pytest.mark.parametrize("sample", SHORT, ids=lambda sample: sample.name)
def test_nothing_is_read_wrong(sample: Sample) -> None:
    said, why = judged(sample)
    assert said != "wrong", why


def test_most_pictures_are_read() -> None:
    assert sum(judged(sample)[0] == "right" for sample in SHORT[::2]) >= 8


@pytest.mark.long
def test_at_most_one_picture_in_a_hundred_is_read_wrong() -> None:
    total = sum(count([*drawn(112), *own(21)]).values(), Counter[str]())
    assert total["wrong"] <= 0.01 * total.total()
    assert total["right"] >= 0.8 * total.total()


@pytest.mark.parametrize("cell", [0, 8, 35])
def test_a_cell_that_is_scribbled_over_is_unsure(cell: int) -> None:
    image = Image.open(BytesIO(png_bytes(pictures.draw_board(PUZZLE)))).convert("RGB")
    row, column = divmod(cell, 6)
    side = image.width / (6 + 1 / 8)
    x, y = (column + 0.56) * side, (row + 0.56) * side
    pen = ImageDraw.Draw(image)
    for lift in (-0.2, 0, 0.2):
        ends = (x - 0.25 * side, y + lift * side, x + 0.25 * side, y - 0.6 * lift * side)
        pen.line(ends, fill="#3050c0", width=round(side / 9))
    assert cell in reading.read_picture(as_png(image)).unsure_cells


def middle(image: Image.Image, cell: int) -> tuple[float, float, float]:
    """Return the centre of a cell in a picture, and its side, in pixels."""
    found = lattice.find_lattice(regions.edges_of(opening.decode(as_png(image))))
    x, y = found.centres[cell]
    return float(x), float(y), found.across


@pytest.mark.parametrize("weight", [0.08, pytest.param(0.13, marks=pytest.mark.ci)])
@pytest.mark.parametrize("cell", [0, 3, 8, 14, 20, 30, 35])
def test_a_cell_with_a_cursor_around_it_is_read(cell: int, weight: float) -> None:
    """As in our app in a terminal: a frame within the cell, and, if that is blank, the terminal's own below a dot."""
    image = picture_of("digits on tiles", 48)
    x, y, side = middle(image, cell)
    pen, half = ImageDraw.Draw(image), side * 0.47
    pen.rectangle((x - half, y - half, x + half, y + half), outline="#20a060", width=round(weight * side))
    if PUZZLE.geometry.text(PUZZLE.givens)[cell] == ".":
        pen.rectangle((x - 1, y - 1, x + 1, y + 1), fill="#777777")
        pen.rectangle((x - 4, y + 7, x + 4, y + 8), fill="#000000")
    seen = reading.read_picture(as_png(image))
    assert (seen.puzzle.givens, seen.unsure) == (PUZZLE.givens, ())


def test_a_blank_cell_of_a_board_with_digits_may_have_any_colour() -> None:
    image = picture_of()
    x, y, side = middle(image, 14)
    ImageDraw.Draw(image).rectangle((x - 0.4 * side, y - 0.4 * side, x + 0.4 * side, y + 0.4 * side), fill="#9cc4ff")
    seen = reading.read_picture(as_png(image))
    assert (seen.puzzle.givens, seen.unsure) == (PUZZLE.givens, ())


def test_two_shades_of_the_same_digit_are_one_kind() -> None:
    few = parse_puzzle("6x6;.......1.....................1......")
    image = draw(few, looks(Random(1))["digits on tiles"], 40, Random(1))
    x, y, _ = middle(image, 29)
    ImageDraw.floodfill(image, (round(x) + 15, round(y) + 15), (206, 92, 40))
    seen = reading.read_picture(as_png(image))
    assert (seen.puzzle.givens, seen.unsure) == (few.givens, ())


@pytest.mark.parametrize("lift", [-2, -1, 0, 1])
def test_a_row_of_dashes_between_tiles_is_no_sign(lift: int) -> None:
    """Terminals leave them where a half block of a font is not half as high as a character."""
    image = picture_of("digits on tiles", 48)
    x, y, side = middle(image, 14)
    for at in range(-22, 23):
        ImageDraw.Draw(image).point((x + at, y + side / 2 + lift), "#9fb9d6" if at % 10 > 1 else "#c9d6e6")
    assert reading.read_picture(as_png(image)).unsure == ()


def test_buttons_below_a_board_are_no_part_of_it() -> None:
    board, side = picture_of("tango", 48), 48
    last_x, last_y, _ = middle(board, 35)
    left, top, right = last_x - 5.5 * side, last_y + 0.5 * side, last_x + 0.5 * side
    image = Image.new("RGB", (board.width, board.height + 4 * side), "white")
    image.paste(board, (0, 0))
    pen = ImageDraw.Draw(image)
    half = (left + right) / 2
    pen.rounded_rectangle((left, top + 13, half - 2, top + 40), 13, fill="#dddddd")
    pen.rounded_rectangle((half + 2, top + 13, right, top + 40), 13, outline="#202020")
    pen.rectangle((left, top + 54, right, image.height - 9), outline="#e0e0d8")
    seen = reading.read_picture(as_png(image))
    assert seen.puzzle.givens in (PUZZLE.givens, reading.exchanged(PUZZLE).givens)


def test_a_board_of_which_no_two_cells_beside_each_other_are_seen_is_found() -> None:
    """As where signs interrupt the lines, and where the ground of given cells has the colour of the lines."""
    image = Image.new("RGB", (300, 300), "white")
    pen = ImageDraw.Draw(image)
    for at in range(30, 271, 40):
        pen.line((at, 30, at, 270), fill="#dddddd", width=2)
        pen.line((30, at, 270, at), fill="#dddddd", width=2)
    for cell, kind in ((0, 0), (5, 1), (7, 0), (10, 1), (25, 0), (28, 1), (30, 1), (35, 0)):
        x, y = 30 + cell % 6 * 40, 30 + cell // 6 * 40
        pen.rectangle((x, y, x + 40, y + 40), fill="#dddddd")
        pen.ellipse((x + 11, y + 11, x + 29, y + 29), fill=("#f0a020", "#3060d0")[kind])
    for x, y in [(x, 150) for x in range(50, 251, 40)] + [(150, y) for y in (50, 90, 210, 250)]:
        pen.rectangle((x - 6, y - 6, x + 6, y + 6), fill="white")
        for turn in (-1, 1):
            pen.line((x - 3, y - 3 * turn, x + 3, y + 3 * turn), fill="#806030")
    seen = reading.read_picture(as_png(image))
    assert (seen.puzzle.width, seen.puzzle.height, len(seen.puzzle.signs)) == (6, 6, 10)
    assert {sign.same for sign in seen.puzzle.signs} == {False}
    assert seen.unsure == ()


@pytest.mark.parametrize("side", [31, 48])
def test_rings_and_discs_that_fill_their_cells_are_read(side: float) -> None:
    marks = (_large(None), _large("#000000"))
    look = looks(Random(1))["circles"]._replace(line="#dddddd", marks=marks)
    seen = reading.read_picture(as_png(draw(PUZZLE, look, side, Random(1))))
    assert seen.puzzle.givens in (PUZZLE.givens, reading.exchanged(PUZZLE).givens)
    assert seen.unsure == ()


def _large(fill: str | None) -> Callable[[ImageDraw.ImageDraw, float, float, float], None]:
    def mark(pen: ImageDraw.ImageDraw, x: float, y: float, side: float) -> None:
        reach = 0.42 * side
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill, outline="#000000")

    return mark


def tiles(text: str) -> Image.Image:
    """Return a picture of a board of four columns with tiles of two colours."""
    puzzle = parse_puzzle(f"4x{len(text) // 4};{text}")
    return draw(puzzle, looks(Random(1))["light tiles"], 40, Random(1))


@pytest.mark.parametrize("text", ["..10.0..0...1.0.", "1.1..1.....0....", "0110100110010110"])
def test_tiles_are_read_even_if_one_is_alone_or_all_are_filled(text: str) -> None:
    seen = reading.read_picture(as_png(tiles(text)))
    assert text in (seen.puzzle.geometry.text(it.givens) for it in (seen.puzzle, reading.exchanged(seen.puzzle)))
    assert seen.unsure == ()


def test_coloured_tiles_are_not_taken_for_blanks_because_of_two_marks() -> None:
    image = tiles("..10.0..0...1.0.")
    pen = ImageDraw.Draw(image)
    x, y, _ = middle(image, 9)
    pen.ellipse((x - 8, y - 11, x + 8, y + 11), outline="#000000", width=3)
    x, y, _ = middle(image, 11)
    pen.line((x, y - 11, x, y + 11), fill="#000000", width=3)
    assert reading.read_picture(as_png(image)).unsure


def test_shapes_and_colours_that_disagree_are_unsure() -> None:
    image = picture_of("discs")
    pen = ImageDraw.Draw(image)
    for cell, value in enumerate(PUZZLE.geometry.text(PUZZLE.givens)):
        if value != "." and cell % 2:
            x, y, side = middle(image, cell)
            pen.rectangle((x - 0.45 * side, y - 0.45 * side, x + 0.45 * side, y + 0.45 * side), fill="#b8c4ca")
            pen.polygon([(x, y - 15), (x + 15, y + 15), (x - 15, y + 15)], fill=("#fff", "#111")[int(value)])
    assert reading.read_picture(as_png(image)).unsure


def test_noise_around_a_board_is_no_part_of_it() -> None:
    board = picture_of(side=48)
    image = Image.new("RGB", (board.width + 160, board.height + 160), "white")
    image.paste(board, (80, 80))
    noise = Image.frombytes("L", image.size, Random(1).randbytes(image.width * image.height)).convert("RGB")
    data = BytesIO()
    Image.blend(image, noise, 0.1).save(data, "JPEG", quality=75)
    assert reading.read_picture(data.getvalue()).puzzle.givens == PUZZLE.givens


def test_signs_are_read_with_the_cells() -> None:
    puzzle = find_entry("6x6-plus", 2).puzzle
    seen = reading.read_picture(png_bytes(pictures.draw_board(puzzle)))
    assert seen.puzzle.with_unique_lines(puzzle.unique_lines) == puzzle
    assert seen.unsure == ()


def test_exchanging_the_kinds_twice_changes_nothing() -> None:
    assert reading.exchanged(reading.exchanged(PUZZLE)) == PUZZLE
    assert reading.exchanged(parse_puzzle("4x4;01..............")) == parse_puzzle("4x4;10..............")


def huge_png() -> bytes:
    """Return the beginning of a PNG with 90,000 x 90,000 pixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", 90_000, 90_000, 8, 2, 0, 0, 0)
    end = struct.pack(">II", zlib.crc32(header), 99) + b"IDAT"
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + end


def two_boards() -> bytes:
    board = picture_of()
    both = Image.new("RGB", (2 * board.width + 47, board.height), "white")
    both.paste(board, (0, 0))
    both.paste(board, (board.width + 47, 0))
    return as_png(both)


def clouds() -> bytes:
    noise = Image.effect_noise((60, 45), 60).resize((480, 360), Image.Resampling.BICUBIC)
    return as_png(noise.convert("RGB"))


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "cut off": (lambda: as_png(picture_of())[:900], "damaged"),
    "only a signature": (lambda: b"\x89PNG\r\n\x1a\n" + b"x" * 90, "damaged"),
    "huge": (huge_png, "more than 40 million pixels"),
    "tiny": (lambda: as_png(Image.new("RGB", (8, 8))), "too small"),
    "blank": (lambda: as_png(Image.new("RGB", (300, 300), "white")), "no grid"),
    "clouds": (clouds, "no grid"),
    "several": (two_boards, "several grids"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_puzzle_is_refused_with_one_sentence(name: str, tmp_path: Path) -> None:
    make, reason = BAD[name]
    path = tmp_path / "a.png"
    path.write_bytes(make())
    with pytest.raises(PictureError, match=reason):
        reading.read_picture(path.read_bytes())
    outcome = binairo("solve", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{path}: ") or outcome.err.startswith(f"binairo: {path}: ")
    assert outcome.err.count("\n") == 1


def test_verbs_take_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png_bytes(pictures.draw_board(PUZZLE)))
    outcome = binairo("convert", "--verbose", str(path))
    assert (outcome.status, outcome.out) == (0, f"{PUZZLE}\n")
    assert "Read from a picture of 6x6 cells." in outcome.err
    assert binairo("solve", str(path)).status == 0
    assert binairo("hint", str(path)).status == 0


def test_several_solutions_are_said_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    few = parse_puzzle("6x6;0.1..........1..........0..........1")
    path.write_bytes(png_bytes(pictures.draw_board(few)))
    outcome = binairo("convert", str(path))
    assert outcome.out == f"{few}\n"
    assert "There is more than one solution." in outcome.err


def test_what_has_no_solution_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png_bytes(pictures.draw_board(parse_puzzle("4x4;0..01.1...1....."))))
    outcome = binairo("convert", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert "the puzzle that was read has no solution; Import in 'binairo' shows it" in outcome.err


def test_pictures_are_told_by_their_first_bytes_and_named_in_many_ways() -> None:
    assert is_picture(as_png(picture_of())[:12])
    assert not is_picture(b"6x6;1...10..")
    for text in ("my shots/a.png", "'my shots/a.png'", '"my shots/a.png" \n', r"my\ shots/a.png"):
        assert named_picture(text) == Path("my shots/a.png")
    assert named_picture("1...10\n.....0") is None
    assert named_picture("a.txt") is None
