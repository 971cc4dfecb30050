"""The hub without connections."""

import asyncio
import time
from pathlib import Path

from binairo_tui.host.database import HostDatabase
from binairo_tui.host.hub import Hub
from binairo_tui.host.limits import Limits


async def test_what_is_decided_is_saved_even_if_the_player_leaves(tmp_path: Path) -> None:
    database = HostDatabase(tmp_path / "host.db")
    hub = Hub(database, limits=Limits(), needs_invitation=False, on_named=lambda _: None)
    saved: list[int] = []
    works = [lambda: time.sleep(0.05), lambda: saved.append(1)]
    tasks = [asyncio.create_task(hub.in_thread(work)) for work in works]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    hub.close()
    assert saved == [1]
