import re
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from binairo_tui.cli.documents import choose_format
from binairo_tui.cli.verbs.print import PAPERS as PAPER_CHOICES
from binairo_tui.cli.verbs.print import PER_PAGE
from binairo_tui.pictures.sheets import GRIDS, PAPERS
from tests.cli.runs import CLASSIC, TWO_SOLUTIONS, UNSATISFIABLE, binairo, process, without


def captions(html: str) -> list[str]:
    return re.findall(r'font-size="11"[^>]*>([^<]*)<', html)


def test_a_collection_is_printed_with_titles_bands_and_solutions() -> None:
    outcome = binairo("print", "6x6", "--first", "5", "--output", "sheet.html")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    html = Path("sheet.html").read_text()
    assert captions(html) == [f"6x6 #{number} · Gentle" for number in range(1, 6)]
    assert html.count("<svg ") == 3
    assert "Binairo 6x6: solutions" in html


def test_puzzles_from_anywhere_go_to_the_standard_output() -> None:
    outcome = binairo("print", "-", "8x8:2", "--solutions", "none", "--title", "Mine & yours", stdin=f"{CLASSIC}\n")
    assert outcome.status == 0
    assert captions(outcome.out) == ["1", "8x8 #2 · Gentle"]
    assert "<title>Mine &amp; yours</title>" in outcome.out


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_a_title_is_printed_without_control_characters(form: str) -> None:
    if form == "pdf":
        pytest.importorskip("fpdf", reason="fpdf2, the extra 'print', is not installed")
    outcome = process("print", "6x6:1", "--format", form, "--title", "\x1b]0;x\x07 one\n\udcfftwo", "--output", "sheet")
    assert (outcome.status, outcome.err) == (0, "")
    data = Path("sheet").read_bytes()
    if form == "html":
        assert b"<title>]0;x one two</title>" in data
        assert b"\x1b" not in data
    else:
        assert "]0;x one two".encode("utf-16-be") in data or b"(]0;x one two)" in data


def test_what_was_filled_in_is_printed_and_what_is_wrong_named() -> None:
    solved = "1...10.1...0.0.1.....11.0.....1.0..."
    outcomes = [binairo("print", text, "--solutions", "none") for text in (CLASSIC, f"{CLASSIC}|{solved}")]
    assert [outcome.status for outcome in outcomes] == [0, 0]
    empty, begun = [outcome.out.count("<text") for outcome in outcomes]
    assert begun == empty + 1
    wrong = binairo("print", f"{CLASSIC}|10..10.....0.0.1.....11.0.....1.0...")
    assert "r1c2 is wrong" in wrong.err


def test_comments_name_and_grade_puzzles() -> None:
    signs = "4x4;0..1.1......0..0;signs=r1c1xr1c2  # Hard 3900"
    outcome = binairo("print", "-", stdin=f"{CLASSIC}  # Easy 2038\n{CLASSIC} # For Ada\n{CLASSIC}\n{signs}\n")
    assert captions(outcome.out) == ["1 · Easy", "For Ada", "3", "4 · Hard"]


def test_solutions_go_to_a_second_file() -> None:
    outcome = binairo("print", "6x6", "--first", "2", "--solutions", "separate", "--name-line", "-o", "class.html")
    assert (outcome.status, outcome.err) == (0, "")
    puzzles, solutions = Path("class.html").read_text(), Path("class-solutions.html").read_text()
    assert (puzzles.count("<svg "), solutions.count("<svg ")) == (1, 1)
    assert ">Name</text>" in puzzles
    assert ">Name</text>" not in solutions
    assert "--output" in binairo("print", "6x6", "--solutions", "separate").err


def test_a_puzzle_without_exactly_one_solution_is_printed_with_a_warning() -> None:
    outcome = binairo("print", UNSATISFIABLE, TWO_SOLUTIONS)
    assert (outcome.status, outcome.err) == (1, "4x4: no solution\n4x4: more than one solution\n")
    assert len(captions(outcome.out)) == 2


def test_invalid_puzzles_are_reported_and_the_others_printed() -> None:
    outcome = binairo("print", "6x6;", CLASSIC)
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert len(captions(outcome.out)) == 1


def test_reading_options_apply_and_inferred_rules_are_reported() -> None:
    assert "expected an Unruly id" in binairo("print", "--from", "unruly", "1... ..0.").err
    assert "Lines may repeat" in binairo("print", "1... ..0.").err
    assert binairo("print", "--no-unique-lines", "1... ..0.").err == ""


def test_nothing_to_print_writes_nothing() -> None:
    outcome = binairo("print", "6x6;", "-o", "sheet.html")
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert not Path("sheet.html").exists()


def test_pdf() -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is not installed")
    outcome = process("print", "6x6", "--first", "7", "--per-page", "6", "--paper", "letter", "-o", "sheet.pdf")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    assert re.search(rb"/Count 3\b", Path("sheet.pdf").read_bytes())


@pytest.mark.parametrize(("form", "said"), [("html", "a page"), ("pdf", "a PDF")])
def test_a_terminal_gets_no_document(monkeypatch: pytest.MonkeyPatch, form: str, said: str) -> None:
    assert choose_format(form, None, (form,)) == form
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(click.UsageError, match=f"{said} cannot be shown in a terminal: give --output FILE"):
        choose_format(form, None, (form,))


def test_without_fpdf2_a_pdf_is_refused_with_the_way_to_get_it() -> None:
    outcome = process("print", CLASSIC, "-o", "x.pdf", python=without("fpdf"))
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert "a PDF needs fpdf2: " in outcome.err
    assert outcome.err.endswith("fpdf2\n")


def test_the_choices_are_those_of_the_sheets() -> None:
    assert set(PAPER_CHOICES) == set(PAPERS)
    assert [int(number) for number in PER_PAGE] == sorted(GRIDS)


def test_a_title_above_a_puzzle_is_its_caption() -> None:
    Path("two.txt").write_text(f"Monday\n{CLASSIC}\n\n{CLASSIC} # from a friend\n")
    found = captions(binairo("print", "two.txt").out)
    assert [it.partition(" ")[0] for it in found] == ["Monday", "from"]
