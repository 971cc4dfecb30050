"""Finds lines that may hold signs or coordinates of cells, so that no grid is read without its signs."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from binairo_tui.engine.bands import BAND_OF
from binairo_tui.engine.geometry import Geometry

REFERENCE = (
    r"(?:[rR][0-9]{1,2}[cC][0-9]{1,2}|\b[A-Za-z][0-9]{1,2}|[(\[]\s{0,8}[0-9]{1,2}\s{0,8},\s{0,8}[0-9]{1,2}\s{0,8}[)\]])"
)
"""Matches the name of a cell, or its coordinates in brackets."""
_WORD = r"(?:equals?|equality|same|opposites?|different|diff(?:er)?|unequal|not equal|crosse?s?|constraints?|signs?)"
_SIGN = r"(?:[=x×X≠\-–—,~&/]|[!=]=|<>|->|and|to|vs\.?)"
PAIR = rf"{REFERENCE}[\s\"']*{_SIGN}?[\s\"']*{REFERENCE}"
"""Matches two cells, with or without a sign between them."""
_NAMED = re.compile(PAIR)
_NEGATED = re.compile(r"(?i)(?<![\w!])(?:not|never)\b(?! (?:be )?(?:the )?(?:equals?|same)\b)|n['’]t\b|\\\+|:-")
"""Matches a negation (but not `not equal` or `not the same`), and `:-`, which begins a constraint."""
_LISTS = r"(?:horizontal|vertical|arith|comparison|constraint|sign|relation|wall|edge|link|clue)"
_TOLD = (
    rf"{PAIR}|[\"'](?:=|×|==|!=)[\"']|\b\w*{_LISTS}\w*[\"']?\s*[:=]\s*(?:\w[\w.]*\(|[\[({{\"'])(?!\s*[\])}}\"'])"
    rf"|\b{_WORD}[\"']?\s{{0,8}}[:=](?!=)[^\n\[({{]{{0,40}}[\[({{][^\n0-9]{{0,40}}[0-9]"
    rf"|\b{_WORD}\b[^\n\w]{{0,3}}(?:[0-9]{{1,2}}\W{{1,4}}){{4}}|(?:[0-9]{{1,2}}\W{{1,4}}){{4}}(?:\w+\W)?{_WORD}\b"
)
"""Matches pairs of cells, quoted signs, and the beginnings of lists whose names are about signs."""
_IN_CODE = re.compile(_TOLD, re.IGNORECASE)
_IN_TEXT = re.compile(
    rf"{_TOLD}|{REFERENCE}(?:[^\w\n]|[xX]){{1,8}}{REFERENCE}"
    r"|(?:[(\[]\s?[0-9]{1,2}\s?,\s?[0-9]{1,2}\s?,[^\n()\[\]]{0,12}[)\]][^\n(\[]{0,9}){2}"
    rf"|\b{_WORD}\b[^\n\w]{{0,8}}[\[({{]?[rR]?[0-9]"
    rf"|^(?=[^=×xX\n]*[=×xX])[\s.\-_\"',\[\](){{}}|:;&]*(?:[=×xX][\s.\-_\"',\[\](){{}}|:;&]*){{1,39}}$"
    r"|[\"'](?:=|×|x)[\"']|^(?=\D*(?:[0-9]{1,2}\D{1,3}){2})(?:[HV]\s)?(?:[0-9]{1,2}[\s,;|]+){2,5}[=x×]|^[=x×](?:[\s,;|]+[0-9]{1,2}){2}"
    r"|\b(?:row|col(?:umn)?)\s*[0-9]{1,2}\b.{1,40}\bbetween\b|\bbetween\b.{1,40}\b(?:row|col(?:umn)?)s?\s*[0-9]"
    r"|\brow\s*[0-9]{1,2}\b.{1,20}\bcol(?:umn)?\s*[0-9].{1,40}\brow\s*[0-9]",
    re.IGNORECASE,
)
_TELLS = re.compile(rf"{REFERENCE}|[\[(][\s\"']{{0,8}}[0-9]{{1,2}}\b|[=×xX]|\b{_WORD}\b|[0-9]\s", re.IGNORECASE)
_NAME = r"r[0-9]{1,2}c[0-9]{1,2}"
PAIRS = re.compile(
    rf"\s*(?:[^\W\d_]{{2,12}}\s*[:=]\s*)?(?:{_NAME}\s*(?:[=x×]|!=)\s*{_NAME}[\s,;]*)+"
    r"|\s*[0-9]{1,2},\s*[0-9]{1,2},\s*[=x×],\s*[0-9]{1,2},\s*[0-9]{1,2}\s*"
    r"|\s*(?:[0-9]{1,2}[\s,;|]+){4}[=x×]\s*|\s*[=x×](?:[\s,;|]+[0-9]{1,2}){4}\s*",
    re.IGNORECASE,
)
"""Matches a line that holds only signs between pairs of cells."""
_HEADING = re.compile(r"(?:(?:r|c|x|y|i|j|row|col)_?[0-9]\s*,\s*){4}\w*", re.IGNORECASE)
"""Matches a heading for lines of numbers, such as `r1,c1,r2,c2,sign`."""
_DRAWN = re.compile(r"[|+\s]*(?:[=\-]{2,}|[xX])[|+\s]*")
"""Matches a drawn line."""
_STEP = re.compile(r"#\s{0,3}[0-9]{1,4}\. ([a-z ]{1,30}): ")
"""Matches the beginning of a step in the program's explanations, with the name of its technique."""

_MOST_SYMBOLS = 4
"""Limit on the different symbols in a matrix of signs."""


def may_tell(text: str) -> bool:
    """Return whether a text may hold signs or coordinates of cells."""
    return bool(_TELLS.search(text))


def suspect(text: str, *, is_code: bool = False) -> bool:
    """Return whether a line beside a grid may hold signs. `is_code` says that the rows of the grid are in brackets."""
    bare = text.strip()
    step = _STEP.match(bare)
    if (step and step[1] in BAND_OF) or _HEADING.fullmatch(bare):
        return False
    return bool(_IN_CODE.search(bare) if is_code else _IN_TEXT.search(bare) and not _DRAWN.fullmatch(bare))


def negates(text: str) -> bool:
    """Return whether a line contains a negation, so that its signs may not mean what they say."""
    return bool(_NEGATED.search(text))


def pair_count(texts: Iterable[str]) -> int:
    return sum([len(_NAMED.findall(text)) for text in texts])


def matrix_at(texts: Sequence[str], boards: Iterable[Geometry]) -> int:
    """Return the index of the first line of a possible matrix of signs for one of these boards; -1 if there is none."""
    sizes = {size for it in boards for size in ((it.width - 1, it.height), (it.width, it.height - 1))}
    at = 0
    for length, group in groupby(["".join(text.split()) for text in texts], len):
        rows = list(group)
        if (length, len(rows)) in sizes and len(set("".join(rows))) <= _MOST_SYMBOLS:
            return at
        at += len(rows)
    return -1
