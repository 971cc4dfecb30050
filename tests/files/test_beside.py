"""Work beside the app, with threads and without them."""

import asyncio
import threading
import time

import pytest

from binairo_tui.files.beside import Companion, start

WAIT = 60.0
without_threads = pytest.mark.parametrize("has_threads", [True, False])


class Work:
    """Turns of a companion: each takes one of the things to do. There is an end, once all are done, after `stop`."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.done: list[str] = []
        self.turns = self.ends = 0
        self.is_over = False
        self.companion = Companion(self.turn, "work", self.end)

    def turn(self) -> float | None:
        with self.companion.changed:
            self.turns += 1
            if not self.waiting:
                return None if self.is_over else WAIT
            self.done.append(self.waiting.pop(0))
            self.companion.changed.notify_all()
            return 0.0

    def end(self) -> None:
        self.ends += 1

    def add(self, *things: str) -> None:
        with self.companion.changed:
            self.waiting += things
        self.companion.wake()

    def stop(self) -> None:
        self.is_over = True
        self.companion.wake()
        self.companion.join(WAIT)


@pytest.fixture(autouse=True)
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.node.callspec.params["has_threads"]:
        monkeypatch.setattr(threading.Thread, "start", refuse)


def refuse(_: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


@without_threads
def test_all_that_waits_is_done_and_then_the_end_comes(has_threads: bool) -> None:
    work = Work()
    assert bool(work.companion.start()) is not has_threads
    work.add("one", "two")
    assert work.companion.wait_for(lambda: not work.waiting, WAIT)
    work.add("three")
    work.stop()
    assert (work.done, work.ends) == (["one", "two", "three"], 1)


@without_threads
async def test_in_a_loop_nothing_waits_for_the_work(has_threads: bool) -> None:
    work = Work()
    assert not work.companion.start()
    work.add("one", "two")
    assert has_threads or not work.done
    async with asyncio.timeout(WAIT):
        while work.waiting:
            await asyncio.sleep(0.001)
    work.add("three")
    work.stop()  # does what is left
    assert (work.done, work.ends) == (["one", "two", "three"], 1)


@without_threads
async def test_the_next_turn_is_taken_when_it_is_due(has_threads: bool) -> None:
    moments: list[float] = []

    def turn() -> float | None:
        moments.append(time.monotonic())
        return 0.02 if len(moments) < 3 else None

    Companion(turn, "ticks").start()
    async with asyncio.timeout(WAIT):
        while len(moments) < 3:
            await asyncio.sleep(0.001)
    assert moments[2] - moments[0] >= 0.04


@without_threads
async def test_a_turn_that_is_asked_for_during_a_turn_is_taken(has_threads: bool) -> None:
    work = Work()
    turn = work.turn

    def turn_with_news() -> float | None:
        seconds = turn()
        if work.turns == 1:
            work.add("news")
        return seconds

    companion = Companion(turn_with_news, "work")
    work.companion = companion
    companion.start()
    async with asyncio.timeout(WAIT):
        while not work.done:
            await asyncio.sleep(0.001)
    work.stop()
    assert work.done == ["news"]


@without_threads
def test_work_that_is_started_is_done(has_threads: bool) -> None:
    done = threading.Event()
    start(done.set, "work")
    assert done.wait(WAIT if has_threads else 0.0)


@without_threads
def test_waiting_ends_in_time(has_threads: bool) -> None:
    work = Work()
    work.companion.start()
    assert not work.companion.wait_for(lambda: False, 0.01)
    work.stop()
