"""Finds lists of signs beside the grid in the lists of a programming language: `equal = [((0, 0), (0, 1))]`."""

import re

from binairo_tui.files.json_text import JSONError, parse_json, place_of
from binairo_tui.formats import base, detect, signs
from binairo_tui.formats.literals import MAX_LISTS, MAX_LITERAL

UNREADABLE_SIGNS = (
    "the signs beside this grid cannot be read: write them as lists 'equal' and 'opposite' of pairs of cells"
)
_BRACKET = re.compile(r"[(\[{}\])]")
_NAMED = re.compile(
    r"(?<!\w)([A-Za-z_]\w{0,30}+)[\"']?\s*+(?::=|[:=])\s*+(?:(?:new\s++)?+[A-Za-z_]\w*+\(\s*+(?=[\[({]))?+(?=[\[({])"
)
_CELL = r"[\[(]\s*+[0-9]++\s*+,\s*+[0-9]++\s*+[\])]"
_PAIRS_OF_CELLS = re.compile(rf"[\[(]\s*+[\[(]\s*+{_CELL}\s*+,\s*+{_CELL}")
_KEYED = re.compile(rf"[\[(]\s*+({_CELL})\s*+,\s*+({_CELL})\s*+[\])]\s*+:\s*+([\"'][^\"'\n]*[\"'])")
"""Matches a pair of cells as the key of its sign: `((0, 0), (0, 1)): "="`."""
_SIGN_NAMES = re.compile(
    r"[HVACSRhvacsr](?i:(?<=h)orizontal|(?<=v)ertical|(?<=a)rith|(?<=c)omparison|(?<=c)onstraint"
    r"|(?<=\bs)igns?\b|(?<=r)elation)"
)
"""Matches names such as `horizontal` in any case. As the first letters are in a class, it is ten times faster."""
_NOT_SIGNS = re.compile(r"\bclass\s++\w++|\b\w++\(\w*+\)|\"[^\"\n=]*+\"|'[^'\n=]*+'")
"""Matches text in which such names mean no list: the name of a class, a short call, or quoted prose (`_PROSE`)."""
_PROSE = re.compile(r"[a-z][ \-][a-z]")
"""Matches where one word ends and the next begins."""
_MAX_NAMED = 20
"""Limit on the lists of signs beside a grid."""
_MOST_BETWEEN = 4
"""Limit on the lines between a grid and a list of its signs."""
_TRAILING_COMMA = re.compile(r",(?=\s*\])")
_TO_JSON = str.maketrans("()'", '[]"')


def without_signs(text: str) -> tuple[str, dict[str, object]]:
    """Return a text with spaces in place of its lists of signs, and these lists by their names.

    A list of pairs of cells is one of them, whatever its name. Raises PuzzleFormatError if a list cannot be read.
    """
    named: dict[str, object] = {}
    for match in _NAMED.finditer(text) if len(text) <= MAX_LITERAL else ():
        if not signs.is_name(match[1]) and not _PAIRS_OF_CELLS.match(text, match.end()):
            continue
        if len(named) == _MAX_NAMED or match[1] in named:
            raise base.error("too many lists of signs beside a grid", *place_of(text, match.start()))
        end = _end_of_brackets(text, match.end())
        value, count = _KEYED.subn(r"[\1, \2, \3]", text[match.end() : end])
        if count:
            value = f"[{value[1:-1]}]"
        try:
            named[match[1]] = parse_json(
                _TRAILING_COMMA.sub("", value.translate(_TO_JSON)), max_depth=8, max_objects=MAX_LISTS
            )
        except JSONError:
            raise base.error(f"'{match[1][:20]}': {UNREADABLE_SIGNS}", *place_of(text, match.start())) from None
        text = text[: match.start()] + re.sub(r"\S", " ", text[match.start() : end]) + text[end:]
    return text, named


def check_names(text: str) -> None:
    """Raise SignsError if a text beside a grid seems to name a list of signs."""
    if _SIGN_NAMES.search(text) and (match := _SIGN_NAMES.search(_NOT_SIGNS.sub(_without_prose, text))):
        line, column = place_of(text, match.start())
        raise base.SignsError(UNREADABLE_SIGNS, line=line, column=column)


def _without_prose(match: re.Match[str]) -> str:
    """Return the replacement for a match of `_NOT_SIGNS`: spaces, unless it is a quoted text that may be a name."""
    return match[0] if match[0][0] in "\"'" and not _PROSE.search(match[0]) else " " * len(match[0])


def lines_before(lines: base.Lines) -> list[str]:
    """Take the lines before the next list of signs and return their texts; [] if no such list is near.

    At most `_MOST_BETWEEN` lines are taken, and none of them may begin a list.
    """
    taken: list[base.TextLine] = []
    for line in lines:
        taken.append(line)
        if line.fault or detect.begins_code(line.text) or len(taken) > _MOST_BETWEEN:
            break
    match = _NAMED.search(taken[-1].text) if taken else None
    start = len(taken) - 1 if match and signs.is_name(match[1]) else 0
    for line in reversed(taken[start:]):
        lines.put_back(line)
    return [line.text for line in taken[:start]]


def _end_of_brackets(text: str, start: int) -> int:
    """Return the index after the bracket that closes the one at `start`; if none does, the length of the text."""
    depth = 0
    for match in _BRACKET.finditer(text, start):
        depth += 1 if match[0] in "([{" else -1
        if depth == 0:
            return match.end()
    return len(text)
