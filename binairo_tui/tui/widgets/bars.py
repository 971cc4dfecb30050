"""The first line of a screen (a heading with facts, or the title bar of a game) and the last line, with the keys."""

import asyncio
from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from binairo_tui.player.text import clock_text, percent_text
from binairo_tui.store.writer import SaveState, SaveStatus
from binairo_tui.tui.keymap import FooterContext, keymap_of
from binairo_tui.tui.terminal import Terminal
from binairo_tui.tui.terminal.output import in_ascii
from binairo_tui.tui.view.spans import TIED, cut
from binairo_tui.tui.widgets.drawing import LineWidget

PROGRAM = "Binairo"
SEPARATOR = " · "
GAP = 2
SAVE_MARKS = {SaveState.SAVED: "✓ saved", SaveState.FAILED: "NOT SAVED"}
SAVING = "saving"
SAVE_CHECK_SECONDS = 0.1
"""Seconds between checks whether a save is in progress. A save is shown if two successive checks find it."""
BAR = 10
"""The width of the bar that shows how much is filled, in columns."""
FACTS = BAR + 26
"""The width of the bar and the facts after it, with the blank column at the end."""
PACE = "┃"
"""The mark on the bar that shows how much another player has filled."""
ROOM_FOR_BAR = 66
"""The minimum width of a title bar that has room for the bar of the share filled."""


class Heading(LineWidget):
    """A title at the left, and at the right as many facts as fit, starting with the first."""

    DEFAULT_CSS = "Heading { height: 1; background: $bar; }"

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._title = title
        self._facts: tuple[str, ...] = ()

    def show(self, title: str, *facts: str) -> None:
        """Show a title and the facts that are not empty; all must be safe to display."""
        shown = tuple([fact for fact in facts if fact])
        if (title, shown) != (self._title, self._facts):
            self._title, self._facts = title, shown
            self._redraw()

    def _redraw(self) -> None:
        """Draw the line again. Without a region, Textual would look up the styles again, too."""
        self.refresh(self.size.region)

    def _name_window(self, title: str) -> None:
        """Set the title of the terminal's window, which follows the screen in front: only its heading is drawn."""
        terminal: Terminal | None = getattr(self.app, "terminal", None)
        if terminal is not None and title:
            full = title if title == PROGRAM else f"{title} - {PROGRAM}"
            terminal.set_title(in_ascii(full) if self.role_styles.is_ascii else full)

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is only one line
        self._name_window(self._title)
        room = max(self.size.width - 2, 0)
        right = join_fitting(self._facts, room - cell_len(self._title) - GAP)
        title, facts = self.role_styles.style("strong"), self.role_styles.style("muted")
        left = cut(self._title, room - cell_len(right))
        return Strip([Segment(f" {left}", title), Segment(f"{right} ", facts)])


def join_fitting(facts: Sequence[str], width: int) -> str:
    for count in range(len(facts), 0, -1):
        text = SEPARATOR.join(facts[:count])
        if cell_len(text) <= width:
            return text
    return ""


