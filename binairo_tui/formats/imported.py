"""A puzzle that was read from a text, with sentences about it."""

from dataclasses import dataclass, field

from binairo_tui.engine import Position, wording
from binairo_tui.files import terminal_text
from binairo_tui.formats import base, registry


@dataclass(frozen=True, slots=True)
class Imported(base.ReadPuzzle):
    """A puzzle from a text.

    `format` is the name of the text's format, and `reason` is a sentence that says how the format was recognized.
    `notes` are sentences about the puzzle's rules and solutions, and about the rest of the text. `line` and `last_line`
    are the numbers of the puzzle's first and last lines, counted from 1. For a puzzle in a list or in JSON, they are
    those of the whole list or JSON text. `puzzle_count` is the number of puzzles in the text, including invalid ones;
    in the results of `read_puzzles`, it is always 1, because the number is not yet known. `title` may be empty; it
    holds no control characters. `solution_count` is 2 if there are several solutions; it is None if they were not
    counted or counting took too long. The other attributes are those of `ReadPuzzle`.

    >>> found = read_puzzle("1... .... ..0. ....")
    >>> isinstance(found, Imported), found.format, found.puzzle
    (True, 'long', parse_puzzle('4x4;1.........0.....'))
    """

    format: str = field(kw_only=True)
    reason: str = ""
    notes: tuple[str, ...] = ()
    line: int = 1
    last_line: int = 1
    puzzle_count: int = 1
    solution_count: int | None = None

    @property
    def is_json(self) -> bool:
        """Whether the puzzle was read from JSON."""
        return registry.find_format(self.format).extent is base.Extent.JSON

    @property
    def is_guess(self) -> bool:
        """Whether the symbols could also have another meaning."""
        return self.symbols is not None and self.symbols.is_guess

    @property
    def has_odd_symbols(self) -> bool:
        """Whether the symbols need an explanation: their meaning is a guess, or 0 or 2 means an empty cell."""
        return self.symbols is not None and (self.symbols.is_guess or self.symbols.blank in ("0", "2"))

    @property
    def symbols_note(self) -> str:
        """A sentence that says which symbols mean 0, 1 and an empty cell; an empty text for the usual symbols."""
        if self.symbols is None or (self.symbols.is_plain and not self.symbols.is_guess):
            return ""
        return wording.sentence(f"{self.symbols}{': this is a guess' if self.symbols.is_guess else ''}")

    @property
    def position(self) -> Position | None:
        """The current position of a game in progress; None if the text holds only a puzzle."""
        return self.history[self.head] if self.history else None

    @classmethod
    def of(
        cls, read: base.ReadPuzzle, format_name: str, lines: tuple[int, int], *, is_known: bool = False
    ) -> "Imported":
        """Return a puzzle that was read in this format; `lines` are the numbers of its first and last lines.

        `is_known` means that the format was requested, not detected.
        """
        found = registry.find_format(format_name)
        return cls(
            read.puzzle,
            read.history,
            read.head,
            terminal_text.strip_controls(read.title),
            read.symbols,
            read.others,
            read.lines,
            format=found.name,
            reason=found.reason(is_known=is_known),
            line=lines[0],
            last_line=lines[1],
        )
