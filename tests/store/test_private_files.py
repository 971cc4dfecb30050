import errno
import os
import shlex
from contextlib import nullcontext
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import pytest

from binairo_tui.files.paths import explain
from binairo_tui.store.errors import UnavailableError, UnsafePathError
from binairo_tui.store.private_files import (
    exclusive_lock,
    lock_sessions,
    make_private_file,
    read_private,
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.store.private_files.LOCK_SECONDS", 0.0)


def test_a_lock_is_shared_or_exclusive(path: Path) -> None:
    shared = [lock_sessions(path) for _ in range(2)]
    for lock in shared:
        with pytest.raises(UnavailableError, match="another session"), exclusive_lock(path):
            pass
        assert lock is not None
        os.close(lock)
    with exclusive_lock(path), pytest.raises(UnavailableError, match="another session"):
        lock_sessions(path)
    last = lock_sessions(path)
    assert last is not None
    os.close(last)


def test_a_lock_that_another_session_soon_returns_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.store.private_files.LOCK_SECONDS", 60.0)
    held = lock_sessions(path, exclusive=True)
    assert held is not None
    Timer(0.1, os.close, [held]).start()
    found = lock_sessions(path)
    assert found is not None
    os.close(found)


@pytest.mark.parametrize(("code", "is_locked"), [(errno.ENOLCK, True), (errno.EIO, False)])
def test_a_file_system_without_locks_is_used_without_them_but_no_broken_one(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int, is_locked: bool
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(code, "no lock")

    monkeypatch.setattr("binairo_tui.store.private_files.lock", fail)
    with nullcontext() if is_locked else pytest.raises(UnavailableError), exclusive_lock(path):
        pass


def test_without_locks_the_file_can_be_read_but_not_replaced(path: Path) -> None:
    path.with_name("session.lock").mkdir()
    assert lock_sessions(path) is None
    with pytest.raises(UnavailableError), exclusive_lock(path):
        pass


def test_the_lock_file_is_private_and_no_symlink_is_followed(path: Path) -> None:
    victim = path.with_name("victim")
    path.with_name("session.lock").symlink_to(victim)
    assert lock_sessions(path) is None
    assert not victim.exists()
    path.with_name("session.lock").unlink()
    before = os.umask(0)
    try:
        lock = lock_sessions(path)
    finally:
        os.umask(before)
    assert lock is not None
    os.close(lock)
    assert path.with_name("session.lock").stat().st_mode & 0o777 == 0o600


def test_a_file_that_others_can_read_is_made_private(path: Path) -> None:
    path.write_bytes(b"")
    path.chmod(0o644)
    make_private_file(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_symlink_is_not_read_through(path: Path) -> None:
    path.with_name("elsewhere").write_bytes(b"secret")
    path.symlink_to("elsewhere")
    with pytest.raises(UnsafePathError):
        read_private(path)


def test_reading_a_pipe_does_not_wait(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(UnsafePathError):
        read_private(path)


def test_a_file_that_is_read_in_part_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"whole")
    path.chmod(0o600)
    assert read_private(path) == b"whole"
    longer = SimpleNamespace(st_size=6)
    monkeypatch.setattr("binairo_tui.store.private_files.os.fstat", lambda descriptor: longer)
    with pytest.raises(OSError, match="partly read"):
        read_private(path)


@pytest.mark.parametrize("name", ["my games; rm x", "plain-name_1.txt", "it's", "ä", '"'])
def test_a_remedy_can_be_pasted_into_a_shell(tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    place.mkdir()
    error = PermissionError(errno.EACCES, "closed")
    assert explain(place, error).endswith(f"run: chmod u+rwX {shlex.quote(str(place))}")
    assert shlex.split(explain(place, error).partition("run: ")[2]) == ["chmod", "u+rwX", str(place)]


@pytest.mark.parametrize(
    ("code", "clause"),
    [
        (errno.EISDIR, "{} is a directory: move it away"),
        (errno.EIO, "the disk cannot read or write {}: check the disk"),
    ],
)
def test_an_error_names_the_path_and_a_remedy(tmp_path: Path, code: int, clause: str) -> None:
    assert explain(tmp_path, OSError(code, "any")) == clause.format(tmp_path)
