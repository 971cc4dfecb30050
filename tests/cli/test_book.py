"""`binairo print --book`, and the codes that it prints."""

import re
from pathlib import Path

import pytest

from binairo_tui.engine import wording
from binairo_tui.library.book_plan import SIZES
from tests.cli.runs import binairo
from tests.conftest import needs_workers


@needs_workers
def test_the_same_seed_makes_the_same_book_with_any_number_of_processes() -> None:
    outcomes = [
        binairo("print", "--book", "--seed", "3", "--count", "1", "--workers", workers) for workers in ("1", "2")
    ]
    assert [(it.status, it.err) for it in outcomes] == [(0, "")] * 2
    assert outcomes[0].out == outcomes[1].out
    codes = re.findall(r">\d+ · (\d+x[^<]*)<", outcomes[0].out)
    assert len(codes) == 6
    assert len(set(codes)) == 6
    solved = binairo("solve", *codes)
    assert solved.status == 0
    assert solved.out.count("the only solution") == 6
    assert binairo("grade", codes[0].lower()).out.startswith(f"{codes[0]}: Gentle")


@needs_workers
def test_a_pdf_says_how_long_it_is() -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is not installed")
    outcome = binairo("print", "--book", "--seed", "3", "--count", "1", "--signs", "-o", "book.pdf")
    assert outcome.status == 0
    pages = re.fullmatch(r"(\d+) pages, 6 puzzles\n", outcome.err)
    assert pages
    assert f"/Count {pages[1]}\n".encode() in Path("book.pdf").read_bytes()
    assert Path("book.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("code", "reason"), [("8x8-BBNQK8ND", "a character of this code is wrong"), ("9x8-BBNQK8NP", "9x8")]
)
def test_a_wrong_code_is_named(code: str, reason: str) -> None:
    outcome = binairo("solve", code)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{code}: ")
    assert reason in outcome.err


def test_the_help_says_how_many_chapters_a_book_has() -> None:
    assert f"has {wording.number_word(len(SIZES))} chapters" in binairo("print", "--help").out
