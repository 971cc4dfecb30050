"""What is drawn bit by bit is what is there: nothing is forgotten, and nothing is drawn in the middle of a frame."""

from contextlib import closing

from tests.terminal.pty_terminal import PtyTerminal

PROGRAM = """
from textual.app import App
from textual.geometry import Region
from binairo_tui.tui.terminal.driver import TerminalDriver
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.widgets.heading import Heading

class Front(BaseScreen[None]):
    BINDINGS = [("x", "change")]
    changes = 0

    def compose(self):
        yield Heading("before  ")

    def action_change(self):
        self.changes += 1
        self.query_one(Heading).show(f"text {self.changes:03}")
        for ms in range(12):  # as Textual does when a widget behind this screen changes
            self.set_timer(ms / 1000, lambda: self.refresh(Region(0, 0, 1, 1)))

class Sample(App[None]):
    CSS = "Heading { offset: 3 3; width: 8; padding: 0; }"

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
