"""The server's side of the spawner, without a spawner."""

import asyncio
import os

import pytest

from binairo_tui.host.server.child import ProcessOptions
from binairo_tui.host.server.spawner import Spawner


def test_a_process_that_could_not_be_asked_for_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", os.getpid)  # the spawner's end of the connection is closed at once
    ended: list[int] = []

    async def spawn_and_lose() -> None:
        spawner, lost = Spawner(), asyncio.Event()
        spawner.attach(lost.set)
        with pytest.raises(OSError, match="Broken pipe"):
            await spawner.spawn(ProcessOptions("", "", "", "", 80, 24, 0, 0), ended.append)
        await lost.wait()
        spawner.close()

    asyncio.run(asyncio.wait_for(spawn_and_lose(), 60))
    assert not ended
