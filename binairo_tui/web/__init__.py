"""The app in a browser tab: a web server on this machine, and a game in a pseudo-terminal for each tab.

`binairo web` starts a server (`server`). Only programs on this machine can reach the server. It answers only programs
that know its address, which contains a secret. The page draws a terminal with xterm.js, which comes with textual-serve.
For each tab, the server starts the program in a pseudo-terminal (`game`), where the app runs as in every other
terminal.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.web import server
else:
    __getattr__ = lazy_exports(__name__)
