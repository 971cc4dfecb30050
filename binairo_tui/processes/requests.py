"""Requests for puzzles as fields of JSON messages, for workers and for the host of a session."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from binairo_tui.engine.bands import Band
from binairo_tui.engine.request import Request, Symmetry
from binairo_tui.files.json_lines import RequestError, field_of, required_field

if TYPE_CHECKING:
    from binairo_tui.files.json_lines import Fields


def request_fields(request: Request) -> dict[str, object]:
    """Return the fields of a message that asks for a puzzle."""
    band = None if request.band is None else int(request.band)
    return asdict(request) | {"band": band, "symmetry": request.symmetry.value}


def request_of(fields: Fields) -> Request:
    """Return the request in a message, which may be untrusted and have other fields. Raises RequestError."""
    band = field_of(fields, "band", int)
    needs, without = [field_of(fields, name, list, ()) for name in ("needs", "without")]
    if not all(isinstance(technique, str) for technique in (*needs, *without)):
        raise RequestError("request", "'needs' or 'without' is not a list of strings")
    try:
        return Request(
            required_field(fields, "width", int),
            required_field(fields, "height", int),
            None if band is None else Band(band),
            unique_lines=field_of(fields, "unique_lines", bool, default=True),
            has_signs=field_of(fields, "has_signs", bool, default=False),
            symmetry=Symmetry(field_of(fields, "symmetry", str, "none")),
            extra_givens=field_of(fields, "extra_givens", bool, default=False),
            recipe=field_of(fields, "recipe", int, 1),
            needs=tuple(needs),
            without=tuple(without),
        )
    except ValueError as error:
        raise RequestError("request", str(error)) from None
