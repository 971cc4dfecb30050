"""Boards to draw, sequences of commands to draw them by, and pictures of boards."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain

from hypothesis import strategies as st

from binairo_tui.engine import Cell, Puzzle, parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.tui.view.appearance import Pointer
from binairo_tui.tui.view.layout import Area, BoardLayout
from binairo_tui.tui.view.painting import paint_line
from binairo_tui.tui.view.tiles import EDGES, RoleSpan, Scene
from tests.strategies import puzzle_texts

COMMANDS = (
    *("0", "1", ".", "cycle", "undo", "redo", "once", "all", "restart", "up", "down", "left", "right", "pause"),
    *("mark", "branch", "keep", "drop"),
)
SIZES = st.tuples(st.integers(0, 110), st.integers(0, 50))
TILES = (
    *("empty", "empty-alt", "empty-dim", "zero", "one", "zero-given", "one-given", "zero-branch", "one-branch"),
    *("zero-dim", "one-dim", "wrong", "wrong-given"),
)
"""Words for the background of a cell and the colour of its value."""
ROLES = (
    *("ground", *TILES, "given", "branch", "underlined", "noted", "bracket", "mark", "asked", "reason", *EDGES, "held"),
    *("sign", "broken", "number", "here", "pointed", "counter", "counter-zero", "counter-one", "violated", "done"),
    *("label-zero", "label-one", "position"),
)
"""The words of roles, except those for parts of tiles."""
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


def picture(scene: Scene, width: int, height: int) -> list[list[RoleSpan]]:
    """Return the character and role of every column of every line."""
    return [list(chain.from_iterable(map(characters, paint_line(scene, y, width)))) for y in range(height)]


@cache
def characters(span: RoleSpan) -> tuple[RoleSpan, ...]:
    """Return the characters of a span, each with its role."""
    return tuple(RoleSpan(character, span.role) for character in span.text)


def copy_areas(areas: Iterable[Area], fresh: list[list[RoleSpan]], shown: list[list[RoleSpan]]) -> None:
    """Copy areas of a fresh picture into the one that is shown."""
    for x, y, width, height in areas:
        for line in range(y, min(y + height, len(shown))):
            shown[line][x : x + width] = fresh[line][x : x + width]


def text(scene: Scene, width: int, height: int) -> list[str]:
    """Return every line as text, without blanks at its end."""
    return ["".join(run.text for run in paint_line(scene, y, width)).rstrip() for y in range(height)]


def pointers_on(puzzle: Puzzle) -> st.SearchStrategy[Pointer]:
    """Draw pointers to anything on the board, and to nothing."""

    def some(count: int) -> st.SearchStrategy[tuple[int, ...]]:
        return st.lists(st.integers(0, count - 1), max_size=3).map(tuple)

    cells = some(puzzle.geometry.cell_count)
    return st.builds(Pointer, some(puzzle.width + puzzle.height), cells, cells)
