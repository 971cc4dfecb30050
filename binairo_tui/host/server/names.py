"""Players' names: normalised, in one script, and not easily confused with one another. Pure."""

import re
from unicodedata import bidirectional, category, name, normalize

LEAST, MOST = 2, 16
CODE = re.compile(r"[0-9][0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}")
"""Matches invitations and codes for other keys. It matches no name, because a name begins with a letter."""

_FORM = re.compile(r"[^\W\d_](?:[-._]?[^\W_])*")
_SCRIPTS = frozenset(
    (
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN"),
        *("GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM"),
        *("MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    )
)
"""The scripts in common use (those that Unicode's annex 31 recommends). Letters of other scripts look like letters of
these scripts, as in Lisu, or cannot be shown by most machines.
"""
_SPELLING = re.compile(
    r"[^\u0250-\u02af\u1100-\u11ff\u1c80-\u1dbf\u2c60-\u2c7f\ua640-\ua7ff\ua960-\ua97f\uab30-\uab6f\ud7b0-\ud7ff]+"
)
"""Matches a name that has no letters of phonetic and old spellings, such as small capitals, and no parts of Hangul
syllables, some of which are invisible.
"""
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK"}
"""Maps the Japanese syllabaries to the script of the characters that are written with them."""
_LOOK_ALIKES = str.maketrans(
    # Digits, and Greek, Cyrillic and rare Latin letters, that look like Latin letters; the text is case-folded first.
    "013589αβγεηικμνορτυχωавеёзикмнорстухіѕјһԁԛԝѵьгпıǀ",
    "olesbgabyenikuvoptuxwabeeeukmhopctyxisjhdqwvbrnil",
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))
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
    if not _FORM.fullmatch(found) or not all(char.isascii() or category(char) in ("Lu", "Ll", "Lo") for char in found):
        raise UnusableNameError(
            "A name must begin with a letter, and consist of letters, the digits 0 to 9, and single hyphens."
        )
    if len({bidirectional(char) in ("R", "AL") for char in found}) > 1:
        raise UnusableNameError("A name that is written from right to left must consist of letters only.")
    scripts = {_script(char) for char in found if char.isalpha()}
    if len(scripts) != 1:
        raise UnusableNameError("The letters in a name must all belong to one script.")
    if not scripts <= _SCRIPTS or not _SPELLING.fullmatch(found):
        raise UnusableNameError("A name must consist of letters in common use.")
    if skeleton(found) in map(skeleton, _RESERVED):
        raise UnusableNameError("This name is reserved.")
    return found


def skeleton(text: str) -> str:
    """Return a name with one character for all that look alike: names with the same skeleton can be confused."""
    decomposed = normalize("NFKD", normalize("NFKC", text).casefold())
    found = "".join([char for char in decomposed if char.isalnum()]).translate(_LOOK_ALIKES)
    for pair, one in _PAIRS:
        found = found.replace(pair, one)
    return found


def _script(letter: str) -> str:
    """Return the script of a letter, such as `LATIN`; scripts that are written together count as one."""
    first = name(letter, "UNKNOWN").partition(" ")[0]
    return _TOGETHER.get(first, first)
