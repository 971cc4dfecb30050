"""Key names: Textual's (`question_mark`, `ctrl+z`) and those shown to players (`?`, `Ctrl+Z`). Pure."""

import re
import unicodedata
from functools import cache

_SHOWN = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "space": "Space",
    "backspace": "Bksp",
    "delete": "Del",
    "insert": "Ins",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}
_NAMED = {
    "-": "minus",
    "+": "plus",
    "/": "slash",
    "\\": "backslash",
    "_": "underscore",
    "@": "at",
    "<": "less_than_sign",
    ">": "greater_than_sign",
}
"""Maps characters to their names in Textual, where these differ from the Unicode names."""
_CHARACTERS = {name: character for character, name in _NAMED.items()}
_SAME = {
    "ctrl+h": "backspace",
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+[": "escape",
    "esc": "escape",
    "return": "enter",
    "del": "delete",
    "ins": "insert",
    "bksp": "backspace",
    "pgup": "pageup",
    "pgdn": "pagedown",
    **{shown: name for name, shown in _SHOWN.items() if len(shown) == 1},
}
"""Maps alternative names of keys to Textual's names, and keys such as Ctrl+I to the keys that terminals send
instead."""


@cache
def key_name(key: str) -> str:
    """Return a key as the player reads it: `Bksp`, `Ctrl+Z`, `F`."""
    modifiers, _, last = key.rpartition("+")
    if modifiers:
        return f"{modifiers.title()}+{key_name(last).upper() if len(last) == 1 else key_name(last)}"
    if key.startswith("f") and key[1:].isdecimal():
        return key.upper()
    return _SHOWN.get(key) or _character_of(key) or key


def parse_key(text: str) -> str | None:
    """Return Textual's name for a key as the player wrote it; None if it is invalid. Shift makes a letter a capital."""
    text = text if len(text) == 1 else text.strip()
    if len(text) == 1 and text not in _SAME:
        return _key_of_character(text)
    key = _SAME.get(text.lower(), text.lower())
    match = re.match(r"(?:(?:shift|ctrl|alt)\+)*", key)
    modifiers, last = (match[0], key[match.end() :]) if match else ("", key)
    if modifiers == "shift+" and len(last) == 1 and last.isalpha():
        return last.upper()
    if modifiers and len(last) == 1:
        last = _key_of_character(last) or ""
    is_known = len(last) == 1 or last in _SHOWN or re.fullmatch(r"f(?:[1-9]|1\d|2[0-4])", last) or _character_of(last)
    return modifiers + last if is_known else None


def _key_of_character(character: str) -> str | None:
    if character == " ":
        return "space"
    if not character.isprintable():
        return None
    if character.isalnum():
        return character
    return _NAMED.get(character) or unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_") or None


def _character_of(key: str) -> str:
    """Return the character that has this name in Textual, such as `full_stop`, or an empty string."""
    if key in _CHARACTERS:
        return _CHARACTERS[key]
    for name in (key.replace("_", " "), key.replace("_", "-")):
        try:
            character = unicodedata.lookup(name)
        except KeyError:
            continue
        return character if _key_of_character(character) == key else ""
    return ""
