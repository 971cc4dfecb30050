"""What is drawn bit by bit is what is there: nothing is forgotten, and nothing is drawn in the middle of a frame."""

from contextlib import closing

from tests.terminal.pty_terminal import PtyTerminal

PROGRAM = """
from textual.app import App
from textual.geometry import Region
from binairo_tui.tui.terminal.driver import TerminalDriver
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.widgets.bars import Heading

class Front(BaseScreen[None]):
    BINDINGS = [("x", "change")]
    changes = 0

    def compose(self):
        yield Heading("before")

    def action_change(self):
        self.changes += 1
        self.query_one(Heading).show(f"text {self.changes:03}")
        for ms in range(12):  # as Textual does when a widget behind this screen changes
            self.set_timer(ms / 1000, lambda: self.refresh(Region(0, 0, 1, 1)))

class Sample(App[None]):
    CSS = "Heading { offset: 3 3; width: 10; }"

    def get_theme_variable_defaults(self):
        return {"muted": "#808080", "bar": "#202020"}

    def get_default_screen(self):
        return Front()

Sample(driver_class=TerminalDriver).run(mouse=False)
"""


def test_a_change_is_drawn_also_when_a_screen_behind_changes_at_once(environ: dict[str, str]) -> None:
    with closing(PtyTerminal.python("-c", PROGRAM, environ=environ)) as terminal:
        terminal.wait_for("before")
        for change in range(1, 31):
            terminal.press("x")
            terminal.wait_for(f"text {change:03}")


CONTINUED = """
import os, signal
from textual.app import App
from textual.widgets import Label
from binairo_tui.tui.terminal.driver import TerminalDriver

class LostTerminal(TerminalDriver):
    def run_input_thread(self):
        return  # as when nothing can be read any more

class Sample(App[None]):
    def compose(self):
        yield Label("")

    def on_ready(self):
        os.kill(os.getpid(), signal.SIGCONT)
        self.query_one(Label).update("still drawing")

Sample(driver_class=LostTerminal).run(mouse=False)
"""


def test_a_terminal_that_was_not_given_back_is_not_set_up_again(environ: dict[str, str]) -> None:
    with closing(PtyTerminal.python("-c", CONTINUED, environ=environ)) as terminal:
        terminal.wait_for("still drawing")
        assert terminal.raw.count(b"\x1b[?1049h") == 1


SYNC_START, SYNC_END = b"\x1b[?2026h", b"\x1b[?2026l"
PACKET = 1400
"""The length, in bytes, of a text that fits into one packet with what SSH adds to it."""


def test_what_a_key_changes_on_a_board_is_one_short_frame(environ: dict[str, str]) -> None:
    arguments = ("-m", "binairo_tui", "play", "8x8:1")
    environ["COLORTERM"] = "truecolor"
    with closing(PtyTerminal.python(*arguments, environ=environ, columns=120, lines=40)) as terminal:
        terminal.wait_for(" undo ")
        terminal.settle()
        terminal.send(b"\x1b[?2026;2$y")  # the terminal can show a frame at once
        terminal.settle()
        for key, shown in (
            ("left", ""),
            ("right", ""),
            ("1", "Broken rules"),
            ("u", " 0% "),
            ("0", " 2% "),
            ("left", ""),
        ):
            terminal.raw = b""
            terminal.press(key)
            terminal.wait_for(lambda: SYNC_END in terminal.raw)
            terminal.wait_for(shown)
            frame = terminal.raw.split(SYNC_END)[0]
            assert frame.startswith(SYNC_START)
            assert len(frame) > len(SYNC_START)
            assert len(frame + SYNC_END) <= PACKET
            terminal.settle()


def test_a_new_screen_is_drawn_once(environ: dict[str, str]) -> None:
    with closing(PtyTerminal.python("-m", "binairo_tui", "play", "8x8:1", environ=environ)) as terminal:
        for key, shown in (("", " undo "), ("?", "If you are stuck"), ("q", " undo ")):
            terminal.raw = b""
            terminal.press(key)
            terminal.wait_for(shown)
            terminal.settle()
            assert terminal.raw.count(b"\x1b[1;1H") == 1
