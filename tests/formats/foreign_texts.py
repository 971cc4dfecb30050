"""Foreign texts: puzzles in every format, as typing, copying, mailing and other programs change them."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from random import Random
from unicodedata import category

from binairo_tui.formats import FORMATS, CannotWriteError, write_puzzle
from tests import corpus
from tests.formats import vectors
from tests.formats.adversarial import FAMILIES, adversarial_bytes
from tests.strategies import to_puzzle

MAX_BYTES = 1 << 16
"""Limit on the bytes of a foreign text."""
LETTERS = " .01xXoObByYzaA-_|+=:;#/\\\"'[]{}(),\n\t29rc²é\0\x1b"
PIECES = (
    *("\u200b", "\ufeff", "\u2060", "\u00ad", "\u202e", "\u200d", "\ufe0f", "\u20e3", "\U000e0041", "\u0301"),
    *("\xa0", "\u3000", "\u2028", "\x0b", "\x0c", "\x1c", "\x85", "\r", "\r\n", "\n\n", "\t\t\t\t", "    "),
    *("```\n", "> ", "| ", "# ", "// ", "[", "]", "{", "}", '"', '"""', "'", "(", ")", ",", ";", ":", "6x6;", "6x6:"),
    *("task='", "m=edit&p=", "SAVEFILE:", ".-.-.\n", "4 4\n", "f/", "0hh1", "null", "NaN", "1e9", "-1", "\\u200b"),
    *("⬛", "⬜", "🟦", "1️⃣", "👨\u200d👩\u200d👧", "𝟎", "０", "１", "x", "o", "9", "-", "_", "?", "ERROR: no answer\n"),
)
"""What is put into texts."""
ALPHABETS = (
    "01.",
    "10.",
    "xo.",
    "●○ ",
    "⬛⬜·",
    "🟦🟥⬜",
    "BW-",
    "12-",
    "01x",
    "01 ",
    "TF?",
    "  .",
    "...",
    "\u200b-1",
)
"""What takes the place of 0, 1 and the dot."""
NEWLINES = ("\r\n", "\r", "\u2028", "\x85", "\n\n", "\n\t\n", "\n\u200b\n", " ", "")
ENCODINGS = ("utf-8",) * 12 + ("utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252", "cut", "bytes")
Change = Callable[[str, Random], str]


@cache
def samples() -> list[tuple[str, str]]:
    """Return (format, text) of every example, of the vectors, and of some of the corpus if these are present.

    Facts are left out: they are a puzzle only if they are the whole text.
    """
    found = [(entry.name, entry.example) for entry in FORMATS if entry.name != "facts"]
    if vectors.FOLDER.is_dir():
        found += [(vector.format, vector.text) for vector in vectors.vectors()]
    return found


@cache
def corpus_samples() -> list[tuple[str, str]]:
    """Return (format, text) of puzzles of the corpus, each written in every format that can hold it; [] without it."""
    found: list[tuple[str, str]] = []
    if corpus.FOLDER.is_dir():
        for pattern in ("plus_8", "web_10", "unruly_6", "hard_12", "web_20", "unruly_30"):
            for record in corpus.records(pattern)[:3]:
                for entry in FORMATS:
                    try:
                        found.append((entry.name, write_puzzle(to_puzzle(record.board), entry.name)))
                    except CannotWriteError:
                        continue
    return found


