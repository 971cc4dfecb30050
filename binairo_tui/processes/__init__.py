"""Work in other processes: executors, and a background worker that can be killed at any time."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.processes import (
        executors,
        requests,
        worker,
    )
else:
    __getattr__ = lazy_exports(__name__)
