"""Asking about paths: what is there, what is wrong, and what the player can do about it."""

import errno
import os
import pwd
from pathlib import Path
from types import SimpleNamespace

import pytest

from binairo_tui.files import paths


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.symlink_to("nowhere"), "{} is a link that leads nowhere: remove it"),
        (lambda path: path.symlink_to(path), "{} is a link that leads to itself: remove it"),
        (
            lambda path: path.write_text(""),
            "{} is not a directory: move it away, or use another directory",
        ),
    ],
)
@pytest.mark.parametrize("below", ["", "a", "a/b"])
def test_what_is_in_place_of_a_directory_is_named(tmp_path: Path, make: object, sentence: str, below: str) -> None:
    place = tmp_path / "place"
    assert callable(make)
    make(place)
    for writes in (False, True):
        fault = paths.find_fault(place / below, is_directory=True, writes=writes)
        assert fault == (place, sentence.format(place))
    for question in (paths.is_file, paths.is_directory, paths.is_there):
        assert not question(place / "below")


def test_nothing_is_wrong_with_what_is_missing_or_usable(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "new", tmp_path / "new" / "file"):
        assert paths.find_fault(path, is_directory=path == tmp_path, writes=True) is None


def test_a_path_that_is_too_long_is_cut_in_its_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / ("long" * 99), tmp_path / ("long" * 99) / "file"):
        fault = paths.find_fault(path, writes=True)
        assert fault
        assert "... is too long: use another directory" in fault.text
        assert len(fault.text) < 300
        assert not paths.is_there(path)


def test_the_variable_of_a_remedy_is_that_of_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "file" / name))
    for path, name in ((paths.database_path(), "DATA"), (paths.config_path(), "CONFIG")):
        text = paths.explain(path, OSError(errno.ENOTDIR, "no"))
        assert f"{tmp_path}/file is not a directory: move it away, or set XDG_{name}_HOME to" in text


@pytest.mark.parametrize("home", [None, "", "relative"])
def test_a_user_without_a_home_is_told_to_set_one(
    home: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def unknown(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if home is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", home)
    fault = paths.find_fault(paths.database_path(), writes=True)
    assert fault
    assert fault.text == "you have no home directory: set HOME, or XDG_DATA_HOME to a directory of your own"
    assert paths.config_path() == tmp_path / "binairo-tui" / "config.toml"
    with pytest.raises(OSError, match="Not a directory"):
        os.mkdir(paths.data_dir())  # noqa: PTH102


def test_a_read_only_file_system_is_not_opened_by_chmod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    for path in (tmp_path, tmp_path / "new" / "file"):
        fault = paths.find_fault(path, is_directory=path == tmp_path, writes=True)
        sentence = f"{tmp_path} is on a read-only file system: use another directory"
        assert fault == (tmp_path, sentence)
    assert paths.find_fault(tmp_path, is_directory=True) is None


def test_the_variable_is_named_only_for_paths_that_it_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    full = OSError(errno.EROFS, "")
    assert "set XDG_DATA_HOME" in paths.explain(tmp_path / "binairo-tui" / "progress.db", full)
    assert "use another directory" in paths.explain(tmp_path / "elsewhere", full)
