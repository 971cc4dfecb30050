"""Plain mode: Binairo line by line, for screen readers, for terminals without a cursor, and for scripts.

All output is lines of words; escape codes are never sent. Games, saves and statistics are shared with the app.
`start.run` is the entry point, and `menu` asks what to play. `game` adapts a game in play to typed lines, and
`commands` parses these lines. `speech` words the answers, and `asking` reads, writes and asks.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.plain import asking, commands, game, importing, menu, practice, speech, start
else:
    __getattr__ = lazy_exports(__name__)
