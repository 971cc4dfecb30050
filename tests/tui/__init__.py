"""Tests of binairo_tui.tui in a simulated terminal."""

import os

# Here, because Textual reads its own settings while it is imported.
for name in [name for name in os.environ if name.startswith("TEXTUAL") or name == "NO_COLOR"]:
    del os.environ[name]
