"""The error of this package, and how a picture is told from a text, both without importing what reads pictures."""

import re

_SIGNATURE = re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP", re.DOTALL)
SIGNATURE_LENGTH = 12
"""The number of bytes that tell whether a file is a picture."""
MAX_BYTES = 32 << 20
"""Limit on the size of a picture's file."""


class PictureError(Exception):
    """A picture cannot be read. The message is a clause that does not name the file."""


def is_picture(head: bytes) -> bool:
    """Return whether the first bytes of a file are those of a PNG, JPEG, WebP or GIF."""
    return _SIGNATURE.match(head) is not None
