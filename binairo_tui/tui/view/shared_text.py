"""A puzzle as text in the formats that people post, and text folded to the width of the screen."""

from contextlib import suppress
from typing import NamedTuple

from rich.cells import chop_cells

from binairo_tui.engine import Board, Position, Puzzle
from binairo_tui.formats import CannotWriteError, find_format
from binairo_tui.player.result_card import link_to

SHARED = ("notation", "rows", "unruly", "lattice")
"""The names of the formats: our notation, a plain grid, that of Simon Tatham's Unruly, and a grid with signs."""


class SharedText(NamedTuple):
    """A text to share: a puzzle in one format, or the card with the result of a solve.

    A QR code needs a screen of `columns` columns, because it cannot be folded.
    """

    title: str
    text: str
    columns: int = 0


def shared_texts(puzzle: Puzzle, position: Position | None = None, address: str = "") -> tuple[SharedText, ...]:
    """Return a puzzle in each of the formats in `SHARED` that can represent it.

    If `position` has values besides the givens, the next text is the key of the game, which includes `position`. If
    `address` is the address of a page, the last text is a link that opens the same game there.
    """
    found = []
    for entry in map(find_format, SHARED):
        with suppress(CannotWriteError):
            found.append(SharedText(entry.title, entry.write(puzzle)))
    if position not in (None, puzzle.givens):
        found.append(SharedText("Where I am", Board(puzzle, position).key()))
    if address:
        found.append(SharedText("Link", link_to(address, puzzle, position)))
    return tuple(found)


def qr_code(text: str, *, is_dark: bool) -> SharedText | None:
    """Return a QR code of half blocks, light on dark if `is_dark`; None if segno is missing or the text is too long."""
    try:
        import segno

        modules = segno.make(text, error="l", micro=False).matrix_iter(border=2)
    except (ImportError, ValueError):
        return None
    rows = [[module ^ is_dark for module in row] for row in modules]
    width = len(rows)
    rows.append([is_dark] * width)  # the height is odd
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join([" ▀▄█"[above + 2 * below] for above, below in zip(*pair, strict=True)]) for pair in pairs]
    return SharedText("QR code of the link", "\n".join(lines), width)


def folded(text: str, width: int) -> list[str]:
    """Return the lines of a text, breaking those wider than `width` columns; `width` must be positive.

    It only adds line ends. If these are removed from text copied from the screen, the original text is left.
    """
    return [part for line in text.split("\n") for part in chop_cells(line, width) or [""]]
