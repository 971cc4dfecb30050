"""What the build of the page says when it cannot be made."""

import json
import re
from pathlib import Path

import pytest

from binairo_tui.page import build
from tests.cli.runs import binairo


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = binairo("web", "--build", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert f"the page was not built: {tmp_path} is not empty" in done.err
    assert [it.name for it in tmp_path.iterdir()] == ["mine.txt"]


def test_a_zip_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "page.zip").write_text("mine")
    done = binairo("web", "--build", str(tmp_path / "page"))
    assert (done.status, done.out) == (2, "")
    assert "page.zip is there already" in done.err
    assert (tmp_path / "page.zip").read_text() == "mine"


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = binairo("web", "--build", str(tmp_path / "page"))
    assert done.status == 2
    assert "npm was not found" in done.err


def test_a_package_with_other_contents_is_refused(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "package-lock.json"
    lock.write_text(re.sub(r"sha512-..", "sha512-xx", build.LOCK.read_text()))
    monkeypatch.setattr(build, "LOCK", lock)
    with pytest.raises(build.BuildError, match=r"npm ci failed: .*EINTEGRITY"):
        build.build(tmp_path / "page")
    assert [*(tmp_path / "page").iterdir()] == []
    assert (site / "pyodide.mjs").is_file()  # npm was there, and could download


def test_all_that_comes_from_npm_is_locked() -> None:
    packages = json.loads(build.LOCK.read_text())["packages"]
    needed = packages.pop("")["dependencies"]
    assert all(it.startswith(tuple(needed)) for it in build.FROM_NPM.values())
    assert all(it["integrity"].startswith("sha512-") and "resolved" not in it for it in packages.values())
