"""What the screens show, as plain values and text. No module here imports Textual."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.tui.view import (
        appearance,
        arrangement,
        calendar,
        charts,
        dense,
        drawings,
        drill_text,
        editor_text,
        first_steps_text,
        grid_lines,
        hint_text,
        import_text,
        joined,
        layout,
        list_text,
        painting,
        pictures,
        play_text,
        practice_text,
        race_text,
        replay_text,
        shared_text,
        solutions_text,
        solved_text,
        spans,
        statistics_text,
        tiles,
    )
else:
    __getattr__ = lazy_exports(__name__)
