"""Tells pictures from texts, and the names of picture files from other texts that a player types."""

import re
from pathlib import Path

from binairo_tui.files import installation, untrusted

_SIGNATURE = re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP", re.DOTALL)
MAX_BYTES = 32 << 20
"""Limit on the size of a picture's file."""

_NAME = re.compile(r".{1,4096}\.(?:png|jpe?g|webp|gif)", re.IGNORECASE)


class PictureError(Exception):
    """A picture cannot be read. The message is a clause that does not name the file."""


def is_picture(head: bytes) -> bool:
    """Return whether the first bytes of a file are those of a PNG, JPEG, WebP or GIF."""
    return _SIGNATURE.match(head) is not None


def missing_libraries() -> str:
    """Return a clause that says how to install the libraries for pictures."""
    return f"pictures are read with numpy and Pillow: {installation.install_command('numpy', 'pillow')}"


def named_picture(text: str) -> Path | None:
    """If a typed or pasted text holds only the path of a picture, return this path, otherwise None.

    If a file is dropped on a terminal, its path arrives in quotes, or with a backslash before each space.
    """
    name = text.strip()
    if not _NAME.fullmatch(name.strip("'\"")):
        return None
    name = name[1:-1] if name[0] in "'\"" else name.replace("\\ ", " ")
    try:
        return Path(name).expanduser()
    except RuntimeError:  # there is no such user
        return Path(name)


def read_file(path: Path) -> bytes:
    """Return the contents of a picture's file. Raises PictureError."""
    try:
        with untrusted.open_untrusted(path, MAX_BYTES) as stream:
            data = stream.read(MAX_BYTES)
    except (untrusted.UnreadableError, OSError) as error:
        raise PictureError(str(error)) from error
    if not is_picture(data):
        raise PictureError("not a PNG, JPEG, WebP or GIF")
    return data
