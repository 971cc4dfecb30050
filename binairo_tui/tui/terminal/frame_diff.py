"""Frame diff: reduces each frame to what the terminal does not show yet, in the cheapest order. Pure.

Textual redraws a changed span of a line from the left edge of its widget, draws some frames twice, and resets the style
after every run of text. Here each frame is parsed into a model of the screen, and only the differences from the
previous screen are sent. A key on a 14x14 board then costs less than 100 bytes instead of 350, the same as in a program
that places each cell itself; the first screen costs a quarter of what Textual sends. Three things keep a small frame
small: the run that is sent next is the one that costs the fewest bytes to begin; the style is not reset at the end of a
frame, because the next frame often begins in it; and the cursor is moved by the shortest sequence.

Textual's frames consist of cursor positions, styles and text. Anything else passes unchanged.
"""

import re
from functools import lru_cache, partial
from typing import NamedTuple

from rich.cells import cell_len

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
"""The codes before and after a frame that make the terminal show all of it at once. (Textual's own are private.)"""
SMALL_FRAME = 256
"""Frames of up to this many characters are sent without SYNC_START and SYNC_END: they fit into one packet."""
SORTED_RUNS = 32
"""Frames of up to this many runs may be sent in the cheapest order; for larger frames, finding it takes too long."""
SHORTEST_MOVE = len("\x1b[1;1H")
"""The length of the shortest sequence that moves the cursor from anywhere to a given place."""

_TOKEN = re.compile(
    r"\x1b\[([\d;]+)m([^\x1b\r\n\t\a\b]+)\x1b\[0m"  # most of a frame: a run in a style
    r"|\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*m)|([^\x1b\r\n\t\a\b]+)|[\r\n]+|([\x1b\t\a\b])"
)
"""Matches a styled run and its style, a line and a column, a style, a text, or the beginning of anything else."""
_MODES = re.compile(r"(?:\x1b\[(?:[?<>=]\d*(?:;\d+)*(?:\$p|[hlu])|6n)|\x1b\]22;[a-z-]*\a)+")
"""Matches queries, mode changes and shapes of the pointer. Only `_OTHER_SCREEN` changes what is displayed."""
_OTHER_SCREEN = "\x1b[?1049"
"""The beginning of the codes that switch to the alternate screen and back."""


class CellStyle(NamedTuple):
    """The SGR parameters of a cell's colours and attributes; an empty string is the terminal's default colour."""

    foreground: str = ""
    background: str = ""
    attributes: tuple[str, ...] = ()


class Run(NamedTuple):
    """Cells of line `y` drawn in one style, from column `x` on, both from 0; `width` is the number of columns."""

    x: int
    y: int
    style: CellStyle
    text: str
    width: int


PLAIN = CellStyle()
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29", "21": "24", "53": "55"}
"""Maps each attribute to the parameter that turns it off."""
_VISIBLE_ON_BLANKS = {"4", "7", "9", "21", "53"}  # underline, reverse, strike, double underline, overline

ScreenCell = tuple[str, CellStyle]
ScreenRow = list["ScreenCell | None"]


class FrameShortener:
    """Shortens frames by keeping track of what the terminal shows.

    All output must go through `shorten`. Call `forget` when something else may have drawn.
    """

    def __init__(self) -> None:
        self._rows: dict[int, ScreenRow] = {}
        self._before: dict[int, ScreenRow] = {}
        self._pending_runs: list[Run] = []
        """The runs of the first frame after `forget`; they are put into `_rows` when another frame comes."""
        self._width = 0
        """The number of columns drawn so far; the terminal may have more."""
        self._shown: CellStyle | None = PLAIN
        self._at: tuple[int, int] | None = None
        self._is_sync_held = False

    def forget(self) -> None:
        """Discard the record of what the terminal shows, so that every cell is sent when it is next drawn."""
        self._rows.clear()
        self._pending_runs.clear()
        self._width = 0
        self._at = self._shown = None

    def shorten(self, data: str) -> str:
        """Return a text, rarely longer than `data`, with the same effect on the terminal; empty if nothing changes.

        SYNC_START is kept back, and left out if the frame that follows is small.
        """
        if data == SYNC_START:
            self._is_sync_held = True
            return ""
        if data == SYNC_END and self._is_sync_held:
            self._is_sync_held = False
            return ""
        tokens = _TOKEN.findall(data)
        out = self._unchanged(data) if any(token[-1] for token in tokens) else self._frame(tokens)
        if self._is_sync_held and len(out) > SMALL_FRAME:
            self._is_sync_held = False
            out = SYNC_START + out
        return out

    def _unchanged(self, data: str) -> str:
        if _OTHER_SCREEN not in data and _MODES.fullmatch(data):
            return data
        reset = "" if self._shown == PLAIN else "\x1b[0m"
        self.forget()
        self._shown = PLAIN
        return reset + data

    def _frame(self, tokens: list[tuple[str, ...]]) -> str:
        """Return the text that draws what a frame changes; the first frame, also after `forget`, is drawn whole."""
        runs, end = _read(tokens)
        self._width = max([self._width, *[run.x + run.width for run in runs]])
        if self._rows or self._pending_runs:
            changed = self._changes(runs)
            drawn = self._draw(changed, end)
            if len(changed) <= SORTED_RUNS:
                drawn = min(drawn, self._draw(changed, end, is_sorted=True), key=lambda it: len(it[0]))
        else:
            self._pending_runs = runs
            drawn = self._draw(_joined_runs(runs), end)
        out, self._shown = drawn
        self._at = end
        return out

    def _changes(self, runs: list[Run]) -> list[Run]:
        """Put the runs of a frame into the model; return the differences from the screen before."""
        self._put(self._pending_runs)
        self._pending_runs.clear()
        self._before.clear()
        self._put(runs)
        return [run for y, before in self._before.items() for run in _differences(y, before, self._rows[y])]

    def _put(self, runs: list[Run]) -> None:
        """Put runs into the model, and keep a copy of each line as it was before its first change."""
        for x, y, style, text, width in runs:
            row = self._rows.setdefault(y, [])
            if y not in self._before:
                self._before[y] = row.copy()
            row += [None] * (x + width - len(row))
            row[x : x + width] = _cells(text, style)

    def _draw(self, runs: list[Run], end: tuple[int, int], *, is_sorted: bool = False) -> tuple[str, CellStyle | None]:
        """Return the text that draws runs, and the terminal's style after it, None if unknown.

        The text leaves the cursor at `end`. With `is_sorted`, each run is followed by the one that is then the cheapest
        to begin.
        """
        out = []
        at, shown = self._at, self._shown
        left = [*runs]
        while left:
            run = min(left, key=partial(_cost, at, shown)) if is_sorted else left[0]
            left.remove(run)
            style = _style_of(run, shown)
            out += [cursor_move(at, (run.x, run.y)), style_change(shown, style), run.text]
            shown = style
            after = run.x + run.width
            # Terminals disagree on where the cursor is after the last column.
            at = (after, run.y) if after < self._width else None
        return "".join([*out, cursor_move(at, end)]), shown


