"""Reader for the vectors: real puzzles in the field's formats, decoded and counted by independent programs.

They are not shipped, but expected beside the project. Without them, the tests that use them are skipped.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "vectors"
"""`../shared/vectors` from the project root."""

FORMATS = {
    "takuzu-vue export": "notation",
    "unruly game id": "unruly",
    "|..| text (binarypuzzle.com boards)": "bars",
    "dot text": "rows",
    "tango lattice text": "lattice",
    "puzzle-binairo.com task": "task",
    "binairo+ array": "json",
    "space text (janko.at, V=0 T=1)": "spaces",
    "task (re-encoded from Ar-Kareem array)": "task",
    "penpa-edit URL body": "penpa",
    "puzzlekit text": "puzzlekit",
    "gotak one-line": "line",
    "space text (Wikipedia example)": "spaces",
    "shadify JSON": "json",
    "spaced dot text (6 wide x 8 high)": "rows",
    "binoxxo X/O text": "binoxxo",
    "unruly .sav": "unruly-save",
}
"""Our names of the formats by those of the vectors."""


@dataclass(frozen=True)
class Vector:
    id: str
    format: str
    """Our name of the format."""
    text: str
    notation: str
    """Our notation, with the rule that the count is for."""
    solution_count: int
    """At most 2."""
    solution: str | None


def vectors() -> list[Vector]:
    """Return all vectors. One that repeats the last with another rule gets its text."""
    found = []
    text = ""
    for fields in json.loads(read("all.json")):
        raw = fields["raw"]
        text = text if raw.startswith("(same") else _text(fields, raw)
        found.append(_vector(fields, text))
    return found


def read(name: str) -> str:
    """Return a file of the folder. Without the folder, skip the calling test, or the module that is being imported."""
    if not FOLDER.is_dir():
        pytest.skip(f"no vectors at {FOLDER}", allow_module_level=True)
    return (FOLDER / name).read_text("utf-8")


def _text(fields: dict[str, Any], raw: str) -> str:
    if fields["format"] == "penpa-edit URL body":
        urls = [line for line in read("penpa_urls.txt").splitlines() if not line.startswith("#")]
        return urls[0] if fields["width"] == 20 else urls[1]
    if fields["format"] == "unruly .sav":
        return read("unruly.sav")
    if fields["format"] == "unruly game id":
        return raw.partition("  (=")[0].rpartition(" = ")[2]
    return raw.rstrip("\n")


def _vector(fields: dict[str, Any], text: str) -> Vector:
    width = fields["width"]
    signs = [
        f"r{relation['a'][0] + 1}c{relation['a'][1] + 1}{'=' if relation['same'] else 'x'}"
        f"r{relation['b'][0] + 1}c{relation['b'][1] + 1}"
        for relation in fields["relations"]
    ]
    notation = f"{width}x{fields['height']};{''.join(fields['givens'])}"
    notation += f";signs={','.join(signs)}" if signs else ""
    notation += "" if fields["unique_lines_rule"] else ";lines=any"
    count = fields["solutions"]
    count = 2 if isinstance(count, str) else min(count, 2)
    solution = "".join(fields["solution"]) if fields["solution"] else None
    return Vector(fields["id"], FORMATS[fields["format"]], text, notation, count, solution)
