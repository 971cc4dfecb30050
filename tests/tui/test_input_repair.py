"""Broken escape sequences in the input do nothing, and no key beside them is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

from binairo_tui.tui.terminal.driver import LEAST_PASTED, LONGEST_TYPED, InputRepair, is_pasted
from binairo_tui.tui.terminal.textual_internals import InputParser

KEYS = (
    *[keys for keys in ANSI_SEQUENCES_KEYS if keys != "\x1b"],
    *("a", "0", ";", "[", "é", "\x1b[97;5u", "\x1b[<35;10;9M", "\x1b[?2026;2$y", "\x1b[200~a;\x1b[201~"),
)
BROKEN = ("\x1b[<0;", "\x1b[1;", "\x1b[?62;4", "\x1b[48;20000;30000;0;0", "\x1b[0;97:98", "\x1b[<35;" + "9" * 50)


def repaired(text: str, *ends: int) -> str:
    """What is left of an input that comes in parts with these ends, and is then over."""
    repair = InputRepair()
    places = [0, *sorted(min(end, len(text)) for end in ends), len(text)]
    parts = [repair.without_broken(text[start:end]) for start, end in pairwise(places)]
    return "".join([*parts, repair.rest()])


@given(st.lists(st.sampled_from(KEYS)).map("".join), st.integers(0, 100))
def test_no_key_is_lost(text: str, end: int) -> None:
    assert repaired(text, end) == text


@pytest.mark.parametrize("text", ["\x1b", "\x1b[", "\x1b[0", "\x1b[\x1b[A", "\x1b]", "\x1bO"])
def test_what_may_be_typed_is_passed_on_at_once(text: str) -> None:
    assert InputRepair().without_broken(text) == text


@given(st.lists(st.tuples(st.sampled_from(BROKEN), st.sampled_from(("\x1b[C", "\x1b[5~", "\x11", "\x1b"))), min_size=1))
def test_broken_sequences_are_removed_between_keys(pairs: list[tuple[str, str]]) -> None:
    assert repaired("".join([broken + key for broken, key in pairs])) == "".join([key for _, key in pairs])


@given(st.sampled_from((*BROKEN[:-1], "\x1b[")), st.integers(LONGEST_TYPED + 1, 4096))
def test_thousands_of_them_are_removed_wherever_they_are_cut(broken: str, size: int) -> None:
    text = broken * 3000
    left = repaired(f"0{text}\x1b[C1", *range(size, len(text), size))
    assert left in ("0\x1b[C1", "0\x1b[\x1b[C1")


@pytest.mark.parametrize("broken", BROKEN)
def test_they_are_no_keys_at_the_end_either(broken: str) -> None:
    keys = [*InputParser().feed(repaired(f"0{broken}"))]
    assert [getattr(key, "key", "") for key in keys] == ["0"]


@pytest.mark.parametrize(
    "text",
    [
        "Look, this is a sentence, pasted by mistake!",
        "Two lines,\rand a second\rand a third one. ",
        f"6x6;{'.0' * 18}",
    ],
)
def test_a_text_that_comes_at_once_without_brackets_is_a_paste(text: str) -> None:
    assert is_pasted(text)


@given(st.lists(st.sampled_from([*"01hjklui ", "\r", *ANSI_SEQUENCES_KEYS]), max_size=LEAST_PASTED - 1))
def test_few_keys_are_no_paste(keys: list[str]) -> None:
    assert not is_pasted("".join(keys))


@given(st.integers(0, 60), st.integers(0, 60))
def test_a_bracketed_paste_is_open_until_its_end(before: int, inside: int) -> None:
    repair = InputRepair()
    begun, ended = "1\x1b[200~" + "a" * inside, "\x1b[201~"
    for text, is_open in (
        ("0" * before, False),
        (begun, True),
        ("b" * 50, True),
        (ended, False),
        (begun + ended, False),
    ):
        repair.without_broken(text)
        assert repair.is_in_brackets is is_open


@pytest.mark.parametrize("text", ["0" * 300, "jk" * 100, "0\x1b[C1\x1b[C0\x1b[B" * 20, "0n1nu" * 20, "hjkl01u n" * 9])
def test_a_held_key_and_keys_that_somebody_types_ahead_are_no_paste(text: str) -> None:
    assert not is_pasted(text)
