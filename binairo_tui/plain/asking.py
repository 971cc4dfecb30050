"""Questions that ask for numbers, list entries and sizes, and the exceptions raised when the player leaves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from binairo_tui.engine import puzzle, wording
from binairo_tui.files import bug_reports
from binairo_tui.library import LibraryError
from binairo_tui.plain.commands import CommandError, command_name, on_us_keyboard
from binairo_tui.plain.commands import help_lines as general_help
from binairo_tui.plain.console import Console, EndOfInput, OutputError
from binairo_tui.store import errors

T = TypeVar("T")


class Leave(Exception):  # noqa: N818 - not an error
    """The player wants to leave the program."""


class Back(Exception):  # noqa: N818 - not an error
    """The player wants to return to the first menu."""


@contextmanager
def surviving(console: Console) -> Iterator[None]:
    """Tell the player about an exception raised in the `with` block, and suppress it.

    An unexpected exception is reported as a bug. Leave, Back, EndOfInput and OutputError are raised again.
    """
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


class Asker:
    """Asks questions on a console, and waits for a valid answer to each question.

    Every question can raise Leave, Back, and the exceptions of `Console.ask`.
    """

    def __init__(self, console: Console) -> None:
        self._console = console

    def size(self, usual: str) -> tuple[int, int]:
        self._console.say(f"Which size? For example 8, or 8x10. Press Enter for {usual}.")
        while True:
            size = puzzle.parse_size(on_us_keyboard(self.text()) or usual)
            fault = puzzle.size_fault(*size) if size else ""
            if size and not fault:
                return size
            self._console.say(
                f"This size is not possible: {fault}." if fault else "Type a size such as 8 or 8x10, or menu."
            )

    def one_of(self, question: str, names: Mapping[T, str], usual: T, states: Mapping[T, str] | None = None) -> T:
        """List the names of values, and return the value that the player chooses; `usual` is the default."""
        values = list(names)
        said = {value: f", {state}" for value, state in (states or {}).items()}
        self._console.say(*[f"{number}. {names[value]}{said.get(value, '')}" for number, value in enumerate(values, 1)])
        self._console.say(f"{question} Press Enter for {names[usual]}.")
        return values[self.line([names[it] for it in values], 1 + values.index(usual)) - 1]

    def entry(self, lines: Sequence[str], how: str = "Type a number, or menu.") -> int:
        """List lines with numbers from 1 and say `how` to choose one; return the index of the chosen line, from 0."""
        self._console.say(*[f"{number}. {text}" for number, text in enumerate(lines, 1)], how)
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
                self._console.say(f"Entries {fitting} begin with that. Type a number, or more letters.")
            else:
                self._console.say(f"Type a number from 1 to {most}, menu or quit.")

    def text(self, help_lines: Sequence[str] = (), *, lines: Sequence[str] = ()) -> str:
        """Return a typed line, stripped and in lower case.

        If the player asks for help, `help_lines` are shown; if there are none, the general help is shown. `lines` are
        the entries of the list that the player chooses from. If one of them begins with "help", the word "help" is an
        answer, and only `?` asks for help.
        """
        while True:
            answer = self._console.ask().strip().lower()
            if answer == "help" and any(line.lower().startswith(answer) for line in lines):
                return answer
            match command_name(answer):
                case "quit":
                    raise Leave
                case "menu" | "back":
                    raise Back
                case "help":
                    self._console.say(*(help_lines or general_help(in_menu=True)))
                case _:
                    return answer

    def lines(self) -> str:
        """Return the lines that the player types before an empty line, joined by newlines.

        Whitespace at the end of each line is removed. The end of the input and a command to leave also end the
        lines. Such a command answers the next question or, if no line precedes it, is obeyed at once.
        """
        found: list[str] = []
        while line := self._next_line(found):
            name = command_name(line.lower())
            if name in ("quit", "menu"):
                if not found:
                    raise Leave if name == "quit" else Back
                self._console.put_back(line)
                break
            found.append(line)
        return "\n".join(found)

    def _next_line(self, before: Sequence[str]) -> str:
        """Return the next line without whitespace at its end; empty if the input ends after the lines `before`."""
        try:
            return self._console.ask().rstrip()
        except EndOfInput:
            if before:
                return ""
            raise
