"""The source of the package as syntax trees, for tests that look for what it may not contain."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import binairo_tui

PACKAGE = Path(binairo_tui.__file__).parent


def nodes_of(words: Iterable[str], room: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes of the modules in a room that contain one of these words, each with the path of its module."""
    paths = list((PACKAGE / room).rglob("*.py"))
    assert len(paths) > 50
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in words):  # to parse all would take seconds
            name = path.relative_to(PACKAGE).as_posix()
            yield from ((name, node) for node in ast.walk(ast.parse(text)))
