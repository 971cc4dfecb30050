"""Types for the JSON that verbs print.

Each verb lists the objects that it prints in its `prints`, and `schemas` describes these objects. In `Annotated`, the
type is followed by keywords of JSON Schema, each in a tuple with its value. An `int` or a `float` is at least 0;
`Integer` is any whole number.
"""

from collections.abc import Callable
from typing import Annotated, NotRequired, TypedDict, TypeVar

T = TypeVar("T")

Integer = Annotated[int, ("type", "integer")]
Number = Annotated[int, ("minimum", 1)]
Notation = Annotated[str, ("pattern", "^[0-9]+x[0-9]+;[01.]+(;|$)")]
PositionText = Annotated[str, ("pattern", "^[01.]+$")]
Grid = Annotated[str, ("pattern", "^[01]+$")]
CellName = Annotated[str, ("pattern", "^r[0-9]+c[0-9]+$")]
LineName = Annotated[str, ("pattern", "^(row|column) [0-9]+$")]
SignName = Annotated[str, ("pattern", "^r[0-9]+c[0-9]+[=x]r[0-9]+c[0-9]+$")]
Size = Annotated[str, ("pattern", "^[0-9]+x[0-9]+$")]
ValueText = Annotated[str, ("enum", ("0", "1"))]
SolutionCount = Annotated[
    int, ("enum", (0, 1, 2)), ("description", "The number of solutions; 2 stands for two or more.")
]
BandName = Annotated[str, ("enum", ("Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme"))]


class Place(TypedDict):
    """Where the puzzle was read, at the beginning of every answer about it."""

    source: Annotated[str, ("description", "A file name, stdin, argument, or the name of a collection.")]
    line: Annotated[Number, ("description", "The line in the file, or the puzzle's number in the collection.")]
    title: NotRequired[Annotated[str, ("description", "The title above the puzzle, if there is one.")]]


class Subject(TypedDict):
    """What an answer is about: a puzzle and, if more than its givens is filled, the position and the wrong values."""

    puzzle: Notation
    position: NotRequired[Annotated[PositionText, ("description", "What stands on the grid, row by row.")]]
    mistakes: NotRequired[Annotated[list[CellName], ("description", "The cells in the position with a wrong value.")]]


class Failure(TypedDict):
    """The error that is printed in place of an answer for an input that is not a puzzle."""

    source: str
    line: Number | None
    error: str
    column: NotRequired[Number]


class Unanswered(TypedDict):
    """The reason why a verb cannot answer for a puzzle, printed after the place of the puzzle."""

    error: str


class Generated(TypedDict):
    """A generated puzzle."""

    puzzle: Notation
    band: BandName
    score: int
    seed: int
    ms: float
    recipe: int


Printed = type | tuple[type, ...]
"""A kind of printed object: its fields are those of a class (a typed dictionary, a named tuple or a data class).

A tuple of classes stands for an object with the fields of all.
"""


def answers(*kinds: type) -> tuple[Printed, ...]:
    """Return the kinds of objects that a verb prints for puzzles: each of `kinds`, with its puzzle, and `Failure`."""
    return (*[(Place, Subject, kind) for kind in kinds], Failure)


def make_fields(kind: Callable[..., T], **fields: object) -> T:
    """Return a typed dictionary of this kind, without the fields that are None."""
    return kind(**{name: value for name, value in fields.items() if value is not None})
