"""How 0 and 1 are drawn: pairs with a name, or two characters of the player's own. Pure."""

from __future__ import annotations

from binairo_tui.engine import ONE, ZERO, Value

Symbols = tuple[str, str]
"""What stands for 0 and for 1, one column wide each."""

DIGITS: Symbols = ("0", "1")
PAIRS: dict[str, Symbols] = {"digits": DIGITS, "discs": ("○", "●"), "squares": ("□", "■"), "letters": ("O", "X")}
"""The pairs with a name, as the setting `symbols` knows them."""


def symbols_of(name: str) -> Symbols:
    """The pair that a value of the setting `symbols` means."""
    return PAIRS.get(name) or (name[0], name[1])


def next_name(name: str, own: str = "") -> str:
    """The named pair after this one; after the last the pair of the player's `own`, if there is one, then the first."""
    names = [*PAIRS, own] if own else list(PAIRS)
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def glyph_of(value: Value | str, symbols: Symbols, empty: str) -> str:
    """What is drawn for a value; `empty` for an empty cell."""
    return {ZERO: symbols[0], ONE: symbols[1]}.get(value, empty)


def looks_bold(glyph: str) -> bool:
    """Whether bold makes a difference to be seen: shapes are drawn alike in most fonts."""
    return glyph.isascii() or glyph.isalnum()
