import subprocess
import sys
from pathlib import Path

import pytest

from binairo_tui.files import paths


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the XDG directories are Linux's")
def test_the_xdg_variables_set_the_directories(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "d"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "c"))
    assert paths.all_paths() == {
        "data": home / "d/binairo-tui",
        "config": home / "c/binairo-tui",
        "database": home / "d/binairo-tui/progress.db",
        "collections": home / "d/binairo-tui/collections",
        "draft": home / "d/binairo-tui/draft.txt",
        "reports": home / "d/binairo-tui/reports",
    }


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the XDG directories are Linux's")
def test_without_variables_the_directories_are_in_the_home_directory(home: Path) -> None:
    assert paths.data_dir() == home / ".local/share/binairo-tui"
    assert paths.config_dir() == home / ".config/binairo-tui"
    assert paths.database_path() == paths.data_dir() / "progress.db"


def test_asking_for_a_path_creates_nothing(home: Path) -> None:
    paths.all_paths()
    assert list(home.iterdir()) == []


def test_importing_paths_does_not_import_platformdirs() -> None:
    code = "import sys, binairo_tui.files.paths; sys.exit('platformdirs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
