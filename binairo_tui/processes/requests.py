"""Requests for puzzles as fields of JSON messages, and the puzzles generated for them.

There are two dialects. In messages to `binairo serve`, fields have the names of the options of `binairo generate`. In
messages between the processes of this program, fields have the names of the fields of `Request`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import Band, Puzzle, Request, Symmetry, cancellation, parse_puzzle
from binairo_tui.engine.puzzle import parse_size, size_fault
from binairo_tui.engine.request import LATEST_RECIPE
from binairo_tui.files.json_lines import Fields, RequestError, required_field


class Generated(NamedTuple):
    """A generated puzzle with the title of its band, such as `Hard`, its score, its seed and its recipe.

    `ms` is how long generating and grading took, in milliseconds.
    """

    puzzle: Puzzle
    band: str
    score: int
    seed: int
    ms: float
    recipe: int

    @property
    def fields(self) -> dict[str, object]:
        return {**self._asdict(), "puzzle": str(self.puzzle)}

    @classmethod
    def of(cls, fields: Fields) -> Generated:
        return cls(**{**fields, "puzzle": parse_puzzle(fields["puzzle"])})


def generate(
    request: Request,
    seed: int,
    *,
    is_cancelled: cancellation.IsCancelled = cancellation.never,
    on_attempt: Callable[[int], None] = lambda _: None,
) -> Generated:
    """Generate and grade a puzzle.

    `on_attempt` is called with the number of each attempt, counted from 1. Raises GenerationError if there is no such
    puzzle, and CancelledError once `is_cancelled` returns True.
    """
    start = perf_counter()
    puzzle = engine.generate(request, seed=seed, is_cancelled=is_cancelled, on_attempt=on_attempt)
    grade = engine.grade(puzzle, is_cancelled=is_cancelled)
    ms = round((perf_counter() - start) * 1000, 3)
    return Generated(puzzle, grade.band.title, grade.score, seed, ms, request.recipe)


def request_fields(request: Request) -> dict[str, object]:
    """Return the fields of a message that asks another process for a puzzle; `request_of` reads such a message."""
    return {
        **dataclasses.asdict(request),
        "band": None if request.band is None else int(request.band),
        "symmetry": request.symmetry.value,
    }


def request_of(fields: Fields) -> Request:
    """Return the request in a message, which may be untrusted and hold other fields. Raises RequestError."""
    own = {it.name: fields[it.name] for it in dataclasses.fields(Request) if it.name in fields}
    band, symmetry = own.get("band"), own.get("symmetry", "none")
    try:
        return Request(**own | {"band": None if band is None else Band(band), "symmetry": Symmetry(symmetry)})
    except (TypeError, ValueError) as error:
        raise RequestError("request", str(error)) from None


def puzzle_of(fields: Fields) -> Puzzle:
    """Return the puzzle in the field `puzzle` of a message. Raises RequestError if there is none."""
    try:
        return parse_puzzle(required_field(fields, "puzzle", str))
    except ValueError as error:
        raise RequestError("puzzle", str(error)) from None


def public_request_of(fields: Fields) -> Request:
    """Return the request in a message to `binairo serve` whose fields have the right types.

    By default, the size is 10x10, and the band is Medium. If there is a seed, the default recipe is 1, because the same
    seed must always give the same puzzle. Without a seed, the default is the latest recipe. Raises RequestError if a
    value is invalid.
    """
    size = size_of(fields.get("size") or "10x10")
    band = (fields.get("band") or "medium").upper()
    if band not in Band.__members__:
        raise RequestError("request", f"'band' is not one of {', '.join(Band.__members__).lower()}", {"field": "band"})
    recipe = fields.get("recipe") or (LATEST_RECIPE if fields.get("seed") is None else 1)
    return Request(
        *size,
        Band[band],
        unique_lines=fields.get("rules") != "any",
        more_ones=fields.get("odd") != "either",
        has_signs=bool(fields.get("signs")),
        symmetry=Symmetry(fields.get("symmetry") or "none"),
        extra_givens=bool(fields.get("roomy")),
        recipe=recipe,
    )


def size_of(text: str) -> tuple[int, int]:
    """Return the (width, height) in the field `size` of a message. Raises RequestError if no board can have it."""
    size = parse_size(text)
    fault = size_fault(*size) if size else "expected a size such as 8x10"
    if size is None or fault:
        raise RequestError("request", f"'size': {fault}", {"field": "size"})
    return size
