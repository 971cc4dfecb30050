"""The host as a player process knows it: requests and news, games in races, and saved games on a host."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.host.client import host_client, host_progress, hub_link, race, race_results, storm_race
else:
    __getattr__ = lazy_exports(__name__)
