"""Boards to draw, and sequences of commands to draw them by."""

from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.game import Clock, GameSession
from tests.strategies import puzzle_texts

COMMANDS = ("0", "1", ".", "cycle", "undo", "redo", "once", "all", "restart", "up", "down", "left", "right", "pause")
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


def session_of(puzzle: Puzzle) -> GameSession:
    """A session whose clock stands."""
    return GameSession(puzzle, Clock(lambda: 0.0))


def obey(session: GameSession, command: str) -> None:
    """Do one of COMMANDS (`pause` is the screen's business)."""
    match command:
        case "0" | "1" | ".":
            session.place(session.cursor, command)
        case "cycle":
            session.cycle(session.cursor)
        case "undo":
            session.undo()
        case "redo":
            session.redo()
        case "once":
            session.propagate_once()
        case "all":
            session.propagate()
        case "restart":
            session.restart()
        case "up" | "down" | "left" | "right":
            puzzle = session.puzzle
            rows, columns = _MOVES[command]
            row, column = divmod(session.cursor, puzzle.width)
            session.cursor = (row + rows) % puzzle.height * puzzle.width + (column + columns) % puzzle.width
