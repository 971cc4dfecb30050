from pathlib import Path

import pytest

import binairo_tui


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test in an empty directory, with a home of its own."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    # Subprocesses import this package, installed or not.
    monkeypatch.setenv("PYTHONPATH", str(Path(binairo_tui.__file__).parent.parent))
