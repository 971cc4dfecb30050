"""Boards to draw, and sequences of commands to draw them by."""

from collections.abc import Callable

from hypothesis import strategies as st

from binairo_tui.engine import Cell, Puzzle, parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.tui.view.layout import BoardLayout
from tests.strategies import puzzle_texts

COMMANDS = (
    *("0", "1", ".", "cycle", "undo", "redo", "once", "all", "restart", "up", "down", "left", "right", "pause"),
    *("mark", "branch", "keep", "drop"),
)
_MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def puzzles() -> st.SearchStrategy[Puzzle]:
    """Small boards of all shapes, with and without signs; and large ones that must scroll."""
    large = st.sampled_from(["6x30", "30x6", "20x20", "14x14", "40x40"]).map(
        lambda size: parse_puzzle(empty_text(size))
    )
    return st.one_of(puzzle_texts().map(parse_puzzle), large)


def empty_text(size: str) -> str:
    """A puzzle without givens."""
    width, height = size.split("x")
    return f"{size};{'.' * (int(width) * int(height))}"


def visible_cells(layout: BoardLayout) -> list[Cell]:
    """The cells in view, row by row."""
    rows = range(layout.first_row, layout.first_row + layout.view_rows)
    columns = range(layout.first_column, layout.first_column + layout.view_columns)
    return [row * layout.columns + column for row in rows for column in columns]


def session_of(puzzle: Puzzle) -> GameSession:
    """A session whose clock stands."""
    return GameSession(puzzle, Clock(lambda: 0.0))


def obey(session: GameSession, command: str) -> None:
    """Do one of COMMANDS (`pause` is the screen's business)."""
    cell, puzzle = session.cursor, session.puzzle
    if command in _MOVES:
        rows, columns = _MOVES[command]
        row, column = divmod(cell, puzzle.width)
        session.cursor = (row + rows) % puzzle.height * puzzle.width + (column + columns) % puzzle.width
        return
    commands: dict[str, Callable[[], object]] = {
        "0": lambda: session.place(cell, "0"),
        "1": lambda: session.place(cell, "1"),
        ".": lambda: session.place(cell, "."),
        "cycle": lambda: session.cycle(cell),
        "undo": session.undo,
        "redo": session.redo,
        "once": session.propagate_once,
        "all": session.propagate,
        "restart": session.restart,
        "mark": lambda: session.toggle_mark(cell),
        "branch": session.open_branch,
        "keep": session.keep_branch,
        "drop": session.drop_branch,
        "pause": lambda: None,
    }
    commands[command]()
