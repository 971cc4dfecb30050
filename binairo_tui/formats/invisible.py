"""Removes invisible characters from a text.

Chat programs, web pages and editors put such characters between and around the characters of a puzzle: zero-width
spaces and joiners, byte order marks, soft hyphens, marks of writing direction, and variation selectors, which choose
how the preceding character is drawn.
"""

import re

PATTERN = re.compile(
    "[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u20e3\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]|\x1b\\[[0-9;]*m"
)
"""Matches the category Cf, all other default-ignorable characters, the frame of a keycap, and colours in a terminal."""


def visible(text: str) -> str:
    """Return a text without its invisible characters."""
    return text if text.isascii() and "\x1b" not in text else PATTERN.sub("", text)
