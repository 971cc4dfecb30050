"""Measures, shortens and wraps text in Helvetica, in which all labels are set.

The widths are those of Adobe's font metrics; Arial and Liberation Sans have the same widths.
"""

from itertools import accumulate

_REGULAR = {
    191: "'", 222: "ijl", 260: "|", 278: " !,./:;I[\\]ft·", 333: "()-`r", 334: "{}", 355: '"', 389: "*", 469: "^",
    500: "Jcksvxyz", 584: "+<=>~×", 611: "FTZ", 667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%",
    944: "W", 1015: "@",
}  # fmt: skip
_BOLD = {
    238: "'", 278: " ,./I\\ijl·", 280: "|", 333: "!()-:;[]`ft", 389: "*r{}", 474: '"', 500: "z", 584: "+<=>^~×",
    611: "?FLTZbdghnopqu", 667: "EPSVXY", 722: "&ABCDHKNRU", 778: "GOQw", 833: "M", 889: "%m", 944: "W", 975: "@",
}  # fmt: skip
_OTHER = 556
"""The width of all other letters, most of which are ASCII, in thousandths of the font size."""
_WIDEST = 1015
"""The width assumed for characters outside of Latin-1."""
_WIDTHS = tuple({char: width for width, chars in table.items() for char in chars} for table in (_REGULAR, _BOLD))
_ELLIPSIS = "..."


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of a line of text in points, for a font size in points."""
    return sum(_char_widths(text, is_bold=is_bold)) * size / 1000


def fitted(text: str, width: float, size: float, *, is_bold: bool = False) -> str:
    """Return the text, or as much of its beginning as fits into `width`, followed by an ellipsis."""
    if text_width(text, size, is_bold=is_bold) <= width:
        return text
    room = width - text_width(_ELLIPSIS, size, is_bold=is_bold)
    ends = accumulate(_char_widths(text, is_bold=is_bold))
    count = sum(1 for end in ends if end * size / 1000 <= room)
    return text[:count].rstrip() + _ELLIPSIS


def wrapped(text: str, width: float, size: float, *, is_bold: bool = False) -> list[str]:
    """Return the lines of a text that is broken at spaces to fit into `width`. A longer word is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, is_bold=is_bold) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, size, is_bold=is_bold))
    return lines


def _char_widths(text: str, *, is_bold: bool) -> list[int]:
    widths = _WIDTHS[is_bold]
    return [widths.get(char, _OTHER if char < "\u0100" else _WIDEST) for char in text]
