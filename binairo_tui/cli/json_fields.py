"""Types for the JSON that verbs print.

The `prints` of a verb lists the objects that the verb prints, and `schemas` describes these objects. In `Annotated`,
keywords of JSON Schema follow the type, each in a tuple with its value. The name of a schema in `engine.json_form` may
stand before the keywords. An `int` or a `float` is at least 0; `Integer` is any whole number.
"""

from typing import Annotated, Any, NotRequired, TypedDict

Integer = Annotated[int, ("type", "integer")]
Number = Annotated[int, ("minimum", 1)]
Notation = Annotated[str, ("pattern", "^[0-9]+x[0-9]+;[01.]+(;|$)")]
PositionText = Annotated[str, ("pattern", "^[01.]+$")]
Grid = Annotated[str, "GRID"]
CellName = Annotated[str, "CELL"]
LineName = Annotated[str, "LINE"]
Size = Annotated[str, ("pattern", "^[0-9]+x[0-9]+$")]
SolutionCount = Annotated[
    int, ("enum", (0, 1, 2)), ("description", "The number of solutions; 2 stands for two or more.")
]
BandName = Annotated[str, "BAND"]
Proof = Annotated[dict[str, Any], "PROOF"]


class Place(TypedDict):
    """The first fields of every answer about a puzzle: they say where the puzzle was read."""

    source: Annotated[str, ("description", "A file name, stdin, argument, or the name of a collection.")]
    line: Annotated[Number, ("description", "The line in the file, or the puzzle's number in the collection.")]
    title: NotRequired[Annotated[str, ("description", "The title above the puzzle, if there is one.")]]


class Subject(TypedDict):
    """The subject of an answer: a puzzle and, if it has filled-in values, the position and the wrong values."""

    puzzle: Notation
    position: NotRequired[Annotated[PositionText, ("description", "The values on the grid, row by row.")]]
    mistakes: NotRequired[Annotated[list[CellName], ("description", "The cells in the position with a wrong value.")]]


class Failure(TypedDict):
    """The error that is printed instead of an answer for an input that is not a puzzle."""

    source: str
    line: Number | None
    error: str
    column: NotRequired[Number]


class Unanswered(TypedDict):
    """The reason why a verb cannot answer for a puzzle, printed after the place of the puzzle."""

    error: str


class Generated(TypedDict):
    puzzle: Notation
    band: BandName
    score: int
    seed: int
    ms: float
    recipe: int


Printed = type | dict[str, Any] | tuple[type | dict[str, Any], ...]
"""A kind of printed object: its fields are those of a class (a typed dictionary, a named tuple or a data class).

Instead of a class, it may be the JSON Schema of the object. A tuple stands for an object with the fields of all its
members.
"""


def answers(*kinds: type | dict[str, Any]) -> tuple[Printed, ...]:
    """Return the kinds of objects that a verb prints for puzzles: `kinds`, each with its puzzle, and `Failure`."""
    return (*[(Place, Subject, kind) for kind in kinds], Failure)
