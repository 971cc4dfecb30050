"""Writing `config.toml`: only the changed values change, and nothing is lost."""

import fcntl
import os
import re
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.settings import FIELDS, Settings, SettingsWriter, SettingValue, load_settings
from binairo_tui.settings.writing import SettingsFileError, changed_text, documented_text, save_settings

VALUES = st.fixed_dictionaries({}, optional={field.name: st.sampled_from(field.choices) for field in FIELDS})


def test_the_documented_file_sets_nothing_and_describes_everything(tmp_path: Path) -> None:
    text = documented_text()
    assert tomllib.loads(text) == {"keys": {}}
    for field in FIELDS:
        assert f"\n# {field.help}\n" in text
    assert max(len(line) for line in text.splitlines()) <= 120


def test_every_commented_line_of_the_documented_file_is_valid() -> None:
    text = re.sub(r"^# (?=[\w\".]+ = )", "", documented_text(), flags=re.MULTILINE)
    table = tomllib.loads(text)
    assert table.pop("keys") == {"play.undo": ["u", "Ctrl+Y"]}
    assert table == {field.name: field.default for field in FIELDS}


@settings(max_examples=30)
@given(VALUES)
def test_written_values_are_read_back(values: dict[str, str | bool | int]) -> None:
    text = changed_text(documented_text(), values)
    assert tomllib.loads(text) == values | {"keys": {}}
    assert len(text.splitlines()) == len(documented_text().splitlines())


@given(VALUES, VALUES)
def test_comments_order_and_unknown_entries_stay(
    first: dict[str, str | bool | int], then: dict[str, str | bool | int]
) -> None:
    mine = (
        "# mine\\nmouse  =  true # yes\nfuture = [ 1,2 ]\n\n[keys]\nplay.undo = 'z'   # left hand\n\n[other]\na = 1\n"
    )
    text = changed_text(changed_text(mine, first), then)
    assert tomllib.loads(text) == tomllib.loads(mine) | first | then
    for comment in ("# mine", "future = [ 1,2 ]", "play.undo = 'z'   # left hand", "[other]\na = 1\n"):
        assert comment in text
    if "mouse" not in first | then:
        assert "mouse  =  true # yes" in text


def test_a_missing_file_and_its_directory_are_created_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    save_settings(path, {"mouse": True})
    assert load_settings(path) == (Settings(mouse=True), ())
    assert "\n# Use the mouse" in path.read_text("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [it.name for it in path.parent.iterdir()] == ["config.toml"]


@pytest.mark.parametrize("content", [b"mouse = ", b"\xff", b"mouse = true\nmouse = true\n"])
def test_a_broken_file_is_never_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsFileError, match=r"^config\.toml is unchanged, so the change lasts until you quit: "):
        save_settings(path, {"mouse": False})
    assert path.read_bytes() == content
    assert [it.name for it in tmp_path.iterdir()] == ["config.toml"]


def test_a_fault_is_stated_alike_when_the_file_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("mouse = true\nwrap = maybe\n", encoding="utf-8")
    _, (problem,) = load_settings(path)
    assert problem == "config.toml: Invalid value (at line 2, column 8); using the defaults"
    with pytest.raises(SettingsFileError, match=r": Invalid value \(at line 2, column 8\)$"):
        save_settings(path, {"mouse": False})


def test_a_link_is_neither_followed_nor_replaced(tmp_path: Path) -> None:
    (tmp_path / "dotfiles.toml").write_text("mouse = true\n", encoding="utf-8")
    path = tmp_path / "config.toml"
    path.symlink_to("dotfiles.toml")
    with pytest.raises(SettingsFileError, match="it is a symbolic link"):
        save_settings(path, {"mouse": False})
    assert path.is_symlink()
    assert (tmp_path / "dotfiles.toml").read_text("utf-8") == "mouse = true\n"


def test_after_a_failed_write_the_old_file_remains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.toml"
    path.write_text("mouse = true\n", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsFileError, match="is full: make room on it"):
        save_settings(path, {"mouse": False})
    assert path.read_text("utf-8") == "mouse = true\n"
    assert [it.name for it in tmp_path.iterdir()] == ["config.toml"]


def test_the_last_values_are_written(tmp_path: Path) -> None:
    problems: list[str] = []
    writer = SettingsWriter(tmp_path / "config.toml", problems.append)
    for minutes in range(50):
        writer.save("pause_after_minutes", minutes)
        writer.save("wrap", minutes % 2 == 0)
    assert writer.flush(30.0)
    assert load_settings(tmp_path / "config.toml") == (Settings(pause_after_minutes=49, wrap=False), ())
    assert problems == []


def test_a_failed_write_is_reported_and_the_next_one_succeeds(tmp_path: Path) -> None:
    problems: list[str] = []
    path = tmp_path / "config.toml"
    path.write_text("mouse = ", encoding="utf-8")
    writer = SettingsWriter(path, problems.append)
    writer.save("mouse", True)
    assert not writer.flush(30.0)
    assert [problem[:26] for problem in problems] == ["config.toml is unchanged, "]
    path.unlink()
    writer.save("mouse", True)
    assert writer.flush(30.0)
    assert load_settings(path)[0].mouse


def test_a_session_writes_its_changes_to_what_others_have_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    other = os.open(tmp_path, os.O_RDONLY)

    def change(text: str, values: dict[str, SettingValue]) -> str:
        with pytest.raises(BlockingIOError):  # nobody else can write between reading and writing
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return changed_text(text, values)

    monkeypatch.setattr("binairo_tui.settings.writing.changed_text", change)
    save_settings(path, {"mouse": True})
    save_settings(path, {"wrap": True})
    os.close(other)
    assert load_settings(path) == (Settings(mouse=True, wrap=True), ())


@pytest.mark.parametrize("link", ["config.toml", "nowhere"])
def test_why_the_settings_cannot_be_used_is_said_with_the_remedy(tmp_path: Path, link: str) -> None:
    path = tmp_path / "place" / "config.toml"
    path.parent.symlink_to(tmp_path / ("place" if link == "config.toml" else link))
    with pytest.raises(
        SettingsFileError, match=r"^config\.toml is unchanged, .*: .*/place is a link that leads .*: remove it$"
    ):
        save_settings(path, {"mouse": True})
