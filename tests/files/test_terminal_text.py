import subprocess
import sys
import unicodedata
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.files.terminal_text import MAX_LENGTH, MAX_MARKS, is_utf8, strip_controls
from tests.faults.harness import ROOT

STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

hostile = st.text() | st.text(
    "a e\u0301\u0308\u20dd\u200d\u202e\x1b[\x9b\n\u2028\u3000\u1100\u1161\ud800\U000e0041\u09c7\u09be"
)


def is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


@given(hostile, st.integers(1, 30))
@example("a \u0301b", 30)
@example("\u0301", 30)
@example("ab c", 4)
@example("e" + "\u0301" * 9, 30)
@example("\u09c7\u200d\u09be", 30)
def test_nothing_is_left_that_steers_or_hides(text: str, length: int) -> None:
    shown = strip_controls(text, length)
    assert not STEERING.intersection(map(unicodedata.category, shown))
    assert len(shown) <= length
    assert shown == shown.strip()
    assert "  " not in shown
    assert [char for char in shown if char.isspace() and char != " "] == []
    assert unicodedata.is_normalized("NFC", shown)
    assert all(len(list(run)) <= MAX_MARKS for marks, run in groupby(shown, is_mark) if marks)
    assert not any(is_mark(char) and (index == 0 or shown[index - 1] == " ") for index, char in enumerate(shown))
    assert strip_controls(shown, length) == shown


@given(st.text(st.characters(categories=["Lu", "Ll", "Nd", "Po"], max_codepoint=0x17F), max_size=MAX_LENGTH))
def test_ordinary_titles_are_not_changed(text: str) -> None:
    assert strip_controls(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("14x14 #12", "14x14 #12"),
        ("\x1b]0;owned\x07 a\u202eb", "]0;owned ab"),
        ("\x1b[2Ja\x9b1mb", "[2Ja1mb"),
        ("one\ttwo\r\nthree\u2028four", "one two three four"),
        ("Caf\u0065\u0301", "Café"),
        ("q\u0301\u0302\u0303\u0304", "q\u0301\u0302"),
        ("a" * 90, "a" * 79 + "…"),
        ("a" + " " * 400 + "b", "a…"),
        ("a" + "\u0301" * 400 + "b", "\xe1\u0301\u0301…"),
        ("a" + " " * 400, "a"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("日本語", "日本語"),
    ],
)
def test_examples(text: str, shown: str) -> None:
    assert strip_controls(text) == shown


def test_of_a_very_long_text_only_the_beginning_is_scanned() -> None:
    class Text(str):
        looked_at = 0

        def __getitem__(self, key: object) -> str:
            assert isinstance(key, slice)
            Text.looked_at = key.stop
            return super().__getitem__(key)

    strip_controls(Text("\u202e" * 10**6), 10)
    assert Text.looked_at == 40


@pytest.mark.parametrize(
    ("environ", "utf8"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C.utf8"}, True),
        ({"LANG": "de_DE.UTF-8@euro"}, True),
        ({"LANG": "C"}, False),
        ({}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, True),
        ({"LC_ALL": "en_US.ISO-8859-1"}, False),
        ({"LANG": "POSIX"}, False),
    ],
)
def test_the_locale_says_whether_the_terminal_takes_utf8(environ: dict[str, str], utf8: bool) -> None:
    assert is_utf8(environ, was_c=False) is utf8


def test_a_locale_that_python_sets_does_not_count() -> None:
    assert not is_utf8({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, was_c=True)
    assert is_utf8({"LANG": "en_US.UTF-8", "LC_CTYPE": "C.UTF-8"}, was_c=True)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system does not tell how a process started")
@pytest.mark.parametrize(
    ("environ", "utf8"),
    [
        ({"LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, True),
        ({"LC_CTYPE": "C", "LANG": "C"}, False),
        ({"LANG": "C"}, False),
        ({}, False),
    ],
)
def test_a_locale_that_the_player_sets_counts_in_pythons_utf8_mode(environ: dict[str, str], utf8: bool) -> None:
    code = "import os; from binairo_tui.files.terminal_text import is_utf8; print(is_utf8(os.environ))"
    environ = {"PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), **environ}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == f"{utf8}\n"