class TitleBar(Heading):
    """A game's title, share filled, playing time and save mark; `is_saving` returns whether a save is in progress."""

    def __init__(self, is_saving: Callable[[], bool]) -> None:
        super().__init__()
        self._is_saving = is_saving
        self._save_check: asyncio.TimerHandle | None = None
        self._shown = dict.fromkeys(("title", "bar", "percent", "clock", "mark"), "")
        self._state = SaveState.SAVED
        self._was_saving = self._is_slow = False
        self._is_read_only = False
        self._pace: int | None = None

    def show_title(self, title: str) -> None:
        self._show("title", title)

    def show_share(self, share: float) -> None:
        self._show("percent", percent_text(share))
        self._show("bar", "━" * int(share * BAR))

    def show_pace(self, share: float | None) -> None:
        """Mark on the bar how much of the board another player has filled, from 0 to 1; None removes the mark."""
        place = None if share is None else min(int(share * BAR), BAR - 1)
        if place != self._pace:
            self._pace = place
            self._redraw()

    def show_time(self, elapsed_ms: int | None, *, in_minutes: bool = False) -> None:
        text = "" if elapsed_ms is None else f"{elapsed_ms // 60_000} min" if in_minutes else clock_text(elapsed_ms)
        self._show("clock", text)

    def show_status(self, status: SaveStatus) -> None:
        self._state, self._is_slow = status.state, False
        self._show_mark()

    def follow_save(self) -> None:
        """If a save is in progress, check it until it is done, so that the player is told if it takes long."""
        if self._save_check is None and self._is_saving():
            # Not a timer of Textual, which costs more, because this is called for every key.
            self._save_check = asyncio.get_running_loop().call_later(SAVE_CHECK_SECONDS, self._check_save)

    def _check_save(self) -> None:
        """Show that a save is in progress if the previous check found one, too."""
        self._save_check = None
        if self.is_attached:
            is_saving = self._is_saving()
            self._is_slow, self._was_saving = is_saving and self._was_saving, is_saving
            self._show_mark()
            self.follow_save()

    def show_read_only(self) -> None:
        self._is_read_only = True
        self._show_mark()

    def _show_mark(self) -> None:
        mark = SAVING if self._is_slow and self._state is SaveState.SAVED else SAVE_MARKS[self._state]
        self._show("mark", "read-only" if self._is_read_only else mark)

    def _show(self, part: str, text: str) -> None:
        if text != self._shown[part]:
            self._shown[part] = text
            if part == "title" or self.size.width < ROOM_FOR_BAR:
                self._redraw()
            else:
                self.refresh(Region(self.size.width - FACTS, 0, FACTS, 1))

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is only one line
        width = self.size.width
        title, bar, percent, clock, mark = self._shown.values()
        self._name_window(title)
        mark_tone = "failed" if mark == SAVE_MARKS[SaveState.FAILED] else "muted"
        if width >= ROOM_FOR_BAR:
            right = [*self._bar(len(bar)), ("muted", f"{percent:>5}{clock:>9}"), (mark_tone, f"{mark:>11}")]
        else:
            mark = mark.replace(SAVE_MARKS[SaveState.SAVED], "✓")
            right = [("muted", f"{percent:>5}{clock:>7}  "), (mark_tone, mark)]
        room = max(width - 2 - GAP - sum([len(text) for _, text in right]), 0)
        parts = ("strong", f" {cut(title, room)}{' ' * GAP}"), *right
        return Strip([Segment(text, self.role_styles.style(tone)) for tone, text in parts if text])

    def _bar(self, filled: int) -> list[tuple[str, str]]:
        """Return the (tone, text) parts of the bar: `filled` columns, the rest, and the other player's mark, if any."""
        place = BAR if self._pace is None else self._pace
        before, after = min(filled, place), max(filled - place - 1, 0)
        return [
            ("filled", "━" * before),
            ("edge", "─" * (place - before)),
            ("strong", PACE if place < BAR else ""),
            ("filled", "━" * after),
            ("edge", "─" * (BAR - place - 1 - after)),
        ]


class KeyFooter(LineWidget):
    DEFAULT_CSS = "KeyFooter { dock: bottom; height: 1; background: $bar; }"

    def __init__(self, context: FooterContext) -> None:
        super().__init__()
        self.context = context
        self._hidden: tuple[str, ...] = ()

    def show(self, context: FooterContext, *hidden: str) -> None:
        """Show the keys of a context, except those of the `hidden` commands, which would do nothing now."""
        if (context, hidden) != (self.context, self._hidden):
            self.context, self._hidden = context, hidden
            self.refresh()

    def left_out(self, context: FooterContext, *hidden: str) -> str:
        """Return the keys of a context for which there is no room, and their words, such as `c check  m mark`."""
        items = keymap_of(self.app).footer_items(context, hidden)
        shown = fitting(items, self.size.width - 2)
        left_out = [f"{keys} {text}" for keys, text in items if (keys, text) not in shown]
        return "  ".join([it.replace(" ", TIED) for it in left_out])

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is only one line
        key, title = self.role_styles.style("accent"), self.role_styles.style("muted")
        items = keymap_of(self.app).footer_items(self.context, self._hidden)
        segments = [
            segment
            for keys, text in fitting(items, self.size.width - 2)
            for segment in (Segment(f" {keys}", key), Segment(f" {text} ", title))
        ]
        return Strip(segments).adjust_cell_length(self.size.width, title)


def fitting(items: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Return the (keys, word) items that fit into a width; the first and the last two stay longest."""
    shown = list(items)
    while len(shown) > 1 and sum([len(keys) + len(text) + 3 for keys, text in shown]) - 2 > width:
        del shown[max(len(shown) - 3, 1)]
    return shown
