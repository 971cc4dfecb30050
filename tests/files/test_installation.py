"""The command that installs a library, for each way to install this program."""

import shlex
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from binairo_tui.files.installation import install_command


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment of its own, in which this process seems to run."""
    folder = tmp_path / "venvs" / "binairo-tui"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "my python"))
    return folder


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        ("pipx_metadata.json", ["pipx", "inject", "binairo-tui", "fpdf2", "pillow"]),
        ("uv-receipt.toml", ["uv", "pip", "install", "--python", "PYTHON", "fpdf2", "pillow"]),
        ("pyvenv.cfg", ["PYTHON", "-m", "pip", "install", "fpdf2", "pillow"]),
    ],
)
def test_an_environment_is_known_by_its_files(environment: Path, marker: str, expected: list[str]) -> None:
    (environment / marker).touch()
    command = [word if word != sys.executable else "PYTHON" for word in shlex.split(install_command("fpdf2", "pillow"))]
    assert command == expected


def test_an_environment_of_one_run_has_no_name_for_pipx(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = environment.parent.parent / ".cache" / "1a9611a0edad48b"
    folder.mkdir(parents=True)
    (folder / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(folder))
    assert "pipx" not in install_command("fpdf2")


def test_an_environment_without_pip_was_made_by_uv(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "binairo_tui.files.installation.find_spec", lambda name: None if name == "pip" else find_spec(name)
    )
    assert install_command("fpdf2") == f"uv pip install --python {shlex.quote(sys.executable)} fpdf2"


@pytest.mark.parametrize("is_managed", [False, True])
def test_the_python_of_a_system_is_overruled_only_if_it_must_be(
    is_managed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    if is_managed:
        (tmp_path / "EXTERNALLY-MANAGED").touch()
    assert ("--user --break-system-packages" in install_command("fpdf2")) is is_managed
