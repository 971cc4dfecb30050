import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.pictures.drawing import Drawing, Label
from binairo_tui.pictures.sheets import GRIDS, PAPERS, Content, Item, SheetOptions, rules_text, sheet_pages
from binairo_tui.pictures.svg import html_text
from tests.pictures.test_board import corners
from tests.strategies import puzzles, to_puzzle

WIDE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")
SQUARE = parse_puzzle("4x4;0..1.1......0..0")
HUGE = parse_puzzle("40x40;" + "." * 1600)


def labels(page: Drawing) -> list[str]:
    return [it.text for it in page.shapes if isinstance(it, Label)]


def item(text: str = "4x4;0..1.1......0..0", title: str = "tiny #1") -> Item:
    puzzle = parse_puzzle(text)
    return Item(puzzle, title, "Easy", next(solutions(puzzle, 1)))


@settings(max_examples=30)
@given(
    st.lists(puzzles().map(to_puzzle) | st.just(HUGE), min_size=1, max_size=14),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(sorted(GRIDS)),
    st.booleans(),
    st.sampled_from(["Binairo", "A title that is much too long for a line " * 4]),
)
def test_everything_is_on_a_page_and_inside_its_margins(
    boards: list[Puzzle], paper: str, per_page: int, has_name_line: bool, title: str
) -> None:
    items = [Item(puzzle, f"no {number}", "Hard", puzzle.givens) for number, puzzle in enumerate(boards)]
    pages = sheet_pages(items, SheetOptions(paper, per_page, title, has_name_line=has_name_line))
    count = -(-len(items) // per_page)
    captions = [
        [it.text for it in page.shapes if isinstance(it, Label) and it.text.startswith("no ")] for page in pages
    ]
    assert [len(found) for found in captions[:count]] == [
        min(per_page, len(items) - start) for start in range(0, len(items), per_page)
    ]
    assert [text.split(" \xb7 ")[0] for found in captions[:count] for text in found] == [it.title for it in items]
    assert [text for found in captions[count:] for text in found] == [it.title for it in items]
    for page in pages:
        assert (page.width, page.height) == PAPERS[paper]
        for shape in page.shapes:
            assert all(40 < x < page.width - 40 and 40 < y < page.height - 40 for x, y in corners(shape))


def test_pages_are_numbered_and_titled() -> None:
    pages = sheet_pages([item(title=f"tiny #{number}") for number in range(5)], SheetOptions(title="Mine"))
    texts = [labels(page) for page in pages]
    assert [found[0] for found in texts] == ["Mine", "Mine", "Mine: solutions"]
    assert [[it for it in found if " / " in it] for found in texts] == [["1 / 3"], ["2 / 3"], ["3 / 3"]]
    assert "tiny #4 \xb7 Easy" in texts[1]


def test_solutions_are_left_out_if_unwanted_or_missing() -> None:
    assert len(sheet_pages([item()], SheetOptions(content=Content.PUZZLES))) == 1
    assert len(sheet_pages([Item(SQUARE, "none")], SheetOptions())) == 1


def test_puzzles_and_solutions_can_be_apart() -> None:
    items = [item(title=f"tiny #{number}") for number in range(5)]
    apart = [sheet_pages(items, SheetOptions(content=content)) for content in (Content.PUZZLES, Content.SOLUTIONS)]
    assert [[labels(page)[0] for page in pages] for pages in apart] == [["Binairo"] * 2, ["Binairo: solutions"]]


def test_a_line_for_the_name_is_on_the_pages_of_puzzles_alone() -> None:
    pages = sheet_pages([item()], SheetOptions(has_name_line=True))
    assert [{"Name", "Date"} <= set(labels(page)) for page in pages] == [True, False]


def test_no_solution_is_on_a_page_of_puzzles() -> None:
    first, second = sheet_pages([item()], SheetOptions())
    digits = [[it for it in labels(page) if it in "01"] for page in (first, second)]
    assert [len(found) for found in digits] == [5, 16]


def test_the_head_states_the_rules_of_the_puzzles() -> None:
    assert rules_text([SQUARE]).endswith(" 0s as 1s. No two rows and no two columns are the same.")
    assert rules_text([WIDE]).endswith(" may repeat. Cells joined by = are equal, cells joined by \xd7 are different.")
    assert "are the same, unless the title says otherwise. Cells" in rules_text([WIDE, SQUARE])
    assert "(one more 1 if its length is odd)" in rules_text([parse_puzzle("5x5;" + "." * 25)])
    assert "(one more 0 or 1 if its length is odd)" in rules_text([parse_puzzle(f"5x5;{'.' * 25};odd=either")])
    mixed = sheet_pages([item(), Item(WIDE, "wide", "Hard")], SheetOptions())
    texts = labels(mixed[0])
    assert "wide \xb7 Hard \xb7 lines may repeat" in texts
    assert "tiny #1 \xb7 Easy" in texts


def test_a_long_title_is_cut_off() -> None:
    (page, _) = sheet_pages([item(title="x" * 500)], SheetOptions(per_page=6))
    (caption,) = [it for it in labels(page) if it.startswith("xx")]
    assert caption.endswith("...")
    assert len(caption) < 60


def test_html_is_self_contained_and_names_the_paper_size() -> None:
    text = html_text(sheet_pages([item(title="<b>&")], SheetOptions("letter", title="</title>")), "</title>")
    assert "size: 612.0pt 792.0pt" in text
    assert "svg { height: 791.0pt }" in text
    assert not re.search(r"(?:src|href)=|@import|url\(|<b>|</title></title>", text)
    for page in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(page)


def test_pdf_has_all_pages() -> None:
    pytest.importorskip("fpdf", reason="fpdf2 is not installed")
    from binairo_tui.pictures.pdf import pdf_bytes

    pages = sheet_pages([item(title="caf\xe9 \u2014 1")] * 5, SheetOptions("letter"))
    data = pdf_bytes(pages, "Binairo")
    assert data.startswith(b"%PDF-")
    assert re.search(rb"/Count 3\b", data)
    assert re.search(rb"/MediaBox \[0 0 612(?:\.00)? 792(?:\.00)?\]", data)
