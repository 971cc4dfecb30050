"""Links to puzzles: the address of a page with the app and, after `#`, the key of a board."""

from urllib.parse import quote

from binairo_tui.engine import Board, Position, Puzzle


def link_to(address: str, puzzle: Puzzle, position: Position | None = None) -> str:
    """Return a link that opens a puzzle in the page at an address, with the values in `position` (by default, none).

    >>> from binairo_tui.engine import parse_puzzle
    >>> link_to("https://example.org/", parse_puzzle("2x2;1..."), 0)
    'https://example.org/#2x2;1...%7C1...'
    """
    text = str(puzzle) if position in (None, puzzle.givens) else Board(puzzle, position).key()
    return f"{address}#{quote(text, safe=';=,')}"
