"""The app on a Textual whose private parts have other names: it opens and plays, and `doctor` says what is worse."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import binairo_tui.tui
from binairo_tui.tui.terminal import textual_internals
from tests.terminal.pty_terminal import PtyTerminal

NAMES = [name for name, *_ in textual_internals.INTERNALS]
DOOR = textual_internals.__name__
WITHOUT = """
import re, sys
from importlib.machinery import PathFinder, SourceFileLoader

names = sys.argv.pop(1).split(",")

class RenamingLoader(SourceFileLoader):
    def get_code(self, module):
        source = self.get_data(self.path).decode()
        if not any(name in source for name in names):
            return super().get_code(module)
        return compile(re.sub(rf"\\b({'|'.join(names)})\\b", r"\\1_2", source), self.path, "exec")

class Finder:
    @staticmethod
    def find_spec(module, path, target=None):
        spec = PathFinder.find_spec(module, path) if module.split(".")[0] == "textual" else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = RenamingLoader(spec.loader.name, spec.loader.path)
        return spec

sys.meta_path.insert(0, Finder)
from binairo_tui.cli import main
sys.argv[0] = "binairo"
main()
"""
"""Runs the program on a Textual in which the names given first, with commas, are other ones."""


EACH_NAME = [pytest.param(name, marks=pytest.mark.long) for name in NAMES]


@pytest.mark.parametrize("names", [",".join(NAMES[::2]), ",".join(NAMES[1::2]), *EACH_NAME])
def test_the_app_opens_and_plays_without_private_names(environ: dict[str, str], names: str) -> None:
    arguments = ("-c", WITHOUT, names, "play", "6x4;.1.....1......1....1....")
    with closing(PtyTerminal.python(*arguments, environ=environ)) as terminal:
        terminal.wait_for(" 0% ")
        terminal.press("1")
        terminal.wait_for(" 5% ")
        terminal.press("u")
        terminal.wait_for(" 0% ")
        terminal.press("?")
        terminal.wait_for("If you are stuck")
        terminal.press("q")
        terminal.wait_for(" 0% ")
        terminal.press("down", "0")
        terminal.wait_for(" 5% ")
        terminal.press("q")
        terminal.wait_for("Statistics")
        terminal.press("q")
        assert terminal.wait_for_exit() == 0
        assert not terminal.has_crashed


@pytest.mark.parametrize("names", ["no_such_name", ",".join(NAMES), *EACH_NAME])
def test_the_doctor_says_what_is_worse(environ: dict[str, str], names: str) -> None:
    command = [sys.executable, "-c", WITHOUT, names, "doctor"]
    found = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert not found.stderr
    notes = [line for line in found.stdout.splitlines() if line.startswith("note  textual")]
    missing = {name for name in NAMES for note in notes if name in note}
    assert missing == {*NAMES}.intersection(names.split(","))
    assert bool(notes) == bool(missing)


def _modules() -> Iterator[str]:
    """All modules of the app but the door."""
    packages = walk_packages(binairo_tui.tui.__path__, f"{binairo_tui.tui.__name__}.")
    yield from (module.name for module in packages if module.name != DOOR)


@cache
def _private_names(base: type) -> frozenset[str]:
    """What a class of Textual's defines or uses of its own; many classes of the app share their bases."""
    return frozenset(re.findall(r"(?:self\.|def )(_\w+)", inspect.getsource(base)))


def test_no_other_module_overrides_or_hides_a_private_part() -> None:
    for module in map(import_module, _modules()):
        for _, kind in inspect.getmembers(module, inspect.isclass):
            bases = [base for base in kind.__mro__ if base.__module__.startswith("textual")]
            if kind.__module__ == module.__name__ and bases:
                source = inspect.getsource(kind)
                own = {*re.findall(r"def (_[a-z]\w+)", source), *re.findall(r"self\.(_[a-z]\w+)(?:: .+)? = ", source)}
                own |= set(re.findall(r"(?m)^    (_[a-z]\w+)(?:: .+)? = ", source))
                assert not own & frozenset().union(*map(_private_names, bases)), kind


def test_no_other_module_imports_or_reads_a_private_part() -> None:
    trees = {name: ast.parse(Path(import_module(name).__file__ or "").read_text("utf-8")) for name in _modules()}
    nodes = [(name, node) for name, tree in trees.items() for node in ast.walk(tree)]
    own = {node.name for _, node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {it.attr for _, it in nodes if isinstance(it, ast.Attribute) and isinstance(it.ctx, ast.Store)}
    own |= {it.id for _, it in nodes if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)}
    for name, node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert not re.search(r"\._", node.module or ""), name
        elif (
            isinstance(node, ast.Attribute) and re.match("_(?!_)", node.attr) and node.attr not in ("_replace", "_exit")
        ):
            assert node.attr in own, (name, node.attr)
