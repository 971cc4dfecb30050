"""From text to puzzles: find the format, read, decide the rules, and say what was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from binairo_tui.engine import Position, Puzzle, PuzzleFormatError
from binairo_tui.files.clean_text import clean
from binairo_tui.formats.base import MAX_LINE, MAX_LINES, MAX_TEXT, Line, ReadPuzzle, Rules, error
from binairo_tui.formats.registry import find_format
from binairo_tui.formats.rule_inference import count_to_two, decide_rules, verdict
from binairo_tui.formats.scan_limits import Patience
from binairo_tui.formats.splitting import Piece, pieces, pieces_as


@dataclass(frozen=True, slots=True)
class Imported:
    """A puzzle from a text.

    `format` is the name of the format the text was taken for and `reason` a sentence that says why. `notes` are
    sentences about rules and solutions. `line`, from 1, is where it begins in the text, which holds `puzzle_count` of
    them, those included that are wrong; 1 if they were not counted. A game in progress has its positions in `history`,
    givens first, of which `head` is shown; else it is empty. `title` is clean, and empty if there is none.
    `solution_count` is 0, 1, or 2 for two and more; None if they were not counted, or not all in time.
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
        """What stands on the grid where a game is to go on; None for a mere puzzle."""
        return self.history[self.head] if self.history else None


def read_puzzle(
    text: str, format_name: str | None = None, *, unique_lines: bool | None = None, number: int = 1
) -> Imported:
    """The first puzzle of a text, or that of a `number`, with notes also on how many solutions it has.

    Numbers count from 1, what is wrong with the text included, and from the first again after the last.
    `format_name` says what the text is instead of finding it out, `unique_lines` sets the rule, whatever the text says.
    Raises PuzzleFormatError for a text that is none, and KeyError for a format that there is not.
    """
    found = list(_read(_lines(text), format_name))
    if not found:
        raise error("there is no puzzle in this text")
    index = (number - 1) % len(found)
    first = found[index]
    if isinstance(first, PuzzleFormatError):
        raise first
    more = (f"This is puzzle {index + 1} of {len(found)} in the text.",) if len(found) > 1 else ()
    first = _decided(first, unique_lines)
    first = replace(first, notes=first.notes + more, puzzle_count=len(found))
    if find_format(first.format).rules is Rules.OPEN and unique_lines is None:
        return first  # its notes tell
    count = count_to_two(first.puzzle)
    said = (verdict(count),) if count != 1 else ()
    return replace(first, notes=first.notes + said, solution_count=count)


def remarks(imported: Imported) -> tuple[str, ...]:
    """What a player should know before playing an imported puzzle: sentences; usually none. Counts the solutions."""
    said: list[str] = []
    if find_format(imported.format).rules is Rules.OPEN and not imported.puzzle.unique_lines:
        said += imported.notes[:1]
    count = count_to_two(imported.puzzle) if imported.solution_count is None else imported.solution_count
    if count != 1:
        said.append(verdict(count))
    if imported.head:
        said.append(f"The game goes on where it was left: {imported.head} step{'s' * (imported.head > 1)}.")
    return tuple(dict.fromkeys(said))


def read_puzzles(
    lines: Iterable[Line], format_name: str | None = None, *, unique_lines: bool | None = None
) -> Iterator[Imported | PuzzleFormatError]:
    """Every puzzle of a source in order, each as soon as it is complete; in place of one that is wrong the error.

    Goes on after an error, until there are too many (`patience`). Raises KeyError for a format that there is not.
    """
    for item in _read(lines, format_name):
        yield _decided(item, unique_lines) if isinstance(item, Imported) else item


def _read(lines: Iterable[Line], format_name: str | None) -> Iterator[Imported | PuzzleFormatError]:
    """Every puzzle as it is written; rules that are not are still to be decided."""
    known = find_format(format_name) if format_name is not None else None
    patience = Patience()
    lines = patience.lines(lines)
    for piece in pieces_as(lines, known.name, known.layout) if known else pieces(lines):
        line_count = piece.text.count("\n") + 1
        for item in _read_piece(piece, is_known=known is not None):
            if isinstance(item, Imported):
                patience.found(line_count)
                line_count = 0  # of several in one text
            else:
                patience.failed()
            yield item


def _lines(text: str) -> Iterator[Line]:
    if len(text) > MAX_TEXT:
        raise error(f"the text is longer than {MAX_TEXT} characters")
    if text.count("\n") >= MAX_LINES:
        raise error(f"the text has more than {MAX_LINES} lines")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            yield Line(number, "", f"the line is longer than {MAX_LINE} characters", MAX_LINE)
        else:
            yield Line(number, line.removesuffix("\r"))


def _read_piece(piece: Piece, *, is_known: bool) -> Iterator[Imported | PuzzleFormatError]:
    try:
        if piece.fault:
            raise error(piece.fault, column=piece.column)
        found = find_format(piece.format or _json_format(piece.text))
        reason = f"Read as {found.name}: {'as was asked' if is_known else found.known_by}."
        for read in found.read(piece.text):
            yield _imported(read, found.name, reason, piece.line)
    except PuzzleFormatError as problem:
        yield error(problem.message, piece.line + problem.line - 1, problem.column)


def _json_format(text: str) -> str:
    # Imported here because few texts are JSON, and every start would wait for the parser.
    from binairo_tui.formats.json_puzzles import json_format

    return json_format(text)


def _imported(read: ReadPuzzle, name: str, reason: str, line: int) -> Imported:
    return Imported(
        read.puzzle,
        name,
        reason,
        line=line,
        history=read.history,
        head=read.head,
        title=clean(read.title),
    )


def _decided(imported: Imported, unique_lines: bool | None) -> Imported:
    """With the rule that was asked for, or decided where the format does not say it."""
    if unique_lines is not None:
        return replace(imported, puzzle=replace(imported.puzzle, unique_lines=unique_lines))
    if find_format(imported.format).rules is not Rules.OPEN:
        return imported
    puzzle, note, count = decide_rules(imported.puzzle)
    return replace(imported, puzzle=puzzle, notes=(note,), solution_count=count)