def _read(tokens: list[tuple[str, ...]]) -> tuple[list[Run], tuple[int, int]]:
    """Return the runs of a frame, and the column and line of the cursor after it."""
    runs: list[Run] = []
    x = y = 0
    style = PLAIN
    for run_style, run, row, column, parameters, text, _ in tokens:
        if row:
            x, y = int(column) - 1, int(row) - 1
        elif parameters:
            style = add_style(style, parameters[:-1])
        elif run or text:
            own = style
            if run:
                own, style = add_style(style, run_style), PLAIN
            shown = run or text
            width = len(shown) if shown.isascii() else len(_cells(shown, own))
            runs.append(Run(x, y, own, shown, width))
            x += width
    return runs, (x, y)


def _joined_runs(runs: list[Run]) -> list[Run]:
    """Return the runs of a frame, joining neighbours that can be drawn in one style."""
    joined: list[Run] = []
    for x, y, style, text, width in runs:
        own = blank_style(style) if text.isspace() else style
        last = joined[-1] if joined else None
        if last and (last.x + last.width, last.y) == (x, y) and (common := _common(last.text, last.style, text, own)):
            joined[-1] = Run(last.x, y, common, last.text + text, last.width + width)
        else:
            joined.append(Run(x, y, own, text, width))
    return joined


def _differences(y: int, before: ScreenRow, after: ScreenRow) -> list[Run]:
    """Return the cells of line `y` that differ, as runs, each in one style.

    A blank is added to a run of another style if the blank looks the same in that style.
    """
    runs: list[Run] = []
    texts: list[str] = []
    style, left, right = PLAIN, 0, -1  # of the run that `texts` make, whose cells are from `left` up to `right`
    for x in _differing(before, after):
        cell = after[x]
        if cell is None:  # never drawn
            continue
        text, own = cell
        is_same = own == style or not text
        if x == right and (common := style if is_same else _common("".join(texts), style, text, own)):
            style = common
        else:
            if texts:
                runs.append(Run(left, y, style, "".join(texts), len(texts)))
            texts, style, left = [], own, x
        texts.append(text)
        right = x + 1
    if texts:
        runs.append(Run(left, y, style, "".join(texts), len(texts)))
    return runs


def _common(text: str, style: CellStyle, following: str, own: CellStyle) -> CellStyle | None:
    """Return a style in which a run and the text that follows it can be drawn together; None if there is none.

    `text` and `style` are those of the run. `following` and `own` are those of the text that follows.
    """
    if own == style or (following.isspace() and blank_style(style) == own):
        return style
    return own if text.isspace() and blank_style(own) == style else None


def _differing(before: ScreenRow, after: ScreenRow) -> list[int]:
    """Return the columns in which two rows differ.

    A wide character is followed by an empty cell. If either of its two columns differs, both are returned.
    """
    known = before + [None] * (len(after) - len(before))
    columns = [x for x, (old, new) in enumerate(zip(known, after, strict=True)) if old is not new and old != new]
    dirty = {*columns}
    for x in columns:  # which grows meanwhile
        for row in (known, after):
            beside = x - 1 if _follows_wide(row, x) else x + 1 if _follows_wide(row, x + 1) else x
            if beside not in dirty:
                dirty.add(beside)
                columns.append(beside)
    return sorted(dirty)


