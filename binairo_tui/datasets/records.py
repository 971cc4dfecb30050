"""Reads the items of data sets by others: JSON objects that hold a puzzle and perhaps a solution and a split."""

import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from binairo_tui import formats
from binairo_tui.engine import Puzzle, PuzzleFormatError, parse_puzzle

PUZZLE_NAMES = ("puzzle", "question", "board", "grid", "givens", "initial", "initial_state", "problem", "task", "input")
SOLUTION_NAMES = ("solution", "answer", "solved", "target", "output", "label", "ground_truth")
SPLIT_NAMES = ("split", "subset", "partition")
ID_NAMES = ("id", "item_id", "puzzle_id", "question_id", "task_id", "custom_id", "doc_id", "uid", "index", "idx")
_STATED = ("answer", "solution")
"""Fields of an answer in which null says that there is no solution."""
ANSWER_NAMES = (
    *("model_answer", "model_output", "prediction", "response", "completion", "output", "generated_text"),
    *("filtered_resps", "resps", "content", "text", *_STATED),
)
"""The usual names of the field of an answer. Those of what a model said are first: an "answer" beside it is a key."""
_KINDS = ("unique", "ambiguous", "unsolvable")
_NO_LIST = str.maketrans("", "", "[],\"'")
_MAX_VALUES = 1000
"""Limit on the nested objects that are searched for a field."""


class RecordError(ValueError):
    """The object is not an item. The message says why."""


class Fields(NamedTuple):
    """The paths of the puzzle, the solution and the split in an item, such as `ground_truth.puzzle`.

    An empty path stands for the first value with a usual name, such as `puzzle`.
    """

    puzzle: str = ""
    solution: str = ""
    split: str = ""


_USUAL = Fields()


class Record(NamedTuple):
    """An item of a data set.

    `place` tells where the item is, as in `puzzles.jsonl:3`. `solution` and `kind` (`unique`, `ambiguous` or
    `unsolvable`) are empty if none is stated; `split` is empty if there are no splits. `id` and `band` are texts, empty
    if they are not stated.
    """

    place: str
    puzzle: Puzzle
    solution: str = ""
    split: str = ""
    kind: str = ""
    id: str = ""
    band: str = ""


class Answered(NamedTuple):
    """An answer: its text, which is None if it is missing, and the id of the item, which is empty if none is stated."""

    text: str | None
    id: str = ""


def read_answered(value: object, path: str = "") -> Answered:
    """Return the answer in a JSON value: a text, a grid, or an object with one of `ANSWER_NAMES` and perhaps an id.

    `path` is the path of the answer in an object, such as `message.content`.

    >>> read_answered({"id": 7, "response": "10 01"}), read_answered([[1, 0], [0, 1]]), read_answered({"output": None})
    (Answered(text='10 01', id='7'), Answered(text='[[1, 0], [0, 1]]', id=''), Answered(text=None, id=''))
    """
    found, name = value, ""
    if isinstance(value, dict):
        name = next((name for name in ANSWER_NAMES if name in value), "")
        found = _find(value, path, ()) if path else value[name] if name else {**value, **dict.fromkeys(ID_NAMES)}
    if found is None and (path or (name and name not in _STATED)):
        return Answered(None, _first(value, ID_NAMES))
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    return Answered(text, _first(value, ID_NAMES))


def read_record(item: object, place: str = "", *, fields: Fields = _USUAL, unique_lines: bool | None = None) -> Record:
    """Return the item in a JSON object, with this `place`.

    A puzzle may be a text in any format, or a list of rows. `unique_lines` is its rule; if None, lines must be unique
    unless the text says otherwise. A solution is a text or a list of rows, too. Raises
    RecordError if `item` is not an object with a puzzle.

    >>> read_record({"data": {"puzzle": [[1, None], [None, 1]], "solution": [[1, 0], [0, 1]]}})
    Record(place='', puzzle=parse_puzzle('2x2;1..1'), solution='1001', split='', kind='', id='', band='')
    """
    if not isinstance(item, dict):
        raise RecordError("expected an object")
    puzzle = _find(item, fields.puzzle, PUZZLE_NAMES)
    if puzzle is None:
        raise RecordError(f"there is no field {fields.puzzle or PUZZLE_NAMES[0]!r}")
    solution = answer_text(_find(item, fields.solution, SOLUTION_NAMES))
    split, kind = _find(item, fields.split, SPLIT_NAMES), item.get("kind")
    return Record(
        place,
        read_puzzle(puzzle, unique_lines),
        solution,
        split if isinstance(split, str) else "",
        kind if isinstance(kind, str) and kind in _KINDS else "",
        _first(item, ID_NAMES),
        _first(item, ("band", "difficulty")),
    )


def read_puzzle(value: object, unique_lines: bool | None = None) -> Puzzle:
    """Return the puzzle in a value of a JSON object; see `read_record`. Raises RecordError if it is not a puzzle."""
    text = value if isinstance(value, str) else json.dumps(value)
    try:
        found = parse_puzzle(text)
        return found if unique_lines is None else found.with_unique_lines(unique_lines)
    except PuzzleFormatError:
        pass
    try:
        imported = formats.read_puzzle(text, unique_lines=unique_lines is not False)
        if unique_lines is None and formats.find_format(imported.format).rules is formats.Rules.WRITTEN:
            imported = formats.read_puzzle(text)
    except PuzzleFormatError as error:
        raise RecordError(f"not a puzzle: {error.message}") from None
    return imported.puzzle


def answer_text(value: object) -> str:
    """Return an answer as the text of a grid: a list of rows or cells, or the text of such a list, becomes one text.

    >>> answer_text([[1, 0], ["0", "1"]]), answer_text("[[1,0],[0,1]]"), answer_text("10 01"), answer_text(None)
    ('1001', '1001', '10 01', '')
    """
    if isinstance(value, list):
        return "".join([answer_text(part) for part in value])
    return "" if value is None else str(value).translate(_NO_LIST)


def _object(value: object) -> object:
    """Return a value, or the object in JSON that it is the text of."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value


def _first(item: object, names: tuple[str, ...]) -> str:
    """Return the first text or number with one of these names in an object, as a text; '' if there is none."""
    found = [item[name] for name in names if name in item] if isinstance(item, dict) else []
    return next((str(value) for value in found if isinstance(value, str | int)), "")


def _find(item: Mapping[str, object], path: str, names: tuple[str, ...]) -> object:
    """Return the value at a path or, if it is empty, the least nested value with one of the names; None if none."""
    if path:
        value: object = item
        for name in path.split("."):
            value = _object(value)
            value = value.get(name) if isinstance(value, dict) else None
        return value
    waiting, left = deque([item]), _MAX_VALUES
    while waiting and left:
        part = waiting.popleft()
        for name in names:
            if part.get(name) is not None and not isinstance(part[name], dict):
                return part[name]
        inner = [value for value in map(_object, part.values()) if isinstance(value, dict)][:left]
        waiting.extend(inner)
        left -= len(inner)
    return None
