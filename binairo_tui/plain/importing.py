"""Import in plain mode: reads a puzzle that the player types or pastes, and says how and from which lines."""

from collections.abc import Sequence
from contextlib import suppress

from binairo_tui import formats
from binairo_tui.engine import PuzzleFormatError, wording
from binairo_tui.plain import asking
from binairo_tui.player.text import SENTENCE_LENGTH, broken_givens_text, fault_text, plain, size_text


def choose(console: asking.Console) -> formats.Imported | None:
    """Return the puzzle that the player chooses, or None. Raises Leave, Back, and what `Console.ask` raises."""
    console.say("Type or paste a puzzle in any format, then an empty line.")
    try:
        text = _typed_text(console)
        found = formats.read_puzzle(text)
    except PuzzleFormatError as error:
        console.say(fault_text(error))
        return None
    return _chosen(console, found, text)


def _chosen(console: asking.Console, found: formats.Imported, text: str) -> formats.Imported:
    """Say how a puzzle was read, and let the player choose another puzzle or another reading of the text.

    A typed line that is not one of these choices is put back, because it is a command for the game that now begins.
    """
    number = 1
    while True:
        console.say(*_reading_lines(found))
        following = ["next for the next puzzle"] if found.puzzle_count > 1 else []
        other = ["other for another meaning of the symbols"] if found.others else []
        if not (following or other):
            return found
        choices = wording.join_words([*following, *other])
        console.say(f"Type {choices}; press Enter to play.")
        try:
            answer = console.ask()
        except asking.EndOfInput:
            return found
        match answer.strip().lower():
            case "next" if following:
                number, found = _next_valid(console, text, number)
            case "other" if other:
                found = formats.importing.other_interpretation(found)
            case "":
                return found
            case _:
                console.put_back(answer)
                return found


def _next_valid(console: asking.Console, text: str, number: int) -> tuple[int, formats.Imported]:
    """Return the next valid puzzle (after the last, the first) and its number; say why others are invalid."""
    while True:
        number += 1
        try:
            return number, formats.read_puzzle(text, number=number)
        except PuzzleFormatError as error:
            console.say(fault_text(error))


def _typed_text(console: asking.Console) -> str:
    """Return the text that the player types or pastes, up to the empty line after the first puzzle.

    If there is no puzzle, all of the text is returned. If the player leaves, the result is that of `_text_before`.
    """
    blocks: list[str] = []
    while not blocks or (any(blocks) and console.has_more()):
        try:
            blocks.append(console.lines())
        except (asking.Leave, asking.Back, asking.EndOfInput) as left:
            if not blocks:
                raise
            return _text_before(console, left, blocks)
        alone = "\n" * _joined(blocks[:-1]).count("\n") + blocks[-1]  # keeps the line numbers of the whole text
        with suppress(PuzzleFormatError):
            if not _may_be_row(formats.read_puzzle(alone)):
                return alone
            if not _may_be_row(formats.read_puzzle(_joined(blocks))):
                return _joined(blocks)
    return _joined(blocks)


def _text_before(console: asking.Console, left: Exception, blocks: Sequence[str]) -> str:
    """Return the text typed before the player left. Put back the command to leave, so that the game obeys it.

    If the text contains no puzzle, say why and raise `left`, the exception with which the player left.
    """
    text = _joined(blocks)
    try:
        formats.read_puzzle(text)
    except PuzzleFormatError as error:
        console.say(fault_text(error))
        raise left from None
    if not isinstance(left, asking.EndOfInput):
        console.put_back("quit" if isinstance(left, asking.Leave) else "menu")
    return text


def _may_be_row(found: formats.Imported) -> bool:
    """Return whether a puzzle of four cells in one line may be the first row of a grid with blank lines inside."""
    return found.format == "line" and found.puzzle.width == 2


def _joined(blocks: Sequence[str]) -> str:
    return "".join([f"{block}\n\n" if block else "\n" for block in blocks])


def _reading_lines(found: formats.Imported) -> list[str]:
    lines = f"lines {found.line} to {found.last_line}" if found.last_line > found.line else f"line {found.line}"
    name = f", {plain(found.title, SENTENCE_LENGTH)}" if found.title else ""
    size = size_text(found.puzzle.width, found.puzzle.height)
    how = plain(" ".join(filter(None, [found.reason, found.symbols_note, *found.notes])), SENTENCE_LENGTH)
    broken = broken_givens_text(found.puzzle)
    return [f"I read {lines} as a puzzle of size {size}{name}.", how, *([broken] if broken else [])]
