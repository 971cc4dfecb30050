"""Pictures that other programs draw: none is read wrong. All but the quick ones are made in the long form only."""

import pytest

pytest.importorskip("numpy", reason="pictures are read with numpy")
pytest.importorskip("PIL", reason="pictures are read with Pillow")
pytest.importorskip("fpdf", reason="pages are printed with fpdf2")

from tests.puzzle_pictures.measure import count, verdict
from tests.puzzle_pictures.other_programs import SOURCES, lacking, others


@pytest.mark.parametrize("source", ["SVG", *[pytest.param(it, marks=pytest.mark.ci) for it in ("print", "sgt-unruly")]])
def test_a_picture_by_another_program_is_read(source: str) -> None:
    if programs := lacking(source):
        pytest.skip(f"not installed: {', '.join(programs)}")
    for sample in others(1, [source]):
        assert verdict(sample) == ("right", "")


@pytest.mark.long
@pytest.mark.parametrize("source", SOURCES)
def test_nothing_by_another_program_is_read_wrong(source: str) -> None:
    if programs := lacking(source):
        pytest.skip(f"not installed: {', '.join(programs)}")
    assert count(others(6, [source]))[source]["wrong"] == 0
