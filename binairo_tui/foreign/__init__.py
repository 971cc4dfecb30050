"""What comes from outside: files are opened and read within bounds, text is cleaned before it is kept or shown.

A leaf: knows nothing of puzzles or screens.
"""

from binairo_tui.foreign.files import MAX_BYTES, UnreadableError, open_foreign, read_foreign
from binairo_tui.foreign.text import clean

__all__ = ["MAX_BYTES", "UnreadableError", "clean", "open_foreign", "read_foreign"]
