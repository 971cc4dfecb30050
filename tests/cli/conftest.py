from pathlib import Path

import pytest

import binairo_tui
from binairo_tui.counting import runner


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test in an empty directory, with a home of its own."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    # Subprocesses import this package, installed or not.
    monkeypatch.setenv("PYTHONPATH", str(Path(binairo_tui.__file__).parent.parent))


@pytest.fixture(autouse=True)
def _counted_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process count alone, however busy the machine is: starting others may need more than the system has."""
    monkeypatch.setattr(runner, "ALONE_SECONDS", 60.0)
