import threading
from collections.abc import Callable, Sequence
from operator import add

import pytest

from binairo_tui.files.background_writer import BackgroundWriter

WAIT = 60.0


class Disk:
    """Collects what is written once `may_go_on` is set; the value `bad` fails."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def __call__(self, value: str) -> None:
        self.has_begun.set()
        assert self.may_go_on.wait(WAIT)
        if value == "bad":
            raise OSError("no room")
        self.written.append(value)


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.mark.parametrize(("merge", "written"), [((), ["a", "d"]), ((add,), ["a", "bcd"])])
def test_the_newest_of_the_values_that_wait_is_written_or_all_of_them_merged(
    disk: Disk, merge: Sequence[Callable[[str, str], str]], written: list[str]
) -> None:
    writer = BackgroundWriter(disk, *merge)
    writer.put("a")
    assert disk.has_begun.wait(WAIT)
    for value in "bcd":
        writer.put(value)
    assert not writer.flush(0.001)
    disk.may_go_on.set()
    assert writer.flush(WAIT)
    assert disk.written == written


def test_a_problem_is_known_until_a_write_succeeds(disk: Disk) -> None:
    disk.may_go_on.set()
    writer = BackgroundWriter(disk)
    writer.put("bad")
    assert not writer.flush(WAIT)
    assert writer.problem == "no room"
    writer.put("good")
    assert writer.flush(WAIT)
    assert (writer.problem, disk.written) == ("", ["good"])


def test_after_closing_nothing_is_written(disk: Disk) -> None:
    disk.may_go_on.set()
    writer = BackgroundWriter(disk)
    assert writer.close(0.0)  # nothing waits
    writer.put("late")
    assert writer.flush(WAIT)
    assert disk.written == []


def test_the_thread_ends_when_nothing_waits(disk: Disk) -> None:
    disk.may_go_on.set()
    before = threading.active_count()
    writer = BackgroundWriter(disk)
    for value in "abc":
        writer.put(value)
        assert writer.flush(WAIT)
    for thread in threading.enumerate():
        if thread.name == "background-writer":
            thread.join(WAIT)
    assert threading.active_count() == before
