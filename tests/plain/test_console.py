"""The two streams: what comes in, what goes out, and how they end."""

import errno
import io
import os
import tracemalloc
from pathlib import Path

import pytest

from binairo_tui.plain.asking import MAX_LINE, Console, ConsoleClosed, EndOfInput
from tests.plain.talks import WIDE, console, talk


def test_nothing_typed_says_nothing_and_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "progress.db").mkdir()
    said = talk(tmp_path / "progress.db", "", "r1c1 1", "save", puzzle=WIDE, title="wide", saves=False)
    assert said[0].startswith("Nothing will be saved: ")
    assert said[-1] == said[0]  # the answer to `save`
    assert said.count(said[0]) == 2
    assert said[-2] == "row 1: 1 1 blank blank"


def test_what_is_not_printable_or_not_ascii_is_a_question_mark() -> None:
    at, sink = console(is_ascii=True)
    at.say("a\x1b[2Jb", "caf\xe9")
    assert sink.getvalue() == "a?[2Jb\ncaf?\n"
    at, sink = console()
    at.say("caf\xe9\u202e")
    assert sink.getvalue() == "caf\xe9?\n"


def test_lines_come_as_they_are_typed_and_the_last_one_needs_no_end() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"one\ntwo\n\nthr\xff\xffee")
    os.close(writer)
    at = Console(reader, io.StringIO())
    assert [at.ask() for _ in range(4)] == ["one", "two", "", "thr\ufffd\ufffdee"]
    with pytest.raises(EndOfInput):
        at.ask()


def test_more_input_is_known_before_it_is_read() -> None:
    reader, writer = os.pipe()
    at = Console(reader, io.StringIO())
    os.write(writer, b"one\ntwo\n")
    assert at.has_more()
    assert at.ask() == "one"
    assert at.has_more()
    assert at.ask() == "two"
    assert not at.has_more()
    os.close(writer)
    assert not at.has_more()


def test_a_line_without_an_end_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "typed").write_bytes(bytes(100 * MAX_LINE) + b"\nnext\n")
    with (tmp_path / "typed").open("rb") as typed:
        at = Console(typed.fileno(), io.StringIO())
        tracemalloc.start()
        try:
            assert at.ask() == "\0" * MAX_LINE
            assert tracemalloc.get_traced_memory()[1] < 50 * MAX_LINE
        finally:
            tracemalloc.stop()
        assert at.ask() == "next"


def test_a_terminal_that_has_gone_ends_it() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with pytest.raises(ConsoleClosed) as ended:
        Console(writer, io.StringIO()).ask()
    os.close(writer)
    assert ended.value.status == 129

    class Gone:
        def write(self, text: str) -> None:
            raise OSError(errno.EIO, "gone")

    with pytest.raises(ConsoleClosed) as ended:
        Console(0, Gone()).say("anyone?")  # type: ignore[arg-type]
    assert ended.value.status == 129
