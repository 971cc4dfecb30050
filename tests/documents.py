"""Generates parts of the documents: `python -m tests.documents` renews the tables, the manual page and the reference of
the library, and with `--pictures` the pictures.

A part is between `<!-- NAME -->` and `<!-- end of NAME -->`. `tests/test_documents.py` fails if one is out of date.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from binairo_tui.cli.program import VERB_GROUPS
from binairo_tui.engine.bands import BANDS
from binairo_tui.engine.techniques.registry import technique
from binairo_tui.formats import FORMATS
from binairo_tui.library import book_plan
from binairo_tui.pictures.board import Marks, draw_board
from binairo_tui.pictures.drawing import Drawing, moved
from binairo_tui.pictures.svg import svg_text
from binairo_tui.settings import FIELDS
from binairo_tui.tui.keymap import COMMANDS, DEFAULT_KEYMAP, Scope, key_name
from tests.api_reference import reference
from tests.cli.verbs import ALL_VERBS
from tests.manual_page import manual_page
from tests.screenshots import DIRECTORY, FILM, PICTURES, take

examples = cache(book_plan.examples)

ROOT = Path(__file__).resolve().parents[1]
TECHNIQUES = ROOT / "docs" / "techniques"
MANUAL_PAGE = ROOT / "docs" / "binairo.1"
REFERENCE = ROOT / "docs" / "reference.md"


MAIN_KEYS = (
    ("Move.", "board.up", "board.down", "board.left", "board.right"),
    (
        "Fill in 0; fill in 1; cycle through empty, 0 and 1; empty the cell.",
        "cell.zero",
        "cell.one",
        "cell.cycle",
        "cell.clear",
    ),
    ("Undo and redo.", "play.undo", "play.redo"),
    ("Give a hint; press again for more.", "play.hint"),
    ("Give the reason for the value of this cell.", "play.why"),
    ("Count the mistakes; show the mistakes.", "play.check", "play.check-where"),
    ("Take back the first mistake and all later steps.", "play.last-good"),
    (
        "Apply the easiest useful rule to the whole board once; fill in everything that the rules force.",
        "play.propagate-once",
        "play.propagate",
    ),
    (
        "Start a what-if branch; drop the branch; keep its values.",
        "play.branch",
        "play.drop-branch",
        "play.keep-branch",
    ),
    ("Mark the cell; go to the next blank; pause.", "play.mark", "board.next-empty", "play.pause"),
    ("Rules and all keys; find a command; settings; back.", "app.help", "app.palette", "app.settings", "app.back"),
)
"""The keys for a newcomer: a sentence, and the ids of its commands."""


def main_keys_table() -> str:
    """Return the table of the main commands with the first default key of each."""
    rows = ["| keys | |", "|---|---|"]
    for sentence, *ids in MAIN_KEYS:
        keys = " ".join([f"`{key_name(DEFAULT_KEYMAP.keys[command][0])}`" for command in ids])
        rows.append(f"| {keys} | {sentence} |")
    return "\n".join(rows)


def keys_table() -> str:
    """Return the table of every command, its default keys and its name in the settings file, scope by scope."""
    rows = ["| where | keys | what they do | name in `[keys]` |", "|---|---|---|---|"]
    for scope in Scope:
        commands = [command for command in COMMANDS if command.scope is scope]
        for index, command in enumerate(commands):
            keys = " ".join([f"`{key_name(key)}`" for key in DEFAULT_KEYMAP.keys[command.id]])
            where = f"**{scope.value}**" if index == 0 else ""
            rows.append(f"| {where} | {keys} | {command.help} | `{command.id}` |")
    return "\n".join(rows)


def settings_table() -> str:
    """Return the table of every setting: its names in the file and on the screen, its default and its values."""
    rows = ["| in the file | on the screen | default | may be | what it does |", "|---|---|---|---|---|"]
    for field in FIELDS:
        default = f'"{field.default}"' if isinstance(field.default, str) else str(field.default).lower()
        rows.append(f"| `{field.name}` | {field.title} | `{default}` | {field.what} | {field.help} |")
    return "\n".join(rows)


def formats_table() -> str:
    """Return the table of every format of puzzle text and its features."""
    rows = ["| format | what it is | recognized by | rules | signs | grids |", "|---|---|---|---|---|---|"]
    for entry in FORMATS:
        name = f"`{entry.name}`" + ("" if entry.writes else ", only read")
        what = entry.title + ("; also games in progress" if entry.progress else "")
        signs = "yes" if entry.signs else ""
        grids = "any" if entry.rectangles else "square"
        rows.append(f"| {name} | {what} | {entry.known_by} | {entry.rules.value} | {signs} | {grids} |")
    return "\n".join(rows)


def samples() -> str:
    """Return a sample of every format of puzzle text, of an address only what follows the page."""
    texts = {entry.name: re.sub(r"https?://\S*#", "", entry.example) for entry in FORMATS}
    return "\n\n".join([f"`{name}`:\n\n```text\n{text}\n```" for name, text in texts.items()])


def verbs_table() -> str:
    """Return the table of every verb of the command line and the first sentence of its help, group by group."""
    rows = ["| | `binairo` | what it does |", "|---|---|---|"]
    for heading, names in VERB_GROUPS.items():
        listed = [it for it in ALL_VERBS if it.split()[0] in names and it not in ("dataset", "games")]
        for index, verb in enumerate([it for it in listed if not it.startswith("host ")]):
            what = ALL_VERBS[verb].command.get_short_help_str(100)
            rows.append(f"| {f'**{heading}**' if index == 0 else ''} | `{verb}` | {what} |")
    return "\n".join(rows)


def techniques() -> str:
    """Return a section for each technique, easiest first, with its rule and an example."""
    found = examples()
    sections = []
    for band, names in BANDS.items():
        sections.append(f"## {band.title}")
        for name in names:
            sections += [f"### {name.capitalize()}", technique(name).rule]
            if name in found:
                picture = f"![{name.capitalize()}: before and after](techniques/{picture_name(name)})"
                sections += [picture, found[name].proof.text]
    return "\n\n".join(sections)


def picture_name(name: str) -> str:
    """Return the file name of a technique's picture."""
    return f"{name.replace(' ', '-')}.svg"


