"""Asks the terminal for its colours, their number, the width of a block element, its name, and its cursor's shape.

All questions are sent at once, before Textual is imported. The last question is for the kind of terminal. Nearly every
terminal answers it, and does so last, so the app does not wait any longer after this answer. Answers may come late, in
parts and between keys. They are removed from the input wherever they are.
"""

import os
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from binairo_tui.files import system, terminal_text

Rgb = tuple[int, int, int]

AWAITED_SECONDS = 5.0
"""Seconds in which answers are expected. An Escape may then begin an answer, so it waits for more characters."""
PART_SECONDS = 1.0
"""Seconds after which a begun answer takes more input only if this makes the answer complete."""
_COLOURS = "\x1b]11;?\x1b\\\x1b]10;?\x1b\\\x1b]4;255;?\x1b\\"
_TRUE_COLOURS = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m\x1bP+q524742\x1b\\"
"""Sets a background colour and asks which one is set: some terminals change it. Also asks for the capability RGB."""
_CURSOR = "\x1bP$q q\x1b\\"
_NAME = "\x1b[>q"
_BLOCK = "\x1b7\r\x1b[8m▀\x1b[6n\r\x1b[m  \x1b8"
"""Writes an invisible half block at the left edge, asks for the place of the cursor, and erases the block."""
_KIND = "\x1b[c"
_END = r"(?:\x07|\x1b\\|\x9c|\x1b(?![\\\[O]|\Z))"
"""The end of an answer. urxvt sends only the first character of this end, so the next character may be a key."""
_ANSWER = re.compile(
    rf"\x1b\](?P<number>4;255|1[01]);(?P<colour>rgba?:[\da-fA-F/]{{1,24}}){_END}"
    rf"|\x1bP(?P<report>[01][$+]r[\da-fA-F:;= mq]{{0,99}}){_END}"
    rf"|\x1bP>\|(?P<name>[ -~]{{0,99}}){_END}"
    r"|\x1b\[\d{1,4};(?P<column>\d{1,4})R"
    r"|\x1b\[\?[\d;]*c"
)
_NAMED = r"[\w.-]*(?: [\w.-]*|\([\d.]*\)?)?"
"""A name and a version, such as `tmux 3.3a` and `XTerm(379)`."""
_PART = re.compile(
    r"\x1b(?:\][\d;]{0,6}(?:rg?b?a?:?[\da-fA-F/]{0,24})?\x1b?"
    rf"|P(?:[01](?:[$+](?:r[\da-fA-F:;= mq]{{0,99}})?)?|>(?:\|{_NAMED})?)?\x1b?|\[\??[\d;]{{0,40}})?\Z"
)
"""Matches a possible first part of an answer at the end of a text."""
_TYPED = re.compile(r"\x1b(?:[\]P]|\[\d*)?\x1b?")
"""Matches what can be the first part of an answer, but also keys that the player typed, such as Escape."""
_BROKEN = re.compile(
    r"\x1b(?:\](?:4;|1[01];?)[\d;]*(?:rgba?)?:?[\da-fA-F/]*|P[01][$+]r?[\d:;=A-F]*(?:m| q?)?"
    rf"|P>\|{_NAMED})(?:\x1b(?![\[O]))?"
)
"""Matches an answer whose end is missing."""
_COLOUR = re.compile(r"rgba?:([\da-fA-F]{1,4})/([\da-fA-F]{1,4})/([\da-fA-F]{1,4})")
_TRUE_COLOUR = re.compile(r"48[:;]2[:;]+(?:\d+[:;])??1[:;]2[:;]3(?!\d)")


class Answers(NamedTuple):
    """The answers of the terminal; None means that there is no answer.

    `has_256` is True if there is a colour 255. `has_true_colours` is False if the terminal was told to use a colour and
    then reported another one. `block_width` is the width of a half block in columns, `cursor` the number of the
    cursor's shape, and `name` the terminal's name and version. `is_complete` is True once the last question is
    answered.
    """

    background: Rgb | None = None
    foreground: Rgb | None = None
    has_256: bool = False
    has_true_colours: bool | None = None
    block_width: int | None = None
    cursor: int = 0
    name: str = ""
    is_complete: bool = False

    @property
    def is_light(self) -> bool | None:
        """Whether the background is lighter than the text; None if the terminal has reported neither colour."""
        if self.background is None and self.foreground is None:
            return None
        grey = 128, 128, 128
        return _brightness(self.background or grey) > _brightness(self.foreground or grey)


NO_ANSWERS = Answers()


