"""Game ids for Unruly, from Simon Tatham's puzzle collection: `6x6u:BBCFBHaAacaCd`.

    SIZE[u][dLEVEL]:BODY     u: unique lines; LEVEL: the difficulty requested from its generator

A letter in the body skips 0 (a) to 24 (y) cells and fills the next cell: a lower-case letter with 0, an
upper-case letter with 1. z skips 25 cells and fills none. The last letter fills an extra cell after the end of the
grid. (See `decode_params`, `validate_desc` and `new_game_desc` in the source of the game, unruly.c.)
"""

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import CannotWriteError, ReadPuzzle, check_size, error, make_puzzle

MIN_SIDE = 6
"""The smallest side that Unruly allows."""

_ID = re.compile(r"(\s*)([0-9]{1,3})(?:[xX]([0-9]{1,3}))?(u?)(?:d[a-z]?)?(?:([:#])(.*))?", re.DOTALL)
_SKIP = 25


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle that an id describes."""
    match = _ID.fullmatch(text.rstrip())
    if match is None or match[5] is None:
        raise error("expected an Unruly id such as '6x6:BBCFBHaAacaCd'", column=len(text) - len(text.lstrip()) + 1)
    if match[5] == "#":
        params = text.strip()
        made = f"sgt-unruly --generate 1 '{params}'" if re.fullmatch(r"[0-9a-z#]{1,40}", params) else "sgt-unruly"
        raise error(
            f"this id contains the seed of a puzzle, not its cells; {made} prints these", column=match.start(5) + 1
        )
    width, height = parse_params(match[2], match[3], column=len(match[1]) + 1)
    yield ReadPuzzle(parse_body(width, height, match[6], unique_lines=bool(match[4]), column=match.start(6) + 1))


def write(puzzle: Puzzle) -> str:
    """Return the id, without a level."""
    return f"{params_text(puzzle)}:{body_text(puzzle)}"


def parse_params(width_text: str, height_text: str | None, line: int = 1, column: int = 1) -> tuple[int, int]:
    """Return the width and height; without `height_text`, the board is square.

    Raises PuzzleFormatError with this line and column if no board can have this size.
    """
    width, height = int(width_text), int(height_text or width_text)
    check_size(width, height, line, column)
    return width, height


def parse_body(width: int, height: int, body: str, *, unique_lines: bool, line: int = 1, column: int = 1) -> Puzzle:
    """Return the puzzle described by the letters after the colon, which begin at this line and column."""
    count = width * height
    cells = ["."] * count
    at = 0
    for offset, letter in enumerate(body):
        if not (letter.isascii() and letter.isalpha()):
            raise error(f"expected a letter of the Unruly id, found {letter!r}", line, column + offset)
        skipped = ord(letter.lower()) - ord("a")
        at += skipped
        if at > count:
            raise error(f"the letters fill more than the {count} cells of {width}x{height}", line, column + offset)
        if skipped == _SKIP:
            continue
        if at < count:
            cells[at] = "0" if letter.islower() else "1"
        elif offset != len(body) - 1:
            raise error(f"the letters fill more than the {count} cells of {width}x{height}", line, column + offset + 1)
        at += 1
    if at != count + 1:
        raise error(f"the letters end before the {count} cells of {width}x{height}", line, column + len(body))
    return make_puzzle(width, height, "".join(cells), unique_lines=unique_lines, line=line, column=column)


def params_text(puzzle: Puzzle) -> str:
    """Return the part of a game id before its colon: size and rules.

    Raises CannotWriteError for sizes that Unruly refuses.
    """
    if min(puzzle.width, puzzle.height) < MIN_SIDE or puzzle.width % 2 or puzzle.height % 2:
        raise CannotWriteError(f"Unruly has only even sizes, from {MIN_SIDE}x{MIN_SIDE} up.")
    return f"{puzzle.width}x{puzzle.height}{'u' if puzzle.unique_lines else ''}"


def body_text(puzzle: Puzzle) -> str:
    """Return the part of a game id after its colon: the givens as letters."""
    cells = puzzle.geometry.text(puzzle.givens) + "0"
    return "".join([_letter(run) for run in re.findall(rf"\.{{{_SKIP}}}|\.*[01]", cells)])


def _letter(run: str) -> str:
    letter = chr(ord("a") + run.count("."))
    return letter.upper() if run.endswith("1") else letter
