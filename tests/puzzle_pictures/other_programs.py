"""Pictures of puzzles that other programs draw: terminals, a browser, sgt-unruly, and what turns SVG and PDF to pixels.

As in `make_pictures`, all come from seeds, and the label is the puzzle that the program was given. A source is left out
where its programs are missing.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random

from PIL import Image

from binairo_tui import formats, pictures
from binairo_tui.engine import Puzzle
from binairo_tui.pictures import page, pdf, sheets
from tests import zoo
from tests.puzzle_pictures.make_pictures import SIGNED, SIZES, Sample, saved
from tests.shipped import find_collection

PATIENCE = 40.0
"""Seconds until a program that draws on a screen must be done."""
SOURCES: dict[str, tuple[str, ...]] = {
    "SVG": ("rsvg-convert",),
    "print": ("pdftoppm",),
    "web page": ("chromium",),
    "sgt-unruly": ("Xvfb", "import", "sgt-unruly"),
    "terminal": ("Xvfb", "import", "xdotool", "xterm"),
}
"""The programs that each source needs."""
_PATH = f"{os.environ['PATH']}:/usr/games"


def _chosen(random: Random, names: tuple[str, ...]) -> Puzzle:
    return random.choice(find_collection(random.choice(names)).entries).puzzle


def _run(*words: object, data: bytes = b"") -> bytes:
    return subprocess.run([str(it) for it in words], input=data, capture_output=True, check=True, timeout=60).stdout


def _svg(random: Random, _display: str) -> tuple[Puzzle, bytes]:
    puzzle = _chosen(random, SIZES + SIGNED)
    text = pictures.svg_text(pictures.draw_board(puzzle))
    width = puzzle.width * random.choice((22, 31, 45, 64))
    return puzzle, _run("rsvg-convert", "--width", width, "--background-color", "white", data=text.encode())


def _print(random: Random, _display: str) -> tuple[Puzzle, bytes]:
    """Return a printed board: alone on its page, or cut out of a page with four or six."""
    per_page = random.choice((1, 4, 6))
    puzzles = [_chosen(random, SIZES + SIGNED) for _ in range(per_page)]
    items = [sheets.Item(puzzle, f"Puzzle {number}") for number, puzzle in enumerate(puzzles, 1)]
    options = sheets.SheetOptions(per_page=per_page, content=sheets.Content.PUZZLES)
    document = pdf.pdf_bytes(sheets.sheet_pages(items, options), "Binairo")
    shot = Image.open(BytesIO(_run("pdftoppm", "-r", random.choice((100, 150, 300)), "-png", data=document)))
    if per_page == 1:
        return puzzles[0], saved(shot)
    rows, number = per_page // 2, random.randrange(per_page)
    left, top = number % 2 * shot.width // 2, (0.12 + 0.83 * (number // 2) / rows) * shot.height
    return puzzles[number], saved(
        shot.crop((left, round(top), left + shot.width // 2, round(top + 0.83 * shot.height / rows)))
    )


def _page(random: Random, _display: str) -> tuple[Puzzle, bytes]:
    puzzle = _chosen(random, SIZES + SIGNED)
    with tempfile.TemporaryDirectory() as folder:
        source, picture = Path(folder, "page.html"), Path(folder, "page.png")
        frame = page.Frame("The puzzle", ("Find the only solution.",), puzzle.givens)
        source.write_text(page.frames_page("Binairo", puzzle, [frame], "The end."), encoding="utf-8")
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,1000")
        scale = random.choice((1, 1.25, 2))
        _run("chromium", *options, f"--force-device-scale-factor={scale}", f"--screenshot={picture}", source.as_uri())
        return puzzle, picture.read_bytes()


def _unruly(random: Random, display: str) -> tuple[Puzzle, bytes]:
    puzzle = _chosen(random, ("6x6", "8x8", "10x10", "14x14"))
    words = [shutil.which("sgt-unruly", path=_PATH) or "", formats.registry.write_puzzle(puzzle, "unruly")]
    environ = {**os.environ, "DISPLAY": display, "UNRULY_TILESIZE": str(random.choice((20, 32, 45)))}
    with subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        try:
            return puzzle, _settled(environ)
        finally:
            run.terminate()


def _terminal(random: Random, display: str) -> tuple[Puzzle, bytes]:
    name = random.choice([it for it in zoo.TERMINALS if not zoo.missing(it)])
    puzzle = _chosen(random, ("6x6", "8x8", "6x6-plus"))
    with zoo.run_in(name, zoo.playing(puzzle), display) as environ:
        return puzzle, _settled(environ)


def _settled(environ: Mapping[str, str]) -> bytes:
    """Return a picture of the screen one second after there are many colours on it."""
    end, is_drawn = time.monotonic() + PATIENCE, False
    while time.monotonic() < end:
        time.sleep(1)
        words = ("import", "-window", "root", "png:-")
        shot = subprocess.run(words, env=environ, capture_output=True, check=True).stdout
        image = Image.open(BytesIO(shot)).convert("RGB")
        if is_drawn:
            return saved(image.crop(image.getbbox()))
        is_drawn = len(image.getcolors(1 << 24) or ()) > 9
    raise TimeoutError("nothing was drawn")


def lacking(source: str) -> list[str]:
    """Return the programs for a source that this machine lacks."""
    return [it for it in SOURCES[source] if shutil.which(it, path=_PATH) is None]


def others(count: int, sources: Iterable[str] = SOURCES, seed: int = 1) -> Iterator[Sample]:
    """Yield `count` pictures from each source that this machine has the programs for."""
    sources = [it for it in sources if not lacking(it)]
    with zoo.screen() if any("Xvfb" in SOURCES[it] for it in sources) else nullcontext("") as display:
        for source, number in product(sources, range(count)):
            puzzle, data = _MAKERS[source](Random(f"{source}/{seed}/{number}"), display)
            yield Sample(source, f"{source} {number}", puzzle, data, names_kinds=source != "sgt-unruly")


_MAKERS: dict[str, Callable[[Random, str], tuple[Puzzle, bytes]]] = {
    "SVG": _svg,
    "print": _print,
    "web page": _page,
    "sgt-unruly": _unruly,
    "terminal": _terminal,
}
