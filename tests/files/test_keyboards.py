"""What other keyboards type means the keys at the same places of a US keyboard."""

import pytest

from binairo_tui.files.keyboards import language_of, us_character, us_text
from binairo_tui.tui.keymap import COMMANDS

MEANT = "j u i h k l x n q ? . 0 1"
"""Keys of the main table, and some others."""
KEYBOARDS = {
    "Russian": ("о г ш р л д ч т й ? ю 0 1", ""),
    "Ukrainian": ("о г ш р л д ч т й ? ю 0 1", "uk_UA.UTF-8"),
    "Bulgarian": ("т к с г н в й х , ? л 0 1", "bg_BG.UTF-8"),
    "Greek": ("ξ θ ι η κ λ χ ν q ? . 0 1", ""),
    "Hebrew": ("ח ו ן י ל ך ס מ q ? ץ 0 1", ""),
    "Arabic": ("ت ع ه ا ن م ء ى ض ? ز ٠ ١", ""),
    "French": ("j u i h k l x n q ? . à &", ""),
    "full width": ("ｊ ｕ ｉ ｈ ｋ ｌ ｘ ｎ ｑ ？ ． ０ １", ""),
}


@pytest.mark.parametrize("name", KEYBOARDS)
def test_keys_mean_their_places(name: str) -> None:
    typed, language = KEYBOARDS[name]
    found = [us_character(it, language) or it for it in typed.split()]
    wanted = MEANT.replace("q", ",") if name == "Bulgarian" else MEANT
    assert found == wanted.split()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("рштe".replace("e", "е"), "hint"), ("ГТВЩ", "UNDO"), ("і", "s"), ("Ж", ":"), ("№", "#"), ("σΣς", "sSw")],
)
def test_whole_words(typed: str, meant: str) -> None:
    assert us_text(typed) == meant


def test_ascii_stays_what_it_is() -> None:
    ascii_keys = [chr(number) for number in range(32, 127)]
    assert [key for key in ascii_keys if us_character(key)] == ['"', "&", "'", "(", "-", "_"]
    keys = {key for command in COMMANDS for key in command.keys if len(key) == 1}
    assert all(not us_character(key) for key in keys)


def test_the_language_is_that_of_the_characters() -> None:
    assert language_of({"LANG": "de", "LC_CTYPE": "bg_BG"}) == "bg_BG"
    assert us_character("т", "bg_BG") == "j"
    assert us_character("т") == "n"