def _follows_wide(row: ScreenRow, x: int) -> bool:
    """Return whether a column holds the second half of a wide character."""
    cell = row[x] if x < len(row) else None
    return cell is not None and not cell[0]


@lru_cache(maxsize=4096)
def _cells(text: str, style: CellStyle) -> tuple[ScreenCell, ...]:
    """Return the cells of a run. An empty cell follows a wide character; a combining mark joins the previous cell."""
    ground = blank_style(style)
    if text.isascii() or cell_len(text) == len(text):
        return tuple([(character, ground if character == " " else style) for character in text])
    cells: list[ScreenCell] = []
    for character in text:
        width = cell_len(character)
        if width == 0 and cells:
            cells[-1] = (cells[-1][0] + character, style)
        else:
            cells += [(character, ground if character == " " else style), *[("", style)] * (width - 1)]
    return tuple(cells)


def _cost(at: tuple[int, int] | None, shown: CellStyle | None, run: Run) -> int:
    """Return the number of characters that are sent before the text of a run."""
    return len(cursor_move(at, (run.x, run.y))) + len(style_change(shown, _style_of(run, shown)))


def _style_of(run: Run, shown: CellStyle | None) -> CellStyle:
    """Return the style to draw a run in while the terminal's style is `shown`."""
    return _blank_like(shown, run.style) if shown and run.text.isspace() else run.style


def cursor_move(start: tuple[int, int] | None, end: tuple[int, int]) -> str:
    """Return the shortest sequence that moves the cursor from `start` to `end`.

    Both are (column, line), counted from 0; a `start` of None means that the cursor's position is unknown.
    """
    x, y = end
    way = _relative_move(x - start[0], y - start[1]) if start else None
    if way is not None and len(way) <= SHORTEST_MOVE:
        return way
    anyway = f"\x1b[{y + 1};{x + 1}H"
    return anyway if way is None else min(way, anyway, key=len)


@lru_cache(maxsize=1024)
def _relative_move(right: int, down: int) -> str:
    along = "" if not right else _by(right, "C") if right > 0 else "\b" * -right if right > -4 else _by(-right, "D")
    across = "" if not down else _by(down, "B") if down > 0 else _by(-down, "A")
    return across + along


def _by(count: int, direction: str) -> str:
    return f"\x1b[{count if count > 1 else ''}{direction}"


@lru_cache(maxsize=4096)
def style_change(before: CellStyle | None, after: CellStyle) -> str:
    """Return the shortest sequence that changes one style to another; a `before` of None means an unknown style."""
    if before == after:
        return ""
    parameters = _joined(*after.attributes, after.foreground, after.background)
    anyway = f"\x1b[0;{parameters}m" if parameters else "\x1b[0m"
    if before is None:
        return anyway
    off = [_OFF.get(attribute, "0") for attribute in before.attributes if attribute not in after.attributes]
    if "0" in off:
        return anyway
    on = [it for it in after.attributes if it not in before.attributes or _OFF.get(it) in off]
    foreground = (after.foreground or "39") if after.foreground != before.foreground else ""
    background = (after.background or "49") if after.background != before.background else ""
    return min(f"\x1b[{_joined(*dict.fromkeys(off), *on, foreground, background)}m", anyway, key=len)


@lru_cache(maxsize=1024)
def add_style(style: CellStyle, parameters: str) -> CellStyle:
    """Return the style that results from applying SGR parameters, such as `1;31`, to a style; '' resets it."""
    foreground, background, attributes = style
    codes = iter((parameters or "0").split(";"))
    for code in codes:
        number = int(code or 0)
        if number == 0:
            foreground, background, attributes = PLAIN
        elif number in (38, 48):
            kind = next(codes, "")
            colour = _joined(code, kind, *[next(codes, "") for _ in range(3 if kind == "2" else 1)])
            foreground, background = (colour, background) if number == 38 else (foreground, colour)
        elif 30 <= number <= 39 or 90 <= number <= 97:
            foreground = "" if number == 39 else code
        elif 40 <= number <= 49 or 100 <= number <= 107:
            background = "" if number == 49 else code
        elif code not in attributes:
            attributes = tuple(sorted((*attributes, code)))
    return CellStyle(foreground, background, attributes)


@lru_cache(maxsize=1024)
def blank_style(style: CellStyle) -> CellStyle:
    """Return the simplest style in which blanks look as they do in `style`."""
    if _VISIBLE_ON_BLANKS.intersection(style.attributes):
        return style
    return CellStyle("", style.background, ())


@lru_cache(maxsize=1024)
def _blank_like(shown: CellStyle, style: CellStyle) -> CellStyle:
    """Return the style that is cheapest to switch to from `shown` and in which blanks look as they do in `style`."""
    if style != blank_style(style) or _VISIBLE_ON_BLANKS.intersection((*style.attributes, *shown.attributes)):
        return style
    return shown._replace(background=style.background)


def _joined(*parameters: str) -> str:
    return ";".join([parameter for parameter in parameters if parameter])
