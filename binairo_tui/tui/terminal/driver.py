"""Textual's driver for Linux, changed for the game.

It sends each frame in one packet, shows the cursor for screen readers, names the game in the title of the window, and
removes the terminal's answers from the input. It survives input that is not UTF-8 and the loss of the terminal. It
resumes even after a stop signal that did not come from Textual.
"""

import asyncio
import os
import re
import selectors
import shutil
import sys
from contextlib import suppress
from time import monotonic

from textual import constants
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Callback, Paste, Resize
from textual.message import Message
from textual.messages import InBandWindowResize, TerminalSupportsSynchronizedOutput

from binairo_tui.tui import inquiry
from binairo_tui.tui.terminal import TerminalApp, drawn_size, textual_internals

EVERY_MOTION = "\x1b[?1003h"
"""Asks the terminal to report every mouse movement. The driver never sends it: each report would count as input."""
KEY_PROTOCOL = ("\x1b[>1u", "\x1b[<u")
"""Begin and end the mode of Kitty's key protocol. Textual before 8.2.6 writes both; the driver drops them."""
SHOW_CURSOR = "\x1b[?25h"
KEEP_TITLE, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
UNDERLINE = 4
"""The number of a cursor shape that does not cover the character under the cursor."""
SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
"""What Textual writes before and after a frame if the terminal can show all of it at once."""
LEAST_PASTED, LEAST_VARIED = 40, 10
"""The least number of characters, and of different characters unless there is a semicolon, in a paste (`is_pasted`)."""
LONGEST_TYPED = 256
"""The most characters that a player types between two reads; longer input may end within a sequence."""
_POLL_SECONDS = 0.1
_SILENT_POLLS = 3 + round(constants.ESCAPE_DELAY / _POLL_SECONDS)
"""After this many polls without input, incomplete input has been handled, and the driver stops polling."""
_BROKEN = re.compile(
    r"\x1b\[(?=[0-?]*[:-?])(?:[0-?]{31,}[@-~]?|[0-?]{2,}(?=[^ -~]))"  # with a separator: no player types it
    r"|(?:\x1b\[){2,}(?=\x1b)"
)
"""Matches escape sequences without an end, and those longer than any key's; Textual would take them for typing."""
_BEGUN = re.compile(r"\x1b(?:\[[0-?]{0,30})?\Z")
"""Matches the beginning of an escape sequence at the end of a text."""
_TYPED = re.compile(r"\x1b(?:\[[0-9]*)?")
"""Matches the beginnings of escape sequences that a player can type: Escape, or Alt+[ and digits."""