def is_console(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal is the console of Linux, which has sixteen colours and few characters."""
    return environ.get("TERM", "") == "linux"


def is_screen(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal is GNU screen.

    GNU screen passes on the variable COLORTERM of the terminal around it, but does not show the colours of that
    terminal. Its own colours follow from TERM alone. It does not understand a request for a style, and would pass parts
    of it on to that terminal.
    """
    return environ.get("TERM", "").startswith("screen") and "TMUX" not in environ


def shows_unicode(environ: Mapping[str, str], answers: Answers = NO_ANSWERS) -> bool:
    """Return whether the terminal shows more than ASCII, and each block element in one column."""
    return terminal_text.is_utf8(environ) and not is_console(environ) and (answers.block_width or 1) < 2


def has_seams(environ: Mapping[str, str], answers: Answers = NO_ANSWERS) -> bool:
    """Return whether block elements do not reach the edges of their line.

    xterm and st draw them as the font has them. Where tmux or nothing answers, the environment may name the terminal.
    """
    if answers.name[:4] in ("", "tmux"):
        return "XTERM_VERSION" in environ or environ.get("TERM", "").partition("-")[0] == "st"
    return answers.name.startswith("XTerm(")


def questions(environ: Mapping[str, str]) -> str:
    """Return the questions to send to a terminal, which `environ` describes."""
    if is_console(environ):
        return ""
    asked = _COLOURS
    # Before macOS 26, its terminal shows the parts of a request for a style that it does not understand.
    if not is_screen(environ) and environ.get("TERM_PROGRAM") != "Apple_Terminal":
        asked += (_CURSOR if "NO_COLOR" in environ else _TRUE_COLOURS + _CURSOR) + _NAME
    if terminal_text.is_utf8(environ):
        asked += _BLOCK
    return asked + _KIND


class Inquiry:
    """The questions to a terminal, its answers, and what was typed meanwhile.

    `environ` describes the terminal. Until `ask` is called, no answers are expected.
    """

    def __init__(self, environ: Mapping[str, str], source: int = 0) -> None:
        self.environ = dict(environ)
        self.answers = NO_ANSWERS
        self.modes: list[object] | None = None
        """The mode of the terminal before `ask` changed it; None if `ask` did not change it."""
        self.typed = ""
        """What the player typed while `wait` read the input, until the driver handles it."""
        self._source = source
        self.leave_signals: Callable[[], None] = lambda: None
        """Ends what `ask` began: until then, a signal that ends the process restores the terminal first."""
        self._decode = getincrementaldecoder("utf-8")("ignore").decode
        self._begun = ""
        self._begun_at = self._awaited_until = 0.0

    @property
    def is_awaiting(self) -> bool:
        """Whether answers are expected. GNU screen reports its background only after it answers the last question."""
        is_all = self.answers.is_complete and self.answers.background is not None
        return not is_all and monotonic() < self._awaited_until

    def ask(self, sink: int) -> None:
        """Send the questions to the open terminal `sink`, and keep the terminal from showing the answers."""
        text = questions(self.environ)
        if text:
            self.modes = system.silence_terminal(self._source)
            self.leave_signals = system.before_death(self.restore)
            self._awaited_until = monotonic() + AWAITED_SECONDS
            with suppress(OSError):
                os.write(sink, text.encode())

    def wait(self, seconds: float) -> None:
        """Read input until all answers have come, for `seconds` at most."""
        end = monotonic() + seconds
        while (
            self.is_awaiting
            and not self.answers.is_complete
            and system.has_input(self._source, max(end - monotonic(), 0.0), unknown=False)
        ):
            try:
                data = os.read(self._source, 4096)
            except OSError:
                return
            if not data:
                return
            self.typed += self.without_answers(data)

    def restore(self) -> None:
        """Restore the mode that the terminal had before `ask`."""
        if self.modes is not None:
            system.restore_terminal(self._source, self.modes)

    def without_answers(self, data: bytes) -> str:
        """Decode the next part of the input and return it without answers, which are kept in `answers`.

        If it ends with what may be the first part of an answer, that is held back until the next call.
        """
        text = self._decode(data)
        if self._begun:
            is_soon, joined = monotonic() < self._begun_at + PART_SECONDS, self._begun + text
            if is_soon or _TYPED.fullmatch(self._begun) or _ANSWER.match(joined):
                text = joined
            self._begun = ""
        if "\x1b" not in text:
            return text
        text = _ANSWER.sub(self._take, text)
        part = _PART.search(text)
        if part and (self.is_awaiting or (part[0][1:2] in ("]", "P") and not _TYPED.fullmatch(part[0]))):
            self._begun, self._begun_at = part[0], monotonic()
            text = text[: part.start()]
        return _BROKEN.sub("", text)

    def rest(self) -> str:
        """Return what `without_answers` has held back, or '' if the player cannot have typed it.

        Call this if no more input has followed it.
        """
        if not _TYPED.fullmatch(self._begun):
            return ""
        begun, self._begun = self._begun, ""
        return begun

    def _take(self, match: re.Match[str]) -> str:
        """Store an answer and return ''; if it was not expected and may be a key, return it as input."""
        number, report, column = match["number"], match["report"], match["column"]
        if number:
            colour = _rgb(match["colour"])
            if number == "4;255":
                self.answers = self.answers._replace(has_256=colour is not None)
            elif number == "11":
                self.answers = self.answers._replace(background=colour)
            else:
                self.answers = self.answers._replace(foreground=colour)
        elif report:
            self._take_report(report)
        elif match["name"] is not None:
            self.answers = self.answers._replace(name=match["name"])
        elif column:
            if not self.is_awaiting or self.answers.block_width is not None:
                return match[0]
            self.answers = self.answers._replace(block_width=int(column) - 1)
        else:
            self.answers = self.answers._replace(is_complete=True)
        return ""

    def _take_report(self, report: str) -> None:
        if report.startswith("1+r"):
            self.answers = self.answers._replace(has_true_colours=True)
        elif report.startswith("1$r") and report.endswith("m"):
            self.answers = self.answers._replace(has_true_colours=_TRUE_COLOUR.search(report) is not None)
        elif report.startswith("1$r") and report[3:4].isdecimal() and report.endswith(" q"):
            self.answers = self.answers._replace(cursor=int(report[3]))


def _rgb(text: str) -> Rgb | None:
    """Return a colour, such as `rgb:ffff/0000/8080`, as red, green and blue, 0 to 255; None if it is no colour."""
    match = _COLOUR.match(text)
    if match is None:
        return None
    red, green, blue = [round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in match.groups()]
    return red, green, blue


def _brightness(colour: Rgb) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue
