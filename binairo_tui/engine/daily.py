"""The puzzle of a day: the same for everybody, from the date and the size alone."""

from __future__ import annotations

from datetime import date
from hashlib import blake2b

from binairo_tui.engine.bands import Band
from binairo_tui.engine.request import Request

WEEK = (Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD, Band.EXPERT, Band.HARD, Band.EXPERT)
"""The band of each weekday, Monday first. None needs a hypothesis."""

_SEED_BYTES = 6  # as many as any reader of JSON keeps exact


def daily_request(day: date, width: int, height: int) -> tuple[Request, int]:
    """What kind of puzzle a day has in this size, and the seed to generate it from, less than 2**48.

    The weekday gives the band, the date in ISO form and the size the seed; nothing else has a say. Whether there is
    such a puzzle in this size is for `generate` to find out.
    """
    text = f"{day.isoformat()} {width}x{height}"
    seed = int.from_bytes(blake2b(text.encode(), digest_size=_SEED_BYTES).digest(), "big")
    return Request(width, height, WEEK[day.weekday()]), seed
