"""The app as a web page: static files, which run the app in CPython compiled to WebAssembly (Pyodide).

`build` makes the files. `app.js` shows a terminal, and starts `worker.js`, in which Python runs `start`. The two send
each other keys and frames; `driver` connects them with Textual. `files.js` keeps the player's files in the browser.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.page import away, build, driver, start
else:
    __getattr__ = lazy_exports(__name__)
