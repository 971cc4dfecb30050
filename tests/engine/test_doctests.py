"""Every public name of the engine has an example in its docstring, and the examples are correct."""

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from binairo_tui import datasets, engine, formats, game, library

PUBLIC = {name: getattr(engine, name) for name in engine.__all__}
WITHOUT_DOCSTRING = {"EMPTY", "ONE", "ZERO", "Cell", "Line", "Position", "Value"}
"""Constants and type aliases: Python keeps no docstring for them."""


def modules(package: ModuleType) -> list[str]:
    return [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]


def failing(examples: list[doctest.DocTest]) -> list[str]:
    runner = doctest.DocTestRunner(verbose=False)
    return [test.name for test in examples if runner.run(test).failed]


def test_an_example_of_every_public_name_shows_what_happens() -> None:
    found = [
        test
        for name in sorted(PUBLIC.keys() - WITHOUT_DOCSTRING)
        for test in doctest.DocTestFinder().find(PUBLIC[name], name, globs=dict(PUBLIC))
        if test.examples
    ]
    assert PUBLIC.keys() - {test.name for test in found} == WITHOUT_DOCSTRING
    assert failing(found) == []


@pytest.mark.parametrize("package", [engine, game, datasets, formats, library])
def test_examples_of_modules_show_what_happens(package: ModuleType) -> None:
    loaded = [import_module(name) for name in modules(package)]
    finder = doctest.DocTestFinder()
    assert failing([test for it in loaded for test in finder.find(it, it.__name__, globs={**PUBLIC, **vars(it)})]) == []


REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"


def test_every_example_of_the_reference_runs_when_pasted() -> None:
    examples = re.findall(r"^ *```pycon\n(.*?)^ *```$", REFERENCE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    parser = doctest.DocTestParser()
    assert len(examples) > 80
    assert failing([parser.get_doctest(text, {}, text.strip()[:60], None, None) for text in examples]) == []
