"""The app: everything that needs a terminal.

No other package imports Textual, or uses Rich for the screen. `start.run` is the entry point: it checks the terminal
before Textual is imported. `view` is pure and works without Textual.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.tui import app, inquiry, keymap, messages, start, terminal, themes
else:
    __getattr__ = lazy_exports(__name__)