class TerminalDriver(LinuxDriver):
    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or drawn_size(shutil.get_terminal_size()))
        self._user = app
        self._event_loop = asyncio.get_running_loop()
        self._terminal = sys.__stderr__.fileno() if sys.__stderr__ else -1
        self._is_frame_next = False
        self._asked_at = monotonic()
        self._is_suspended = False
        self._stop, self._stopper = os.pipe()
        self.answer_seconds = 0.0
        self._title = ""
        self._inquiry = inquiry.Inquiry({})
        if isinstance(app, TerminalApp):
            app.terminal = self
            self._inquiry = app.inquiry

    def write(self, data: str) -> None:
        """Send `data`; a frame is sent in one piece with the codes that make the terminal show all of it at once.

        The request to report mouse movements is dropped; mouse buttons still work. Textual would pass `data` to a
        thread, which would take 5 to 10 % more CPU time per key, and send the frame milliseconds later. This method
        waits while the terminal does not read. If the terminal is gone, it drops `data`.
        """
        if data in (SYNC_START, SYNC_END):
            self._is_frame_next = data == SYNC_START
            return
        if data in (EVERY_MOTION, *KEY_PROTOCOL):
            return
        if self._is_frame_next:
            self._is_frame_next = False
            data = f"{SYNC_START}{data}{SYNC_END}"
        left = data.encode("utf-8", "replace")
        with suppress(OSError):
            while left:
                left = left[os.write(self._terminal, left) :]

    def check_size(self) -> None:
        size = drawn_size(shutil.get_terminal_size())
        if size != self._user.size:
            self._user.post_message(Resize(size, size))

    def process_message(self, message: Message) -> None:
        """Drop size reports from the input, which can be forged; the kernel knows the true size."""
        if isinstance(message, TerminalSupportsSynchronizedOutput):
            self.answer_seconds = monotonic() - self._asked_at
        if not isinstance(message, (Resize, InBandWindowResize)):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Textual's driver would start a task for each message and wait for it: up to 7 % of a key's CPU time."""
        self._event_loop.call_soon_threadsafe(self._user.post_message, message)

    def start_application_mode(self) -> None:
        """Set up the terminal, and send it a query; `process_message` measures how long the answer takes."""
        self._asked_at = monotonic()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._inquiry.modes is not None:
            self.attrs_before = self._inquiry.modes
        self.write(SHOW_CURSOR)
        if not inquiry.is_console(os.environ):
            self.write(f"{KEEP_TITLE}{cursor_shape(UNDERLINE)}")
            self._write_title()

    def stop_application_mode(self) -> None:
        """Give the terminal back, with the title and the cursor that it had."""
        if not inquiry.is_console(os.environ):
            self.write(f"{RESTORE_TITLE}{cursor_shape(self._inquiry.answers.cursor)}")
        super().stop_application_mode()

    def set_title(self, title: str) -> None:
        if title != self._title:
            self._title = title
            self._write_title()

    def _write_title(self) -> None:
        if self._title and not inquiry.is_console(os.environ):
            self.write(f"\x1b]2;{self._title}\x07")

    def suspend_application_mode(self) -> None:
        self._is_suspended = True
        super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Set up the terminal again if it was given back; otherwise, only tell the app to resume.

        The handler of SIGCONT calls this method, perhaps in the middle of a frame. The terminal is not given back
        before a stop by SIGSTOP, nor if the kernel sends SIGCONT because the terminal of a session leader hangs up.
        """
        if self._is_suspended:
            self._is_suspended = False
            super().resume_application_mode()
        else:
            self.send_message(self.SignalResume())

    def disable_input(self) -> None:
        os.write(self._stopper, b"x")
        super().disable_input()
        os.read(self._stop, 1)

    def run_input_thread(self) -> None:
        """Read input until the app ends or the terminal is gone.

        The module `shutdown` also detects that the terminal is gone. Textual's own loop would then never pause. It
        would also end the app on bytes that are not UTF-8, such as those from a terminal set to Latin-1; this loop
        drops them.
        """
        if textual_internals.parses_input():
            self._read_keys(textual_internals.InputParser())
        else:
            super().run_input_thread()

    def _read_keys(self, parser: textual_internals.InputParser) -> None:
        repair = InputRepair()

        def process(text: str) -> None:
            is_paste = is_pasted(text) and not repair.is_in_brackets
            for message in (Paste(text),) if is_paste else parser.feed(repair.without_broken(text)):
                self.process_message(message)

        typed, self._inquiry.typed = self._inquiry.typed, ""
        process(typed)
        with selectors.SelectSelector() as selector, suppress(OSError):
            for descriptor in (self.fileno, self._stop):
                selector.register(descriptor, selectors.EVENT_READ)
            silent_polls = 0
            while True:
                ready = {key.fd for key, _ in selector.select(_POLL_SECONDS if silent_polls < _SILENT_POLLS else None)}
                if self._stop in ready:
                    return
                if ready:
                    data = os.read(self.fileno, 4096)
                    if not data:
                        return
                    before = self._inquiry.answers
                    process(self._inquiry.without_answers(data))
                    after = self._inquiry.answers
                    if after != before and after.is_complete and isinstance(self._user, TerminalApp):
                        # Sent as a message, because outside the app's context, Textual's timers would end at once.
                        self.send_message(Callback(self._user.use_answers))
                    silent_polls = 0
                else:
                    process(self._inquiry.rest())
                    for message in (*parser.feed(repair.rest()), *parser.tick()):
                        self.process_message(message)
                    silent_polls += 1


def cursor_shape(number: int) -> str:
    """Return the escape sequence that gives the cursor the shape with this number; 0 is the terminal's own shape."""
    return f"\x1b[{number} q"


def is_pasted(text: str) -> bool:
    """Return whether input that came at once is a paste of a terminal that does not bracket pastes.

    Such input is long and has no key such as an arrow. It has more different characters than a player types ahead, or a
    semicolon, which is no key but separates the parts of a puzzle.
    """
    is_varied = ";" in text or len({*text}) >= LEAST_VARIED
    return len(text) >= LEAST_PASTED and is_varied and re.sub("[\r\n\t]", "", text).isprintable()


class InputRepair:
    """Removes broken escape sequences from input.

    A terminal can, for example, send thousands of answers that are cut short. Each would otherwise be taken for five
    keys, some of which fill in cells, and it would take a minute to handle them all.
    """

    def __init__(self) -> None:
        self._begun = ""
        self.is_in_brackets = False
        """Whether a bracketed paste has begun and not ended."""

    def without_broken(self, text: str) -> str:
        """Return the next part of the input without broken sequences; what may be the beginning of one is kept."""
        is_part = len(text) > LONGEST_TYPED
        text = _BROKEN.sub("", self._begun + text)
        if "\x1b[20" in text:
            self.is_in_brackets = text.rfind("\x1b[200~") > text.rfind("\x1b[201~")
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun and (is_part or not _TYPED.fullmatch(begun[0])) else ""
        return text.removesuffix(self._begun)

    def rest(self) -> str:
        """Drop the input that `without_broken` has kept; return it, or '' if no player can have typed it.

        Call this if nothing has followed that input for some time.
        """
        begun, self._begun = self._begun, ""
        return begun if _TYPED.fullmatch(begun) else ""