@cache
def _characters() -> list[str]:
    """Return the characters of each category of Unicode, as one string a category."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for character in map(chr, range(sys.maxunicode + 1)):
        found[category(character)].append(character)
    return ["".join(characters) for _, characters in sorted(found.items())]


def foreign_bytes(number: int) -> tuple[str, bytes]:
    """Return the text with this number, and the name of the format of the puzzle that it was made of."""
    chance = Random(f"text {number}")
    name, text = chance.choice(samples() + corpus_samples())
    for change in chance.choices(list(CHANGES), list(CHANGES.values()), k=chance.choice((0, 1, 1, 2, 2, 3, 4, 6))):
        text = change(text, chance)[:MAX_BYTES]
    return name, _encoded(text, chance)[:MAX_BYTES]


def _encoded(text: str, chance: Random) -> bytes:
    encoding = chance.choice(ENCODINGS)
    if encoding not in ("cut", "bytes"):
        return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")
    raw = text.encode(errors="surrogatepass")
    if encoding == "cut":
        return raw[: chance.randrange(len(raw) + 1)]
    at = chance.randrange(len(raw) + 1)
    return raw[:at] + chance.randbytes(chance.randrange(1, 4)) + raw[at + 1 :]


def _slice(text: str, chance: Random) -> tuple[int, int]:
    at = chance.randrange(len(text) + 1)
    return at, min(len(text), at + chance.choice((1, 1, 1, 2, 5, 50, len(text))))


def _piece(chance: Random) -> str:
    """Return a few characters that may not belong into a puzzle."""
    match chance.randrange(4):
        case 0:
            return chance.choice(LETTERS)
        case 1:
            return "".join([chance.choice(chance.choice(_characters())) for _ in range(chance.choice((1, 1, 2, 9)))])
        case _:
            return chance.choice(PIECES)


def _insert(text: str, chance: Random) -> str:
    at = chance.choice((0, len(text), *_slice(text, chance)))
    return text[:at] + _piece(chance) * chance.choice((1, 1, 1, 2, 40)) + text[at:]


def _replace(text: str, chance: Random) -> str:
    at, end = _slice(text, chance)
    return text[:at] + _piece(chance) + text[end:]


def _delete(text: str, chance: Random) -> str:
    at, end = _slice(text, chance)
    return text[:at] + text[end:]


def _repeat(text: str, chance: Random) -> str:
    at, end = _slice(text, chance)
    most = MAX_BYTES // max(end - at, 1)
    times = min(most, chance.choice((2, 3, 5, 20))) if chance.random() < 0.97 else most
    return text[:at] + text[at:end] * times + text[end:]


def _reverse(text: str, chance: Random) -> str:
    at, end = _slice(text, chance)
    return text[:at] + text[at:end][::-1] + text[end:]


def _splice(text: str, chance: Random) -> str:
    _, other = chance.choice(samples())
    at, end = _slice(other, chance)
    place = chance.choice((0, len(text), chance.randrange(len(text) + 1)))
    return text[:place] + chance.choice(("", "\n", "\n\n")) + other[at:end] + text[place:]


def _widen(text: str, chance: Random) -> str:
    """Put something between all characters of a part, or before all lines."""
    between = _piece(chance)
    if chance.random() < 0.5:
        return text.replace("\n", f"\n{between}")
    at, end = _slice(text, chance)
    return text[:at] + between.join(text[at:end]) + text[end:]


def _wrap(text: str, chance: Random) -> str:
    before, after = chance.choice(
        (("```\n", "\n```"), ("> ", ""), ("[", "]"), ('"', '"'), ("x = '''", "'''"), ("<pre>", "</pre>"), ("[[", "]]"))
    )
    return before + text + after


def _translate(text: str, chance: Random) -> str:
    return text.translate(dict(zip(map(ord, "01."), chance.choice(ALPHABETS), strict=True)))


def _break_lines(text: str, chance: Random) -> str:
    return text.replace("\n", chance.choice(NEWLINES))


def _quote(text: str, chance: Random) -> str:
    """Turn the lines into a list, or into one string with escapes."""
    return json.dumps(text.split("\n") if chance.random() < 0.5 else text, ensure_ascii=chance.random() < 0.5)


def _overwhelm(text: str, chance: Random) -> str:
    """Add a text that was made to take much time."""
    family = adversarial_bytes(chance.choice(list(FAMILIES)), chance.choice((200, 2_000, MAX_BYTES - 100)))
    return chance.choice(("", f"{text}\n")) + family.decode(errors="replace")


CHANGES: dict[Change, int] = {
    _insert: 30,
    _replace: 20,
    _delete: 15,
    _repeat: 6,
    _reverse: 4,
    _splice: 10,
    _widen: 6,
    _wrap: 4,
    _translate: 6,
    _break_lines: 4,
    _quote: 3,
    _overwhelm: 1,
}
"""All changes with their weights."""
