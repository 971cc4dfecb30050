"""The list of sentences is complete, and they avoid phrases that sound translated."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.sentences import Sentence, sentences

AVOIDED = (
    r"(?<!here )\b(?:is|are) no (?!longer|more)\w+",
    r"\bno UTF-8",
    r"\b(?:whoever|of which|anew|alike|behind them)\b",
    r"\bgoes? on from\b",
    r"\bcan be spared\b",
    r"\bstands? (?:twice|there|beside)\b",
)


OTHER_NAMES = (
    r"\b[Ll]ines (?:must )?differ|\bequal lines\b",
    r"(?<![-'\".(])\b[Bb]ands?\b(?!['\")])(?! or None)",
    r"\b(?:games and|All) results\b",
    r"\bfill the board\b|\bboard (?:is full|can(?:not)? be finished)\b",
    r"(?<!\.)\b[Vv]iolations?\b",
    r"\bsuperfluous\b",
    r"\bvalues in common\b",
    r"\bopen by\b",
    r"\b[Ff]irst steps\b",
    r"\b(?:[Dd]aily|[Tt]oday's) board\b|\b[Ll]eaderboard\b",
    r"\bgoes? on\b(?! to)",
    r"\b(?:one's|of one's) own\b",
)
"""Other names of things, in place of those in CONTRIBUTING.md."""


@cache
def in_package() -> list[Sentence]:
    return list(sentences())


def test_the_list_reads_every_kind_of_text(tmp_path: Path) -> None:
    source = tmp_path / "sample.py"
    source.write_text(
        'A = "Press again; then: wait."\n'
        'B = f"Written: {A}"\n'
        'C = f"<p class=x>the reason</p><b>{A}</b>"\n'
        'D = f"And {A} more"\n'
        'E = "#ffffff #000000"\n'
        'F = "p { color: red; }"\n'
        'G = "SELECT id FROM game"\n'
    )
    found = [it.text for it in sentences([source])]
    assert found == ["Press again; then: wait.", "Written: {...}", "the reason", "And {...} more"]


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


@pytest.mark.parametrize("phrase", [*AVOIDED, *OTHER_NAMES])
def test_no_sentence_sounds_translated_or_uses_another_name(phrase: str) -> None:
    assert [str(it) for it in in_package() if re.search(phrase, it.text)] == []
