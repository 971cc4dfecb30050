"""The list of sentences is complete, and they avoid phrases that sound translated."""

import re
from functools import cache

import pytest

from tests.sentences import Sentence, sentences

AVOIDED = (
    r"(?<!here )\b(?:is|are) no (?!longer|more)\w+",
    r"\bno UTF-8",
    r"\b(?:whoever|of which|anew|alike|behind them)\b",
    r"\bgoes? on from\b",
    r"\bcan be spared\b",
    r"\bbeside two\b",
    r"\bstands? (?:twice|there|beside)\b",
)


@cache
def in_package() -> list[Sentence]:
    return list(sentences())


def test_the_list_has_sentences_of_every_kind_and_no_docstrings() -> None:
    found = [str(it) for it in in_package()]
    for part in (
        "formats/base.py",  # of an error
        "Fill in a 1.",  # of the table of commands
        "It completes verbs, options,",  # of --help
        "cells in this row, {...} in the first",  # with something filled in
    ):
        assert any(part in it for it in found), part
    assert not any(": Return the" in it for it in found)


@pytest.mark.parametrize("phrase", AVOIDED)
def test_no_sentence_sounds_translated(phrase: str) -> None:
    assert [str(it) for it in in_package() if re.search(phrase, it.text)] == []
