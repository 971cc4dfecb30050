"""Tells what the symbols of a grid stand for: 0, 1 and empty cells, and whether that is a guess.

A symbol is a character, a word such as `Empty`, or nothing between two separators. Case does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

BLANKS = ".-_·"
"""Characters for an empty cell in any alphabet."""
_BLANK_WORDS = (
    "-1 none null nil nothing undefined empty blank unknown unset unfilled nan na n/a open free void "
    "vide leer vacio vacío vuoto leeg"
)
_BLANKS = frozenset(["", " ", *BLANKS, *"*?~#•∙⋅‧…―–—─␣\u3000", *_BLANK_WORDS.split()])
"""Symbols for an empty cell wherever two others are values."""
_LIKELY_BLANKS = frozenset(["x", "e", "u", "n", "+", "b", "⬜", "⬛", "◻", "◼", "□", "■", "🔲", "🔳", "❓", "➖"])
"""Symbols that can only be empty cells if two symbols that belong together are the values."""
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
    ("☀ 🌞", "☾ ☽ 🌙 🌚 🌛 🌜"),
)
"""Symbols for 0 and for 1 that are never meant the other way round."""
_COLOURS = "white yellow red r orange 🟨 🟡 🟥 🔴 🟧 🟠 🟩 🟢 🟦 🔵 🟪 🟣 🟫 🟤"
_ORDER = tuple(_COLOURS.split())
"""Colours: of two the first, and both before all others, is taken for 0. That is a guess."""

_SECOND = ("blue", "🟦", "🔵")
"""Symbols that are taken for 1 also if they stand alone."""

_IGNORED = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u20e3\u200b\u200c\u200d\u2060\ufeff"))
"""Characters that choose how the one before them is drawn, or are invisible."""
_PLAIN = {ord("０"): "0", ord("１"): "1", ord("．"): ".", ord("？"): "?", ord("＊"): "*"}


class Symbols(NamedTuple):
    """What was taken for 0, 1 and an empty cell, as the text has it; empty if it does not occur.

    `is_guess` says that the text could mean something else: at least that 0 and 1 change places.
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
        """Whether 0 and 1 are written as such, so that nothing needs to be said."""
        return self.zero in ("", "0") and self.one in ("", "1") and self.blank in ("", NOTHING, *BLANKS)


NOTHING = "nothing"
"""The name of a symbol that is empty, or nothing but spaces."""


def plain_symbol(text: str) -> str:
    """Return a symbol as the tables here have it: lower case, without what only changes how it is drawn."""
    return text.strip().translate(_IGNORED).translate(_PLAIN).lower()


def is_value_name(word: str) -> bool:
    """Return whether a word in lower case names a value: `true`, `black`, `x`."""
    return word in _ORDER or word in _SECOND or any(word in (*zeros.split(), *ones.split()) for zeros, ones in _PAIRS)


def without_ignored(text: str) -> str:
    """Return the text without invisible characters."""
    return text if text.isascii() else text.translate(_IGNORED)


class Choice(NamedTuple):
    """Values by plain symbol: `0`, `1` or `.`; and whether it is a guess."""

    values: dict[str, str]
    is_guess: bool


def find_choices(counts: Counter[str]) -> list[Choice]:
    """Return what plain symbols, with their numbers, can stand for, most likely first; empty if they are no grid.

    The first choice is a guess if the others may be meant. Choices with different empty cells have to be judged by
    the rules of the game.
    """
    symbols = set(counts)
    if symbols <= {"0", "1", "x"} and "x" in symbols:
        return _with_x(symbols)
    blanks = symbols & _BLANKS
    values = symbols - blanks
    is_usual = not blanks & set("*#~•")  # which could also be a value
    if not values:
        return [Choice(dict.fromkeys(blanks, "."), is_guess=False)] if is_usual else []
    if symbols == {"-1", "0", "1"} or (len(values) == 3 and not blanks):
        return _three(symbols, counts)
    if pair := _pair_of(values):
        return [Choice(dict.fromkeys(blanks, ".") | pair, is_guess=len(values) == 1 and not is_usual)]
    return _swapped(values, blanks) if len(values) <= 2 else []


def _with_x(symbols: set[str]) -> list[Choice]:
    """Return the choices for 0, 1 and x, which is an empty cell; without any 1 it may be one."""
    usual = Choice({"0": "0", "1": "1", "x": "."}, is_guess=symbols == {"0", "x"})
    return [usual, Choice({"0": "0", "x": "1"}, is_guess=True)] if usual.is_guess else [usual]


def _pair_of(values: set[str]) -> dict[str, str] | None:
    for zeros, ones in _PAIRS:
        meanings = dict.fromkeys(zeros.split(), "0") | dict.fromkeys(ones.split(), "1")
        if values <= meanings.keys():
            return {symbol: meanings[symbol] for symbol in values}
    return None


def _three(values: set[str], counts: Counter[str]) -> list[Choice]:
    """Return the choices for three symbols, one of which must stand for empty cells: probably the commonest."""
    found: list[Choice] = []
    for blank in sorted(values, key=counts.__getitem__, reverse=True):
        others = values - {blank}
        pair = _pair_of(others) or {}
        if set(pair.values()) != {"0", "1"}:
            found += _swapped(others, {blank})
        elif blank in _LIKELY_BLANKS:
            return [Choice({blank: "."} | pair, is_guess=False)]
        else:
            found.append(Choice({blank: "."} | pair, is_guess=True))
    return found


def _swapped(values: set[str], blanks: set[str]) -> list[Choice]:
    """Return the two choices for one or two values, and symbols for empty cells."""
    empty = dict.fromkeys(blanks, ".")
    first, *others = sorted(values, key=_order)
    zero, one = ("1", "0") if first in _SECOND and not others else ("0", "1")
    pairs = ((zero, one), (one, zero))
    return [Choice(empty | {first: a} | dict.fromkeys(others, b), is_guess=True) for a, b in pairs]


def _order(symbol: str) -> tuple[int, float, str]:
    if symbol in _ORDER:
        return _ORDER.index(symbol) - len(_ORDER), 0, symbol
    number = float(symbol) if symbol.lstrip("-").isdecimal() and len(symbol) < 9 else 0
    return 0, number, symbol


def first_stranger(symbols: Sequence[str]) -> int:
    """Return the index of the first plain symbol that keeps the symbols from being read."""
    counts = Counter(symbols)
    if set(counts) - _BLANKS <= {"0", "1"}:
        return 0
    usual = {"0", "1"} if {"0", "1"} & set(counts) else set(_most_common(counts))
    return next((i for i, symbol in enumerate(symbols) if symbol not in usual and symbol not in _BLANKS), 0)


def _most_common(counts: Counter[str]) -> Iterator[str]:
    yield from [symbol for symbol, _ in counts.most_common() if symbol not in _BLANKS][:2]


def symbols_of(choice: Choice, tokens: Sequence[str]) -> Symbols:
    """Return what a choice takes the tokens of a text for, as they first stand there."""
    found = {"0": "", "1": "", ".": ""}
    for token in tokens:
        value = choice.values[plain_symbol(token)]
        if not found[value]:
            found[value] = token.strip() or NOTHING
    return Symbols(found["0"], found["1"], found["."], choice.is_guess)


def _name(symbol: str) -> str:
    names = {".": "a dot", "-": "a hyphen", "_": "an underscore", "*": "an asterisk", "?": "a question mark"}
    return names.get(symbol, symbol if symbol == NOTHING else f"'{symbol[:20]}'")
