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
from tests.api_reference import PUBLIC


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
    assert {name for names in PUBLIC.values() for name in names} <= used


QUICK = {
    *("answer_fault", "canonical", "conflict_text", "deduction_text", "deductions", "find_violations"),
    *("format_position", "from_json", "is_solution_of", "is_solved", "parse_position", "propagate"),
    *("propagation_steps", "prove", "read_answer", "symmetries", "to_json", "transformed", "violation_text", "walk"),
}
"""The functions about a puzzle that never take long. docs/library.md says that all others can be cancelled."""


def test_whatever_may_take_long_can_be_cancelled() -> None:
    functions = {name: getattr(engine, name) for name in engine.__all__ if inspect.isfunction(getattr(engine, name))}
    parameters = {name: inspect.signature(function).parameters.keys() for name, function in functions.items()}
    about_puzzles = {name for name, names in parameters.items() if {"puzzle", "seed"} & names}
    cancelled = {name for name in about_puzzles if "is_cancelled" in parameters[name]}
    assert about_puzzles - cancelled == QUICK
    assert {"find_hint", "next_proof", "proof_of", "generate", "grade", "random_grid", "wrong_cells"} <= cancelled


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
