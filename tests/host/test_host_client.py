"""What a session on a host makes of the host's news."""

from typing import Any

import pytest

from binairo_tui.host.client.host_client import HostClient, RoomReport

ROOM = {
    "name": "oak", "title": "4x4 Easy", "race": 7, "starts_in_ms": 60_000, "width": 4, "height": 4, "to_fill": 11,
    "problem": "", "racers": [], "results": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("states", "calls"),
    [
        (["open", "countdown", "running", "over"], ["countdown", "running"]),
        (["countdown", "countdown"], ["countdown"]),  # the player is in the room with another session
        (["running", "running"], []),  # this session has just entered the room
    ],
)
def test_a_player_is_called_when_a_race_begins(states: list[str], calls: list[str]) -> None:
    client, called = HostClient.__new__(HostClient), list[RoomReport]()
    client.room = None
    client.on_news = lambda _: None
    client.on_race_called = called.append
    for state in states:
        message: dict[str, Any] = {"event": "room", "room": {**ROOM, "state": state}}
        client.take_news(message)
    assert [it.state for it in called] == calls
