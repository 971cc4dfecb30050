"""Reads puzzles from the text of an argument, a file or a pipe; `binairo_tui.formats` detects the format.

A plain line holds one puzzle in our notation. It is parsed without detecting its format, because detection takes five
times as long. All other text goes through `formats`, up to the next plain line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from binairo_tui import formats, library, screenshots
from binairo_tui.cli import found, output, stream_lines
from binairo_tui.engine import PuzzleFormatError, parse_puzzle, wording
from binairo_tui.files import terminal_text
from binairo_tui.files.untrusted import UnreadableError, open_stream

ARGUMENT = "argument"
MAX_SKIPPED = 3
MAX_QUOTED = 40
_CELLS = frozenset("01.OIXBWY-_·")


def looks_like_text(argument: str, options: found.ReadOptions) -> bool:
    """Return True if an argument that is neither a file nor a collection may be meant as a puzzle."""
    if options.format is not None:
        return True
    argument = formats.invisible.visible(argument)
    if set(argument.upper()) <= _CELLS:
        return len(argument) >= 4
    return formats.detect.line_format(argument) not in (None, "line", "long")


def read_text(text: str, number: int, options: found.ReadOptions) -> Iterator[found.Found | found.Rejected]:
    """Yield the puzzles and errors in the text of an argument. `number` is the argument's number in error messages."""
    lines = (formats.TextLine(i, line.removesuffix("\r")) for i, line in enumerate(text.split("\n"), 1))
    source = _Source(f"argument {number}", ARGUMENT, options)
    for item in source.read(lines):
        if isinstance(item, found.Found):
            own = item.imported.title if item.imported else ""
            yield item._replace(title=output.printable(own) or f"{item.puzzle.width}x{item.puzzle.height}")
        else:
            yield item
    yield from source.end()


def read_stdin(options: found.ReadOptions) -> Iterator[found.Found | found.Rejected]:
    if sys.stdin is None:
        yield found.Rejected("stdin: it is closed", "stdin", "it is closed")
        return
    yield from read_stream(sys.stdin.buffer, "stdin", options)


def read_file(path: str, options: found.ReadOptions) -> Iterator[found.Found | found.Rejected]:
    """Yield the puzzles and errors in a regular file, or in a pipe made by the shell, `<(...)`."""
    name = output.printable(path)
    try:
        stream = open_stream(path)
    except UnreadableError as error:
        yield found.Rejected(f"{name}: {error}", name, str(error))
        return
    with stream:
        yield from read_stream(stream, name, options)


def _rejected(name: str, source: str, line: int, error: PuzzleFormatError) -> found.Rejected:
    reason = output.printable(error.message)
    is_final = error.message == formats.scan_limits.BUDGET_SPENT
    place = f"{name}:{line}:{error.column}"
    if source == ARGUMENT:  # most arguments have only one line
        place = f"{name}, line {line}, column {error.column}" if line > 1 else f"{name}, column {error.column}"
    return found.Rejected(f"{place}: {reason}", source, reason, line, error.column, is_final)


