"""The player's end of the link to the hub: answers, news, and requests that are cancelled."""

import socket
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import pytest

from binairo_tui.files.json_lines import Fields, format_line, parse_line
from binairo_tui.host.client.hub_link import HostError, HubLink
from tests.conftest import forget

SECONDS = 60.0


class Hub:
    """The other end of a link."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.news: list[Fields] = []
        self.link = HubLink(theirs, self.news.append)
        self.sockets = ours, theirs
        self._lines = ours.makefile("rb")

    def hear(self) -> dict[str, Any]:
        return parse_line(self._lines.readline())

    def say(self, **fields: object) -> None:
        self.sockets[0].sendall(format_line(fields).encode() + b"\n")

    def close(self) -> None:
        self._lines.close()
        for end in self.sockets:
            end.shutdown(socket.SHUT_RDWR)
            end.close()


@pytest.fixture
def hub() -> Iterator[Hub]:
    found = Hub()
    yield found
    with suppress(OSError):
        found.close()


def test_each_answer_goes_to_its_request(hub: Hub) -> None:
    first, second = hub.link.ask_later("rooms"), hub.link.ask_later("enter", room="oak")
    assert [hub.hear(), hub.hear()] == [{"id": 1, "method": "rooms"}, {"id": 2, "method": "enter", "room": "oak"}]
    hub.say(event="notice", text="closing")
    hub.say(id=2, error={"code": "refused", "message": "There is no room with this name."})
    hub.say(id=1, result={"rooms": []})
    assert first.result(SECONDS) == {"rooms": []}
    with pytest.raises(HostError, match="There is no room"):
        second.result(SECONDS)
    assert hub.news == [{"event": "notice", "text": "closing"}]


def test_ratings_are_fractions(hub: Hub) -> None:
    answer = hub.link.ask_later("league")
    players = [["ada", 1662.3, 290.3, [162.3, None, 162.3, 162.3]]]
    hub.say(id=1, result={"players": players})
    assert answer.result(SECONDS) == {"players": players}


def test_an_answer_that_cannot_be_read_ends_the_link_at_once(hub: Hub, bugs: dict[str, BaseException]) -> None:
    answer = hub.link.ask_later("rooms")
    hub.sockets[0].sendall(b"no JSON\n")
    with pytest.raises(HostError, match="does not answer"):
        answer.result(SECONDS)
    with pytest.raises(HostError, match="does not answer"):
        hub.link.ask("rooms")
    assert len(bugs) == 1
    forget(bugs)


def test_a_request_cancelled_while_its_answer_arrives_does_not_end_the_link(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread may cancel a request at any moment until its answer is given."""
    late, other = hub.link.ask_later("generate"), hub.link.ask_later("rooms")
    look = Future.cancelled

    def cancel_after_a_look(future: Future[Any]) -> bool:
        was_cancelled = look(future)
        if future is late:
            late.cancel()
        return was_cancelled

    monkeypatch.setattr(Future, "cancelled", cancel_after_a_look)
    hub.say(id=1, result={})
    hub.say(id=2, result={"rooms": []})
    assert other.result(SECONDS) == {"rooms": []}


def test_the_end_of_the_link_reaches_every_request_but_those_cancelled(hub: Hub) -> None:
    cancelled, *others = [hub.link.ask_later("rooms") for _ in range(3)]
    assert cancelled.cancel()
    hub.close()
    for other in others:
        with pytest.raises(HostError, match="does not answer"):
            other.result(SECONDS)
    with pytest.raises(HostError, match="does not answer"):
        hub.link.ask("rooms")
