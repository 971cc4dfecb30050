"""The requests that `binairo serve` answers: their fields, and the JSON Schemas that check them."""

from functools import cache
from typing import Annotated, Literal, NotRequired, TypedDict

from binairo_tui.cli import json_fields, options, schemas
from binairo_tui.engine import json_form
from binairo_tui.files import json_lines

_MEANT = {
    **dict.fromkeys(("difficulty", "level"), "band"),
    **dict.fromkeys(("width", "height"), "size"),
    **dict.fromkeys(("text", "grid", "board"), "puzzle"),
    "format": "from",
    "unique_lines": "rules",
}
"""Maps likely wrong names of fields to the right names."""


class _Request(TypedDict):
    id: NotRequired[str | json_fields.Integer]
    method: str


_ReadOptions = TypedDict(
    "_ReadOptions",
    {
        "from": NotRequired[
            Annotated[str, ("description", "The format of the puzzle, as for 'binairo convert'; detected by default.")]
        ],
        "unique_lines": NotRequired[
            Annotated[bool, ("description", "Whether lines must be unique. Default: as the text says, or inferred.")]
        ],
    },
)


_PositionText = Annotated[
    str, ("description", "The values on the grid, row by row as 0, 1 and '.'. Default: those in the puzzle's text.")
]


class PuzzleRequest(_Request, _ReadOptions):
    puzzle: Annotated[str, ("description", "The text of a puzzle, or of a game in progress, in any format.")]
    position: NotRequired[_PositionText]


class CheckRequest(PuzzleRequest):
    move: NotRequired[Annotated[str, ("description", "A move to judge, such as r3c5=1.")]]


class CountRequest(_Request, _ReadOptions):
    """A request for the number of solutions of a puzzle, or of all grids of a size."""

    position: NotRequired[_PositionText]
    puzzle: NotRequired[Annotated[str, ("description", "The text of a puzzle; either this or 'size' is needed.")]]
    size: NotRequired[Annotated[str, ("description", "The size of the grids, such as 8 or 8x10.")]]
    all_rules: NotRequired[Annotated[bool, ("description", "Also count under the rules that let lines repeat.")]]


class GenerateRequest(_Request):
    size: NotRequired[Annotated[str, ("description", "Such as 8 or 8x10. Default: 10x10.")]]
    band: NotRequired[
        Annotated[str, ("description", "gentle, easy, medium, hard, expert or extreme. Default: medium.")]
    ]
    rules: NotRequired[Literal["unique", "any"]]
    odd: NotRequired[Literal["ones", "either"]]
    signs: NotRequired[bool]
    symmetry: NotRequired[Literal["none", "half-turn", "left-right", "top-bottom"]]
    roomy: NotRequired[Annotated[bool, ("description", "More givens than needed.")]]
    seed: NotRequired[int]
    recipe: NotRequired[
        Annotated[
            int,
            ("type", "integer"),
            ("enum", tuple(range(1, options.LATEST_RECIPE + 1))),
            ("description", "The version of the generator. Default: 1 with a seed, otherwise the latest."),
        ]
    ]


class CancelRequest(_Request):
    """A request to cancel the request with the id `target`."""

    target: str | json_fields.Integer


REQUESTS: dict[str, type] = {
    "hello": _Request,
    **dict.fromkeys(("solve", "hint", "grade", "explain"), PuzzleRequest),
    "check": CheckRequest,
    "count": CountRequest,
    "generate": GenerateRequest,
    "cancel": CancelRequest,
}
"""Maps every method to the type of its requests."""


@cache
def request_schemas() -> dict[str, json_form.Fields]:
    found = {method: schemas.object_schema(kind) for method, kind in REQUESTS.items()}
    for method, schema in found.items():
        schema["properties"]["method"] = {"enum": [method]}
    return found


def check_request(fields: json_lines.Fields) -> None:
    """Raise RequestError unless `fields` are valid for the method of the request. The error names a field."""
    json_lines.check_fields(fields, request_schemas()[fields["method"]], _MEANT)
