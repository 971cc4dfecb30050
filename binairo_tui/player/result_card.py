"""What is shared: a card about a solved puzzle that shows nothing of its solution, and links to puzzles."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from binairo_tui import engine, formats
from binairo_tui.game import Step, review
from binairo_tui.player import catalog, play_interface, text
from binairo_tui.store.games import SavedGame

SQUARES = 10
"""The greatest number of squares in a line of a mosaic."""
_SQUARES, _ASCII_SQUARES = "⬜🟩🟨🟧🟥", "-123X"
"""The characters for the levels 0 to 4 of `row_levels`, in Unicode and in ASCII."""
_LEGEND = "Rows: {1} quick, {2} slower, {3} slowest, {4} wrong or helped"


def result_card(
    game: SavedGame,
    outcome: play_interface.Outcome,
    steps: Sequence[Step],
    *,
    is_ascii: bool = False,
    address: str = "",
) -> tuple[str, ...]:
    """Return the card of a solved game. It gives away neither the solution nor the order in which cells were filled.

    `steps` are the steps of the game, without undone steps. With `is_ascii`, the card is in ASCII, except perhaps its
    title. The last line opens the same puzzle: it is a command or, if the `address` of a page is given, a link.
    """
    squares = _ASCII_SQUARES if is_ascii else _SQUARES
    drawn = [squares[level] for level in row_levels(game.puzzle, steps)]
    mosaic = ["".join(drawn[start : start + SQUARES]) for start in range(0, len(drawn), SQUARES)]
    opening = link_to(address, game.puzzle) if address else play_command(game.puzzle)
    lines = *_head(game, outcome), *mosaic, _LEGEND.format(*squares), opening
    return tuple([line.replace(" · ", ", ") for line in lines]) if is_ascii else lines


def play_command(puzzle: engine.Puzzle) -> str:
    try:
        return f"binairo play {formats.write_puzzle(puzzle, 'unruly')}"
    except formats.CannotWriteError:
        return f'binairo play "{formats.write_puzzle(puzzle, "notation")}"'


def _head(game: SavedGame, outcome: play_interface.Outcome) -> tuple[str, ...]:
    puzzle = game.puzzle
    size = text.size_text(puzzle.width, puzzle.height)
    name = f"Binairo{'+' if puzzle.signs else ''} {size}"
    title = text.puzzle_name(game.title)
    if title in (f"{size} #{game.number}", f"{size} Binairo+ #{game.number}"):
        title = f"Puzzle {game.number}"
    when = (
        game.title
        if game.title == catalog.daily_title(outcome.day)
        else f"{title}, solved {text.date_text(outcome.day)}"
    )
    return (
        " · ".join(filter(None, (name, text.plain(game.band)))),
        when,
        f"{text.clock_text(outcome.elapsed_ms)}, {text.STYLE_WORDS[outcome.style]}",
    )


def row_levels(puzzle: engine.Puzzle, steps: Sequence[Step]) -> tuple[int, ...]:
    """Return a level for each row: 0 if no cell of the row was filled, and 4 after a wrong value or help in the row.

    Otherwise, the level is 1 if the row took at most the mean time of all filled rows, 2 up to twice the mean time, and
    3 above.
    """
    width, times = puzzle.width, review.times_by_cell(steps)
    moves = [(step.kind, move) for step in steps for move in step.moves]
    last = {move.cell: move.new for _, move in moves}
    stumbles = {
        move.cell // width for kind, move in moves if kind.is_help or move.new not in (engine.EMPTY, last[move.cell])
    }
    filled = Counter({cell // width: 0 for cell in last})
    for cell, elapsed_ms in times.items():
        filled[cell // width] += elapsed_ms
    mean = filled.total() / max(len(filled), 1)
    levels = {row: 4 if row in stumbles else 1 + (ms > mean) + (ms > 2 * mean) for row, ms in filled.items()}
    return tuple([levels.get(row, 0) for row in range(puzzle.height)])


def link_to(address: str, puzzle: engine.Puzzle, position: engine.Position | None = None) -> str:
    """Return a link that opens a puzzle in the page at an address, with the values of `position`, if it is given.

    >>> from binairo_tui.engine import parse_puzzle
    >>> link_to("https://example.org/", parse_puzzle("2x2;1..."), 0)
    'https://example.org/#2x2;1...%7C1...'
    """
    text = str(puzzle) if position in (None, puzzle.givens) else engine.Board(puzzle, position).key()
    return f"{address}#{quote(text, safe=';=,')}"
