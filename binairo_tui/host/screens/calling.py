"""Calls a player to a race, wherever in the app the player is: with a bell, and a question that leads to the race."""

from typing import Any

from textual.app import App

from binairo_tui.host.client import host_client
from binairo_tui.host.screens import countdown, rooms
from binairo_tui.host.screens.places import HostPlaces
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import prompt


class CallScreen(prompt.ConfirmScreen):
    """Asks whether to go to the race that begins."""


def call(app: App[Any], navigator: Navigator, room: host_client.RoomReport) -> None:
    """Ring the bell. Ask whether to go to the race, unless the player sees the race or is already being asked."""
    app.bell()
    if isinstance(app.screen, (rooms.RoomScreen, countdown.CountdownScreen, CallScreen)):
        return

    def take(is_yes: bool | None) -> None:
        if is_yes:
            navigator.go(HostPlaces.ROOM)

    begins = "is about to begin" if room.state == "countdown" else "has begun"
    app.push_screen(CallScreen(f"Your race in {room.name} {begins}. Go there?"), take)
