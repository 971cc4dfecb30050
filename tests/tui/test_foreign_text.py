"""Tests that foreign text is displayed safely: it is filtered, and no widget reads markup."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from binairo_tui.tui.terminal.output import PrintableFilter
from tests.source import nodes_of

READS_MARKUP = {"Static", "Button", "OptionList", "notify", "Checkbox", "Collapsible", "from_markup"}
"""Textual's widgets and functions that read text as markup, most of them by default."""


@given(st.lists(st.text() | st.text("a\x1b[\x9b\u202e\u200b\n\u3000\xa0"), max_size=4))
def test_everything_drawn_is_printable_and_keeps_its_width(texts: list[str]) -> None:
    drawn = PrintableFilter().apply([Segment(text) for text in texts], Color(0, 0, 0))
    assert all(segment.text.isprintable() for segment in drawn)
    assert [segment.cell_length for segment in drawn] == [cell_len(text) for text in texts]
    pairs = zip(drawn, texts, strict=True)
    assert all(segment.text == text for segment, text in pairs if text.isprintable())


def reads_markup(node: ast.AST) -> bool:
    """Whether this is a call that may read foreign text as markup."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in READS_MARKUP and not any(
        word.arg == "markup" and ast.unparse(word.value) == "False" for word in node.keywords
    )


def test_nothing_is_read_as_markup() -> None:
    assert [(name, ast.unparse(node)) for name, node in nodes_of(READS_MARKUP, "tui") if reads_markup(node)] == []


@pytest.mark.parametrize("code", ["Static(text)", "self.notify(text, markup=True)", "Text.from_markup(text)"])
def test_markup_is_noticed(code: str) -> None:
    assert [reads_markup(node) for node in ast.walk(ast.parse(code))].count(True) == 1
