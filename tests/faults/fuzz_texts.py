"""Texts of every kind, most of them real ones that were changed: each reader finds puzzles, or errors with a place.

    python -m tests.faults.fuzz_texts --long --workers 2
    python -m tests.faults.fuzz_texts --texts 4711-4711

Every text follows from its number. Besides exceptions, the figures count errors without a place in the text, errors
that quote too much of it, and texts that take a reader more CPU time than `LIMIT_MS` and `PUZZLE_MS` for each puzzle,
without counting solutions. A text that takes more than half of the limit is read ten more times, and the least time
counts, because other programs that use the cache cost this one CPU time.
"""

from __future__ import annotations

import argparse
import codecs
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import BytesIO
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from binairo_tui.cli.found import Found, ReadOptions, Rejected
from binairo_tui.cli.text_input import looks_like_text, read_stdin, read_text
from binairo_tui.engine import Puzzle, PuzzleFormatError, parse_puzzle
from binairo_tui.formats import (
    FORMATS,
    Extent,
    Format,
    Imported,
    ReadPuzzle,
    importing,
    read_lines,
    read_puzzle,
    remarks,
    rule_inference,
)
from binairo_tui.player import resume
from tests.faults.harness import Figures
from tests.faults.mutants import replace_names
from tests.formats import lines_of
from tests.formats.foreign_texts import foreign_bytes

SHORT, LONG = 100, 1_000_000
"""Texts of the two forms."""
CHUNK = 500
"""Texts that a worker reads at a time."""
LIMIT_MS = 50
"""Limit on the CPU time in which a reader reads a text, in milliseconds."""
PUZZLE_MS = 0.3
"""Further CPU time for each puzzle in a text, in milliseconds: 64 KiB hold 3,000 of them."""
LONGEST = 360
"""Limit on the characters of an error's sentence, in which up to 20 characters are quoted as escapes of ten."""
MAXIMA = ("slowest_ms", "longest_sentence")
"""Figures of which the greatest counts, not the sum."""


Item = Imported | Found | ReadPuzzle | Puzzle | PuzzleFormatError | Rejected


class Reading(NamedTuple):
    """A way to read a text: its name, and a function that yields the puzzles and errors found."""

    name: str
    read: Callable[[str], Iterator[Item]]
    text: str


def readings(text: str, name: str, other: Format) -> list[Reading]:
    """Return all ways to read a text; `name` is the format of which it was made, and `other` is any format."""
    line = text.replace("\n", " ")
    of_codec = line if other.extent is Extent.LINE else text
    return [
        Reading("a file", _read_file, text),
        Reading("an argument", _read_argument, text),
        Reading("an import", _read_import, text),
        Reading(f"known to be {name}", partial(_read_known, name), text),
        Reading(f"known to be {other.name}", partial(_read_known, other.name), text),
        Reading(f"the codec of {other.name}", partial(_read_codec, other), of_codec),
        Reading("the notation", _read_notation, line),
    ]


def _read_file(text: str) -> Iterator[Item]:
    sys.stdin = cast("Any", SimpleNamespace(buffer=BytesIO(text.encode(errors="surrogateescape"))))
    yield from read_stdin(ReadOptions())


def _read_argument(text: str) -> Iterator[Item]:
    looks_like_text(text, ReadOptions())
    yield from read_text(text, 1, ReadOptions())


def _read_import(text: str) -> Iterator[Item]:
    imported = read_puzzle(text)
    for it in (imported, *([importing.other_interpretation(imported)] if imported.others else [])):
        remarks(it)
        str(it.symbols_note)
        resume.progress_of(it.puzzle, it.history, it.head)
    yield from [imported] * imported.puzzle_count


def _read_known(name: str, text: str) -> Iterator[Item]:
    yield from read_lines(lines_of(text), name)


def _read_codec(entry: Format, text: str) -> Iterator[Item]:
    yield from entry.read(text)


def _read_notation(text: str) -> Iterator[Item]:
    yield parse_puzzle(text)


