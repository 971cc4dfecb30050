"""The first three things a player learns, each by doing it on a 4x4 board: a rule and some keys at a time. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, parse_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from binairo_tui.engine import Cell, Puzzle


class FirstStep(NamedTuple):
    """A board with something to fill in.

    `goal` is a grid of which every value must stand on the board. `sentences` name keys by command: `{play.undo}`.
    """

    title: str
    puzzle: str
    goal: str
    cursor: Cell
    sentences: tuple[str, ...]
    praise: str


FIRST_STEPS = (
    FirstStep(
        "Three in a row",
        "4x4;11..............",
        "..0.............",
        0,
        (
            "Go from cell to cell with the arrow keys{moving}.",
            "{cell.zero} and {cell.one} fill a cell, {play.undo} takes it back.",
            "The first rule: no three equal values side by side. Row 1 begins with two 1s: put a 0 behind them.",
        ),
        "Right: 1 1 1 would be three in a row.",
    ),
    FirstStep(
        "As many 0s as 1s",
        "4x4;110...11........",
        "...000..........",
        3,
        (
            "The second rule: every row and every column holds as many 0s as 1s.",
            "The numbers at the edges say how many are missing.",
            "Rows 1 and 2 have all their 1s: fill what is left of them.",
        ),
        "Right: both rows are done, as the ticks show.",
    ),
    FirstStep(
        "No two lines alike",
        "4x4;110000111.0.....",
        "1100001110010110",
        9,
        (
            "The third rule: no two rows are alike, and no two columns.",
            "Row 3 can be 1001 or 1100, and 1100 stands in row 1 already. Fill the rest.",
        ),
        "Solved, and there are no more rules. In a real puzzle {play.hint} gives a hint; {app.help} shows all keys.",
    ),
)


def puzzle_of(step: FirstStep) -> Puzzle:
    """The board to begin with."""
    return parse_puzzle(step.puzzle)


def is_reached(step: FirstStep, text: str) -> bool:
    """Whether the goal stands in a grid, given row by row."""
    return all(wanted in (EMPTY, value) for wanted, value in zip(step.goal, text, strict=True))


def moving_text(left: Sequence[str], down: Sequence[str], up: Sequence[str], right: Sequence[str]) -> str:
    """The letters that go from cell to cell, to stand behind `the arrow keys`: ` or h j k l or a s w d`."""
    return "".join([f" or {' '.join(keys)}" for keys in zip(left, down, up, right, strict=False)])


def with_keys(sentence: str, key_of: Callable[[str], str], moving: str) -> str:
    """A sentence with the player's own keys: `key_of` a command, and `moving_text`."""
    parts = sentence.replace("{moving}", moving).split("{")
    shown = [parts[0]]
    for part in parts[1:]:
        command_id, _, rest = part.partition("}")
        shown.append(f"{key_of(command_id)}{rest}")
    return "".join(shown)
