"""What once failed, each in the fewest lines that showed it."""

from __future__ import annotations

import json

from tests.faults.worlds.lines import OTHER, PREPARE, UNKNOWN_USER, Kind, Line, disk, state
from tests.faults.worlds.making import MENU, STREAM, TWO_SETTINGS, VERBS, WHEN_RAW, wrong_clock


def _verb(name: str) -> Line:
    return next(it for it in VERBS if it.text == f"binairo {name}")


def _server(*requests: object) -> Line:
    return Line(Kind.DEED, "@ | binairo serve", tuple(f"{json.dumps(it)}\n" for it in requests))


EXAMPLES = {
    "the data directory cannot be created": [state("export HOME=/no/home"), MENU],
    "doctor looks where it may not": [disk('mkdir -m 000 "$H/.config"'), _verb("doctor")],
    "a user without an entry and a home": [
        state(f"export PLAYER={UNKNOWN_USER}", needs_root=True),
        state("unset HOME"),
        _verb("stats"),
    ],
    "invisible characters in a text": [Line(Kind.DEED, "@ | binairo check -", ("\u200b",))],
    "a server that no longer answers": [
        _server({"id": "b", "method": "check", "puzzle": "\u200b"}, {"id": "g", "method": "check", "puzzle": OTHER})
    ],
    "a server without an output": [state("exec >&-"), _server({"id": "g", "method": "check", "puzzle": OTHER})],
    "an unknown field of a request": [
        _server({"id": "b", "method": "generate", "size": "6x6", "seed": 1, "difficulty": "easy"})
    ],
    "a backup from the future is the newest": [disk(PREPARE), *wrong_clock("2038-01-18T20:00:00", "rm")],
    "collections of one's own that cannot be read": [
        disk(PREPARE),
        disk('chmod 000 "$DATA/collections"'),
        _verb("doctor"),
    ],
    "two sessions change settings at once": [TWO_SETTINGS],
    "thousands of broken answers from a terminal": [Line(Kind.APP, "exec binairo", ("\x1b[<0;" * 10000,))],
    "an escape in a title": [Line(Kind.DEED, 'binairo print --title "$(@)" "$P"', ("\x1b]0;x",))],
    "a line that is skipped without a word": [STREAM],
    "a signal leaves the terminal raw": [Line(Kind.APP, f"{WHEN_RAW.format('USR1')}exec binairo")],
}
