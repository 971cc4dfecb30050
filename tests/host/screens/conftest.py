"""The fixtures of the app's tests, without a real host."""

from tests.tui.conftest import (
    _patient_screens,
    _style_sheets_parsed_once,
    _ungraded,
    collection,
    home,
    make_progress,
    open_app,
    player,
)

__all__ = [
    "_patient_screens",
    "_style_sheets_parsed_once",
    "_ungraded",
    "collection",
    "home",
    "make_progress",
    "open_app",
    "player",
]
