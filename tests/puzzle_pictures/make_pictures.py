"""Makes labelled pictures of puzzles in many looks: `python -m tests.puzzle_pictures.make_pictures DIRECTORY`.

The label of a picture is the puzzle that it was drawn from. Pictures are made from seeds, so none is kept. Their
looks imitate what apps, pages and print have in common.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from binairo_tui import pictures
from binairo_tui.engine import EMPTY, Puzzle
from binairo_tui.pictures.png import png_bytes
from tests.shipped import find_collection

Colour = str
Mark = Callable[[ImageDraw.ImageDraw, float, float, float], None]
"""Draws the mark of a value around (x, y) in a cell whose side is given."""


class Sample(NamedTuple):
    """A picture as a file, and the puzzle that is in it. `names_kinds` is False if nothing in it tells 0 from 1."""

    source: str
    name: str
    puzzle: Puzzle
    data: bytes
    names_kinds: bool


class Look(NamedTuple):
    """How boards are drawn: colours, the thickness of lines as shares of a cell, and the marks of 0 and 1."""

    page: Colour
    ground: Colour
    line: Colour | None
    thin: float
    frame: float
    gap: float
    marks: tuple[Mark, Mark]
    names_kinds: bool
    sign: Colour = "#555555"
    tiles: tuple[Colour, Colour] | None = None
    radius: float = 0.0


FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSerif.ttf",
    "DejaVuSansMono-Bold.ttf",
    "LiberationSans-Regular.ttf",
    "LiberationSerif-Bold.ttf",
    "LiberationMono-Regular.ttf",
    "NotoSansMono-Regular.ttf",
    "C059-Roman.otf",
)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    try:
        return ImageFont.truetype(name, size)
    except OSError:  # not on this machine
        return ImageFont.load_default(size)


def _text(text: str, colour: Colour, font: str, share: float = 0.56) -> Mark:
    def draw(pen: ImageDraw.ImageDraw, x: float, y: float, side: float) -> None:
        pen.text((x, y), text, fill=colour, font=_font(font, max(6, round(side * share))), anchor="mm")

    return draw


def _ring(colour: Colour, radius: float = 0.28, weight: float = 0.08, fill: Colour | None = None) -> Mark:
    def draw(pen: ImageDraw.ImageDraw, x: float, y: float, side: float) -> None:
        reach = radius * side
        box = (x - reach, y - reach, x + reach, y + reach)
        pen.ellipse(box, fill=fill, outline=colour, width=max(1, round(weight * side)))

    return draw


def _cross(colour: Colour, reach: float = 0.26, weight: float = 0.09) -> Mark:
    def draw(pen: ImageDraw.ImageDraw, x: float, y: float, side: float) -> None:
        arm, width = reach * side, max(1, round(weight * side))
        pen.line((x - arm, y - arm, x + arm, y + arm), fill=colour, width=width)
        pen.line((x - arm, y + arm, x + arm, y - arm), fill=colour, width=width)

    return draw


def _sun(pen: ImageDraw.ImageDraw, x: float, y: float, side: float, *, rays: bool) -> None:
    if rays:
        for turn in range(8):
            dx, dy = cos(turn * pi / 4), sin(turn * pi / 4)
            ends = (x + dx * side * 0.25, y + dy * side * 0.25, x + dx * side * 0.34, y + dy * side * 0.34)
            pen.line(ends, fill="#e69500", width=max(1, round(side * 0.06)))
    _ring("#e08a00", 0.2 if rays else 0.3, 0.04, "#ffb31e")(pen, x, y, side)


def _moon(pen: ImageDraw.ImageDraw, x: float, y: float, side: float, *, ground: Colour) -> None:
    _ring("#2f6bd6", 0.3, 0.04, "#4c8cf5")(pen, x, y, side)
    _ring(ground, 0.24, 0.04, ground)(pen, x + 0.15 * side, y - 0.1 * side, side)


def _nothing(pen: ImageDraw.ImageDraw, x: float, y: float, side: float) -> None:
    pass


def looks(random: Random) -> dict[str, Look]:
    """Return the looks, with fonts and weights that the random numbers choose."""
    font = random.choice(FONTS)
    thin = random.choice((0.02, 0.03, 0.05))
    moon = partial(_moon, ground="#ffffff")
    dark_moon = partial(_moon, ground="#1d2226")
    bare = Look("#ffffff", "#e8e8e8", None, 0, 0, 0.06, (_nothing, _nothing), False, radius=0.08)
    bright = (_text("0", "#dddddd", font), _text("1", "#dddddd", font))
    return {
        "digits": Look(
            "#ffffff", "#ffffff", "#000000", thin, 0.07, 0, (_text("0", "#000", font), _text("1", "#000", font)), True
        ),
        "grey digits": Look(
            "#f4f4f4",
            "#ffffff",
            "#bbbbbb",
            thin,
            0.03,
            0,
            (_text("0", "#333366", font), _text("1", "#333366", font)),
            True,
        ),
        "dark digits": Look("#121212", "#1e1e1e", "#555555", thin, 0.05, 0, bright, True, "#bbbbbb"),
        "binoxxo": Look(
            "#ffffff", "#ffffff", "#444444", thin, 0.06, 0, (_text("O", "#000", font), _text("X", "#000", font)), True
        ),
        "drawn x o": Look("#ffffff", "#fffdf4", "#888888", thin, 0.04, 0, (_ring("#1a5fb4"), _cross("#c01c28")), True),
        "circles": Look(
            "#ffffff",
            "#ffffff",
            "#777777",
            thin,
            0.04,
            0,
            (_ring("#000", 0.36, 0.04, "#fff"), _ring("#000", 0.36, 0.04, "#000")),
            True,
        ),
        "discs": Look(
            "#8fa3ad",
            "#b8c4ca",
            "#6b7b83",
            thin,
            0.04,
            0,
            (_ring("#eee", 0.4, 0.02, "#fff"), _ring("#222", 0.4, 0.02, "#111")),
            False,
        ),
        "tango": Look(
            "#ffffff", "#ffffff", "#d5d5d5", 0.02, 0.03, 0, (partial(_sun, rays=False), moon), False, "#8a6d3b"
        ),
        "tango rays": Look(
            "#f3f2ef", "#ffffff", "#c9c9c9", 0.03, 0.04, 0, (partial(_sun, rays=True), moon), False, "#6b5a2e"
        ),
        "dark tango": Look(
            "#101214", "#1d2226", "#4a5258", 0.02, 0.04, 0, (partial(_sun, rays=False), dark_moon), False, "#e0c080"
        ),
        "tiles": bare._replace(page="#2b2b2b", ground="#3c3c3c", gap=0.08, tiles=("#d4473a", "#34a2c7"), radius=0.1),
        "light tiles": bare._replace(tiles=("#ff5a4d", "#2e7bd6")),
        "black white": Look(
            "#c0c0c0", "#808080", "#404040", 0.03, 0.03, 0, (_nothing, _nothing), False, tiles=("#f4f4f4", "#101010")
        ),
        "digits on tiles": bare._replace(
            page="#fafafa",
            ground="#eeeeee",
            marks=(_text("0", "#ffffff", font), _text("1", "#ffffff", font)),
            names_kinds=True,
            tiles=("#3465a4", "#ce5c00"),
            radius=0.06,
        ),
    }


def draw(puzzle: Puzzle, look: Look, side: float, random: Random) -> Image.Image:
    """Return a picture of a puzzle with cells of the given side in pixels, and a page around it."""
    margin = round(side * random.uniform(0.2, 1.6))
    top = margin + round(random.choice((0, 0, 1.5)) * side)
    width, height = puzzle.width * side, puzzle.height * side
    image = Image.new("RGB", (round(width) + 2 * margin, round(height) + top + margin), look.page)
    pen = ImageDraw.Draw(image)
    if top > margin:
        ink = "#999999" if look.page > "#5" else "#aaaaaa"
        pen.text((margin, margin / 2), "Level 42   3:17", fill=ink, font=_font(FONTS[0], max(8, round(side * 0.4))))
    for cell, value in enumerate(puzzle.geometry.text(puzzle.givens)):
        row, column = divmod(cell, puzzle.width)
        x, y, gap = margin + column * side, top + row * side, look.gap * side / 2
        fill = look.tiles[int(value)] if look.tiles and value != EMPTY else look.ground
        box = (x + gap, y + gap, x + side - gap, y + side - gap)
        pen.rounded_rectangle(box, look.radius * side, fill=fill)
    _lines(pen, puzzle, look, side, (margin, top))
    for cell, value in enumerate(puzzle.geometry.text(puzzle.givens)):
        if value != EMPTY:
            row, column = divmod(cell, puzzle.width)
            look.marks[int(value)](pen, margin + (column + 0.5) * side, top + (row + 0.5) * side, side)
    for a, b, same in puzzle.signs:
        row, column = divmod(a, puzzle.width)
        x, y = (1, 0.5) if b == a + 1 else (0.5, 1)
        _sign(pen, look, (margin + (column + x) * side, top + (row + y) * side), side, same=same)
    return image


def _lines(pen: ImageDraw.ImageDraw, puzzle: Puzzle, look: Look, side: float, corner: tuple[float, float]) -> None:
    if look.line is None:
        return
    left, top = corner
    right, bottom = left + puzzle.width * side, top + puzzle.height * side
    for column in range(puzzle.width + 1):
        weight = look.frame if column in (0, puzzle.width) else look.thin
        x = left + column * side
        pen.line((x, top, x, bottom), fill=look.line, width=max(1, round(weight * side)))
    for row in range(puzzle.height + 1):
        weight = look.frame if row in (0, puzzle.height) else look.thin
        y = top + row * side
        pen.line((left, y, right, y), fill=look.line, width=max(1, round(weight * side)))


def _sign(pen: ImageDraw.ImageDraw, look: Look, place: tuple[float, float], side: float, *, same: bool) -> None:
    x, y = place
    arm, ground, weight = 0.1 * side, 0.14 * side, max(1, round(0.04 * side))
    pen.rectangle((x - ground, y - ground, x + ground, y + ground), fill=look.ground)
    if same:
        for lift in (-0.55 * arm, 0.55 * arm):
            pen.line((x - arm, y + lift, x + arm, y + lift), fill=look.sign, width=weight)
    else:
        pen.line((x - arm, y - arm, x + arm, y + arm), fill=look.sign, width=weight)
        pen.line((x - arm, y + arm, x + arm, y - arm), fill=look.sign, width=weight)


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    data = BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def _changed(image: Image.Image, way: str, random: Random) -> bytes:
    """Return a picture as a file after what happens to screenshots on their way."""
    match way:
        case "jpeg":
            return saved(image, "JPEG", quality=60)
        case "webp":
            return saved(image, "WEBP", quality=70)
        case "gif":
            return saved(image, "GIF")
        case "larger" | "smaller":
            scale = random.uniform(1.2, 2.1) if way == "larger" else random.uniform(0.6, 0.9)
            size = round(image.width * scale), round(image.height * scale)
            return saved(image.resize(size, Image.Resampling.BICUBIC))
        case "blurred":
            return saved(image.filter(ImageFilter.GaussianBlur(1)), "JPEG", quality=75)
    return saved(image)


WAYS = ("png", "jpeg", "smaller", "larger", "webp", "gif", "blurred")
SIZES = ("6x6", "8x8", "10x10", "6x8", "14x14", "6x6", "8x10", "12x12", "20x20", "classics")
SIGNED = ("6x6-plus", "8x8-plus", "6x6-plus", "10x10-plus")
SIGN_LOOKS = ("tango", "tango rays", "dark tango", "digits", "dark digits", "drawn x o")


def drawn(count: int, seed: int = 1) -> Iterator[Sample]:
    """Yield pictures in all looks in turn, each changed in one of the ways in turn."""
    for number in range(count):
        random = Random(f"{seed}/{number}")
        known = looks(random)
        names = list(known)
        name = names[number % len(names)]
        is_signed = name in SIGN_LOOKS and (number // len(names)) % 2 == 0
        chosen = find_collection(random.choice(SIGNED if is_signed else SIZES)).entries
        puzzle = random.choice(chosen).puzzle
        side = random.choice((24, 30.5, 40, 52, 67.3)) if puzzle.width <= 10 else random.choice((22, 28.7, 36))
        way = WAYS[(number + number // 14) % len(WAYS)]
        data = _changed(draw(puzzle, known[name], side, random), way, random)
        yield Sample(name, f"{name} {number} {way}", puzzle, data, known[name].names_kinds)


def own(count: int, seed: int = 1) -> Iterator[Sample]:
    """Yield pictures that the program draws itself."""
    for number in range(count):
        random = Random(f"own/{seed}/{number}")
        puzzle = random.choice(find_collection(random.choice(SIZES + SIGNED)).entries).puzzle
        way = WAYS[(number + number // 14) % len(WAYS)]
        image = Image.open(BytesIO(png_bytes(pictures.draw_board(puzzle)))).convert("RGB")
        yield Sample("own PNG", f"own {number} {way}", puzzle, _changed(image, way, random), True)


def main(directory: Path) -> None:
    """Write the pictures, and their labels beside them."""
    directory.mkdir(parents=True, exist_ok=True)
    for sample in (*drawn(112), *own(21)):
        path = directory / sample.name.replace(" ", "-")
        path.write_bytes(sample.data)
        path.with_suffix(".label").write_text(f"{sample.puzzle}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
