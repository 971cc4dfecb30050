"""The countdown before a race: the seconds that are left, in large digits on an empty board of the puzzle's size."""

import time

from rich.segment import Segment
from textual.strip import Strip

from binairo_tui.engine import Puzzle, wording
from binairo_tui.game import GameSession
from binairo_tui.game.aids import HELP_LEVELS
from binairo_tui.host.client import host_client
from binairo_tui.host.screens import race_text
from binairo_tui.host.screens.on_host import ShownOnHost
from binairo_tui.player.text import plain
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.board_screen import GameScreen
from binairo_tui.tui.view import appearance, spans
from binairo_tui.tui.widgets.board_view import BoardView

TICK_SECONDS = 0.1
RULES = (
    "Everybody gets the same puzzle. There are no hints, no checks, no filling by the program and no pauses; "
    "you can use marks and what-if branches. The race ends when it has taken three times as long as the winner needed "
    "(at least a minute), or two hours. Once you have finished, the room shows the boards of those who still race."
)
STORM_RULES = (
    "Everybody gets the same 6x6 boards in the same order, the next one at once, for three minutes. A full board that "
    "breaks a rule costs 10 seconds. Whoever solves most wins; of two with as many, the faster one. "
    "There are no hints, no checks and no pauses. If you leave, you keep the boards that you have solved."
)


class CountdownBoard(BoardView):
    """An empty board with a number on it."""

    number = 0

    def count(self, number: int) -> None:
        if number != self.number:
            self.number = number
            self.refresh()

    def render_part(self, y: int, start: int, end: int) -> Strip:
        cells = self.scene.layout.cells_area
        drawing = race_text.large_number(self.number, cells.width, cells.height)
        line, width = y - cells.y - (cells.height - len(drawing)) // 2, len(drawing[0])
        if not 0 <= line < len(drawing):
            return super().render_part(y, start, end)
        left = cells.x + (cells.width - width) // 2
        below = Strip(super().render_part(y, 0, self.size.width), self.size.width)
        number = Strip([Segment(drawing[line], self.role_styles.style("accent"))], width)
        return Strip.join([below.crop(0, left), number, below.crop(left + width)]).crop(start, end)


class CountdownScreen(GameScreen, ShownOnHost):
    """The seconds until a race starts, in large digits on a board without the givens."""

    board: CountdownBoard

    def __init__(self, navigator: Navigator, room: host_client.RoomReport) -> None:
        self._session = GameSession(Puzzle(room.width, room.height))
        self._session.shown = HELP_LEVELS[navigator.settings.help]
        self._room = room
        board = CountdownBoard(self.puzzle, appearance.board_look(self._session), self.cursor)
        super().__init__(board, FooterContext.COUNTDOWN, navigator)

    def begin(self) -> None:
        super().begin()
        self.set_interval(TICK_SECONDS, self._tick)

    def resume(self) -> None:
        self.call_after_refresh(self._leave_if_over)

    def on_room_changed(self) -> None:
        if self.host.room is None or self.host.room.state != "running":  # the room's screen shows the race in its place
            self._leave_if_over()

    def _leave_if_over(self) -> None:
        """Return to the room if the countdown has ended; do nothing while another screen is in front."""
        room = self.host.room
        if self.is_active and (room is None or room.state != "countdown"):
            self.navigator.leave()

    def _tick(self) -> None:
        self.board.count(seconds_left(self._room))

    def show_all(self) -> None:
        others = [plain(racer.name) for racer in self._room.racers if racer.name != self.host.name]
        title = f"Race in {self._room.name} · {self._room.title}"
        self.show_heading(f"Storm in {self._room.name}" if self._room.is_storm else title)
        told = [spans.Paragraph(f"Against {wording.join_words(others)}.", "strong")] if others else []
        self.panel.show([*told, spans.Paragraph(rules_of(self._room), "muted")], "Get ready")
        self._tick()


def rules_of(room: host_client.RoomReport) -> str:
    return STORM_RULES if room.is_storm else RULES


def seconds_left(room: host_client.RoomReport) -> int:
    """Return the seconds until a race starts, rounded up, but at least 1."""
    left = room.starts_in_ms / 1000 - (time.monotonic() - room.seen_at)
    return max(int(left) + 1, 1)
