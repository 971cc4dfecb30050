"""Files from unknown sources."""

import os
import resource
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.files.untrusted import MAX_BYTES, UnreadableError, open_stream, read_untrusted


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """Turn a call that hangs into an error."""

    def ring(number: int, frame: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def make(kind: str, path: Path) -> Path:
    """Create something at `path` that is not a text file; return the path."""
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "directory":
            path.mkdir()
        case "socket":
            os.mknod(path, stat.S_IFSOCK | 0o600)  # binding it would need a short path
        case "large":
            with path.open("wb") as file:
                file.truncate(1 << 40)
        case "one byte too many":
            path.write_bytes(b"." * (MAX_BYTES + 1))
        case "loop":
            path.symlink_to(path.name)
        case "nothing":
            pass
        case _:
            return Path(kind)
    return path


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("pipe", "not a regular file"),
        ("directory", "a directory, not a file"),
        ("socket", "No such device or address"),
        ("/dev/zero", "not a regular file"),
        ("/dev/full", "not a regular file"),
        ("/proc/self/mem", "Input/output error"),
        ("large", "larger than 1 MiB"),
        ("one byte too many", "larger than 1 MiB"),
        ("loop", "Too many levels of symbolic links"),
        ("nothing", "No such file or directory"),
        ("no\0where", "not a valid file name"),
        ("a" * 5000, "File name too long"),
    ],
)
def test_whatever_lies_there_is_refused_at_once(tmp_path: Path, kind: str, reason: str) -> None:
    path = make(kind, tmp_path / "it")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with alarm(5), pytest.raises(UnreadableError) as refusal:
        read_untrusted(path)
    assert str(refusal.value) == reason
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10  # KiB


def test_a_file_that_passes_for_regular_but_waits_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = make("pipe", tmp_path / "it")
    writer = os.open(path, os.O_RDWR)
    monkeypatch.setattr(stat, "S_ISFIFO", lambda _: False)
    monkeypatch.setattr(stat, "S_ISREG", lambda _: True)
    with alarm(5):
        with pytest.raises(UnreadableError, match="not a regular file"):
            read_untrusted(path)
        os.write(writer, b"1")
        with open_stream(path) as stream:
            assert stream.read(5) == b"1"
            assert not stream.read(5)  # does not wait, though the writer may write more
    os.close(writer)


@given(text=st.text())
def test_text_is_read_unchanged(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "text"
    path.write_bytes(text.encode())
    assert read_untrusted(path) == text.removeprefix("\ufeff")


@given(raw=st.binary())
def test_any_bytes_are_text_or_refused_with_a_line(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes"
    path.write_bytes(raw)
    try:
        assert read_untrusted(path) == raw.decode().removeprefix("\ufeff")
    except UnreadableError as error:
        assert str(error).startswith("line ")
        with pytest.raises(UnicodeDecodeError):
            raw.decode()


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "largest"
    path.write_bytes(b"." * MAX_BYTES)
    assert len(read_untrusted(path)) == MAX_BYTES


def test_the_pipe_of_a_shell_is_read_up_to_the_limit() -> None:
    reader, writer = os.pipe()

    def pour() -> None:
        with suppress(BrokenPipeError), os.fdopen(writer, "wb") as stream:
            stream.write(b"1" * (2 * MAX_BYTES))

    pourer = threading.Thread(target=pour)
    pourer.start()
    with alarm(5), pytest.raises(UnreadableError, match="larger than 1 MiB"):
        read_untrusted(f"/dev/fd/{reader}")
    os.close(reader)
    pourer.join()