class _Source:
    """A text that is read in parts; the limits on text that is not a puzzle apply to all of them together."""

    def __init__(self, name: str, source: str, options: found.ReadOptions) -> None:
        self._name = name
        self._source = source
        self._options = options
        self._notation_reason = formats.find_format("notation").reason(is_known=options.format is not None)
        self._budget = formats.scan_limits.ScanBudget()
        self._skipped: list[formats.NotAPuzzleError] = []
        self._puzzle_line = -1  # the line of the last puzzle, if the puzzle has only one line
        self.is_empty = True
        self.is_given_up = False

    def read(self, lines: Iterable[formats.TextLine]) -> Iterator[found.Found | found.Rejected]:
        options = self._options
        comments: dict[int, str] = {}
        lines = _note_comments(lines, comments)
        for item in formats.read_lines(lines, options.format, unique_lines=options.unique_lines, budget=self._budget):
            if isinstance(item, formats.NotAPuzzleError):
                self._skipped.append(item)
                continue
            self.is_empty = False
            if isinstance(item, formats.Imported):
                self._puzzle_line = item.line
                parts = _comment_parts(comments.get(item.line, ""))
                comments.clear()
                name = self._title(item.line, output.printable(item.title))
                yield found.Found(item.puzzle, name, self._source, item.line, item, *parts)
            else:
                rejected = _rejected(self._name, self._source, item.line, item)
                self.is_given_up |= rejected.is_final
                yield rejected

    def read_plain(self, line: int, lines: Sequence[bytes]) -> Iterator[found.Found]:
        """Yield the puzzles on plain lines. The first is line number `line`.

        Text directly above these lines is the title of the first puzzle and is not reported as skipped. However, text
        directly below another puzzle is not a title.
        """
        self.is_empty, title = False, ""
        above = self._skipped[-1] if self._skipped else None
        if above and above.last_line == line - 1 and above.line - 1 != self._puzzle_line:
            title = output.printable(formats.importing.split_title(self._skipped.pop().text)[1])
        self._puzzle_line = line + len(lines) - 1
        for number, raw in enumerate(lines, line):
            notation, _, comment = raw.decode("ascii").partition("#")
            puzzle = parse_puzzle(notation.rstrip())
            if self._options.unique_lines is not None:
                puzzle = puzzle.with_unique_lines(self._options.unique_lines)
            imported = formats.Imported(
                puzzle, format="notation", reason=self._notation_reason, line=number, title=title
            )
            name = self._title(number, title)
            yield found.Found(puzzle, name, self._source, number, imported, *_comment_parts(comment))
            title = ""

    def _title(self, line: int, title: str) -> str:
        return f"{self._name}:{line}" + (f" ({title})" if title else "")

    def end(self) -> Iterator[found.Rejected]:
        """Report the skipped texts. If there was neither a puzzle nor an error, yield an error that says so."""
        if not self.is_empty:
            self._report_skipped()
        elif text := formats.other_text.most_helpful(self._skipped):
            yield _rejected(self._name, self._source, text.line, text)
        else:
            reason = "it contains no puzzle"
            yield found.Rejected(f"{self._name}: {reason}", self._source, reason)

    def _report_skipped(self) -> None:
        report, name = self._options.on_skipped, self._name
        for item in self._skipped[:MAX_SKIPPED]:
            quoted = terminal_text.strip_controls(item.text.partition("\n")[0], MAX_QUOTED)
            report(f"{name}:{item.line}: skipped: not a puzzle: '{quoted}'")
        more = len(self._skipped) - MAX_SKIPPED
        if more > 0:
            reason = wording.inflect(more, "not a puzzle", "not puzzles")
            report(f"{name}: {wording.plural(more, 'more text')} skipped: {reason}")


def _note_comments(lines: Iterable[formats.TextLine], comments: dict[int, str]) -> Iterator[formats.TextLine]:
    """Yield the lines, and store the comment at the end of each line in `comments`, by line number."""
    for line in lines:
        if " #" in line.text:
            comments[line.number] = line.text.partition(" #")[2]
        yield line


def _comment_parts(comment: str) -> tuple[str, str]:
    """Return (band, '') if the comment states a grade, otherwise ('', comment)."""
    if not comment or comment.isspace():
        return "", ""
    band, *_ = library.collection.parse_grade(comment)
    return (band, "") if band else ("", output.printable(comment.strip()))


def read_stream(stream: BinaryIO, name: str, options: found.ReadOptions) -> Iterator[found.Found | found.Rejected]:
    source = _Source(name, name, options)
    lines = stream_lines.StreamLines(stream, options.before_waiting)
    has_plain_lines = options.format in (None, "notation")
    try:
        if lines.has_next() and screenshots.sources.is_picture(lines.head):
            yield _read_picture(lines.rest(screenshots.sources.MAX_BYTES), name, options)
            return
        if b"\0" in lines.head:  # else each of its lines would be an error
            yield found.Rejected(f"{name}: it is not a text file", name, "it is not a text file")
            return
        while not source.is_given_up and lines.has_next():
            number = lines.number + 1
            plain = lines.plain() if has_plain_lines else []
            if plain:
                yield from source.read_plain(number, plain)
            else:
                yield from source.read(lines.others(until_plain=has_plain_lines))
        yield from source.end()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        yield found.Rejected(f"{name}: {reason}", name, reason)


def _read_picture(data: bytes, name: str, options: found.ReadOptions) -> found.Found | found.Rejected:
    """Return the puzzle in a picture. If anything is uncertain, return an error: a wrong puzzle is worse than none."""
    try:
        picture = screenshots.importing.import_picture(data, unique_lines=options.unique_lines)
        doubt = f"{picture.doubt}; Import in 'binairo' shows what was read" if picture.doubt else ""
    except ImportError:
        doubt = screenshots.sources.missing_libraries()
    except screenshots.sources.PictureError as error:
        doubt = str(error)
    if not doubt and picture.imported.solution_count == 0:
        doubt = "the puzzle that was read has no solution; Import in 'binairo' shows it"
    if doubt:
        return found.Rejected(f"{name}: {doubt}", name, doubt)
    imported = picture.imported
    if imported.solution_count == 2:
        options.on_skipped(f"{name}: {formats.rule_inference.solution_remark(2)} Compare the puzzle with the picture.")
    return found.Found(imported.puzzle, name, name, 1, imported)
