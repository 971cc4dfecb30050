"""The lines of a world, and their form as a shell script."""

from __future__ import annotations

import shlex
from enum import Enum
from typing import NamedTuple

ORDINARY_USER = 65534
UNKNOWN_USER = 54321
"""A user id without an entry in the table of users."""
PUZZLE = "6x6;1...10.....0.0.1.....11.0.....1.0..."
OTHER = "4x4;0..1.1......0..0"

PREPARE = "prepare"
"""The line that lets the player have games, a backup and a collection."""
FUNCTIONS = {
    "prepare": """\
prepare() {
  for it in "$P" "4x4;0..1.1......0..0"; do printf 'r1c2 0\\nr1c3 1\\nquit\\n' | binairo play --plain "$it"; done
  binairo games backup; binairo games export > "$H/export.db"
  mkdir -m 700 "$DATA/collections"; echo "$P" > "$DATA/collections/mine.txt"
  mkdir -pm 700 "$CONFIG"; echo 'theme = "light"' > "$CONFIG/config.toml"
  [ "$(id -u)" != 0 ] || chown -R "${PLAYER:-65534}" "$H"
} >/dev/null""",
}


class Kind(Enum):
    """What a line does: it changes variables and limits, changes files, runs the program, or runs it on a terminal."""

    STATE = "state"
    DISK = "disk"
    DEED = "deed"
    APP = "app"


class Line(NamedTuple):
    """A line of a world. `@` in its text stands for a command that prints the parts, which are keys in an app.

    `shows` is what a deed says when all is well, and `shows_first` what it may say when there is nothing yet; if it
    `needs` files of the player, it may instead say what is wrong with them.
    """

    kind: Kind
    text: str
    parts: tuple[str, ...] = ()
    needs: bool = False
    shows: str = ""
    shows_first: str = ""
    needs_root: bool = False

    @property
    def command(self) -> str:
        """The line as the shell reads it."""
        if self.kind is Kind.APP:
            return self.text
        return self.text.replace("@", printf("".join(self.parts)))

    @property
    def in_script(self) -> str:
        """The line in a script that anybody can run."""
        if self.kind is not Kind.APP:
            return self.command
        keys = "".join([f"{printf(part)}; sleep 1; " for part in (*self.parts, "\x11")])
        return f"(sleep 3; {keys}sleep 9) | script -qec {shlex.quote(self.text)} /dev/null"


def state(text: str, *, needs_root: bool = False) -> Line:
    """Return a line that changes variables or limits."""
    return Line(Kind.STATE, text, needs_root=needs_root)


def disk(text: str, *, needs_root: bool = False) -> Line:
    """Return a line that changes files."""
    return Line(Kind.DISK, text, needs_root=needs_root)


def printf(text: str) -> str:
    """Return a command that prints a text; a long repetition is printed in a loop."""
    period = (text + text).find(text, 1)
    is_long = len(text) > 200 and period < len(text) // 2
    octal = "".join([_escaped(it) for it in (text[:period] if is_long else text).encode(errors="replace")])
    return f"printf '{octal}%.0s' $(seq {len(text) // period})" if is_long else f"printf '{octal}'"


def _escaped(byte: int) -> str:
    if byte == ord("%"):
        return "%%"
    return chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\{byte:03o}"
