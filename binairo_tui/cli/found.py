"""The results of reading puzzle arguments, `Found` and `Rejected`, and the options for reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui import engine
from binairo_tui.cli.output import printable

if TYPE_CHECKING:
    from binairo_tui.cli import json_fields
    from binairo_tui.formats import Imported


class Found(NamedTuple):
    """A puzzle read from an argument.

    `title` names the puzzle in messages, such as `8x8 #3`, `puzzles.txt:12 (Monday)` or `6x6`, and is safe to print.
    `source` is a file name, `stdin`, `argument` or the name of a collection. `line` is the line number or, in a
    collection, the number of the puzzle. JSON output includes `source` and `line`.
    """

    puzzle: engine.Puzzle
    title: str
    source: str
    line: int
    imported: Imported | None = None
    """The text's format, rules and history; None for a puzzle from a collection."""
    band: str = ""
    """The puzzle's difficulty, if a collection or a comment states it."""
    comment: str = ""
    """The comment after the puzzle, safe to print; empty if the comment is a grade."""

    @property
    def place(self) -> dict[str, object]:
        """The fields that identify the puzzle, at the beginning of every JSON object about it."""
        own = {"title": self.imported.title} if self.imported and self.imported.title else {}
        subject = subject_fields(self.puzzle, self.position, self.mistakes)
        return {"source": self.source, "line": self.line, **own, **subject}

    @property
    def position(self) -> engine.Position:
        """The values on the grid: the givens and the filled-in values."""
        position = self.imported.position if self.imported else None
        return self.puzzle.givens if position is None else position

    @property
    def filled_puzzle(self) -> engine.Puzzle:
        """The puzzle with all filled cells as givens. Its solutions are the solutions that extend the position."""
        return self.puzzle.with_givens(self.position)

    @property
    def mistakes(self) -> tuple[engine.Cell, ...]:
        return _wrong_cells(self.puzzle, self.position)

    @property
    def mistakes_text(self) -> str:
        """A clause that names the wrong values, as in "r1c3 is wrong"; empty if there are none."""
        names = engine.wording.cell_names(self.puzzle, self.mistakes)
        return names and f"{names} {engine.wording.inflect(len(self.mistakes), 'is', 'are')} wrong"

    @property
    def note(self) -> str:
        """A warning if the symbols were guessed or the rules are unusual; otherwise empty."""
        imported = self.imported
        if imported is None:
            return ""
        said = [printable(imported.symbols_note)] if imported.has_odd_symbols else []
        said += imported.notes[:1] if not (self.puzzle.unique_lines and self.puzzle.more_ones) else ()
        return " ".join(said)


@lru_cache(maxsize=1)
def _wrong_cells(puzzle: engine.Puzzle, position: engine.Position) -> tuple[engine.Cell, ...]:
    return () if position == puzzle.givens else engine.wrong_cells(puzzle, position)


def subject_fields(
    puzzle: engine.Puzzle, position: engine.Position, mistakes: Sequence[engine.Cell]
) -> json_fields.Subject:
    """Return the JSON fields of a puzzle and, if there are filled-in values, of the position."""
    fields: json_fields.Subject = {"puzzle": str(puzzle)}
    if position != puzzle.givens:
        fields["position"] = puzzle.geometry.text(position)
        fields["mistakes"] = [engine.cell_name(cell, puzzle.width) for cell in mistakes]
    return fields


class Rejected(NamedTuple):
    """An invalid part of an argument.

    `line` and `column` are None if they do not apply. `message` is the whole message for people, `file:line:column:
    reason`, and `error` is only the reason. `is_final` means that the rest of the source was not read. Such an error is
    always shown, even if the list of errors is cut short.
    """

    message: str
    source: str
    error: str
    line: int | None = None
    column: int | None = None
    is_final: bool = False

    @property
    def fields(self) -> dict[str, object]:
        """The JSON object that is printed instead of an answer."""
        column = {} if self.column is None else {"column": self.column}
        return {"source": self.source, "line": self.line, "error": self.error, **column}


class ReadOptions(NamedTuple):
    """Options for reading texts.

    If `format` is None, the format is detected. If `unique_lines` is None, the text states the rule, or the rule is
    inferred. `before_waiting` is called before reading from a pipe or terminal that has no data yet. `on_skipped` is
    called with each remark, usually about a skipped text that is not a puzzle. `kinds` says in error messages what an
    argument may be.
    """

    format: str | None = None
    unique_lines: bool | None = None
    before_waiting: Callable[[], None] | None = None
    on_skipped: Callable[[str], None] = lambda _: None
    kinds: str = "a puzzle, a file or a collection"
