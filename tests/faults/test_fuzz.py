"""Random keys, bytes, pastes and sizes; texts of every kind."""

import pytest

from tests.conftest import Report, needs_workers
from tests.faults.harness import run


@pytest.mark.parametrize("form", [(), pytest.param(("--long",), marks=pytest.mark.long)], ids=["short", "long"])
def test_nothing_but_being_told_to_ends_the_program(form: tuple[str, ...], report: Report) -> None:
    figures = run("fuzz", *form)
    report(f"fuzz: {figures}")
    assert figures["actions"]
    assert [figures[name] for name in ("tracebacks", "hangs", "bad_ends")] == [0, 0, 0], figures["first_trouble"]


@needs_workers
@pytest.mark.parametrize("form", [(), pytest.param(("--long",), marks=pytest.mark.long)], ids=["short", "long"])
def test_every_text_is_read_or_refused_with_a_place(form: tuple[str, ...], report: Report) -> None:
    figures = run("fuzz_texts", *form)
    report(f"fuzz_texts: {figures}")
    assert figures["reads"]
    assert [figures[name] for name in ("exceptions", "bad_places", "long_sentences")] == [0, 0, 0], figures[
        "first_trouble"
    ]
    assert not form or not figures["slow"]
