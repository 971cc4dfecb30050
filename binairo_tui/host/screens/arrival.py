"""The start of a session on a host: a new player chooses a name; others return to an unfinished race."""

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App

from binairo_tui.host.client import host_client, hub_link
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import places, prompt

NAME = "Welcome! What is your name here? (Or type the code from your other key.)"
INVITATION = "This host is for invited players. What is your invitation?"


def arrive(app: App[Any], navigator: Navigator, host: host_client.HostClient) -> None:
    """Ask a new player for a name; return any other player to their unfinished race, if any."""
    if not host.name:
        if host.needs_invitation:
            _ask(app, INVITATION, host.check_invitation, partial(_name, app, navigator, host))
        else:
            _name(app, navigator, host, "")
        return
    app.run_worker(partial(_come_back, app, navigator, host), thread=True)


def _name(app: App[Any], navigator: Navigator, host: host_client.HostClient, invitation: str) -> None:
    def teach(_name: str) -> None:
        navigator.go(places.Places.FIRST_STEPS)

    _ask(app, NAME, lambda name: host.choose_name(name, invitation), teach)


def _ask(app: App[Any], question: str, attempt: Callable[[str], None], go_on: Callable[[str], object]) -> None:
    """Ask a question until `attempt` accepts the answer, then call `go_on`; end the app if the player cancels."""

    def find_fault(text: str) -> str:
        try:
            attempt(text)
        except hub_link.HostError as error:
            return str(error)
        return ""

    def take(text: str | None) -> None:
        if text is None:
            app.exit()
        else:
            go_on(text)

    app.push_screen(prompt.PromptScreen(question, "", find_fault), take)


def _come_back(app: App[Any], navigator: Navigator, host: host_client.HostClient) -> None:
    """Show the room of the player's unfinished race, if there is one. Runs in a thread."""
    try:
        rooms = host.rooms()
        if rooms and host.name in rooms[0].names and rooms[0].state == "running":
            host.enter_room(rooms[0].name)
            app.call_from_thread(navigator.go, places.Places.ROOM)
    except hub_link.HostError:
        pass  # the list of rooms shows the race
