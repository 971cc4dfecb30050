"""Reads puzzles from text: detects the format, infers the unwritten rule, and explains both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from binairo_tui.engine import Position, Puzzle, PuzzleFormatError
from binairo_tui.engine.wording import plural
from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.formats.base import MAX_LINE, MAX_LINES, MAX_TEXT, Format, Rules, TextLine, error
from binairo_tui.formats.json_puzzles import json_format
from binairo_tui.formats.registry import find_format
from binairo_tui.formats.rule_inference import count_to_two, infer_rule, solution_remark
from binairo_tui.formats.scan_limits import ScanBudget
from binairo_tui.formats.splitting import Piece, split_known, split_text


@dataclass(frozen=True, slots=True)
class Imported:
    """A puzzle from a text.

    `format` is the name of the format that was read, and `reason` a sentence that says why. `notes` are sentences about
    rules and solutions. `line` is the number of its first line, from 1. `puzzle_count` is the number of puzzles in the
    text, invalid ones included; 1 if they were not counted. `history` holds the positions of a game in progress, givens
    first, and `head` is the index of the current one; it is empty if nothing was played. `title` is clean, or empty.
    `solution_count` is at most 2, and None if the solutions were not counted or counting took too long.
    """

    puzzle: Puzzle
    format: str
    reason: str
    notes: tuple[str, ...] = ()
    line: int = 1
    history: tuple[Position, ...] = ()
    head: int = 0
    title: str = ""
    solution_count: int | None = None
    puzzle_count: int = 1

    @property
    def position(self) -> Position | None:
        """The current position of a game in progress; None for a puzzle alone."""
        return self.history[self.head] if self.history else None


def read_puzzle(
    text: str, format_name: str | None = None, *, unique_lines: bool | None = None, number: int = 1
) -> Imported:
    """Return a puzzle of a text, with notes on its number of solutions.

    `number` counts the puzzles of the text from 1, invalid ones included; after the last it wraps around to the first.
    `format_name` overrides detection, and `unique_lines` the rule, whatever the text says. Raises PuzzleFormatError for
    an invalid puzzle or a text without any, and KeyError for an unknown format.
    """
    found = list(_read(_lines(text), format_name, ScanBudget()))
    if not found:
        raise error("there is no puzzle in this text")
    index = (number - 1) % len(found)
    first = found[index]
    if isinstance(first, PuzzleFormatError):
        raise first
    more = (f"This is puzzle {index + 1} of {len(found)} in the text.",) if len(found) > 1 else ()
    first = _with_rule(first, unique_lines)
    first = replace(first, notes=first.notes + more, puzzle_count=len(found))
    if find_format(first.format).rules is Rules.OPEN and unique_lines is None:
        return first  # its notes tell
    count = count_to_two(first.puzzle)
    said = (solution_remark(count),) if count != 1 else ()
    return replace(first, notes=first.notes + said, solution_count=count)


def remarks(imported: Imported) -> tuple[str, ...]:
    """Return what a player should know before playing: sentences, usually none. May count the solutions."""
    said: list[str] = []
    if find_format(imported.format).rules is Rules.OPEN and not imported.puzzle.unique_lines:
        said += imported.notes[:1]
    count = count_to_two(imported.puzzle) if imported.solution_count is None else imported.solution_count
    if count != 1:
        said.append(solution_remark(count))
    if imported.head:
        said.append(f"The game goes on where it was left: {plural(imported.head, 'step')}.")
    return tuple(dict.fromkeys(said))


def read_puzzles(
    lines: Iterable[TextLine],
    format_name: str | None = None,
    *,
    unique_lines: bool | None = None,
    budget: ScanBudget | None = None,
) -> Iterator[Imported | PuzzleFormatError]:
    """Yield every puzzle of a source in order, as soon as it is complete, and the error in place of an invalid one.

    Goes on after errors as far as `scan_limits` allow; `budget` is what earlier lines of the source have left of them.
    Raises KeyError for an unknown format.
    """
    for item in _read(lines, format_name, budget or ScanBudget()):
        yield _with_rule(item, unique_lines) if isinstance(item, Imported) else item


def _read(
    lines: Iterable[TextLine], format_name: str | None, budget: ScanBudget
) -> Iterator[Imported | PuzzleFormatError]:
    """Yield every puzzle as written, before its rule is inferred."""
    known = find_format(format_name) if format_name is not None else None
    lines = budget.lines(lines)
    for piece in split_known(lines, known.name, known.extent) if known else split_text(lines):
        line_count = piece.text.count("\n") + 1
        for item in _read_piece(piece, is_known=known is not None):
            if isinstance(item, Imported):
                budget.found(line_count)
                line_count = 0  # of several in one text
            else:
                budget.failed()
            yield item


def _lines(text: str) -> Iterator[TextLine]:
    if len(text) > MAX_TEXT:
        raise error(f"the text is longer than {MAX_TEXT} characters")
    if text.count("\n") >= MAX_LINES:
        raise error(f"the text has more than {MAX_LINES} lines")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            yield TextLine(number, "", f"the line is longer than {MAX_LINE} characters", MAX_LINE)
        else:
            yield TextLine(number, line.removesuffix("\r"))


def _read_piece(piece: Piece, *, is_known: bool) -> Iterator[Imported | PuzzleFormatError]:
    try:
        if piece.fault:
            raise error(piece.fault, column=piece.column)
        found = find_format(piece.format or json_format(piece.text))
        reason = read_reason(found, is_known=is_known)
        for read in found.read(piece.text):
            title = strip_controls(read.title)
            yield Imported(
                read.puzzle, found.name, reason, line=piece.line, history=read.history, head=read.head, title=title
            )
    except PuzzleFormatError as problem:
        yield error(problem.message, piece.line + problem.line - 1, problem.column)


def read_reason(found: Format, *, is_known: bool) -> str:
    """Return the sentence that says why a text was read in a format."""
    return f"Read as {found.name}: {'as was asked' if is_known else found.known_by}."


def _with_rule(imported: Imported, unique_lines: bool | None) -> Imported:
    """Return the puzzle with the given rule, or with the inferred one if the format does not state it."""
    if unique_lines is not None:
        return replace(imported, puzzle=imported.puzzle.with_unique_lines(unique_lines))
    if find_format(imported.format).rules is not Rules.OPEN:
        return imported
    puzzle, note, count = infer_rule(imported.puzzle)
    return replace(imported, puzzle=puzzle, notes=(note,), solution_count=count)
