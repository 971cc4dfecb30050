"""Adversarial texts: reading them takes few function calls per character, and gives few errors."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from cProfile import Profile
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.cli.found import Found, ReadOptions, Rejected
from binairo_tui.cli.text_input import read_file, read_text
from binairo_tui.formats import FORMATS, Format, Imported, ReadPuzzle, TextLine, read_lines
from binairo_tui.formats.literals import MAX_LISTS
from binairo_tui.formats.scan_limits import BUDGET_SPENT, ERRORS, LINES
from tests.conftest import Report
from tests.formats import lines_of
from tests.formats.adversarial import FAMILIES, LONG_LINES, SIZE, adversarial_bytes, repeated
from tests.formats.adversarial import LINES as LINES_BY_NAME

SMALL = SIZE >> 4
CALLS_A_LINE = 73
"""Function calls, C functions included, that a line may take until its error."""
CALLS_A_CHARACTER = 0.5
CALLS_AN_ERROR = 200
CALLS_A_BRACKET = 200
"""Further calls that a bracket or a quote may take, because lists of any language are looked for in them."""
BRACKETS = b"[({\"'`"


def calls_of(path: Path) -> tuple[int, list[Found | Rejected]]:
    """Return how many functions are called while a file is read, and what is found in it."""
    profile = Profile()
    with profile:
        items = list(read_file(str(path), ReadOptions()))
    return sum(entry.callcount for entry in profile.getstats()), items


def check_calls(path: Path, raw: bytes) -> None:
    """Read bytes from a file; few errors are reported and, without a puzzle, few functions called."""
    path.write_bytes(raw)
    calls, items = calls_of(path)
    found = sum(isinstance(item, Found) for item in items)
    assert len(items) - found <= found + ERRORS + 2
    if not found:
        brackets = sum(map(raw.count, [bytes([byte]) for byte in BRACKETS]))
        allowed = CALLS_A_LINE * min(raw.count(b"\n"), LINES) + CALLS_A_CHARACTER * len(raw) + CALLS_AN_ERROR * ERRORS
        assert calls <= allowed + CALLS_A_BRACKET * min(brackets, ERRORS * MAX_LISTS)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.ci if number % 2 else ()) for number, name in enumerate(FAMILIES)]
)
def test_non_puzzle_text_takes_few_calls_and_few_errors(name: str, tmp_path: Path) -> None:
    check_calls(tmp_path / "text", adversarial_bytes(name, SMALL))


FRAGMENTS = [*[entry.example for entry in FORMATS], *LINES_BY_NAME.values(), *map("".join, LONG_LINES.values())]


@settings(max_examples=12)
@given(
    parts=st.lists(st.sampled_from(FRAGMENTS) | st.text(' .01xX|-=;:#[]{}",aSz\n', max_size=8), min_size=1, max_size=4),
    separator=st.sampled_from(["", "\n", "\n\n", " ", ",", "#"]),
    is_broken=st.booleans(),
)
def test_any_mixture_takes_few_calls_and_few_errors(
    parts: list[str], separator: str, is_broken: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    raw = repeated(separator.join(parts) + "?\n" * is_broken, SIZE >> 5).encode(errors="surrogateescape")
    check_calls(tmp_path_factory.getbasetemp() / "mixture", raw)


def messages(text: str) -> list[str]:
    """Return the errors of a text as they are printed."""
    return [item.message for item in read_text(text, 1, ReadOptions()) if isinstance(item, Rejected)]


def test_where_reading_stops_is_reported() -> None:
    *others, last = messages("4x4;?\n" * (ERRORS + 5))
    assert len(others) == ERRORS
    assert last == f"argument 1, line {ERRORS + 1}, column 1: {BUDGET_SPENT}"
    (only,) = messages("\n" * (LINES + 5) + "2x2;1...")
    assert only == f"argument 1, line {LINES + 1}, column 1: {BUDGET_SPENT}"


def counted(text: str, times: int) -> tuple[int, int]:
    """Return how many puzzles and errors there are in a text repeated this often."""
    items = [isinstance(item, Imported) for item in read_lines(lines_of(text * times), unique_lines=True)]
    return sum(items), len(items) - sum(items)


def test_a_list_of_any_length_is_read_to_its_end() -> None:
    assert counted("2x2;1...\n" + "# about it\n" * 90, 300) == (300, 0)
    assert counted("2x2;1...\n4x4;?\n", 2 * ERRORS) == (2 * ERRORS, 2 * ERRORS)
    grid = "[\n" + ",\n".join(["[\n1,\n0\n]"] * 2) + "\n]\n"  # JSON with a line for every cell
    assert counted(grid, LINES // 5) == (LINES // 5, 0)


class _Counter:
    def __init__(self, lines: list[TextLine]) -> None:
        self._lines = lines
        self.taken = 0

    def __iter__(self) -> Iterator[TextLine]:
        for line in self._lines:
            self.taken += 1
            yield line


@pytest.mark.parametrize("name", [None, *[entry.name for entry in FORMATS]])
def test_the_scan_budget_ends_in_every_format(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more lines are taken and no more texts read than the budget allows, in any format."""
    texts: list[str] = []
    read = Format.read

    def noted(entry: Format, text: str) -> Iterator[ReadPuzzle]:
        texts.append(text)
        return read(entry, text)

    monkeypatch.setattr(Format, "read", noted)
    for line in ("", "#", ".", "[", "SAVEFILE", "4x4;?", "{}", "01\n"):
        texts.clear()
        source = _Counter(lines_of(f"{line}\n" * (LINES + 500)))
        items = list(read_lines(source, name, unique_lines=True))
        if not any(isinstance(item, Imported) for item in items):
            assert source.taken <= LINES + 1, line
            assert len(texts) <= ERRORS + 2, line
            assert len(items) <= ERRORS + 2, line


@pytest.mark.long
def test_cpu_time_of_adversarial_texts(tmp_path: Path, report: Report) -> None:
    path = tmp_path / "text"
    seconds = {}
    for name in FAMILIES:
        path.write_bytes(adversarial_bytes(name))
        start = process_time()
        list(read_file(str(path), ReadOptions()))
        seconds[name] = process_time() - start
    for name in sorted(seconds, key=seconds.__getitem__)[-5:]:
        report(f"1 MiB of {name}: {1000 * seconds[name]:.0f} ms of CPU")


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_memory_is_bounded(name: str, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(adversarial_bytes(name))
    tracemalloc.start()
    try:
        for _ in read_file(str(path), ReadOptions()):
            pass
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()
