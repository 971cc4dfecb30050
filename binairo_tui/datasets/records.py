"""Reads items of any data set, and answers to items, from JSON values."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from binairo_tui import formats
from binairo_tui.datasets.making import Kind
from binairo_tui.engine import Puzzle, PuzzleFormatError

_NAMES = {
    "puzzle": (
        *("puzzle", "board", "grid", "givens", "initial", "initial_state", "question", "problem", "task", "input"),
    ),
    "solution": ("solution", "answer", "solved", "target", "output", "label", "ground_truth"),
    "split": ("split", "subset", "partition"),
    "id": ("custom_id", "id", "item_id", "puzzle_id", "question_id", "task_id", "doc_id", "uid", "index", "idx"),
    "band": ("band", "difficulty"),
    "said": (
        *("model_answer", "model_output", "prediction", "response", "completion", "output", "generated_text"),
        *("filtered_resps", "resps", "content", "text"),
    ),
    "answer": ("answer", "solution"),
}
"""The usual names of the fields of items and answers, best first.

The names of prompts, such as `task`, come last, because a prompt may hold an example. If an object also has a text of a
model, its `answer` is the right answer, not the model's. In `answer` and `solution`, null says that there is no
solution.
"""


class RecordError(ValueError):
    """The object is not an item. The message says why.

    >>> read_record({"text": "a story"})
    Traceback (most recent call last):
    binairo_tui.datasets.records.RecordError: there is no field 'puzzle'
    """


class Record(NamedTuple):
    """An item of a data set.

    `place` says where the item is, as in `puzzles.jsonl:3`. `kind` is `unique`, `ambiguous` or `unsolvable`. Fields
    that are missing from the item are empty texts.

    >>> Record("puzzles.jsonl:3", parse_puzzle("2x2;1..."), solution="1001").solution
    '1001'
    """

    place: str
    puzzle: Puzzle
    solution: str = ""
    split: str = ""
    kind: str = ""
    id: str = ""
    band: str = ""


def read_answered(value: object, path: str = "") -> tuple[str, str | None]:
    """Return the id and the text of the answer in a JSON value.

    The value is a text, a grid, or an object with the answer in a usual field such as `response`. If the answer is in
    another field, `path` is the path to this field, such as `message.content`. The id is empty if the value has no id.
    The text is None if there is no answer.

    >>> read_answered({"id": 7, "response": "10 01"}), read_answered([[1, 0], [0, 1]]), read_answered({"output": None})
    (('7', '10 01'), ('', '[[1, 0], [0, 1]]'), ('', None))
    """
    identity, name, found = "", path, value
    if isinstance(value, dict):
        identity = _stated(value, "id")
        name = path or next((name for name in (*_NAMES["said"], *_NAMES["answer"]) if name in value), "")
        found = _at(value, name) if name else {**value, **dict.fromkeys(_NAMES["id"])}
    is_missing = found is None and name and name not in _NAMES["answer"]
    return identity, None if is_missing else _text(found)


def read_record(
    item: object,
    place: str = "",
    *,
    fields: Mapping[str, str] = MappingProxyType({}),
    unique_lines: bool | None = None,
) -> Record:
    """Return the item in a JSON object. `place` says where the object is.

    `fields` may map `puzzle`, `solution` and `split` to paths such as `ground_truth.puzzle`. Without a path, the
    outermost field with a usual name, such as `board`, is used. If there is no such field for the puzzle, the whole
    object is read as a puzzle. A puzzle may be a text in any format, or a list of rows. If `unique_lines` is None,
    lines must be unique unless the puzzle's text says otherwise. Raises RecordError if `item` is not an object with a
    puzzle.

    >>> read_record({"data": {"puzzle": [[1, None], [None, 1]], "solution": "10 01"}})
    Record(place='', puzzle=parse_puzzle('2x2;1..1'), solution='10 01', split='', kind='', id='', band='')
    """
    if not isinstance(item, dict):
        raise RecordError("expected an object")
    puzzle, solution, split = (
        _at(item, fields[name]) if fields.get(name) else _find([item], _NAMES[name])
        for name in ("puzzle", "solution", "split")
    )
    if puzzle is None and fields.get("puzzle"):
        raise RecordError(f"there is no field {fields['puzzle']!r}")
    try:
        read = _read_puzzle(_text(item if puzzle is None else puzzle), unique_lines)
    except PuzzleFormatError as error:
        reason = "there is no field 'puzzle'" if puzzle is None else f"not a puzzle: {error.message}"
        raise RecordError(reason) from None
    kind = item.get("kind")
    return Record(
        place,
        read,
        "" if solution is None else _text(solution),
        split if isinstance(split, str) else "",
        str(kind) if kind in [*Kind] else "",
        _stated(item, "id"),
        _stated(item, "band"),
    )


def _read_puzzle(text: str, unique_lines: bool | None) -> Puzzle:
    imported = formats.read_puzzle(text, unique_lines=unique_lines)
    if imported.position is not None:
        raise RecordError("not a puzzle but a game in progress")
    is_inferred = unique_lines is None and formats.find_format(imported.format).rules is formats.Rules.OPEN
    return imported.puzzle.with_unique_lines(True) if is_inferred else imported.puzzle


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _stated(item: Mapping[str, object], field: str) -> str:
    """Return the first text or number in `item` with a usual name for `field`, as a text; '' if there is none."""
    return next((str(item[name]) for name in _NAMES[field] if isinstance(item.get(name), str | int)), "")


def _at(item: object, path: str) -> object:
    """Return the value at a path; None if there is none."""
    for name in path.split("."):
        item = _fields(item).get(name)
    return item


def _find(level: Sequence[object], names: Iterable[str], depth: int = 20) -> object:
    """Return the outermost value with one of the names, within the values of a level; None if there is none."""
    objects = [_fields(value) for value in level]
    found = [
        fields[name] for fields in objects for name in names if not isinstance(fields.get(name), dict | bool | None)
    ]
    below = [value for fields in objects for value in fields.values()]
    return found[0] if found else _find(below, names, depth - 1) if below and depth else None


def _fields(value: object) -> Mapping[str, object]:
    """Return a value that is an object, or the object in a JSON text; for any other value, an empty object."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
    return value if isinstance(value, dict) else {}
