"""Determines which symbols in a grid stand for 0, 1 and empty cells, and whether this is a guess.

A symbol is a character, a word such as `Empty`, or an empty field between two separators. Symbols are case-insensitive.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import east_asian_width, name

BLANKS = ".-_·"
"""Characters that stand for an empty cell, whatever the symbols for 0 and 1."""
_BLANK_WORDS = (
    "-1 none null nil nothing undefined empty blank unknown unset unfilled nan na n/a open free void "
    "vide leer vacio vacío vuoto leeg"
)
_BLANKS = frozenset(["", " ", *BLANKS, *"*?~#•∙⋅‧…―–—─␣\u3000", *_BLANK_WORDS.split()])
"""Symbols that mean an empty cell if two other symbols are the values."""
_LIKELY_BLANKS = frozenset(["x", "e", "u", "n", "+", "b", "⬜", "⬛", "◻", "◼", "□", "■", "🔲", "🔳", "❓", "➖"])
"""Symbols that stand for an empty cell without doubt if the values are a pair in `_PAIRS`."""
_PAIRS: tuple[tuple[str, str], ...] = (
    ("0 o", "1 i"),
    ("o", "x"),
    ("w", "b"),
    ("y", "b"),
    ("white", "black"),
    ("false", "true"),
    ("f", "t"),
    ("zero", "one"),
    ("off", "on"),
    ("sun", "moon"),
    ("circle", "cross"),
    ("nought", "cross"),
    ("⚪", "⚫"),
    ("⬜", "⬛"),
    ("○", "●"),
    ("□", "■"),
    ("◻", "◼"),
    ("◽", "◾"),
    ("▫", "▪"),
    ("⭕", "❌"),
    ("○", "×"),
    ("o", "×"),
    ("☀ 🌞 🟡 🟠 🌕 🔆", "☾ ☽ 🌙 🌚 🌛 🌜 🌑"),
)
"""Pairs of symbols for 0 and for 1 that are never used the other way round. Spaces separate synonyms."""
_PAIR_MEANINGS = [dict.fromkeys(zeros.split(), "0") | dict.fromkeys(ones.split(), "1") for zeros, ones in _PAIRS]
_COLOURS = "white yellow red r orange 🟨 🟡 🟥 🔴 🟧 🟠 🟩 🟢 🟦 🔵 🟪 🟣 🟫 🟤 s -"
_ORDER = tuple(_COLOURS.split())
"""Symbols that a guess takes for 0 rather than any other symbol, the likeliest first: colours, S for a sun, minus."""

_SECOND = ("blue", "🟦", "🔵")
"""Symbols that a guess takes for 1 if no other symbol is a value."""

_PLAIN = {ord("０"): "0", ord("１"): "1", ord("．"): ".", ord("？"): "?", ord("＊"): "*"}


class Symbols(NamedTuple):
    """The symbols that mean 0, 1 and an empty cell, as written in the text.

    If one of them does not occur in the text, its field is empty. `is_guess` means that the symbols can also be read
    differently, for example with 0 and 1 exchanged.

    >>> read_puzzle("W... .... ..B. ....").symbols
    Symbols(zero='W', one='B', blank='.', is_guess=False)
    """

    zero: str
    one: str
    blank: str
    is_guess: bool = False

    def __str__(self) -> str:
        """Return a clause such as `O stands for 0, X for 1 and a dot for an empty cell`."""
        named = [(self.zero, "0"), (self.one, "1"), (self.blank, "an empty cell")]
        parts = [f"{_name(symbol)} for {meaning}" for symbol, meaning in named if symbol]
        if not parts:
            return "every cell is empty"
        parts[0] = parts[0].replace(" for ", " stands for ", 1)
        return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"

    @property
    def is_plain(self) -> bool:
        """Whether the symbols are the usual ones: 0, 1 and, for an empty cell, a character in `BLANKS` or nothing."""
        return self.zero in ("", "0") and self.one in ("", "1") and self.blank in ("", NOTHING, *BLANKS)


NOTHING = "nothing"
"""The name of a symbol that is empty or consists of spaces."""


def plain_symbol(text: str) -> str:
    """Return a symbol as written in the tables of this module: in lower case, without white space around it."""
    return text.strip().translate(_PLAIN).lower()


def is_value_name(word: str) -> bool:
    """Return whether a lower-case word names a value: `true`, `black`, `x`."""
    return word in _ORDER or word in _SECOND or any(word in meanings for meanings in _PAIR_MEANINGS)


def is_name(word: str) -> bool:
    """Return whether a lower-case word names a value or an empty cell."""
    return word in _BLANKS or is_value_name(word)


class SymbolMeaning(NamedTuple):
    """A possible meaning of symbols: `values` maps plain symbols to `0`, `1` or `.`."""

    values: dict[str, str]
    is_guess: bool


def find_meanings(counts: Counter[str]) -> list[SymbolMeaning]:
    """Return the possible meanings of plain symbols, most likely first; empty if the symbols cannot be a grid.

    `counts` holds the number of times that each symbol occurs. The first meaning is a guess if the others are also
    possible. If meanings have different symbols for empty cells, the caller should drop the meanings that break the
    rules.
    """
    symbols = set(counts)
    if symbols <= {"0", "1", "x"} and "x" in symbols:
        # x is an empty cell, but may stand for 1 if there is no 1.
        usual = SymbolMeaning({"0": "0", "1": "1", "x": "."}, is_guess=symbols == {"0", "x"})
        return [usual, SymbolMeaning({"0": "0", "x": "1"}, is_guess=True)] if usual.is_guess else [usual]
    rest = symbols - {"+", "-"}
    if len(symbols) - len(rest) == 2 and len(rest) == 1 and rest <= _BLANKS:
        return _swapped({"-", "+"}, rest)
    blanks = symbols & _BLANKS
    values = symbols - blanks
    unusual = blanks & set("*#~•")  # which could also be a value
    if len(values) < 2 and len(unusual) == 1 < len(blanks):
        values, blanks = values | unusual, blanks - unusual
    if not values:
        return [SymbolMeaning(dict.fromkeys(blanks, "."), is_guess=False)] if not unusual else []
    if symbols == {"-1", "0", "1"} or (len(values) == 3 and not blanks):
        return _three(symbols, counts)
    if pair := _pair_of(values):
        return [SymbolMeaning(dict.fromkeys(blanks, ".") | pair, is_guess=len(values) == 1 and bool(unusual))]
    return _swapped(values, blanks) if len(values) <= 2 else []


def _pair_of(values: set[str]) -> dict[str, str] | None:
    for meanings in _PAIR_MEANINGS:
        if values <= meanings.keys():
            return {symbol: meanings[symbol] for symbol in values}
    return None


def _three(values: set[str], counts: Counter[str]) -> list[SymbolMeaning]:
    """One of the symbols must mean empty cells. Meanings with a more common symbol for them come first."""
    found: list[SymbolMeaning] = []
    for blank in sorted(values, key=lambda value: (-counts[value], value)):
        others = values - {blank}
        pair = _pair_of(others) or {}
        if set(pair.values()) != {"0", "1"}:
            found += _swapped(others, {blank})
        elif blank in _LIKELY_BLANKS:
            return [SymbolMeaning({blank: "."} | pair, is_guess=False)]
        else:
            found.append(SymbolMeaning({blank: "."} | pair, is_guess=True))
    return found


def _swapped(values: set[str], blanks: set[str]) -> list[SymbolMeaning]:
    """Return the two meanings in which the one or two symbols in `values` are 0 and 1."""
    empty = dict.fromkeys(blanks, ".")
    first, *others = sorted(values, key=_order)
    zero, one = ("1", "0") if first in _SECOND and not others else ("0", "1")
    pairs = ((zero, one), (one, zero))
    return [SymbolMeaning(empty | {first: a} | dict.fromkeys(others, b), is_guess=True) for a, b in pairs]


def _order(symbol: str) -> tuple[int, float, str]:
    if symbol in _ORDER:
        return _ORDER.index(symbol) - len(_ORDER), 0, symbol
    number = float(symbol) if symbol.removeprefix("-").isdecimal() and len(symbol) < 9 else 0
    return 0, number, symbol


def first_unexpected(symbols: Sequence[str]) -> int:
    """Return the index of the first plain symbol that is neither an empty cell nor a value; 0 if there is none.

    The values are 0 and 1 or, if neither of these occurs, the two most common other symbols.
    """
    counts = Counter(symbols)
    if set(counts) - _BLANKS <= {"0", "1"}:
        return 0
    common = [symbol for symbol, _ in counts.most_common() if symbol not in _BLANKS]
    usual = {"0", "1"} if {"0", "1"} & set(counts) else set(common[:2])
    return next((i for i, symbol in enumerate(symbols) if symbol not in usual and symbol not in _BLANKS), 0)


def symbols_of(meaning: SymbolMeaning, tokens: Sequence[str]) -> Symbols:
    """Return the tokens that mean 0, 1 and an empty cell, each as it first occurs in `tokens`."""
    found = {"0": "", "1": "", ".": ""}
    for token in dict.fromkeys(tokens):
        value = meaning.values[plain_symbol(token)]
        if not found[value]:
            found[value] = token.strip() or NOTHING
    return Symbols(found["0"], found["1"], found["."], meaning.is_guess)


def _name(symbol: str) -> str:
    names = {".": "a dot", "-": "a hyphen", "_": "an underscore", "*": "an asterisk", "?": "a question mark"}
    if len(symbol) == 1 and east_asian_width(symbol) in "WFA" and (called := name(symbol, "")):
        return f"the {called.lower()}"  # its picture may be as wide as two letters, or missing
    return names.get(symbol, symbol if symbol == NOTHING else f"'{symbol[:20]}'")
