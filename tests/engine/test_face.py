"""`binairo_tui.engine` as a library: one import gives everything, and nothing is loaded before it is used."""

import inspect
import re
import subprocess
import sys
from types import ModuleType

import pytest

import binairo_tui
from binairo_tui import datasets, engine, formats, game, library
from tests import library_user


def test_every_public_name_can_be_imported() -> None:
    names: dict[str, object] = {}
    exec("from binairo_tui.engine import *", names)
    assert set(engine.__all__) <= names.keys()
    assert set(engine.__all__) <= set(dir(engine))
    assert sorted(engine.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name)) == engine.__all__


def test_every_lazy_name_is_public() -> None:
    lazy = [name for names in engine._LAZY.values() for name in names]
    assert len(set(lazy)) == len(lazy)
    assert set(lazy) < set(engine.__all__)


def test_a_user_can_use_every_public_name(capsys: pytest.CaptureFixture[str]) -> None:
    """Type checkers check the same program."""
    assert all(library_user.everything())
    assert capsys.readouterr().out
    used = set(re.findall(r"\w+", inspect.getsource(library_user)))
    assert {*engine.__all__, *datasets.__all__} <= used


@pytest.mark.parametrize("package", [binairo_tui, engine, formats, game, datasets, library])
def test_names_that_are_not_loaded_yet_are_listed(package: ModuleType) -> None:
    code = f"import {package.__name__} as package; print(*dir(package))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(package.__all__) <= set(run.stdout.split())


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'binairo_tui\.engine' has no attribute 'magic'"):
        engine.magic  # type: ignore[attr-defined] # noqa: B018


def test_search_techniques_and_generation_are_loaded_on_first_use() -> None:
    code = (
        "import sys, binairo_tui.engine as engine\n"
        "slow = ('generation', 'grading', 'hints', 'search', 'propagation', 'techniques')\n"
        "print([name for name in slow if f'binairo_tui.engine.{name}' in sys.modules])\n"
        "engine.propagate(engine.Puzzle(4, 4))\n"
        "print([name for name in slow if f'binairo_tui.engine.{name}' in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[]", "['propagation']"]
