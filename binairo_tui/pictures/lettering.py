"""Measures, shortens and wraps text in Helvetica, in which almost all labels are set.

The widths are those of Adobe's font metrics; Arial and Liberation Sans have the same widths. The widths of characters
that Helvetica lacks are estimates.
"""

from itertools import accumulate
from unicodedata import combining, east_asian_width

_REGULAR = {
    191: "'", 222: "ijl‚‘’", 260: "|¦", 278: " !,./:;I[\\]ft·ÌÍÎÏìíîï", 333: "()-`r„ˆ‹“”˜›¡¨¯²³´¸¹", 334: "{}",
    350: "•", 355: '"', 365: "º", 370: "ª", 389: "*", 400: "°", 469: "^", 500: "Jcksvxyzšžçýÿ", 537: "¶",
    584: "+<=>~¬±×÷", 611: "FTZŽ¿ßø", 667: "&ABEKPSVXYŠŸÀÁÂÃÄÅÈÉÊËÝÞ", 722: "CDHNRUwÇÐÑÙÚÛÜ", 737: "©®",
    778: "GOQÒÓÔÕÖØ", 833: "Mm", 834: "¼½¾", 889: "%æ", 944: "Wœ", 1000: "…‰Œ—™Æ", 1015: "@",
}  # fmt: skip
_BOLD = {
    238: "'", 278: " ,./I\\ijl‚‘’·ÌÍÎÏìíîï", 280: "|¦", 333: "!()-:;[]`ftˆ‹˜›¡¨¯²³´¸¹", 350: "•", 365: "º", 370: "ª",
    389: "*r{}", 400: "°", 474: '"', 500: "z„“”ž", 584: "+<=>^~¬±×÷", 611: "?FLTZbdghnopquŽµ¿ßðñòóôõöøùúûüþ",
    667: "EPSVXYŠŸÈÉÊËÝÞ", 722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ", 737: "©®", 778: "GOQwÒÓÔÕÖØ", 833: "M", 834: "¼½¾",
    889: "%mæ", 944: "Wœ", 975: "@", 1000: "…‰Œ—™Æ",
}  # fmt: skip
_OTHER = 556
"""The width of all other characters of Helvetica, most of which are letters, in thousandths of the font size."""
_WIDE, _FOREIGN = 1000, 720
"""The widths assumed for the characters of East Asian scripts, and of others that Helvetica lacks, in the same unit."""
_WIDTHS = tuple({char: width for width, chars in table.items() for char in chars} for table in (_REGULAR, _BOLD))
_ELLIPSIS = "..."


def is_helvetica(text: str) -> bool:
    """Return whether the Helvetica of every PDF reader, which has the characters of cp1252, can show a text."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of a line of text in points, for a font size in points."""
    return sum(_char_widths(text, is_bold=is_bold)) * size / 1000


def fitted(text: str, width: float, size: float, *, is_bold: bool = False) -> str:
    """Return the text. If it is wider than `width` points, return as much of its beginning as fits, and an ellipsis."""
    if text_width(text, size, is_bold=is_bold) <= width:
        return text
    room = width - text_width(_ELLIPSIS, size, is_bold=is_bold)
    ends = accumulate(_char_widths(text, is_bold=is_bold))
    count = sum(1 for end in ends if end * size / 1000 <= room)
    return text[:count].rstrip() + _ELLIPSIS


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text that is broken at spaces to fit into `width` points. Wider words are cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, size))
    return lines


def _char_widths(text: str, *, is_bold: bool) -> list[int]:
    return [_WIDTHS[is_bold].get(char) or _other_width(char) for char in text]


def _other_width(char: str) -> int:
    if is_helvetica(char):
        return _OTHER
    if combining(char):
        return 0
    return _WIDE if east_asian_width(char) in "WF" else _FOREIGN
