"""Players' names: normalised, in one script, and not easily confused with one another. Pure."""

import re
from unicodedata import bidirectional, category, name, normalize

LEAST, MOST = 2, 16
CODE = re.compile(r"[0-9][0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}")
"""Matches an invitation or a code for another key, but no name: a name begins with a letter."""

_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK"}
"""Maps the Japanese syllabaries to the script of the characters that are written with them."""
_LOOK_ALIKES = str.maketrans(
    # Digits, and Greek, Cyrillic and rare Latin letters, that look like Latin letters; the text is case-folded first.
    "013589αβγεηικμνορτυχωавеёзикмнорстухіѕјһԁԛԝѵьгпıɑɡᴄᴏꜱᴠᴡᴢǀ",
    "olesbgabyenikuvoptuxwabeeeukmhopctyxisjhdqwvbrniagcosvwzl",
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))
_BLANK = "\u115f\u1160"
"""Letters that are invisible: the fillers of Hangul."""
_PARTS = ("CHOSEONG", "JUNGSEONG", "JONGSEONG")
"""Words in the Unicode names of parts of Hangul syllables, which stack up in one place."""
_RESERVED = (
    *("host", "server", "system", "root", "admin", "administrator", "operator", "moderator", "mod", "staff", "support"),
    *("official", "binairo", "you", "everybody", "nobody"),
)


class UnusableNameError(ValueError):
    """A name cannot be used. The message is a sentence for the player."""


def normal_name(text: str) -> str:
    """Return a name in its normal form. Raises UnusableNameError.

    A name must begin with a letter. It may contain letters of one script, and digits, joined by single hyphens, dots
    or underscores.
    """
    found = normalize("NFKC", text.strip())
    if not LEAST <= len(found) <= MOST:
        raise UnusableNameError(f"A name must have {LEAST} to {MOST} characters.")
    if not re.fullmatch(r"\w+(?:[-._]\w+)*", found) or "__" in found or category(found[0])[0] != "L":
        raise UnusableNameError("A name must begin with a letter and consist of letters, digits and single hyphens.")
    if any(category(char) not in ("Lu", "Ll", "Lo", "Nd", "Pd", "Po", "Pc") or char in _BLANK for char in found):
        raise UnusableNameError("A name must consist of letters, digits and single hyphens.")
    if any(word in name(char, "") for char in found for word in _PARTS):
        raise UnusableNameError("A name must consist of whole syllables.")
    if len({bidirectional(char) in ("R", "AL") for char in found}) > 1:
        raise UnusableNameError("A name that is written from right to left must consist of letters only.")
    if any(char.isdigit() and not char.isascii() for char in found):
        raise UnusableNameError("The digits in a name must be 0 to 9.")
    scripts = {_script(char) for char in found if char.isalpha()}
    if len(scripts) != 1:
        raise UnusableNameError("The letters in a name must all belong to one script.")
    if skeleton(found) in map(skeleton, _RESERVED):
        raise UnusableNameError("This name is reserved.")
    return found


def skeleton(text: str) -> str:
    """Return a name in which characters that look alike are replaced by the same character.

    Two names with the same skeleton can be confused.
    """
    decomposed = normalize("NFKD", normalize("NFKC", text).casefold())
    found = "".join([char for char in decomposed if char.isalnum()]).translate(_LOOK_ALIKES)
    for pair, one in _PAIRS:
        found = found.replace(pair, one)
    return found


def _script(letter: str) -> str:
    """Return the script of a letter, such as `LATIN`; scripts that are written together count as one."""
    first = name(letter, "UNKNOWN").partition(" ")[0]
    return _TOGETHER.get(first, first)