def read_all(numbers: Sequence[int]) -> Figures:
    """Read the texts with these numbers in every way."""
    replace_names(rule_inference, count_to_two=lambda puzzle: 1)
    figures = Figures(texts=0, reads=0, exceptions=0, bad_places=0, long_sentences=0, slow=0)
    for number in numbers:
        name, raw = foreign_bytes(number)
        figures["texts"] += 1
        text = raw.decode(errors="surrogateescape")
        puzzles = 0
        for reading in readings(text, name, Random(number).choice(FORMATS)):
            figures["reads"] += 1
            what = f"text {number} ({raw[:60]!r}, {len(raw)} bytes) as {reading.name}"
            puzzles = _judge(figures, reading, puzzles, what)
    return figures


def _judge(figures: Figures, reading: Reading, puzzles: int, what: str) -> int:
    """Read a text in one way, and count what is wrong; return the most puzzles found so far, before it `puzzles`."""
    try:
        taken, items = _read(reading)
    except Exception as error:  # any exception that a reader does not turn into a sentence
        _note(figures, "exceptions", f"{what}: {error!r}")
        return puzzles
    errors = [item for item in items if isinstance(item, PuzzleFormatError | Rejected)]
    puzzles = max(puzzles, len(items) - len(errors))
    allowed = LIMIT_MS + PUZZLE_MS * puzzles
    if taken > allowed - LIMIT_MS / 2:
        taken = min(taken, *[_read(reading)[0] for _ in range(10)])
    figures["slowest_ms"] = max(figures["slowest_ms"], round(taken - allowed + LIMIT_MS))
    if taken > allowed:
        _note(figures, "slow", f"{what}: {taken:.0f} ms")
    lines = _lines_of(reading.text)
    widest = max([len(line.encode(errors="surrogateescape")) for line in lines])  # the longest lines are measured so
    for found in errors:
        message = found.message
        figures["longest_sentence"] = max(figures["longest_sentence"], len(message))
        if len(message) > LONGEST:
            _note(figures, "long_sentences", f"{what}: {message}")
        if isinstance(found, Rejected) and not found.line:
            continue  # it is about the whole text
        if not (1 <= (found.line or 0) <= len(lines) and 1 <= (found.column or 0) <= widest + 1):
            _note(figures, "bad_places", f"{what}: {found.line}:{found.column}: {message}")
    return puzzles


def _lines_of(text: str) -> list[str]:
    """Return the lines of a text; in UTF-16 also those of the decoded text, because only some readings decode it."""
    raw = text.encode(errors="surrogateescape")
    is_utf16 = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    decoded = raw.decode("utf-16", errors="replace").split("\n") if is_utf16 else []
    return [*text.split("\n"), *decoded]


def _read(reading: Reading) -> tuple[float, list[Item]]:
    """Read a text; return the CPU time in milliseconds, and what was found."""
    items: list[Item] = []
    start = process_time()
    try:
        items += reading.read(reading.text)
    except PuzzleFormatError as error:
        items.append(error)
    return 1000 * (process_time() - start), items


def _note(figures: Figures, name: str, trouble: str) -> None:
    figures.note(name, trouble)
    print(f"{name}: {trouble}", file=sys.stderr, flush=True)


def measure(first: int, last: int, workers: int) -> Figures:
    """Read the texts from one number to another, and say on standard error how far it is."""
    figures = Figures()
    chunks = [range(start, min(start + CHUNK, last + 1)) for start in range(first, last + 1, CHUNK)]
    with ProcessPoolExecutor(workers) as pool:
        for done in pool.map(read_all, chunks) if workers > 1 else map(read_all, chunks):
            greatest = {name: max(figures[name], done[name]) for name in MAXIMA}
            figures.add(done)
            for name, value in greatest.items():
                figures[name] = value
            if figures["texts"] % (20 * CHUNK) == 0:
                print(json.dumps(figures), file=sys.stderr, flush=True)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help=f"read {LONG:,} texts, not {SHORT:,}")
    parser.add_argument("--texts", help="the first and the last number of texts, instead")
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    first, _, last = (arguments.texts or f"1-{LONG if arguments.long else SHORT}").partition("-")
    figures = measure(int(first), int(last or first), arguments.workers)
    print(json.dumps({**figures, "first_trouble": figures.first_trouble}))


if __name__ == "__main__":
    main()
