"""Pictures of terminals: the screen of an emulator, drawn with block elements and lines that meet exactly."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError:  # pragma: no cover - said to the one who runs the command
    sys.exit("Pictures need pillow: pip install -e '.[test]'")

if TYPE_CHECKING:
    import pyte

Rgb = tuple[int, int, int]

PAGE, INK = (16, 16, 16), (208, 208, 208)
COLOURS: dict[str, Rgb] = {
    "black": (0, 0, 0),
    "red": (205, 0, 0),
    "green": (0, 205, 0),
    "brown": (205, 205, 0),
    "blue": (0, 0, 238),
    "magenta": (205, 0, 205),
    "cyan": (0, 205, 205),
    "white": (229, 229, 229),
    "brightblack": (127, 127, 127),
    "brightred": (255, 0, 0),
    "brightgreen": (0, 255, 0),
    "brightbrown": (255, 255, 0),
    "brightyellow": (255, 255, 0),
    "brightblue": (92, 92, 255),
    "brightmagenta": (255, 0, 255),
    "bfightmagenta": (255, 0, 255),  # pyte's name for it
    "brightcyan": (0, 255, 255),
    "brightwhite": (255, 255, 255),
}
"""The sixteen colours of xterm, by their names in pyte."""
QUARTERS = dict(zip(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", range(16), strict=True))
"""Block elements by their quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
EIGHTHS = {character: index + 1 for index, character in enumerate("▁▂▃▄▅▆▇")}
"""Block elements by the eighths of their height, from below."""
ARMS = {"─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "├": "rud", "┤": "lud"}
"""Lines by the edges that they lead to: left, right, up, down."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
FONTS = ("DejaVuSansMono", "NotoSansMono-", "LiberationMono-")


def find_font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Return a monospaced font of the system; exit with a message if there is none."""
    for name in FONTS:
        found = sorted(Path("/usr/share/fonts").rglob(f"{name}*.ttf"))
        found = [it for it in found if "Oblique" not in it.name and "Italic" not in it.name]
        chosen = [it for it in found if ("Bold" in it.name) == bold] or found
        if chosen:
            return ImageFont.truetype(str(chosen[0]), size)
    sys.exit("Pictures need a monospaced font, such as that of the package fonts-dejavu-core.")


class Painter:
    """Draws screens with characters of `width` x 2 * `width` pixels; `width` must be even."""

    def __init__(self, width: int = 8) -> None:
        self.width, self.height = width, 2 * width
        self._fonts = {bold: find_font(round(1.6 * width), bold=bold) for bold in (False, True)}

    def picture(self, screen: pyte.Screen) -> Image.Image:
        """Return the picture of a screen with its cursor."""
        image = Image.new("RGB", (screen.columns * self.width, screen.lines * self.height), PAGE)
        draw = ImageDraw.Draw(image)
        for y in range(screen.lines):
            for x in range(screen.columns):
                self._draw(draw, x * self.width, y * self.height, screen.buffer[y][x])
        if not screen.cursor.hidden:
            left, bottom = screen.cursor.x * self.width, (screen.cursor.y + 1) * self.height
            draw.rectangle((left, bottom - 2, left + self.width - 1, bottom - 1), fill=(255, 255, 255))
        return image

    def _draw(self, draw: ImageDraw.ImageDraw, x: int, y: int, cell: pyte.screens.Char) -> None:
        ink, ground = _rgb(cell.fg, INK), _rgb(cell.bg, PAGE)
        if cell.reverse:
            ink, ground = ground, ink
        width, height, text = self.width, self.height, cell.data
        draw.rectangle((x, y, x + width - 1, y + height - 1), fill=ground)
        if text in QUARTERS:
            self._draw_quarters(draw, x, y, QUARTERS[text], ink)
        elif text == "▔":
            draw.rectangle((x, y, x + width - 1, y + height // 8 - 1), fill=ink)
        elif text in EIGHTHS:
            draw.rectangle((x, y + height * (8 - EIGHTHS[text]) // 8, x + width - 1, y + height - 1), fill=ink)
        elif text in SHADES:
            mixed = [round(b + (a - b) * SHADES[text]) for a, b in zip(ink, ground, strict=True)]
            draw.rectangle((x, y, x + width - 1, y + height - 1), fill=(mixed[0], mixed[1], mixed[2]))
        elif text == "━":
            middle = y + height // 2
            draw.rectangle((x, middle - 1, x + width - 1, middle), fill=ink)
        elif text in ARMS:
            self._draw_arms(draw, (x, y), text, ink)
        elif text.strip():
            draw.text((x, y), text, font=self._fonts[bool(cell.bold)], fill=ink)
        if cell.underscore:
            draw.line((x, y + height - 2, x + width - 1, y + height - 2), fill=ink)

    def _draw_quarters(self, draw: ImageDraw.ImageDraw, x: int, y: int, quarters: int, ink: Rgb) -> None:
        across, down = self.width // 2, self.height // 2
        for index in range(4):
            if quarters & 1 << index:
                left, top = x + index % 2 * across, y + index // 2 * down
                draw.rectangle((left, top, left + across - 1, top + down - 1), fill=ink)

    def _draw_arms(self, draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, ink: Rgb) -> None:
        x, y = at
        middle_x, middle_y = x + self.width // 2, y + self.height // 2
        ends = {
            "l": (x, middle_y),
            "r": (x + self.width - 1, middle_y),
            "u": (middle_x, y),
            "d": (middle_x, y + self.height - 1),
        }
        for arm in ARMS[text]:
            draw.line(((middle_x, middle_y), ends[arm]), fill=ink)


def contact_sheet(pictures: dict[str, Image.Image], columns: int) -> Image.Image:
    """Return pictures of one size in rows of so many, each under its name."""
    font, gap = find_font(16, bold=True), 24
    width, height = next(iter(pictures.values())).size
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + 2 * gap) + gap), (70, 70, 76))
    draw = ImageDraw.Draw(sheet)
    for index, (name, picture) in enumerate(pictures.items()):
        left, top = gap + index % columns * (width + gap), gap + index // columns * (height + 2 * gap)
        draw.text((left, top), name, font=font, fill=(255, 255, 255))
        sheet.paste(picture, (left, top + gap))
    return sheet


def save_film(path: Path, frames: list[Image.Image], durations: list[int]) -> None:
    """Save pictures as an animated GIF, each for so many milliseconds, all with the same colours."""
    counts: Counter[Rgb] = Counter()
    for frame in frames:
        for count, colour in frame.getcolors(1 << 24) or ():
            counts[colour] += count  # type: ignore[index] # colours of an RGB picture are triples
    common = [part for colour, _ in counts.most_common(256) for part in colour]
    palette = Image.new("P", (1, 1))
    palette.putpalette(common)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)


def _rgb(name: str, default: Rgb) -> Rgb:
    if name in COLOURS:
        return COLOURS[name]
    if len(name) == 6 and name != "default":
        return int(name[:2], 16), int(name[2:4], 16), int(name[4:], 16)
    return default
