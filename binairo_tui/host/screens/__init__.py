"""Screens for playing with others. They are shown only on a host (see `host.client`)."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.host.screens import on_host, race, rooms, standings, together
else:
    __getattr__ = lazy_exports(__name__)
