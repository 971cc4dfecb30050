"""Every public name of the engine has an example in its docstring, and the examples are correct."""

import doctest
import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

from binairo_tui import datasets, engine, game

PUBLIC = {name: getattr(engine, name) for name in engine.__all__}
WITHOUT_DOCSTRING = {"EMPTY", "ONE", "ZERO", "Cell", "Line", "Position", "Value"}
"""Constants and type aliases: Python keeps no docstring for them."""


def modules(package: ModuleType) -> list[str]:
    return [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - WITHOUT_DOCSTRING))
def test_an_example_shows_what_happens(name: str) -> None:
    tests = [test for test in doctest.DocTestFinder().find(PUBLIC[name], name, globs=dict(PUBLIC)) if test.examples]
    assert name in {test.name for test in tests}, f"{name} has no example"
    runner = doctest.DocTestRunner(verbose=False)
    assert [runner.run(test).failed for test in tests] == [0] * len(tests)


@pytest.mark.parametrize("module", [*modules(engine), *modules(game), *modules(datasets)])
def test_examples_of_a_module_show_what_happens(module: str) -> None:
    loaded = import_module(module)
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(loaded, module, globs={**PUBLIC, **vars(loaded)}):
        assert runner.run(test).failed == 0


def test_every_name_without_an_example_still_exists() -> None:
    assert PUBLIC.keys() >= WITHOUT_DOCSTRING
