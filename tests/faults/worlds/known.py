"""Failures that are still to be mended, each with the fewest lines that show it.

Seeds that fail in one of these ways are only counted. `tests/faults/test_worlds.py` demands that each still fails: when
one is mended, it is deleted here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tests.faults.worlds.lines import PREPARE, UNKNOWN_USER, Kind, Line, disk, state
from tests.faults.worlds.making import MENU, STREAM, TWO_SESSIONS, TWO_SETTINGS, VERBS, WHEN_RAW


class Known(NamedTuple):
    """A failure: its name, a pattern of the fault, the line and what was said, and the fewest lines that show it."""

    name: str
    pattern: str
    lines: Sequence[Line]


def _verb(name: str) -> Line:
    return next(it for it in VERBS if it.text == f"binairo {name}")


KNOWN = (
    Known(
        "the data directory cannot be created",
        "traceback FileNotFoundError",
        [state("export HOME=/no/home"), MENU],
    ),
    Known(
        "doctor looks where it may not",
        "traceback (PermissionError|OSError): binairo doctor",
        [disk('mkdir -m 000 "$H/.config"'), _verb("doctor")],
    ),
    Known(
        "a user without an entry and a home",
        "traceback RuntimeError.*home directory",
        [state(f"export PLAYER={UNKNOWN_USER}", needs_root=True), state("unset HOME"), _verb("stats")],
    ),
    Known(
        "invisible characters in a text",
        "traceback (IndexError|ValueError)",
        [Line(Kind.DEED, "@ | binairo check -", ("\u200b",))],
    ),
    Known(
        "collections of one's own that cannot be read",
        "(silent|a sentence without path and remedy): binairo (doctor|collections|solve mine:1)",
        [disk(PREPARE), disk('chmod 000 "$DATA/collections"'), _verb("doctor")],
    ),
    Known("two sessions change settings at once", "silent: for it in 2,yes", [TWO_SETTINGS]),
    Known(
        "a game is taken over without a question where nothing can be locked",
        "needs no file, but does not work.*: trap",
        [state("export WORLD_LOCKS=none"), TWO_SESSIONS],
    ),
    Known(
        "thousands of broken answers from a terminal",
        r"does not end in time: .*exec binairo.*\(seq 10000\)",
        [Line(Kind.APP, "exec binairo", ("\x1b[<0;" * 10000,))],
    ),
    Known("a line that is skipped without a word", r"silent: @ \| binairo solve --json -", [STREAM]),
    Known(
        "a signal leaves the terminal raw",
        "the terminal stays raw: .*kill -(USR1|USR2|ALRM|QUIT|ABRT)",
        [Line(Kind.APP, f"{WHEN_RAW.format('USR1')}exec binairo")],
    ),
)


def known(fault: str, said: str) -> str:
    """Return the name of the known failure that a fault is, '' if there is none."""
    return next((it.name for it in KNOWN if re.match(it.pattern, f"{fault}: {said}", re.DOTALL)), "")
