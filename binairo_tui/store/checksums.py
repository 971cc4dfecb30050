"""Checksums of rows: SQLite has none of its own, and a flipped bit would pass for a move. Pure.

The rows of a game form a chain: what identifies the game, then its steps in order, then where the player is in it. Each
checksum covers the row and the checksum before it, so that no row can be changed, lost, moved or taken from another
game without the last one telling. Against accidents, not against people: there is no secret in it.
"""

from __future__ import annotations

from hashlib import blake2b

SIZE = 16
"""Bytes of a checksum."""
START = bytes(SIZE)
"""What stands before the first row of a chain."""


def row_checksum(previous: bytes, *values: object) -> bytes:
    """The checksum of a row after a row with the checksum `previous`.

    Rows that differ in a value, its type or the number of values have different texts under the hash. Good rows hold
    texts and integers; what else a damaged one may hold is taken as it is. What this computes is in files: it never
    changes.
    """
    text = "".join([_text(value) for value in values])
    return blake2b(previous + text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


def _text(value: object) -> str:
    if isinstance(value, str):
        return f"{len(value)}:{value}"
    return f"{value:d};" if isinstance(value, int) else f"?{value!r};"
