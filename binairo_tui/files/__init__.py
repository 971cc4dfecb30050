"""Files: paths, atomic writes, untrusted input, and the differences between operating systems and keyboards."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.files import (
        atomic,
        background_writer,
        beside,
        bug_reports,
        installation,
        json_lines,
        json_text,
        keyboards,
        paths,
        streams,
        system,
        terminal_text,
        untrusted,
    )
else:
    __getattr__ = lazy_exports(__name__)
