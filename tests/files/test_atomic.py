import errno
import fcntl
import os
from pathlib import Path

import pytest

from binairo_tui.files.atomic import atomic_write, locked, write_private
from binairo_tui.files.system import TEMPORARY, create_private


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_a_written_file_is_private_whatever_the_umask(path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_private(path, b"mine")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    atomic_write(path, b"newer")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"newer", 0o600)


def test_no_existing_file_is_opened_by_creating_one(path: Path) -> None:
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError):
        create_private(path)
    path.unlink()
    path.symlink_to("elsewhere")
    with pytest.raises(FileExistsError):
        create_private(path)
    assert not path.with_name("elsewhere").exists()


def test_missing_directories_are_created_for_the_owner_alone(tmp_path: Path) -> None:
    atomic_write(tmp_path / "new" / "file", b"content")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert [it.name for it in (tmp_path / "new").iterdir()] == ["file"]


def test_a_symlink_at_the_temporary_name_is_not_followed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = path.with_name("victim")
    victim.write_text("precious", encoding="utf-8")
    monkeypatch.setattr(os, "urandom", bytes)
    path.with_name(f"{TEMPORARY}{bytes(16).hex()}").symlink_to(victim)
    with pytest.raises(FileExistsError):
        atomic_write(path, b"content")
    assert victim.read_text("utf-8") == "precious"
    atomic_write(path, b"content")
    assert path.read_bytes() == b"content"


def test_a_link_is_neither_followed_nor_replaced(path: Path) -> None:
    path.symlink_to("elsewhere")
    with pytest.raises(OSError, match="it is a symbolic link"):
        atomic_write(path, b"content")
    assert path.is_symlink()
    assert not path.with_name("elsewhere").exists()


def test_a_failed_write_leaves_the_old_file_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        atomic_write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_a_file_is_synced_before_it_gets_its_name_and_the_name_afterwards(path: Path, disk_calls: list[str]) -> None:
    atomic_write(path, b"content")
    assert disk_calls == ["sync temporary", "rename temporary to file", f"sync {path.parent.name}"]


def test_a_locked_directory_is_locked_for_others(path: Path) -> None:
    descriptor = os.open(path.parent, os.O_RDONLY)
    with locked(path.parent), pytest.raises(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(descriptor)


def test_a_system_without_locks_is_used_without_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.files.system.IS_POSIX", False)
    with locked(path.parent):
        pass


def test_a_lock_that_fails_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(OSError, match="Input/output"), locked(path.parent):
        pass
