"""The book, drawn from a plan with few puzzles."""

import re

import pytest

from binairo_tui.cli.book import make_parts
from binairo_tui.engine import first_solution, parse_puzzle
from binairo_tui.engine.bands import BANDS
from binairo_tui.library.book_plan import chapters, examples
from binairo_tui.library.codes import parse_code
from binairo_tui.pictures.book import Book, Part, book_pages
from binairo_tui.pictures.drawing import Box, Drawing, Label
from binairo_tui.pictures.sheets import PAPERS, Item
from tests.pictures.test_board import corners
from tests.pictures.test_sheets import labels

EXAMPLE = parse_puzzle("4x4;0..1.1......0..0")


@pytest.fixture(
    scope="module", params=[("a4", False, "Binairo"), ("letter", True, "A title that is far too long " * 9)]
)
def pages(request: pytest.FixtureRequest) -> list[Drawing]:
    paper, has_signs, title = request.param
    parts = make_parts(chapters(1, 2, has_signs=has_signs), 1)
    example = Item(EXAMPLE, "", "", first_solution(EXAMPLE))
    return book_pages(Book(title, f"{title} for all", f"{title} of a seed", example, parts, paper))


def test_everything_is_inside_the_margins(pages: list[Drawing]) -> None:
    assert (pages[0].width, pages[0].height) in PAPERS.values()
    for page in pages:
        for shape in page.shapes:
            assert all(40 < x < page.width - 40 and 40 < y < page.height - 40 for x, y in corners(shape)), shape


def test_pages_are_numbered_and_the_contents_point_to_their_chapters(pages: list[Drawing]) -> None:
    for number, page in enumerate(pages[1:], 2):
        foot = max((it for it in page.shapes if isinstance(it, Label)), key=lambda label: label.y)
        assert str(number) in foot.text.split(" · ")
    contents = [it for it in pages[1].shapes if isinstance(it, Label)]
    heading = next(index for index, it in enumerate(contents) if it.text == "Contents")
    rows = contents[heading + 1 : -1]
    for title, page_number in zip(rows[::2], rows[1::2], strict=True):
        assert title.text in labels(pages[int(page_number.text) - 1])


def test_each_puzzle_has_a_code_and_a_solution(pages: list[Drawing]) -> None:
    texts = [text for page in pages for text in labels(page)]
    codes = [text.split(" · ") for text in texts if re.fullmatch(r"\d+ · \d+x\d+-\w+", text)]
    assert [number for number, _ in codes] == [str(number) for number in range(1, 13)]
    assert len({parse_code(code) for _, code in codes}) == 12
    shapes = [it for page in pages for it in page.shapes if isinstance(it, Label)]
    start = next(index for index, it in enumerate(shapes) if it.text == "Solutions" and it.is_bold)
    captions = [it.text for it in shapes[start:] if it.size == 8.5]
    assert {str(number) for number in range(1, 13)} <= set(captions)


@pytest.fixture(scope="module")
def made() -> list[Part]:
    return make_parts(chapters(1, 1), 1)


@pytest.mark.parametrize(("count", "paper"), [(1, "a4"), (2, "letter"), (3, "a4"), (7, "letter"), (12, "a4")])
def test_every_page_but_the_last_is_full_and_nothing_covers_a_caption(made: list[Part], count: int, paper: str) -> None:
    parts = [
        part._replace(items=[part.items[0]._replace(title=str(number)) for number in range(count)]) for part in made
    ]
    pages = book_pages(Book("B", "", "", Item(EXAMPLE, "", "", first_solution(EXAMPLE)), parts, paper))
    seen = 0
    for page in pages[2:]:
        *shapes, _ = page.shapes  # the foot
        assert page is pages[-1] or max(y for shape in shapes for _, y in corners(shape)) > 0.6 * page.height
        boxes = [it for it in shapes if isinstance(it, Box)]
        for caption in (it for it in shapes if isinstance(it, Label) and it.is_bold and " \xb7 " in it.text):
            seen += 1
            x, y = caption.x + 1, caption.y - 3
            assert not any(it.x < x < it.x + it.width and it.y < y < it.y + it.height for it in boxes)
    assert seen == len(parts) * count


def test_there_is_an_example_of_every_technique_of_the_tutorial() -> None:
    taught = [name for names in BANDS.values() for name in names]
    found = examples()
    assert set(found) >= set(taught) - {"nested hypothesis"}
    for name, example in found.items():
        assert example.proof.technique == name
        assert example.after != example.before
