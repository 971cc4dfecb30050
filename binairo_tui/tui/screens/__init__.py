"""The screens of the app, one per module. A screen is imported when it is first shown."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.tui.screens import (
        base,
        board_screen,
        collections,
        daily,
        dialog,
        draft,
        drill,
        editor,
        file_writing,
        first_steps,
        games,
        home,
        importing,
        new_puzzle,
        page,
        palette,
        places,
        play,
        practice,
        replay,
        revisions,
        settings,
        sharing,
        solutions,
        solved_card,
        statistics,
        storm,
        text_screen,
    )
else:
    __getattr__ = lazy_exports(__name__)
