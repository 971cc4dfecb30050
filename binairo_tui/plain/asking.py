"""Reads lines from standard input, writes lines to standard output, and asks questions.

Escape codes are never sent. Characters that the terminal cannot show become question marks.
"""

import errno
import os
import re
import signal
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO, TypeVar

from binairo_tui.engine import puzzle, wording
from binairo_tui.files import bug_reports, streams, system
from binairo_tui.library import LibraryError
from binairo_tui.plain.commands import CommandError, command_name, on_us_keyboard
from binairo_tui.plain.commands import help_lines as general_help
from binairo_tui.store import errors

TICK_SECONDS = 15.0
PASTE_SECONDS = 0.1
"""The next line of a pasted text arrives within this many seconds."""
MAX_LINE = 4096
"""Limit on the bytes of a line; the rest of a longer line is dropped. Commands are much shorter."""
_READ = 65536

T = TypeVar("T")


class EndOfInput(Exception):  # noqa: N818 - not an error: the player has left
    """The input has ended."""


class OutputError(Exception):
    """The output cannot be written. The message is a clause that says why."""


class Leave(Exception):  # noqa: N818 - not an error
    """The player wants to leave the program."""


class Back(Exception):  # noqa: N818 - not an error
    """The player wants to return to the first menu."""


class ConsoleClosed(BaseException):
    """The terminal is gone, or a signal asked the program to end. `status` is the exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Console:
    """Reads lines from a file descriptor and writes lines to a stream.

    If `is_ascii`, characters outside ASCII are written as `?`. If `is_terminal`, a `> ` prompt is shown and lines are
    wrapped between words. `on_tick` is called every TICK_SECONDS while no input arrives.
    """

    def __init__(self, source: int, sink: TextIO, *, is_ascii: bool = False, is_terminal: bool = False) -> None:
        self.on_tick: Callable[[], object] = lambda: None
        self._source = source
        self._sink = sink
        self._is_ascii = is_ascii
        self._is_terminal = is_terminal
        self._buffer = b""
        self._at_end = False

    def say(self, *lines: str) -> None:
        """Write lines. Raises ConsoleClosed if nobody can read them any more, or OutputError if writing fails."""
        width = self._width()
        self._write("".join([f"{part}\n" for line in lines for part in _broken(self._shown(line), width)]))

    def ask(self) -> str:
        """Wait for a line and return it, without its newline. Raises EndOfInput, and the exceptions of `say`."""
        if self._is_terminal:
            self._write("> ")
        while b"\n" not in self._buffer and not self._at_end:
            if system.has_input(self._source, TICK_SECONDS, unknown=True):
                self._read()
            else:
                self.on_tick()
        line, _, self._buffer = self._buffer.partition(b"\n")
        if not line and not self._buffer and self._at_end:
            raise EndOfInput
        return line[:MAX_LINE].decode(errors="replace")

    def put_back(self, line: str) -> None:
        self._buffer = line.encode(errors="replace") + b"\n" + self._buffer

    def has_more(self) -> bool:
        """Return whether more input is there, or arrives within PASTE_SECONDS. Raises ConsoleClosed."""
        while b"\n" not in self._buffer and not self._at_end:
            if not system.has_input(self._source, PASTE_SECONDS, unknown=False):
                break
            self._read()
        return bool(self._buffer)

    def _read(self) -> None:
        try:
            data = os.read(self._source, _READ)
        except OSError:  # EIO on Linux: the terminal is gone
            raise ConsoleClosed(system.HUNG_UP) from None
        self._at_end = not data
        # An unfinished line is kept only up to the length that will be used.
        self._buffer = (self._buffer + data) if b"\n" in data else (self._buffer + data)[: MAX_LINE + 1]

    def _write(self, text: str) -> None:
        try:
            self._sink.write(text)
            self._sink.flush()
        except BrokenPipeError:
            raise ConsoleClosed(streams.READER_GONE) from None
        except OSError as error:
            if error.errno != errno.EIO:
                raise OutputError(error.strerror) from None
            raise ConsoleClosed(system.HUNG_UP) from None

    def _width(self) -> int:
        """Return the number of columns of the terminal; 0 if lines are not to be wrapped."""
        with suppress(OSError):
            return os.get_terminal_size(self._sink.fileno()).columns if self._is_terminal else 0
        return 0

    def _shown(self, text: str) -> str:
        shown = "".join([character if character.isprintable() else "?" for character in text])
        return shown.encode("ascii", "replace").decode() if self._is_ascii else shown

    # Questions. Each waits for a valid answer, and can raise Leave, Back, and the exceptions of `ask`.

    def size(self, usual: str) -> tuple[int, int]:
        self.say(f"Which size? For example 8, or 8x10. Press Enter for {usual}.")
        while True:
            size = puzzle.parse_size(on_us_keyboard(self.text()) or usual)
            fault = puzzle.size_fault(*size) if size else ""
            if size and not fault:
                return size
            self.say(f"This size is not possible: {fault}." if fault else "Type a size such as 8 or 8x10, or menu.")

    def one_of(self, question: str, names: Mapping[T, str], usual: T, states: Mapping[T, str] | None = None) -> T:
        """List the names of values, and return the value that the player chooses; `usual` is the default."""
        values = list(names)
        said = {value: f", {state}" for value, state in (states or {}).items()}
        self.say(*[f"{number}. {names[value]}{said.get(value, '')}" for number, value in enumerate(values, 1)])
        self.say(f"{question} Press Enter for {names[usual]}.")
        return values[self.line([names[it] for it in values], 1 + values.index(usual)) - 1]

    def entry(self, lines: Sequence[str], how: str = "Type a number, or menu.") -> int:
        """List lines with numbers from 1 and say `how` to choose one; return the index of the chosen line, from 0."""
        self.say(*[f"{number}. {text}" for number, text in enumerate(lines, 1)], how)
        return self.line(lines) - 1

    def line(self, lines: Sequence[str], default: int | None = None) -> int:
        """Return the number, from 1, of the line that the player chooses by number or by the beginning of its text."""
        return self.number(len(lines), default, lines)

    def number(self, most: int, default: int | None = None, lines: Sequence[str] = ()) -> int:
        """Return the number from 1 to `most` that the player types; an empty answer means `default`, if there is one.

        Instead of a number, the player may type the beginning of one of the `lines`. If the player types the whole of
        a line, that line is chosen even if other lines begin with the same text.
        """
        while True:
            typed = self.text(lines=lines)
            if not typed and default is not None:
                return default
            texts = [text.lower() for text in lines]
            begun: list[int] = []
            for answer in filter(None, dict.fromkeys((typed, on_us_keyboard(typed)))):
                if re.fullmatch(r"[0-9]{1,4}", answer) and 1 <= int(answer) <= most:
                    return int(answer)
                if answer in texts:
                    return 1 + texts.index(answer)
                begun = begun or [number for number, text in enumerate(texts, 1) if text.startswith(answer)]
                if len(begun) == 1:
                    return begun[0]
            if begun:
                fitting = wording.join_words([str(number) for number in begun])
                self.say(f"Entries {fitting} begin with that. Type a number, or more letters.")
            else:
                self.say(f"Type a number from 1 to {most}, menu or quit.")

    def text(self, help_lines: Sequence[str] = (), *, lines: Sequence[str] = ()) -> str:
        """Return a typed line, stripped and in lower case.

        If the player asks for help, `help_lines` are shown; if there are none, the general help is shown. `lines` are
        the entries of the list that the player chooses from. If one of them begins with "help", the word "help" is an
        answer, and only `?` asks for help.
        """
        while True:
            answer = self.ask().strip().lower()
            if answer == "help" and any(line.lower().startswith(answer) for line in lines):
                return answer
            match command_name(answer):
                case "quit":
                    raise Leave
                case "menu" | "back":
                    raise Back
                case "help":
                    self.say(*(help_lines or general_help(in_menu=True)))
                case _:
                    return answer

    def lines(self) -> str:
        """Return the lines that the player types before an empty line, joined by newlines.

        Whitespace at the end of each line is removed. The end of the input and a command to leave also end the lines.
        If a command to leave is the first line, it is obeyed at once, otherwise at the next question.
        """
        found: list[str] = []
        while line := self._next_line(found):
            name = command_name(line.lower())
            if name in ("quit", "menu"):
                if not found:
                    raise Leave if name == "quit" else Back
                self.put_back(line)
                break
            found.append(line)
        return "\n".join(found)

    def _next_line(self, before: Sequence[str]) -> str:
        """Return the next line without whitespace at its end; '' if the input ends and there are lines `before`."""
        try:
            return self.ask().rstrip()
        except EndOfInput:
            if before:
                return ""
            raise


@contextmanager
def ending() -> Iterator[None]:
    """Make the first SIGTERM or SIGHUP raise ConsoleClosed in the `with` block. Later signals are ignored."""

    def end(number: int, _: object) -> None:
        for other in system.ENDING_SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        raise ConsoleClosed(128 + number)

    # An ignored SIGHUP (nohup) stays ignored, because the end of the input ends the program anyway.
    before = {number: signal.getsignal(number) for number in system.ENDING_SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _broken(line: str, width: int) -> list[str]:
    """Wrap a line to `width` - 1 columns, but at least 20; if `width` is 0, return the line whole."""
    if not width or len(line) < width:
        return [line]
    return textwrap.wrap(line, max(width - 1, 20), break_on_hyphens=False)


@contextmanager
def surviving(console: Console) -> Iterator[None]:
    """Tell the player about an exception, and suppress it unless it is Leave, Back, EndOfInput or OutputError."""
    try:
        yield
    except (Leave, Back, EndOfInput, OutputError):
        raise
    except CommandError as error:
        console.say(str(error))
    except (errors.StoreError, LibraryError) as error:
        console.say(f"That is not possible: {error}.")
    except Exception as error:
        console.say(bug_reports.report(error, "in plain mode"))
