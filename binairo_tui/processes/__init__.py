"""Work in other processes: executors, and a background worker that can be killed at any time."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.processes import (
        executors,
        line_server,
        requests,
        worker,
    )
    from binairo_tui.processes.line_server import Job
    from binairo_tui.processes.requests import Generated
else:
    __getattr__ = lazy_exports(__name__, {"line_server": ["Job"], "requests": ["Generated"]})

__all__ = ["Generated", "Job"]
