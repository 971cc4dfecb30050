"""Every public name has an example in the reference, and the examples of all docstrings are correct."""

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from binairo_tui import counting, datasets, engine, formats, game, library, pictures
from tests.api_reference import PUBLIC

ROOMS = (engine, datasets, formats, counting, pictures, library, game)
NAMES = {name: getattr(room, name) for room in reversed(ROOMS) for name in PUBLIC[room]}
"""What the examples may name without a module; a name of the engine means that of the engine."""


def modules(package: ModuleType) -> list[str]:
    return [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]


def failing(examples: list[doctest.DocTest]) -> list[str]:
    runner = doctest.DocTestRunner(verbose=False)
    return [test.name for test in examples if runner.run(test).failed]


@pytest.mark.parametrize("package", ROOMS)
def test_examples_of_modules_show_what_happens(package: ModuleType) -> None:
    rooms = {room.__name__.rpartition(".")[2]: room for room in ROOMS}
    loaded = [import_module(name) for name in modules(package)]
    finder = doctest.DocTestFinder()
    found = [test for it in loaded for test in finder.find(it, it.__name__, globs={**rooms, **NAMES, **vars(it)})]
    assert failing(found) == []


REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"


def test_every_public_name_has_an_example_in_the_reference() -> None:
    entries = re.split(r"^### ", REFERENCE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(entries) == sum(map(len, PUBLIC.values()))
    assert [entry.partition("\n")[0] for entry in entries if "```pycon" not in entry] == []


def test_every_method_and_property_in_the_reference_is_described() -> None:
    assert re.findall(r"^- `(.+)`\n\n(?!  )", REFERENCE.read_text("utf-8"), flags=re.MULTILINE) == []


def test_every_example_of_the_reference_runs_when_pasted() -> None:
    examples = re.findall(r"^ *```pycon\n(.*?)^ *```$", REFERENCE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    parser = doctest.DocTestParser()
    assert len(examples) > 80
    assert failing([parser.get_doctest(text, {}, text.strip()[:60], None, None) for text in examples]) == []
