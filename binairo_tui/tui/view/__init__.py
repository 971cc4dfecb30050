"""What the screens show, as plain values and text. No module here imports Textual."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.tui.view import (
        appearance,
        arrangement,
        calendar,
        charts,
        editor_text,
        hint_text,
        import_text,
        layout,
        lesson_text,
        list_text,
        painting,
        pictures,
        play_text,
        race_text,
        shared_text,
        small_cells,
        solved_text,
        spans,
        statistics_text,
        tiles,
    )
else:
    __getattr__ = lazy_exports(__name__)
