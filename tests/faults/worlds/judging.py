"""The rule: no traceback, one sentence with path and remedy, a truthful status, nothing lost, an end in time."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Sequence

from tests.faults.worlds.lines import PREPARE, Kind, Line
from tests.faults.worlds.running import Deed, Games, Program, run

PATH = re.compile(r"/\w|\bHOME\b|XDG_\w+_HOME|config\.toml|progress\.db|directory")
REMEDY = re.compile(
    r"\b(run|set|move|remove|make|free|give|choose|create|use|using|type|pip|log in|again|doctor|yours|lists|try|"
    r"instead|is unchanged|now only you can|for others)\b"
)
TIMES_UP = -signal.SIGXCPU
SIGNAL = re.compile(r"kill -(\w+)")
"""A signal that a line of a world sends to the app."""
STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[─-╿]")


def failures(lines: Sequence[Line], program: Program) -> dict[str, str]:
    """Return the faults of a world, each with its line in a script and what was said."""
    return {
        f"{fault}: {deed.line.text}": f"{deed.line.in_script[:300]}\n{deed.error[-800:]}{deed.output[-300:]}"
        for deed in run(lines, program)
        for fault in faults(deed, lines)
    }


def faults(deed: Deed, lines: Sequence[Line]) -> list[str]:
    """Return what the rule finds wrong with a deed in a world, in short words that depend on no path."""
    text = STYLE.sub("", deed.error + deed.output)
    found = []
    if "a bug in binairo-tui" in text:
        found.append("a bug")
    if "Traceback" in text or "Exception ignored" in text:
        names = re.findall(r"^[│\s]*(?:[\w.]*\.)?(\w+(?:Error|Exception|Interrupt|NotFound))\b", text, re.MULTILINE)
        found.append(f"traceback {names[-1] if names else ''}".strip())
    if deed.status in (None, TIMES_UP):
        found.append("does not end in time")
    elif not deed.is_restored:
        found.append("the terminal stays raw")
    if deed.line.kind is Kind.DEED and "\x1b" in deed.output:
        found.append("raw escape")
    if not found:
        found += _status_faults(deed, lines)
    if not found and deed.line.text.endswith("binairo serve") and _has_streams(lines):
        found += _server_faults(deed)
    return found + _losses(deed)


def _status_faults(deed: Deed, lines: Sequence[Line]) -> list[str]:
    line, status, said = deed.line, deed.status or 0, deed.output + deed.error
    sent = SIGNAL.search(line.text)
    is_sent = sent is not None and status in _ends_of(getattr(signal, f"SIG{sent[1]}"))
    has_streams = _has_streams(lines)
    is_app = line.kind is Kind.APP
    if not is_sent and (
        status not in (0, 1, 2) or (is_app and status and has_streams and "binairo" not in said[-300:])
    ):
        return [f"status {status}"]
    if is_app or not has_streams:  # without streams it cannot say what it should
        return []
    if line.needs and len(deed.error.splitlines()) > 2:
        return ["more than two lines of errors"]
    if status == 2 and not said:
        return ["status without a word"]
    shows = [line.shows, line.shows_first] if line.shows_first and _is_first(lines) else [line.shows]
    return [] if any(re.search(it, said, re.DOTALL) for it in shows) else _excuse_faults(deed)


def _has_streams(lines: Sequence[Line]) -> bool:
    """Return whether no stream is closed or full in a world."""
    return not any(it.text.startswith("exec") for it in lines if it.kind is Kind.STATE)


def _ends_of(number: int) -> tuple[int, int]:
    """Return the statuses of a program that a signal ended, or that ended because of it."""
    return -number, 128 + number


def _is_first(lines: Sequence[Line]) -> bool:
    """Return whether the player may have nothing in a world."""
    texts = [it.text for it in lines]
    return PREPARE not in texts or any("HOME" in it or it.startswith(("rm ", "mount ")) for it in texts)


def _excuse_faults(deed: Deed) -> list[str]:
    """Return what is wrong with a deed that did not do what it should: it must say why."""
    said = [it for it in deed.error.splitlines() + deed.output.splitlines() if not it.startswith(("ok ", "note "))]
    if not deed.line.needs:
        return [f"needs no file, but does not work (status {deed.status})"]
    reasons = [it for it in said if PATH.search(it) and REMEDY.search(it)]
    if reasons:
        return []
    return ["silent" if deed.status == 0 else "a sentence without path and remedy"]


def _server_faults(deed: Deed) -> list[str]:
    answers = []
    for answer in deed.output.splitlines():
        try:
            answers.append(json.loads(answer))
        except ValueError:
            return ["an answer that is not JSON"]
    requests = [part for part in deed.line.parts if part.strip()]
    found = [] if len(answers) == len(requests) else ["requests without an answer"]
    wrong = {
        it.get("id") for it in answers if isinstance(it.get("id"), str) and (it["id"][0] == "g") is not ("result" in it)
    }
    if any(it[0] == "g" for it in wrong):
        found.append("a good request has no result")
    if any(it[0] == "b" for it in wrong):
        found.append("a bad request has a result")
    return found


def _losses(deed: Deed) -> list[str]:
    found = []
    before, after = deed.before, deed.after
    if _missing(before.anywhere, after.anywhere):
        found.append("games are lost")
    is_repair = "--fix" in deed.line.text and before.database is None and after.database is not None
    if is_repair and _missing(before.best_backup, after.database or {}):
        found.append("repair gives back less than the best backup")
    return found


def _missing(before: Games, after: Games) -> set[str]:
    return {game for game, steps in before.items() if after.get(game, -1) < steps}
