"""Boards one after another as a recording of a terminal that asciinema plays: asciicast, version 2."""

import json
from collections.abc import Iterator, Sequence
from textwrap import wrap

from binairo_tui.engine import ONE, ZERO, Cell, Puzzle
from binairo_tui.pictures.page import Frame
from binairo_tui.pictures.text import board_text

LEAST_WIDTH = 54
"""The minimum width of a recording in columns, so that sentences below a small board are not broken too often."""
LONGEST_WAIT = 2
"""The longest pause between two frames when the recording is played, in seconds; longer ones are shortened."""
LAST_SECONDS = 3.0
_INKS: dict[str, str] = {ZERO: "94", ONE: "33"}
_GROUNDS: dict[str, str] = {ZERO: "1;97;44", ONE: "1;30;43"}
_CHANGED = "1;30;107"
"""Parameters of the escape sequence for changed cells; of the others, givens have `_GROUNDS`, and the rest `_INKS`."""


def frames_cast(title: str, puzzle: Puzzle, frames: Sequence[Frame], ending: str) -> str:
    """Return a recording in which each frame appears at its playing time, and the sentence `ending` below the last.

    There must be at least one frame. The texts must not contain control characters.
    """
    width = max(LEAST_WIDTH, 4 * puzzle.width + 1)
    screens = [list(_lines(title, puzzle, frame, width)) for frame in frames]
    screens[-1] += ["", *wrap(ending, width)]
    height = max(map(len, screens))
    head = {"version": 2, "width": width, "height": height, "title": title, "idle_time_limit": LONGEST_WAIT}
    lines: list[object] = [head, [0.0, "o", "\x1b[?25l\x1b[2J"]]
    before = [""] * height
    for frame, screen in zip(frames, screens, strict=True):
        padded = screen + [""] * (height - len(screen))
        drawn = [
            f"\x1b[{y}H{after}\x1b[K"
            for y, (now, after) in enumerate(zip(before, padded, strict=True), 1)
            if now != after
        ]
        lines.append([frame.at_ms / 1000, "o", "".join(drawn)])
        before = padded
    lines.append([frames[-1].at_ms / 1000 + LAST_SECONDS, "o", f"\x1b[{height}H\x1b[?25h\r\n"])
    return "".join([json.dumps(line, ensure_ascii=False) + "\n" for line in lines])


def _lines(title: str, puzzle: Puzzle, frame: Frame, width: int) -> Iterator[str]:
    values = puzzle.geometry.text(frame.position)

    def paint(cell: Cell, text: str) -> str:
        style = (_GROUNDS if puzzle.is_given(cell) else _INKS).get(values[cell], "")
        if cell in frame.changed:
            style = _CHANGED
        return f"\x1b[{style}m{text}\x1b[0m" if style else text

    yield from wrap(title, width)
    yield ""
    yield from board_text(puzzle, frame.position, paint=paint).split("\n")
    yield ""
    for text in (frame.heading, *frame.sentences):
        yield from wrap(text, width)
