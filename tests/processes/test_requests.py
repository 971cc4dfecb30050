"""Requests for puzzles in messages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine.bands import Band
from binairo_tui.engine.request import LATEST_RECIPE, Request
from binairo_tui.engine.symmetry import KEEPING_SIDES
from binairo_tui.files.json_lines import RequestError
from binairo_tui.processes.requests import request_fields, request_of

REQUESTS = st.builds(
    Request,
    st.sampled_from([6, 8, 10]),
    st.sampled_from([6, 8, 10]),
    st.sampled_from([None, Band.EXPERT, Band.EXTREME]),
    unique_lines=st.just(True),
    has_signs=st.just(True),
    symmetry=st.sampled_from(KEEPING_SIDES),
    extra_givens=st.booleans(),
    recipe=st.sampled_from([1, 2]),
    needs=st.sampled_from([(), ("line logic",), ("sign chain", "unique lines")]),
    without=st.sampled_from([(), ("two blanks",), ("pair", "sandwich")]),
) | st.builds(Request, st.just(7), st.just(7), st.sampled_from(Band), st.booleans(), st.booleans())


@given(REQUESTS)
def test_a_request_arrives_as_it_was_sent(request: Request) -> None:
    assert request_of(json.loads(json.dumps(request_fields(request)))) == request


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"width": None}, "width must be an int, not None"),
        ({"width": 3}, "odd"),
        ({"height": "8"}, "height must be an int, not '8'"),
        ({"height": 8.0}, "height must be an int"),
        ({"has_signs": 1}, "has_signs must be a bool"),
        ({"band": 9}, "9 is not a valid Band"),
        ({"symmetry": "both"}, "'both' is not a valid Symmetry"),
        ({"recipe": 7}, f"recipe must be 1 to {LATEST_RECIPE}, not 7"),
        ({"needs": "pair"}, "needs must be names of techniques, not 'pair'"),
        ({"without": [{}]}, "without must be names of techniques"),
        ({"symmetry": []}, "is not a valid Symmetry"),
        ({"needs": ["luck"]}, "there is no technique 'luck'"),
    ],
)
def test_an_invalid_request_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(RequestError, match=message):
        request_of({"width": 8, "height": 8, **changed})
