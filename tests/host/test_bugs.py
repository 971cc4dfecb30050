"""Bugs on a host are reported, and it goes on."""

import socket
from contextlib import closing
from pathlib import Path

from binairo_tui.files.json_lines import format_line
from binairo_tui.host.client.hub_link import HubLink
from tests.faults.harness import ROOT
from tests.store.games import WAIT
from tests.test_bugs import RETURNED, boom, expected, starts

__all__ = ["expected"]

OWNERS = {
    "host/client/host_progress.py Thread": "tests/test_bugs.py",
    "host/client/hub_link.py Thread": "tests/host/test_bugs.py",
    "host/client/race.py add_done_callback": "tests/host/test_bugs.py",
    "host/server/daily.py to_thread": RETURNED,
    "host/server/generator.py create_task": RETURNED,
    "host/server/hub.py add_done_callback": "only forgets the task",
    "host/server/hub.py create_task": "tests/host/test_hub.py",
    "host/server/hub.py run_in_executor": RETURNED,
    "host/server/league.py to_thread": RETURNED,
    "host/server/links.py create_task": "the loop's handler in host/server/run.py",
    "host/server/player_session.py create_task": "the loop's handler in host/server/run.py",
    "host/server/race_rooms.py add_done_callback": "only forgets the task",
    "host/server/race_rooms.py create_task": "the loop's handler in host/server/run.py",
    "host/server/run.py create_task": "the loop's handler in host/server/run.py",
}
"""Where threads and tasks of the host begin, and who handles exceptions there, or the file with the test of it."""


def test_whatever_runs_by_itself_has_an_owner_for_exceptions() -> None:
    assert sorted({it for it in starts() if it.startswith("host/")}) == sorted(OWNERS)
    assert all((ROOT / it).is_file() for it in OWNERS.values() if it.startswith("test"))


def test_news_of_a_host_arrive_after_a_bug(expected: list[Path]) -> None:
    ours, theirs = socket.socketpair()
    news = list[object]()
    link = HubLink(theirs, lambda it: boom() if it["event"] == "bad" else news.append(it))
    with closing(ours), closing(theirs):
        answer = link.ask_later("rooms")
        for line in ({"event": "bad"}, {"event": "good"}, {"id": 1, "result": {}}):
            ours.sendall(format_line(line).encode() + b"\n")
        assert answer.result(WAIT) == {}
        assert news == [{"event": "good"}]
        theirs.shutdown(socket.SHUT_RDWR)