@cache
def technique_pictures() -> dict[str, str]:
    """Return an SVG for each technique by its file name: a position and the one after it."""
    pictures = {}
    for name, example in examples().items():
        marks = Marks(example.proof.because_cells, example.proof.cells)
        cell = 180 / max(example.puzzle.width, example.puzzle.height)
        first, second = (
            draw_board(example.puzzle, position, cell=cell, marks=marks) for position in (example.before, example.after)
        )
        gap = 24
        shapes = (*first.shapes, *[moved(shape, first.width + gap, 0) for shape in second.shapes])
        pictures[picture_name(name)] = svg_text(Drawing(2 * first.width + gap, first.height, shapes))
    return pictures


SPEED = "speed.svg"
"""The picture of the figures in README."""
SPEED_ROW = "20x20, two web sites"
SPEED_BARS = ("binairo-tui", "binairo-tui without C", "clingo", "", "CP-SAT")
"""What the columns of the table of figures are called in the picture of them; '' for those that are left out."""


def speed_picture() -> str:
    """Return an SVG with a bar for the time of each solver, from the table of figures in `docs/engine.md`."""
    (row,) = re.findall(rf"^\| {SPEED_ROW} \|(.*)\|$", (ROOT / "docs" / "engine.md").read_text("utf-8"), re.MULTILINE)
    own, *others = [float(cell.replace(",", "").strip().split()[0].rstrip("x")) for cell in row.split("|")]
    times = own, others[0], *[own * factor for factor in others[1:]]
    bars = [(name, us / 1000) for name, us in zip(SPEED_BARS, times, strict=True) if name]
    longest = max(ms for _, ms in bars)
    shapes = []
    for index, (name, ms) in enumerate(bars):
        y, width, kind = 30 * index, max(380 * ms / longest, 2), "own" if name.startswith("binairo") else "other"
        shapes += [
            f'<text x="180" y="{y + 21}" text-anchor="end" class="{kind}">{name}</text>',
            f'<rect x="190" y="{y + 6}" width="{width:.0f}" height="20" rx="2" class="{kind}"/>',
            f'<text x="{198 + width:.0f}" y="{y + 21}">{ms:.2g} ms</text>',
        ]
    style = (
        "text{font:14px system-ui,sans-serif;fill:#57606a}text.own{font-weight:bold}rect.own{fill:#2da44e}"
        "rect.other{fill:#8c959f}@media(prefers-color-scheme:dark){text{fill:#adbac7}}"
    )
    size = f'width="660" height="{30 * len(bars) + 4}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>', *shapes, "</svg>"]
    return "".join([f"{line}\n" for line in lines])


def formats_read() -> str:
    """Return the number of formats that are read."""
    return str(len(FORMATS))


PARTS: dict[str, Callable[[], str]] = {
    "main keys": main_keys_table,
    "keys": keys_table,
    "settings": settings_table,
    "verbs": verbs_table,
    "formats": formats_table,
    "formats read": formats_read,
    "samples": samples,
    "techniques": techniques,
}


def documents() -> list[Path]:
    """Return the paths of all documents."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def renewed(text: str) -> str:
    """Return a document with every part renewed."""

    def part(found: re.Match[str]) -> str:
        name, space = found["name"], found["space"]
        return f"<!-- {name} -->{space}{PARTS[name]()}{space}<!-- end of {name} -->"

    return re.sub(r"<!-- (?P<name>[a-z ]+) -->(?P<space>\s?)(?s:.*?)<!-- end of (?P=name) -->", part, text)


def take_pictures() -> None:
    """Renew every picture."""
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        (DIRECTORY / f"{name}.svg").write_text(asyncio.run(take(picture)), encoding="utf-8")
    from tests.game_film import make_film  # it needs pillow and a font

    make_film(DIRECTORY / FILM)


if __name__ == "__main__":
    for document in documents():
        document.write_text(renewed(document.read_text(encoding="utf-8")), encoding="utf-8")
    MANUAL_PAGE.write_text(manual_page(), encoding="utf-8")
    (DIRECTORY / SPEED).write_text(speed_picture(), encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")
    TECHNIQUES.mkdir(exist_ok=True)
    for name, svg in technique_pictures().items():
        (TECHNIQUES / name).write_text(svg, encoding="utf-8")
    if "--pictures" in sys.argv:
        take_pictures()
